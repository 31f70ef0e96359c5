// Turns any control flow into nested blocks, choices and loops. Cycles with several entries get a dispatch first
// (structure_dispatch); then every block gets its place in the nest (structure_place); where several places are
// possible next, a selector register says which (structure_guard); structure_emit writes the tree.
#include "base/scratch.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/structure_chain.hpp"
#include "pass/structure_dispatch.hpp"
#include "pass/structure_emit.hpp"

#include <algorithm>

namespace relit::pass {
namespace {

struct Attempt {
    Placement placement;
    Guards guards;
};

Attempt attempt(const Flow& flow, const LoopNest& nest, const Marks& deep) {
    Attempt made{place(flow, nest, deep), Guards(flow.memory())};
    const Reach reach(flow, nest, made.placement);
    flatten_arms(flow, nest, reach, made.placement);
    made.guards = guards_of(flow, nest, made.placement, reach);
    return made;
}

void structure_function(ir::Module& module, ir::FunctionId function) {
    Scratch memory;
    if (structure_chain(module, module.functions[function], &memory)) return;
    const Flow flow = make_reducible(module, function, &memory);
    LoopNest nest = loops_of(flow);
    keep_tails_inside(flow, nest);
    Attempt made = attempt(flow, nest, Marks(nest.loops.size(), false, &memory));
    const Marks deep = deep_loops(flow, nest, made.placement, made.guards);
    if (std::ranges::find(deep, true) != deep.end()) made = attempt(flow, nest, deep);
    emit_tree(module, function, {flow, nest, made.placement, made.guards});
    tidy_tree(module, module.functions[function]);
}

} // namespace

bool structure(ir::Module& module) {
    forget_trees(module);
    from_ssa(module); // along a tree no values pass from block to block
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) structure_function(module, f);
    return !module.functions.empty();
}

} // namespace relit::pass
