// Writes the nest that pass/structure has planned as a tree of nodes.
#pragma once

#include "ir/module.hpp"
#include "pass/structure/guard.hpp"

namespace relit::pass {

struct Plan {
    const Flow& flow;
    const LoopNest& nest;
    const Placement& placement;
    const Guards& guards;
};

/// Fills Function::tree. Tests and stores of the selector register get blocks of their own, outside of the graph.
void emit_tree(ir::Module& module, ir::FunctionId function, const Plan& plan);

/// Drops choices without content and what is said twice.
void tidy_tree(ir::Module& module, ir::Function& function);
/// Of that: if (c) {} else {x} becomes if (!c) {x}.
void negate_empty_arms(ir::Module& module, ir::Function& function);

} // namespace relit::pass
