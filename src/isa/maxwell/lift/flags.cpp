#include "isa/maxwell/lift/flags.hpp"

#include <algorithm>
#include <utility>

namespace relit::isa::maxwell {

namespace {

/// Of IMNMX: whether the words above those that it compares were compared before.
bool goes_on_from_above(const Instruction& in) {
    constexpr std::uint32_t kWhole = 0, kHighest = 3;
    return in[Role::Part] != kWhole && in[Role::Part] != kHighest;
}

/// Returns true if the instruction writes every flag. Some that have .CC do not.
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

} // namespace

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

namespace {

/// Turns the flags that are live after the instruction into those before it.
std::uint32_t step_back(const Instruction& in, std::uint32_t live) {
    if (!in.known()) return kAllFlags;
    if (!has_to_do_with_flags(in)) return live;
    return (writes_all_flags(in) ? 0 : live) | flags_read_by(in);
}

/// Returns those that are live after a block whose successors have `live_in` before them.
std::uint32_t live_out(const BasicBlock& block, std::span<const std::uint8_t> live_in, std::uint32_t at_end) {
    std::uint32_t live = 0;
    const auto add = [&](BasicBlockId to) { live |= to == kLeaves ? at_end : live_in[to]; };
    add(block.next);
    add(block.branch);
    for (const BasicBlock::Arm& arm : block.arms) add(arm.to);
    return block.arms.empty() ? live : live | at_end; // of a computed branch that goes nowhere
}

} // namespace

LiveFlags::LiveFlags(const Program& program, const ControlFlow& flow, std::uint32_t at_end) {
    constexpr unsigned kMostIterations = 16; // then everything is live; most blocks lead to later ones
    if (std::ranges::none_of(program.code, [](const Instruction& in) { return in.known() && in[Role::Cc] != 0; }))
        return;
    std::size_t all = 0;
    for (const BasicBlock& block : flow.blocks) firsts_.push_back(std::exchange(all, all + block.count));
    after_.resize(all);
    std::vector<std::uint8_t> live_in(flow.blocks.size());
    bool changed = true;
    for (unsigned iteration = 0; changed; ++iteration) {
        changed = false;
        for (auto i = static_cast<BasicBlockId>(flow.blocks.size()); i-- > 0;) {
            const BasicBlock& block = flow.blocks[i];
            const bool is_everything = flow.keeps_stack || iteration == kMostIterations;
            std::uint32_t live = is_everything ? kAllFlags : live_out(block, live_in, at_end);
            for (std::uint32_t at = block.count; at-- > 0;) {
                after_[firsts_[i] + at] = static_cast<std::uint8_t>(live);
                live = step_back(program.code[block.first + at], live);
            }
            changed |= std::exchange(live_in[i], static_cast<std::uint8_t>(live)) != live && !is_everything;
        }
    }
}

} // namespace relit::isa::maxwell
