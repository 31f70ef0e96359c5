#include "isa/maxwell/flags.hpp"

namespace relit::isa::maxwell {
namespace {

bool is_on(const Instruction& in, Role role) { return in.has(role) && in[role] != 0; }

/// Whether the instruction leaves every flag anew. Some that have .CC do not.
bool writes_all_flags(const Instruction& in) {
    if (!in.known() || !is_on(in, Role::Cc) || in.guard() != kTruePredicate) return false;
    switch (in.op()) {
        case Op::IADD:
        case Op::IADD32I:
        case Op::IADD3:
        case Op::ISCADD:
        case Op::ISCADD32I:
        case Op::IMAD:
        case Op::IMAD32I:
        case Op::XMAD:
        case Op::LOP:
        case Op::LOP32I:
        case Op::LOP3:
        case Op::SHL:
        case Op::SHR: return true;
        default: return false;
    }
}

} // namespace

std::uint32_t flags_read_by(const Instruction& in) {
    constexpr std::uint32_t kZero = 1U << static_cast<unsigned>(Flag::Zero);
    constexpr std::uint32_t kCarry = 1U << static_cast<unsigned>(Flag::Carry);
    if (!in.known()) return 0;
    if (is_on(in, Role::Flags)) return kAllFlags;
    if (in.has(Role::Test) && in[Role::Test] != kTrueTest) return kAllFlags;
    if (is_on(in, Role::Cc) && in.guard() != kTruePredicate) return kAllFlags;
    if (!is_on(in, Role::X)) return 0;
    return in.op() == Op::ISET || in.op() == Op::ISETP ? kZero | kCarry : kCarry;
}

std::uint32_t flags_read_in(std::span<const Instruction> code, std::uint32_t beyond) {
    std::uint32_t read = 0;
    for (const Instruction& in : code) {
        read |= flags_read_by(in);
        if (read == kAllFlags || writes_all_flags(in)) return read;
    }
    return read | beyond;
}

std::uint32_t flags_between_runs(const Program& program, const Flow& flow) {
    std::uint32_t read = 0;
    for (const Run& run : flow.runs) read |= flags_read_in(std::span(program.code).subspan(run.first, run.count), 0);
    return read;
}

} // namespace relit::isa::maxwell
