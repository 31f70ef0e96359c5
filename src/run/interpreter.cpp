#include "run/interpreter.hpp"

#include "run/invocation.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include <fmt/format.h>

namespace relit::run {
namespace {

constexpr std::size_t kDeepest = 256; // calls in calls
constexpr std::size_t kQuad = 4, kMostSubgroup = 64;

void enter(const Shared& shared, Invocation& invocation, std::uint32_t routine, std::uint32_t result) {
    const Routine& called = shared.program.routines[routine];
    invocation.frames.push_back({routine, 0, 0, invocation.values.size(), invocation.iterations.size(), result});
    invocation.values.insert(invocation.values.end(), called.frame.begin(), called.frame.end());
    if (invocation.history() != nullptr) invocation.makers.resize(invocation.values.size());
    invocation.iterations.resize(invocation.iterations.size() + called.step_blocks.size(), 0);
}

Status call(Shared& shared, Invocation& invocation, const Step& step) {
    if (invocation.frames.size() >= kDeepest) return fail(fmt::format("calls nest deeper than {}", kDeepest));
    const ir::Inst& inst = shared.program.inst(step);
    const std::size_t caller = invocation.frames.back().values, callee = invocation.values.size();
    enter(shared, invocation, inst.imm, step.slot);
    const std::size_t count = std::min(inst.operands.size(), shared.program.module->functions[inst.imm].params.size());
    for (std::size_t i = 0; i < count; ++i) {
        const ir::Value argument = invocation.values[caller + shared.program.operands[step.operands + i]];
        invocation.values[callee + 1 + i] = argument;
        if (invocation.history() != nullptr)
            invocation.makers[callee + 1 + i] = invocation.makers[caller + shared.program.operands[step.operands + i]];
    }
    return {};
}

void leave(Invocation& invocation, std::uint32_t value) {
    const Frame frame = invocation.frames.back();
    const ir::Value returned = invocation.values[frame.values + value];
    const bool has_history = invocation.history() != nullptr;
    const NodeId maker =
        has_history ? invocation.history()->pass_along(invocation.index, invocation.makers[frame.values + value])
                    : kNoNode;
    if (invocation.tracer != nullptr)
        invocation.tracer->leave(invocation.index, *invocation.state, invocation.frames.size());
    invocation.frames.pop_back();
    invocation.values.resize(frame.values);
    invocation.iterations.resize(frame.iterations);
    if (has_history) invocation.makers.resize(frame.values);
    if (invocation.frames.empty()) return;
    invocation.values[invocation.frames.back().values + frame.result] = returned;
    if (has_history) invocation.makers[invocation.frames.back().values + frame.result] = maker;
}

void stop(Invocation& invocation) {
    invocation.frames.clear();
    invocation.values.clear();
    invocation.makers.clear();
    invocation.iterations.clear();
}

// All are read before any is written: a parameter may be the argument of another.
void move_along(const Shared& shared, Invocation& invocation, const Successor& target, ir::Value* values) {
    const std::span<const Copy> copies = std::span(shared.program.copies).subspan(target.copy, target.copies);
    invocation.moving.clear();
    for (const Copy& copy : copies) invocation.moving.push_back(values[copy.from]);
    for (std::size_t i = 0; i < copies.size(); ++i) values[copies[i].to] = invocation.moving[i];
}

/// The same of what made the values.
void move_makers_along(const Shared& shared, Invocation& invocation, const Successor& target, std::size_t frame) {
    const std::span<const Copy> copies = std::span(shared.program.copies).subspan(target.copy, target.copies);
    std::vector<NodeId> moving;
    for (const Copy& copy : copies)
        moving.push_back(invocation.history()->pass_along(invocation.index, invocation.makers[frame + copy.from]));
    for (std::size_t i = 0; i < copies.size(); ++i) invocation.makers[frame + copies[i].to] = moving[i];
}

[[gnu::noinline]] void trace_edge(const Shared& shared, Invocation& invocation, const Successor& target) {
    const std::size_t frame = invocation.frames.back().values;
    if (target.back) invocation.tracer->go_back(invocation.index);
    if (target.copies != 0 && invocation.history() != nullptr) move_makers_along(shared, invocation, target, frame);
    std::span<NodeId> makers = invocation.makers;
    if (!makers.empty()) makers = makers.subspan(frame);
    invocation.tracer->enter(invocation.index, *invocation.state, invocation.frames.size(), target.to, makers);
}

void follow(const Shared& shared, Invocation& invocation, const Successor& target) {
    Frame& frame = invocation.frames.back();
    if (target.back && ++invocation.iterations[frame.iterations + target.to] > shared.limits.loop_limit) {
        invocation.state->hit_loop_limit = true;
        return stop(invocation);
    }
    if (target.copies != 0) move_along(shared, invocation, target, invocation.values.data() + frame.values);
    if (invocation.tracer != nullptr) trace_edge(shared, invocation, target);
    frame.step_block = target.to;
    frame.step = 0;
}

std::size_t chosen_case(const StepBlock& step_block, std::uint64_t selector) {
    const auto found = std::ranges::find(step_block.cases, static_cast<std::uint32_t>(selector));
    return static_cast<std::size_t>(found - step_block.cases.begin());
}

[[gnu::noinline]] void trace_end(Invocation& invocation, const StepBlock& step_block) {
    invocation.tracer->come_to(invocation.index, step_block.origin);
    const bool chooses =
        step_block.ending == ir::TerminatorKind::Branch || step_block.ending == ir::TerminatorKind::Switch;
    if (!chooses) return;
    const Frame& frame = invocation.frames.back();
    const NodeId condition =
        invocation.history() == nullptr ? kNoNode : invocation.makers[frame.values + step_block.value];
    invocation.tracer->branch(invocation.index, {invocation.frames.size(), frame.routine, frame.step_block}, condition);
}

Status finish(Shared& shared, Invocation& invocation, const StepBlock& step_block) {
    const Successor* targets = shared.program.targets.data() + step_block.target;
    const std::uint64_t value = invocation.values[invocation.frames.back().values + step_block.value].lanes[0];
    if (invocation.tracer != nullptr) trace_end(invocation, step_block);
    switch (step_block.ending) {
        case ir::TerminatorKind::Jump: follow(shared, invocation, targets[0]); return {};
        case ir::TerminatorKind::Branch: follow(shared, invocation, targets[value != 0 ? 0 : 1]); return {};
        case ir::TerminatorKind::Switch: follow(shared, invocation, targets[chosen_case(step_block, value)]); return {};
        case ir::TerminatorKind::Return: leave(invocation, step_block.value); return {};
        case ir::TerminatorKind::Unreachable: return fail("the program reached an unreachable block");
        case ir::TerminatorKind::None: break;
    }
    return fail(FaultKind::Internal, "a block without an end was run");
}

/// Tells the tracer of a step that was executed, and the history what it depends on.
void tell(const Shared& shared, Invocation& invocation, const Step& step) {
    const std::size_t frame = invocation.frames.back().values;
    invocation.tracer->give(invocation.index, step.id, invocation.values[frame + step.slot]);
    History* const history = invocation.history();
    if (history == nullptr) return;
    NodeId* const makers = invocation.makers.data() + frame;
    const auto slots =
        std::span(shared.program.operands).subspan(step.operands, shared.program.inst(step).operands.size());
    makers[step.slot] = history->execute(invocation.index, *invocation.state, step.id,
                                         {slots, invocation.values.data() + frame, makers});
}

// Runs steps of the current step block until one needs more than the frame; returns it, or nullptr at the end.
template <bool kIsTraced>
const Step* run_steps(Shared& shared, Invocation& invocation, const StepBlock& step_block) {
    Frame& frame = invocation.frames.back();
    const Step* steps = shared.program.steps.data() + step_block.step;
    ir::Value* values = invocation.values.data() + frame.values;
    std::array<const ir::Value*, ir::kMaxLanes> operands{};
    for (; frame.step < step_block.steps; ++frame.step) {
        const Step& step = steps[frame.step];
        if constexpr (kIsTraced) invocation.tracer->come_to(invocation.index, shared.program.inst(step).origin);
        if (step.how.run != nullptr) {
            const std::uint32_t* slots = shared.program.operands.data() + step.operands;
            for (std::uint32_t i = 0; i < step.how.operand_count; ++i) operands[i] = values + slots[i];
            step.how.run(step.how, operands.data(), values[step.slot]);
            if constexpr (kIsTraced) tell(shared, invocation, step);
            continue;
        }
        const ir::Op op = shared.program.inst(step).op;
        if (ir::info(op).is_call() || exchanges(op)) return &step;
        perform({shared, invocation, step, values});
        if constexpr (kIsTraced) tell(shared, invocation, step);
    }
    return nullptr;
}

// One invocation until it ends, fails, or waits for the others.
Status advance(Shared& shared, Invocation& invocation) {
    while (!invocation.frames.empty() && !invocation.waiting) {
        Frame& frame = invocation.frames.back();
        const StepBlock& step_block = shared.program.routines[frame.routine].step_blocks[frame.step_block];
        const std::uint64_t cost = step_block.steps - frame.step + std::uint64_t{1};
        if (shared.steps_left < cost) return fail(fmt::format("more than {} steps", shared.limits.steps));
        shared.steps_left -= cost;
        const Step* step = invocation.tracer == nullptr ? run_steps<false>(shared, invocation, step_block)
                                                        : run_steps<true>(shared, invocation, step_block);
        if (step == nullptr) {
            if (Status status = finish(shared, invocation, step_block); !status) return status;
        } else if (ir::info(shared.program.inst(*step).op).is_call()) {
            ++frame.step;
            if (Status status = call(shared, invocation, *step); !status) return status;
        } else {
            invocation.waiting = true;
            invocation.at_barrier = shared.program.inst(*step).op == ir::Op::Barrier;
        }
    }
    return {};
}

Status run_group(Shared& shared, std::span<Invocation> group) {
    while (true) {
        for (Invocation& invocation : group) {
            if (Status status = advance(shared, invocation); !status) return status;
        }
        if (std::ranges::none_of(group, &Invocation::waiting)) return {};
        bool have_converged = false;
        for (std::size_t first = 0; first < group.size(); first += shared.limits.subgroup) {
            const auto subgroup =
                group.subspan(first, std::min<std::size_t>(shared.limits.subgroup, group.size() - first));
            const auto is_ready = [](const Invocation& one) { return one.waiting && !one.at_barrier; };
            if (std::ranges::none_of(subgroup, is_ready)) continue;
            reconverge(shared, subgroup);
            have_converged = true;
        }
        if (!have_converged) open_barrier(group);
    }
}

bool has_shape_of(const State& state, const ir::Module& module) {
    return state.files.size() == module.files.size() && state.resources.size() == module.resources.size();
}

Status run_program(const Program& program, std::span<State> states, const Limits& limits, const Host& host) {
    if (program.module->functions.empty()) return fail("the module has no function");
    if (limits.subgroup == 0 || limits.subgroup % kQuad != 0 || limits.subgroup > kMostSubgroup) {
        return fail(FaultKind::Usage, "a subgroup has 4 to 64 invocations, a multiple of 4");
    }
    if (host.bound != nullptr && host.bound->size() != program.module->resources.size()) {
        return fail(FaultKind::Usage, "what is bound has not the shape of the module");
    }
    Shared shared{program, limits, host, limits.steps, states.size()};
    std::optional<Regions> regions;
    if (host.tracer != nullptr) host.tracer->begin_run(regions.emplace(program), host.bound);
    const std::size_t together = program.exchanges ? limits.subgroup : 1;
    std::vector<Invocation> group(program.workgroup > 1 ? program.workgroup : together);
    for (std::size_t first = 0; first < states.size(); first += group.size()) {
        const std::size_t count = std::min(group.size(), states.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            State& state = states[first + i];
            if (!has_shape_of(state, *program.module)) {
                return fail(FaultKind::Usage, fmt::format("state {} has not the shape of the module", first + i));
            }
            group[i].state = &state;
            group[i].first = &states[first];
            group[i].companions = program.workgroup > 1 ? count : 1;
            group[i].index = first + i;
            group[i].tracer = host.tracer != nullptr && host.tracer->follows(first + i) ? host.tracer : nullptr;
            group[i].makers.clear();
            if (group[i].tracer != nullptr) group[i].tracer->begin(first + i, state);
            enter(shared, group[i], 0, 0);
        }
        const Status status = run_group(shared, std::span(group).first(count));
        for (const Invocation& invocation : std::span(group).first(count))
            if (invocation.tracer != nullptr) invocation.tracer->end(invocation.index);
        if (!status) return status;
    }
    return {};
}

} // namespace

State blank_state(const ir::Module& module) {
    State state;
    for (const ir::RegisterFile& file : module.files) state.files.emplace_back(file.lane_count());
    for (const ir::Resource& resource : module.resources) {
        const bool is_buffer = resource.kind != ir::ResourceKind::Texture && resource.kind != ir::ResourceKind::Image;
        state.resources.emplace_back(is_buffer ? resource.size : 0);
    }
    return state;
}

Status run(const ir::Module& module, std::span<State> states, const Limits& limits, const Host& host) {
    return run_program(make_program(module, Form::Blocks), states, limits, host);
}

Status run_tree(const ir::Module& module, std::span<State> states, const Limits& limits, const Host& host) {
    return run_program(make_program(module, Form::Trees), states, limits, host);
}

} // namespace relit::run
