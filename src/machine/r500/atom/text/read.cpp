// Instructions from text.
#include "machine/r500/atom/text/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::string_view kDigits = "0123456789abcdefABCDEFxX";

Result<std::uint32_t> read_index(Scanner& in, Kind kind) {
    const std::uint32_t most = kind == Kind::Reg || kind == Kind::Id ? 0xffff : 0xff;
    if (const char next = in.peek(); kind == Kind::Ws && (next < '0' || next > '9')) {
        const std::string_view name = in.word();
        const auto found = std::ranges::find(kWorkSpace, name, &WorkSpaceInfo::name);
        if (found == std::end(kWorkSpace)) return fault_here(in, fmt::format("\"{}\" is no name of WS", name));
        return found->index;
    }
    return read_number(in, most);
}

Result<Align> read_bits(Scanner& in) {
    if (!in.accept('[')) return Align::Dword;
    const std::string_view bits = in.while_of("0123456789:");
    const auto found = std::ranges::find(kAlignNames, bits);
    if (found == std::end(kAlignNames) || !in.accept(']'))
        return fault_here(in, fmt::format("[{}] is none of [31:0], [15:0], [23:8], [31:16], [7:0], [15:8], [23:16], "
                                          "[31:24]",
                                          bits));
    return static_cast<Align>(found - std::begin(kAlignNames));
}

/// A location by its kind and index, or by the name of a register.
Result<Operand> read_location_operand(Scanner& in, const TextChoices& choices) {
    const std::string_view word = in.word();
    const auto kind = std::ranges::find(kKindNames, word);
    Operand operand;
    if (kind != std::end(kKindNames) && word != name_of(Kind::Imm) && in.accept('[')) {
        operand.kind = static_cast<Kind>(kind - std::begin(kKindNames));
        const auto index = read_index(in, operand.kind);
        if (!index) return std::unexpected(index.error());
        operand.value = *index;
        if (!in.accept(']')) return fault_here(in, "expected \"]\"");
        return operand;
    }
    const auto index = choices.names_registers ? register_index(word) : std::nullopt;
    if (!index) return fault_here(in, fmt::format("\"{}\" is no operand", word));
    operand.value = *index;
    return operand;
}

Result<Operand> read_operand(Scanner& in, const TextChoices& choices) {
    if (const char next = in.peek(); next >= '0' && next <= '9') {
        const auto number = read_number(in, 0xffffffff);
        if (!number) return std::unexpected(number.error());
        return Operand{Kind::Imm, Align::Dword, *number};
    }
    auto operand = read_location_operand(in, choices);
    if (!operand) return operand;
    const auto bits = read_bits(in);
    if (!bits) return std::unexpected(bits.error());
    operand->align = *bits;
    return operand;
}

bool fits(std::uint32_t value, Align align) { return bytes_of(align) == 4 || value >> (8 * bytes_of(align)) == 0; }

/// Reads the operands of one instruction, then makes its attribute.
class OperandReader {
public:
    OperandReader(std::uint8_t opcode, Scanner& in, const TextChoices& choices) : in_(in), choices_(choices) {
        instruction_.opcode = opcode;
    }

    Result<ReadInstruction> read() {
        const Form form = instruction_.info().form;
        const Status done = has_destination(form) || has_source(form) ? read_operands(form) : read_lone(form);
        if (!done) return std::unexpected(done.error());
        ReadInstruction made{{}, std::move(uses_)};
        encode(instruction_, made.bytes);
        return made;
    }

private:
    Status comma() {
        if (!in_.accept(',')) return fault_here(in_, "expected \",\"");
        return {};
    }

    Status number_into(std::uint32_t& into, std::uint32_t most) {
        const auto number = read_number(in_, most);
        if (!number) return std::unexpected(number.error());
        into = *number;
        return {};
    }

    Status read_destination() {
        const auto dst = read_operand(in_, choices_);
        if (!dst) return std::unexpected(dst.error());
        const Kind wanted = opcode(instruction_.opcode).dst;
        if (dst->kind != wanted)
            return fault_here(
                in_, fmt::format("{} has a destination of {}", name_of_opcode(instruction_.opcode), name_of(wanted)));
        instruction_.dst = *dst;
        return {};
    }

    Status read_source() {
        const auto src = read_operand(in_, choices_);
        if (!src) return std::unexpected(src.error());
        instruction_.src = *src;
        return {};
    }

