// One invocation while it runs, and what steps do that need more than their operands.
#pragma once

#include "run/history.hpp"
#include "run/interpreter.hpp"
#include "run/program.hpp"
#include "run/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace relit::run {

/// What all invocations of a run share.
struct Shared {
    const Program& program;
    const Limits& limits;
    const Host& host;
    std::uint64_t steps_left = 0;
    std::size_t invocations = 0; // of the run
};

/// A function being run. `step_block` and `step` say what comes next.
struct Frame {
    std::uint32_t routine = 0, step_block = 0, step = 0;
    std::size_t values = 0;     // where its slots begin in Invocation::values
    std::size_t iterations = 0; // where its loop counters begin in Invocation::iterations
    std::uint32_t result = 0;   // the caller's slot for what it returns
};

struct Invocation {
    State* state = nullptr;
    State* first = nullptr; // of its workgroup, whose shared memory it uses, or of its patch, whose outputs it writes
    std::size_t companions = 1;            // from the first on: those of its workgroup or patch
    std::size_t index = 0;                 // among the states of the run
    Tracer* tracer = nullptr;              // which follows it
    std::vector<Frame> frames;             // empty: it has ended
    std::vector<ir::Value> values;         // of all frames
    std::vector<NodeId> makers;            // of these values, where a tracer records a history; else empty
    std::vector<std::uint64_t> iterations; // how often each step block was entered by a back edge, of all frames
    std::vector<ir::Value> moving;         // values on their way along an edge
    bool waiting = false;                  // for the others, at an operation across invocations
    bool at_barrier = false;               // which that operation is

    [[nodiscard]] History* history() const { return tracer == nullptr ? nullptr : tracer->history(); }
};

/// A step at the moment it runs.
struct Site {
    Shared& shared;
    Invocation& invocation;
    const Step& step;
    ir::Value* values; // slots of the current frame

    [[nodiscard]] const ir::Inst& inst() const { return shared.program.inst(step); }
    [[nodiscard]] const ir::Value& operand(std::size_t n) const {
        return values[shared.program.operands[step.operands + n]];
    }
    [[nodiscard]] ir::Value& result() const { return values[step.slot]; }
};

/// Registers, memory, textures, the pipeline: everything but calls and what exchanges other invocations.
void perform(const Site& site);

/// Answers those invocations of a subgroup that wait at the earliest position; they go on. Barriers are left alone.
void reconverge(Shared& shared, std::span<Invocation> group);
/// Lets go on who waits at a barrier.
void open_barrier(std::span<Invocation> group);

} // namespace relit::run
