#include "machine/r500/atom/text/explain.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

/// Adds fields one after the other.
class Fields {
public:
    explicit Fields(std::vector<codec::ExplainedField>& into) : into_(into) {}

    void add(std::string name, unsigned bytes, std::uint64_t value, std::string explanation) {
        // A run counts its bits in 16; longer ones are cut into several fields.
        const BitRun run{static_cast<std::uint16_t>(bit_), static_cast<std::uint16_t>(8 * bytes)};
        into_.push_back({std::move(name), {run}, value, std::move(explanation)});
        bit_ += 8 * bytes;
    }
    void add(const Attribute& attribute, const FieldInfo& field, std::string explanation) {
        const BitRun run{static_cast<std::uint16_t>(bit_ + field.runs[0].bit), field.runs[0].width};
        into_.push_back({std::string(field.name), {run}, attribute.extract(field), std::move(explanation)});
    }
    void skip_byte() { bit_ += 8; }
    [[nodiscard]] bool has_room(unsigned bytes) const { return bit_ + 8 * bytes <= 0xffff; }

private:
    std::vector<codec::ExplainedField>& into_;
    unsigned bit_ = 0;
};

std::string explanation_of(const Operand& operand, const TextChoices& choices) {
    const std::string part = fmt::format("bits {}", bits_of(operand.align));
    switch (operand.kind) {
        case Kind::Reg: {
            const std::string name = choices.knows_chip ? name_of_register(operand.value) : std::string();
            return fmt::format("register at byte 0x{:04X}{}{}, {}", 4 * operand.value, name.empty() ? "" : ", ", name,
                               part);
        }
        case Kind::Ps: return fmt::format("dword {} of the parameters, {}", operand.value, part);
        case Kind::Ws: {
            const auto found = std::ranges::find(kWorkSpace, operand.value, &WorkSpaceInfo::index);
            if (found != std::end(kWorkSpace)) return fmt::format("{}: {}, {}", found->name, found->purpose, part);
            return fmt::format("dword {} of the work space, {}", operand.value, part);
        }
        case Kind::Fb: return fmt::format("dword {} after the base of FB, {}", operand.value, part);
        case Kind::Id: return fmt::format("byte {} after the base of ID, {}", operand.value, part);
        case Kind::Imm: return "a number";
        case Kind::Pll: return fmt::format("PLL register {}, {}", operand.value, part);
        case Kind::Mc: return fmt::format("memory controller register {}, {}", operand.value, part);
    }
    unreachable("explanation_of(Operand)");
}

void add_attribute(Fields& fields, const Instruction& one) {
    const Form form = one.info().form;
    const bool is_alone = form == Form::Dst || form == Form::DstShift;
    const Attribute& attribute = one.attribute;
    fields.add(attribute, Attribute::kind,
               is_alone ? "not read by this operation" : std::string(name_of(one.src.kind)));
    fields.add(attribute, Attribute::align, fmt::format("bits {}", bits_of(attribute[Attribute::align])));
    fields.add(attribute, Attribute::position,
               is_alone || !has_destination(form) ? "not read by this operation"
                                                  : fmt::format("the destination has bits {}", bits_of(one.dst.align)));
    fields.skip_byte();
}

std::string explanation_of_number(const Instruction& one) {
    switch (one.info().form) {
        case Form::Target: return fmt::format("to byte {} of the table", one.number);
        case Form::Table: return name_of(TableKind::Command, one.number);
        case Form::Block:
            if (one.number == 0) return std::string(kNoBlock);
            return one.number == kOwnBlockNumber ? std::string(kOwnBlock) : name_of(TableKind::Data, one.number);
        case Form::Port: return one.number < std::size(kPortNames) ? std::string(kPortNames[one.number]) : "";
        case Form::Data: return "bytes of data";
        default: return {};
    }
}

unsigned bytes_of_number(Form form) { return form == Form::Byte || form == Form::Table || form == Form::Block ? 1 : 2; }

void add_cases(Fields& fields, const Instruction& one) {
    const unsigned width = bytes_of(one.attribute[Attribute::align]);
    for (std::size_t i = 0; i < one.cases.size() && fields.has_room(2 + width + 3); ++i) {
        fields.add("mark", 1, kCaseMark, fmt::format("case {}", i));
        fields.add("number", width, one.cases[i].value, "where the source equals it");
        fields.add("target", 2, one.cases[i].target, fmt::format("to byte {} of the table", one.cases[i].target));
    }
    fields.add("end", 2, kCasesEnd, "no more cases");
}

} // namespace

codec::Explanation explain_instruction(const Instruction& one, const TextChoices& choices) {
    const OpInfo& info = one.info();
    codec::Explanation explanation{0, fmt::format("{} {}.", name_of_opcode(one.opcode), info.purpose), {}};
    Fields fields(explanation.fields);
    fields.add("opcode", 1, one.opcode, std::string(name_of_opcode(one.opcode)));
    if (!has_destination(info.form) && !has_source(info.form)) {
        if (info.form != Form::None)
            fields.add("number", bytes_of_number(info.form), one.number, explanation_of_number(one));
        return explanation;
    }
    add_attribute(fields, one);
    if (has_destination(info.form))
        fields.add("dst", size_of(one.dst), one.dst.value, explanation_of(one.dst, choices));
    if (info.form == Form::DstMaskSrc)
        fields.add("mask", bytes_of(one.attribute[Attribute::align]), one.number, "bits that stay");
    if (info.form == Form::DstShift) fields.add("shift", 1, one.number, "by so many bits");
    if (has_source(info.form)) fields.add("src", size_of(one.src), one.src.value, explanation_of(one.src, choices));
    if (info.form == Form::Switch) add_cases(fields, one);
    return explanation;
}

codec::Explanation explain_instruction(const IoInstruction& one, const TextChoices& choices) {
    const IoInfo& info = one.info();
    codec::Explanation explanation{0, fmt::format("{} {}.", info.mnemonic, info.purpose), {}};
    Fields fields(explanation.fields);
    fields.add("opcode", 1, static_cast<unsigned>(one.op), std::string(info.mnemonic));
    constexpr std::pair<char, std::string_view> kLetters[] = {{'r', "register"}, {'b', "bits"},   {'f', "from"},
                                                              {'t', "to"},       {'n', "number"}, {'x', "passed over"}};
    std::size_t i = 0;
    for (const char letter : info.operands) {
        const auto name = std::ranges::find(kLetters, letter, &std::pair<char, std::string_view>::first)->second;
        const std::uint32_t value = one.operands[i++];
        const std::string reg = letter == 'r' && choices.knows_chip ? name_of_register(value) : std::string();
        fields.add(std::string(name), io_operand_bytes(letter), value, reg);
    }
    return explanation;
}

} // namespace relit::machine::r500::atom
