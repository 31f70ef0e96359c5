#include "run/invocation.hpp"

#include <algorithm>
#include <array>

namespace relit::run {
namespace {

using ir::Op;

constexpr std::size_t kMost = 64; // invocations of a subgroup

// Where an invocation stands: the order of its step_block and its step, of every frame from the outermost.
std::vector<std::pair<std::uint32_t, std::uint32_t>> position_of(const Shared& shared, const Invocation& invocation) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> position;
    for (const Frame& frame : invocation.frames) {
        position.emplace_back(shared.program.routines[frame.routine].step_blocks[frame.step_block].order, frame.step);
    }
    return position;
}

// By index in the group; nullptr for those that are not there.
using Present = std::vector<Invocation*>;

Present earliest(const Shared& shared, std::span<Invocation> group) {
    Present present(group.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> best;
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (!group[i].waiting || group[i].at_barrier) continue;
        auto here = position_of(shared, group[i]);
        if (best.empty() || here < best) {
            std::ranges::fill(present, nullptr);
            best = std::move(here);
            present[i] = &group[i];
        } else if (here == best) {
            present[i] = &group[i];
        }
    }
    return present;
}

ir::Value operand(const Shared& shared, const Invocation& invocation, const Step& step, std::size_t n) {
    return invocation.values[invocation.frames.back().values + shared.program.operands[step.operands + n]];
}

// The difference between two invocations of the quad; 0 where one is not there.
ir::Value difference(const Shared& shared, const Step& step, const Present& present, std::size_t low,
                     std::size_t high) {
    if (high >= present.size() || present[low] == nullptr || present[high] == nullptr) return {};
    const ir::Inst& inst = shared.program.inst(step);
    const std::array<ir::Type, 2> types{inst.type, inst.type};
    const std::array<ir::Value, 2> values{operand(shared, *present[high], step, 0),
                                          operand(shared, *present[low], step, 0)};
    return ir::evaluate(Op::FSub, inst.type, types, inst.mode, 0, values);
}

ir::Value shuffled(const Shared& shared, const Step& step, const Present& present, std::size_t self) {
    const std::uint64_t from = operand(shared, *present[self], step, 1).lanes[0];
    if (from >= present.size() || present[from] == nullptr) return {};
    return operand(shared, *present[from], step, 0);
}

std::uint64_t ballot(const Shared& shared, const Step& step, const Present& present) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < std::min(present.size(), kMost); ++i) {
        if (present[i] != nullptr) bits |= operand(shared, *present[i], step, 0).lanes[0] << i;
    }
    return bits;
}

std::uint64_t everybody(const Present& present) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < std::min(present.size(), kMost); ++i) bits |= std::uint64_t{present[i] != nullptr} << i;
    return bits;
}

ir::Value answer(const Shared& shared, const Step& step, const Present& present, std::size_t self) {
    const std::size_t row = self & ~std::size_t{1}, column = self & 1;
    switch (shared.program.inst(step).op) {
        case Op::FDdx: return difference(shared, step, present, row, row + 1);
        case Op::FDdy: return difference(shared, step, present, column, column + 2);
        case Op::Shuffle: return shuffled(shared, step, present, self);
        case Op::Ballot: return {{ballot(shared, step, present) & 0xffffffff}};
        case Op::VoteAll: return {{std::uint64_t{ballot(shared, step, present) == everybody(present)}}};
        default: return {{std::uint64_t{ballot(shared, step, present) != 0}}};
    }
}

/// The values that the answer to `self` takes: nodes of those present, and which of them it names.
void note_makers(const Shared& shared, const Step& step, const Present& present, std::size_t self) {
    Invocation& own = *present[self];
    History* const history = own.history();
    if (history == nullptr) return;
    const Op op = shared.program.inst(step).op;
    const auto maker = [&](const Invocation& of, std::size_t operand) {
        return of.makers[of.frames.back().values + shared.program.operands[step.operands + operand]];
    };
    std::vector<NodeId> given;
    const auto add = [&](std::size_t which) {
        if (which < present.size() && present[which] != nullptr) given.push_back(maker(*present[which], 0));
    };
    const std::size_t row = self & ~std::size_t{1}, column = self & 1;
    if (op == Op::FDdx)
        add(row), add(row + 1);
    else if (op == Op::FDdy)
        add(column), add(column + 2);
    else if (op == Op::Shuffle)
        add(operand(shared, own, step, 1).lanes[0]);
    else
        for (std::size_t i = 0; i < present.size(); ++i) add(i);
    own.makers[own.frames.back().values + step.slot] =
        history->exchange(own.index, step.id, given, op == Op::Shuffle ? maker(own, 1) : kNoNode);
}

} // namespace

void reconverge(Shared& shared, std::span<Invocation> group) {
    const Present present = earliest(shared, group);
    const auto* first = *std::ranges::find_if(present, [](const Invocation* one) { return one != nullptr; });
    const Frame& frame = first->frames.back();
    const StepBlock& step_block = shared.program.routines[frame.routine].step_blocks[frame.step_block];
    const Step& step = shared.program.steps[step_block.step + frame.step];
    std::vector<ir::Value> answers(present.size()); // all before any is written: a value may replace its own operand
    for (std::size_t i = 0; i < present.size(); ++i) {
        if (present[i] != nullptr) answers[i] = answer(shared, step, present, i);
    }
    for (std::size_t i = 0; i < present.size(); ++i)
        if (present[i] != nullptr) note_makers(shared, step, present, i);
    for (std::size_t i = 0; i < present.size(); ++i) {
        if (present[i] == nullptr) continue;
        Frame& own = present[i]->frames.back();
        present[i]->values[own.values + step.slot] = answers[i];
        if (present[i]->tracer != nullptr)
            present[i]->tracer->give(present[i]->index, step.id, present[i]->values[own.values + step.slot]);
        ++own.step;
        present[i]->waiting = false;
    }
}

void open_barrier(std::span<Invocation> group) {
    for (Invocation& invocation : group) {
        if (!invocation.at_barrier) continue;
        ++invocation.frames.back().step;
        invocation.waiting = invocation.at_barrier = false;
    }
}

} // namespace relit::run