    Status read_operands(Form form) {
        Status done;
        if (has_destination(form)) done = read_destination();
        if (done && form == Form::DstMaskSrc) done = comma();
        if (done && form == Form::DstMaskSrc) done = number_into(instruction_.number, 0xffffffff);
        if (done && form == Form::DstShift) done = comma();
        if (done && form == Form::DstShift) done = number_into(instruction_.number, 0xff);
        if (done && has_destination(form) && has_source(form)) done = comma();
        if (done && has_source(form)) done = read_source();
        if (done && form == Form::Switch) done = read_cases();
        if (done) done = read_attribute(form);
        if (done) done = check(form);
        return done;
    }

    Status read_cases() {
        while (in_.accept(',')) {
            Case one;
            if (const Status done = number_into(one.value, 0xffffffff); !done) return done;
            if (!in_.accept(':')) return fault_here(in_, "expected \":\" between the number of a case and its target");
            std::uint32_t target = 0;
            if (const Status done = read_target(target, case_labels_); !done) return done;
            one.target = static_cast<std::uint16_t>(target);
            instruction_.cases.push_back(one);
        }
        return {};
    }

    /// A label, kept with the number of cases before it, or a number.
    Status read_target(std::uint32_t& into, std::vector<std::pair<std::size_t, LabelUse>>& labels) {
        if (const char next = in_.peek(); next >= '0' && next <= '9') return number_into(into, 0xffff);
        const std::uint32_t column = in_.column();
        const std::string_view label = in_.word();
        if (label.empty()) return fault_here(in_, "expected a label or an offset");
        labels.push_back({instruction_.cases.size(), {0, std::string(label), column}});
        return {};
    }

    Status read_attribute(Form form) {
        if (instruction_.src.kind == Kind::Imm)
            instruction_.src.align =
                immediate_align(bytes_of(has_destination(form) ? instruction_.dst.align : Align::Dword));
        instruction_.attribute = usual_attribute(form, instruction_.dst, instruction_.src);
        if (!in_.accept("attr=")) return {};
        has_attribute_ = true;
        return number_into(instruction_.attribute.raw[0], 0xff);
    }

    /// The attribute says what the text says: kinds, parts, and how wide numbers are.
    Status check(Form form) {
        const Attribute& attribute = instruction_.attribute;
        const Align align = attribute[Attribute::align];
        if (has_attribute_ && has_source(form) && instruction_.src.kind == Kind::Imm) instruction_.src.align = align;
        const bool is_alone = form == Form::Dst || form == Form::DstShift;
        const Align dst = is_alone ? align : destination_align(align, attribute[Attribute::position]);
        if (has_destination(form) && instruction_.dst.align != dst)
            return fault_here(in_, fmt::format("the destination has [{}] and not [{}] with this source", bits_of(dst),
                                               bits_of(instruction_.dst.align)));
        if (has_source(form) &&
            (attribute[Attribute::kind] != instruction_.src.kind || align != instruction_.src.align))
            return fault_here(in_, "attr= names another source");
        if (has_source(form) && instruction_.src.kind == Kind::Imm && !fits(instruction_.src.value, align))
            return fault_here(in_, "the number does not fit");
        if (form == Form::DstMaskSrc && !fits(instruction_.number, align))
            return fault_here(in_, "the mask does not fit");
        for (const Case& one : instruction_.cases)
            if (!fits(one.value, align)) return fault_here(in_, "the number of a case does not fit");
        set_case_labels(bytes_of(align));
        return {};
    }

    /// Opcode, attribute and source are before the cases; mark and number before each target.
    void set_case_labels(unsigned width) {
        for (auto& [index, use] : case_labels_) {
            use.at = 2 + size_of(instruction_.src) + index * (width + 3) + width + 1;
            uses_.push_back(std::move(use));
        }
    }

    Status read_lone(Form form) {
        switch (form) {
            case Form::Byte: return number_into(instruction_.number, 0xff);
            case Form::Word: return number_into(instruction_.number, 0xffff);
            case Form::Target: return read_jump();
            case Form::Port: return read_name(kPortNames, 0xffff);
            case Form::Table: return read_table();
            case Form::Block: return read_block();
            case Form::Data: return read_data();
            default: return {};
        }
    }

