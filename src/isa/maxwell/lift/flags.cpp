#include "isa/maxwell/lift/flags.hpp"

namespace relit::isa::maxwell {

namespace {

/// Of IMNMX: whether the words above those that it compares were compared before.
bool goes_on_from_above(const Instruction& in) {
    constexpr std::uint32_t kWhole = 0, kHighest = 3;
    return in[Role::Part] != kWhole && in[Role::Part] != kHighest;
}

} // namespace

bool writes_all_flags(const Instruction& in) {
    if (in[Role::Cc] == 0 || in.guard() != kTruePredicate) return false;
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

std::uint32_t flags_read_by(const Instruction& in) {
    constexpr std::uint32_t kZero = 1U << static_cast<unsigned>(Flag::Zero);
    constexpr std::uint32_t kCarry = 1U << static_cast<unsigned>(Flag::Carry);
    constexpr std::uint32_t kOverflow = 1U << static_cast<unsigned>(Flag::Overflow);
    if (!has_to_do_with_flags(in)) return 0;
    if (in[Role::Flags] != 0) return kAllFlags;
    if (in.has(Role::Test) && in[Role::Test] != kTrueTest) return kAllFlags;
    if (in[Role::Cc] != 0 && in.guard() != kTruePredicate) return kAllFlags;
    if (in.op() == Op::IMNMX && goes_on_from_above(in)) return kZero | kCarry;
    if (in[Role::X] == 0) return 0;
    switch (in.op()) {
        case Op::ISET:
        case Op::ISETP: return kZero | kCarry;
        case Op::IADD3: return kCarry | kOverflow; // it may go on from two carries
        default: return kCarry;
    }
}

} // namespace relit::isa::maxwell
