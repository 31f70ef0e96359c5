// Reads fragment programs: instructions and constants up to their end, wherever code after an END is reached from.
#include "isa/rsx/fp/encoding/program.hpp"

#include "isa/rsx/fp/fp.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <span>

namespace relit::isa::rsx::fp {
namespace {

std::array<std::uint32_t, 4> slot_at(Bytes file, std::size_t at) {
    std::array<std::uint32_t, 4> dwords{};
    Cursor in(file);
    in.seek(at);
    for (std::uint32_t& dword : dwords) dword = swap_halves(in.u32be());
    return dwords;
}

constexpr std::size_t kMostWarnings = 100, kUsualInstructions = 64;

std::string slot_at_offset(std::uint64_t offset) { return "slot " + std::to_string(offset / kSlotBytes); }

/// Decodes from the first slot on, to an END that no address goes past.
class Scan {
public:
    explicit Scan(Bytes file) : file_(file) {}

    Status run(std::vector<Instruction>& into) {
        into.reserve(std::min<std::size_t>(file_.size() / kSlotBytes, kUsualInstructions));
        while (at_ < file_.size()) {
            if (into.size() == kMaxInstructions)
                return fail_at(at_, "more than " + std::to_string(kMaxInstructions) + " instructions");
            if (const Status status = instruction(into); !status) return status;
            if (is_cut_) break;
            if (is_last(into.back().word)) return {};
        }
        if (into.empty()) return fail_at(0, "slot 0: its constant lies past the end of the file");
        missing_end_ = furthest_ != 0 ? "no instruction has END from " + slot_at_offset(furthest_) + " on"
                                      : "no instruction has END";
        return {};
    }
    /// Returns the warning if the last END is missing, as it is in a part of a larger dump.
    [[nodiscard]] const std::string& missing_end() const { return missing_end_; }

private:
    /// Whether nothing runs on after the word, which has been taken. Subroutines after the END need none: they return.
    bool is_last(const Word128& word) {
        const bool returns = word[Word128::op] == Op::Ret && word[Word128::condition] == Condition::Tr;
        const bool stops = word[Word128::end] || (seen_end_ && returns);
        seen_end_ = seen_end_ || word[Word128::end];
        return stops && (at_ > furthest_ || at_ == file_.size());
    }
    Status instruction(std::vector<Instruction>& into) {
        Instruction& one = into.emplace_back();
        one.offset = static_cast<std::uint32_t>(at_);
        one.word.raw = slot_at(file_, at_);
        at_ += kSlotBytes;
        if (has_constant(one.word)) {
            if (at_ == file_.size()) return cut(into);
            one.constant = Constant{static_cast<std::uint32_t>(at_), slot_at(file_, at_)};
            at_ += kSlotBytes;
        }
        for (const std::uint32_t address : addresses_of(one.word)) {
            const std::uint64_t target = std::uint64_t{address} * 4;
            if (target > file_.size())
                return fail_at(one.offset, slot_at_offset(one.offset) + ": goes to dword " + std::to_string(address) +
                                               ", outside the program");
            furthest_ = std::max(furthest_, target);
        }
        return {};
    }

    /// The file ends between the last instruction and its constant.
    Status cut(std::vector<Instruction>& into) {
        const Instruction last = into.back();
        if (last.word[Word128::end])
            return fail_at(last.offset, slot_at_offset(last.offset) + ": its constant lies past the end of the file");
        into.pop_back();
        is_cut_ = true;
        return {};
    }

