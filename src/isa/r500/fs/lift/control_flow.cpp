#include "isa/r500/fs/lift/control_flow.hpp"

namespace relit::isa::r500::fs {
namespace {

enum CounterOp : std::uint32_t { kDecrement = 1, kIncrement = 2 };
enum StackOp : std::uint32_t { kPop = 1, kPush = 2 };

void exchange_active(FlowState& state) {
    if (!state.inactive) {
        state.inactive = 0;
    } else if (*state.inactive == 0) {
        state.inactive.reset();
    }
}

/// A pixel alone that is active goes where all go: only those that are not count.
void count(FlowState& state, std::uint32_t op, std::uint32_t pop_count) {
    if (!state.inactive) return;
    if (op == kIncrement) ++*state.inactive;
    if (op != kDecrement) return;
    if (*state.inactive < pop_count) {
        state.inactive.reset();
    } else {
        *state.inactive -= pop_count;
    }
}

void leave_loop(FlowState& state, bool with_register) {
    if (state.counters != 0) --state.counters;
    if (with_register && state.registers != 0) --state.registers;
}

std::array<bool, 4> wanted(const FlowState& state, const Word192& word, bool boolean) {
    std::array<bool, 4> jumps{};
    for (unsigned i = 0; i < jumps.size(); ++i) {
        const unsigned bit = i * 2 + (boolean ? 1 : 0);
        jumps[i] = (word[Fc::table] >> bit & 1) != 0;
    }
    // Where no pixel is active both "all jump" and "none jumps" hold.
    if (state.inactive) jumps.fill(!word[Fc::jump_any]);
    return jumps;
}

void use_stack(FlowStep& step, const Word192& word) {
    std::vector<std::uint32_t>& returns = step.taken.returns;
    if (word[Fc::stack] == kPush) returns.push_back(step.stayed.at);
    if (word[Fc::stack] != kPop || returns.empty()) return;
    step.taken.at = returns.back();
    returns.pop_back();
}

} // namespace

FlowStep flow_step(const FlowState& state, const Word192& word, bool boolean, std::uint32_t iterations,
                   std::uint32_t offset) {
    FlowState before = state;
    if (word[Fc::else_first]) exchange_active(before);
    FlowStep step{wanted(before, word, boolean), before, before};
    step.stayed.at = state.at + 1;
    step.taken.at = word[Fc::target] + (word[Fc::global] ? 0 : offset);
    count(step.taken, word[Fc::if_jumped], word[Fc::pop_count]);
    count(step.stayed, word[Fc::if_stayed], word[Fc::pop_count]);
    use_stack(step, word);
    const FcOp op = word[Fc::op];
    step.has_register = op == FcOp::Loop || op == FcOp::EndLoop;
    switch (op) {
        case FcOp::Loop:
        case FcOp::Rep:
            step.effect = LoopEffect::Begin;
            ++step.stayed.counters;
            if (step.has_register) ++step.stayed.registers;
            if (iterations == 0) step.jumps.fill(true);
            break;
        case FcOp::EndLoop:
        case FcOp::EndRep:
            step.effect = LoopEffect::Round;
            leave_loop(step.stayed, step.has_register);
            if (before.counters == 0) step.jumps.fill(false); // there is no loop to go on with
            break;
        case FcOp::BreakLoop: leave_loop(step.taken, true); break;
        case FcOp::BreakRep: leave_loop(step.taken, false); break;
        case FcOp::Jump:
        case FcOp::Continue: break;
    }
    return step;
}

} // namespace relit::isa::r500::fs