    Status read_jump() {
        std::vector<std::pair<std::size_t, LabelUse>> label;
        const Status done = read_target(instruction_.number, label);
        if (!label.empty()) uses_.push_back({1, std::move(label[0].second.label), label[0].second.column});
        return done;
    }

    Status read_name(std::span<const std::string_view> names, std::uint32_t most) {
        if (const char next = in_.peek(); next >= '0' && next <= '9') return number_into(instruction_.number, most);
        const std::string_view name = in_.word();
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) return fault_here(in_, fmt::format("\"{}\" is no port", name));
        instruction_.number = static_cast<std::uint32_t>(found - names.begin());
        return {};
    }

    Status read_table() {
        if (const char next = in_.peek(); next >= '0' && next <= '9') return number_into(instruction_.number, 0xff);
        const std::string_view name = in_.word();
        const auto number = command_named(name);
        if (!number || *number > 0xff) return fault_here(in_, fmt::format("\"{}\" is no command table", name));
        instruction_.number = *number;
        return {};
    }

    Status read_block() {
        if (const char next = in_.peek(); next >= '0' && next <= '9') return number_into(instruction_.number, 0xff);
        const std::string_view name = in_.word();
        if (name == kNoBlock || name == kOwnBlock) {
            instruction_.number = name == kNoBlock ? 0 : kOwnBlockNumber;
            return {};
        }
        const auto number = data_named(name);
        if (!number || *number > 0xff) return fault_here(in_, fmt::format("\"{}\" is no data table", name));
        instruction_.number = *number;
        return {};
    }

    Status read_data() {
        (void)in_.at_end();
        const std::string_view hex = in_.while_of("0123456789abcdefABCDEF");
        if (hex.size() % 2 != 0 || hex.size() > 2 * 0xffff) return fault_here(in_, "expected pairs of hex digits");
        for (std::size_t i = 0; i < hex.size(); i += 2)
            instruction_.data.push_back(static_cast<std::uint8_t>(*parse_hex(hex.substr(i, 2), 2)));
        return {};
    }

    Scanner& in_;
    const TextChoices& choices_;
    Instruction instruction_;
    std::vector<LabelUse> uses_;
    std::vector<std::pair<std::size_t, LabelUse>> case_labels_; // with the case that each is of
    bool has_attribute_ = false;
};

Result<std::uint32_t> read_io_operand(char letter, Scanner& in, const TextChoices& choices) {
    const std::uint32_t most = io_operand_bytes(letter) == 2 ? 0xffff : 0xff;
    const char next = in.peek();
    if (letter != 'r' || (next >= '0' && next <= '9')) return read_number(in, most);
    const std::string_view name = in.word();
    const auto index = choices.names_registers ? register_index(name) : std::nullopt;
    if (!index) return fault_here(in, fmt::format("\"{}\" is no register", name));
    return *index;
}

} // namespace

std::unexpected<Fault> fault_here(const Scanner& in, std::string text) {
    return fail_line(in.line(), in.column(), std::move(text));
}

Result<std::uint32_t> read_number(Scanner& in, std::uint32_t most) {
    (void)in.at_end();
    const std::string_view digits = in.while_of(kDigits);
    const auto number = parse_integer(digits);
    if (digits.empty() || !number) return fault_here(in, "expected a number");
    if (*number < 0 || *number > std::int64_t{most})
        return fault_here(in, fmt::format("{} is more than {}", digits, most));
    return static_cast<std::uint32_t>(*number);
}

Result<ReadInstruction> read_instruction(std::uint8_t opcode, Scanner& in, const TextChoices& choices) {
    return OperandReader(opcode, in, choices).read();
}

Result<ReadInstruction> read_instruction(const IoInfo& info, Scanner& in, const TextChoices& choices) {
    ReadInstruction made{{static_cast<std::uint8_t>(info.op)}};
    for (const char letter : info.operands) {
        if (made.bytes.size() > 1 && !in.accept(',')) return fault_here(in, "expected \",\"");
        const auto value = read_io_operand(letter, in, choices);
        if (!value) return std::unexpected(value.error());
        for (unsigned i = 0; i < io_operand_bytes(letter); ++i)
            made.bytes.push_back(static_cast<std::uint8_t>(*value >> (8 * i)));
    }
    return made;
}

} // namespace relit::machine::r500::atom
