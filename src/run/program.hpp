// A module made ready to run: every value has a slot in its function's frame, every operation its code. The blocks of
// a function and its tree both become the same blocks of steps.
#pragma once

#include "ir/evaluate.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::run {

/// One instruction. Constants and parameters are none: they stand in the frame from the start.
struct Step {
    ir::Prepared how; // how.run == nullptr: more than its operands are needed
    ir::Id id = 0;
    std::uint32_t slot = 0;     // of the result
    std::uint32_t operands = 0; // first index in Program::operands
};

struct Copy {
    std::uint32_t from = 0, to = 0; // slots
};

struct Successor {
    std::uint32_t to = 0; // index of a step block
    bool back = false;    // enters a loop again
    std::uint32_t copy = 0, copies = 0;
};

/// Steps without a choice among them, and what follows.
struct StepBlock {
    std::uint32_t step = 0, steps = 0;
    ir::TerminatorKind ending = ir::TerminatorKind::None;
    std::uint32_t value = 0; // slot
    std::uint32_t target = 0, targets = 0;
    std::span<const std::uint32_t> cases;
    std::uint32_t origin = 0; // of the guest instruction that ends it
    std::uint32_t order = 0;  // before what it leads to, except where an edge goes back
};

struct Routine {
    std::vector<StepBlock> step_blocks; // the first is where it starts
    std::vector<ir::Value> frame;       // slot 0 is always zero, then come the parameters; constants filled in
};

struct Program {
    const ir::Module* module = nullptr;
    std::vector<Routine> routines;
    std::vector<Step> steps;
    std::vector<std::uint32_t> operands; // slots
    std::vector<Successor> targets;
    std::vector<Copy> copies;
    bool exchanges = false;    // some step needs what other invocations have
    std::size_t workgroup = 1; // invocations that share memory and wait at barriers

    [[nodiscard]] const ir::Inst& inst(const Step& step) const { return (*module)[step.id]; }
};

/// Whether the operation takes part in what other invocations do.
[[nodiscard]] bool exchanges(ir::Op op);

enum class Form : std::uint8_t { Blocks, Trees }; // Trees: where a function has one

[[nodiscard]] Program make_program(const ir::Module& module, Form form);

/// What the two forms share: frames, and the steps of a block.
class RoutineMaker {
public:
    RoutineMaker(Program& program, ir::FunctionId function, std::vector<std::uint32_t>& slots);

    [[nodiscard]] Program& program() { return program_; }
    [[nodiscard]] Routine& routine() { return program_.routines[function_]; }
    [[nodiscard]] const ir::Function& function() const { return program_.module->functions[function_]; }
    [[nodiscard]] std::uint32_t slot(ir::Id id) const;
    /// Appends the instructions of a block to the steps; returns how many steps they are.
    std::uint32_t append(const ir::Block& block);

private:
    void give_slot(ir::Id id);
    void append(ir::Id id);

    Program& program_;
    ir::FunctionId function_;
    std::vector<std::uint32_t>& slots_; // by instruction, of all functions
};

void make_from_blocks(RoutineMaker& maker);
void make_from_tree(RoutineMaker& maker);

} // namespace relit::run