    Bytes file_;
    std::string missing_end_;
    bool is_cut_ = false;
    std::uint64_t at_ = 0;
    std::uint64_t furthest_ = 0; // the largest address yet, in bytes
    bool seen_end_ = false;
};

bool is_usual_instruction(const Instruction& one) { return is_usual(one.word); }

/// Returns whether the file is a program of known instructions in that order, most of them as compilers write them.
bool makes_sense(Bytes file, const ByteOrder& order, bool with_end) {
    std::vector<Instruction> found;
    const std::vector<std::uint8_t> bytes = flipped(file, order);
    Scan scan(bytes);
    if (!scan.run(found) || (with_end && !scan.missing_end().empty())) return false;
    if (!std::ranges::all_of(found, [](const Instruction& one) { return is_known(one.word); })) return false;
    return 2 * static_cast<std::size_t>(std::ranges::count_if(found, is_usual_instruction)) >= found.size();
}

/// In which order of bytes the file makes sense, with an END if there is one in any; the console's where it makes none.
/// `as_it_is`: what the console's gives; `ends`: with an END.
ByteOrder order_of(Bytes file, std::span<const Instruction> as_it_is, bool loads, bool ends) {
    for (const bool with_end : {true, false}) {
        if (loads && (ends || !with_end) && std::ranges::any_of(as_it_is, is_usual_instruction)) return kOrders[0];
        for (const ByteOrder& order : std::span(kOrders).subspan(1))
            if (makes_sense(file, order, with_end)) return order;
    }
    return kOrders[0];
}

Status check_addresses(const Program& program) {
    for (const Instruction& one : program.instructions)
        for (const std::uint32_t address : addresses_of(one.word))
            if (!program.index_of(address))
                return fail_at(one.offset, slot_at_offset(one.offset) + ": goes to dword " + std::to_string(address) +
                                               ", where no instruction begins");
    return {};
}

void warn(Program& program) {
    const auto count = program.instructions.size();
    if (count > kCommonInstructions)
        program.warnings.push_back(std::to_string(count) + " instructions; emulators take up to " +
                                   std::to_string(kCommonInstructions));
    for (const Instruction& one : program.instructions)
        for (const std::uint32_t address : addresses_of(one.word))
            if (std::uint64_t{address} * 4 == program.size() && program.rest.empty())
                program.warnings.push_back(slot_at_offset(one.offset) + " goes to the end of the file");
}

} // namespace

Addresses addresses_in(const Word128& word) {
    const std::uint32_t first = word[Word128::first_address], second = word[Word128::second_address];
    switch (info(word[Word128::op]).op_class) {
        case OpClass::If: return {{first, second}, 2};
        case OpClass::Loop: return {{second, 0}, 1};
        case OpClass::Call: return {{first, 0}, 1};
        default: return {};
    }
}

std::optional<std::size_t> Program::index_of(std::uint32_t address) const {
    const std::uint64_t offset = std::uint64_t{address} * 4;
    if (offset == size()) return instructions.size();
    const auto found = std::ranges::lower_bound(instructions, offset, {}, &Instruction::offset);
    if (found == instructions.end() || found->offset != offset) return {};
    return static_cast<std::size_t>(found - instructions.begin());
}

namespace {

/// Whether a file makes sense only in another order of bytes is found out where `order` is given.
Result<Program> decode(Bytes file, ByteOrder* order) {
    if (file.empty()) return fail_at(0, "the file is empty");
    if (file.size() > kMaxFile) return fail_at(kMaxFile, "more than 1 MiB: no program is as long");
    const std::size_t whole = file.size() - file.size() % kSlotBytes;
    if (whole != file.size())
        return fail_at(whole, "not a multiple of 16 bytes: " + std::to_string(file.size() % kSlotBytes) +
                                  " bytes are left after slot " + std::to_string(whole / kSlotBytes));
    Program program;
    program.order = kOrders[0];
    Scan scan(file);
    Status status = scan.run(program.instructions);
    program.missing_end = scan.missing_end();
    if (status) status = check_addresses(program);
    if (order != nullptr)
        *order = order_of(file, program.instructions, status.has_value(), program.missing_end.empty());
    if (!status) return std::unexpected(std::move(status.error()));
    if (!program.missing_end.empty())
        program.warnings.push_back(program.missing_end + ": this is all up to the end of the bytes");
    const Bytes rest = file.subspan(program.size());
    program.rest.assign(rest.begin(), rest.end());
    warn(program);
    return program;
}

/// Names the constants that parameters stand in.
void take_names(Program& program, const cg::AnyContainer& container) {
    std::vector<std::uint32_t> offsets;
    for (const Instruction& one : program.instructions)
        if (one.constant) offsets.push_back(one.constant->offset);
    std::vector<std::string> names(offsets.size());
    for (const auto& [offset, name] : container.placed) {
        const auto found = std::ranges::lower_bound(offsets, offset);
        if (found != offsets.end() && *found == offset) {
            names[static_cast<std::size_t>(found - offsets.begin())] = name;
        } else if (program.warnings.size() < kMostWarnings) {
            program.warnings.push_back("no instruction has its constant at byte " + std::to_string(offset) +
                                       " of the microcode, where the parameter " + quoted(name) + " stands");
        }
    }
    for (std::uint32_t i = 0; i < names.size(); ++i)
        if (!names[i].empty()) program.constant_names.push_back({i * kSlotBytes, std::move(names[i])});
}

Result<Program> decode_container(Bytes file, bool known) {
    auto container = cg::read_any(file, cg::Profile::Fragment);
    if (!container) return std::unexpected(std::move(container.error()));
    ByteOrder order = kOrders[0];
    auto program = decode(container->code(), known ? nullptr : &order);
    if (order.flip != 0)
        program = fail_at(0, "the microcode is " + std::string(order.summary) +
                                 "; the RSX has big-endian dwords, their halves swapped");
    if (!program) {
        Fault& fault = program.error();
        fault.offset = fault.offset.value_or(0) + container->code_offset;
        return program;
    }
    program->machine_state = container->state;
    take_names(*program, *container);
    program->bound = container->bound;
    program->container = std::move(*container);
    return program;
}

} // namespace

Result<Program> load_binary(Bytes file) {
    if (cg::profile_of(file)) return decode_container(file, false);
    ByteOrder order = kOrders[0];
    auto program = decode(file, &order);
    if (order.flip == 0) return program;
    program = decode(flipped(file, order), nullptr);
    if (program) program->order = order;
    return program;
}

Result<Program> load_console(Bytes file) {
    return cg::profile_of(file) ? decode_container(file, true) : decode(file, nullptr);
}

} // namespace relit::isa::rsx::fp
