// Turns any control flow into nested blocks, choices and loops. Cycles with several entries get a dispatch first
// (dispatch.cpp); then every block gets its position in the nest (placement.cpp). If several blocks are possible next, a selector
// register says which (guard.cpp). The tree is written at the end (emit.cpp).
#include "base/scratch.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/structure/bounds.hpp"
#include "pass/structure/chain.hpp"
#include "pass/structure/dispatch.hpp"
#include "pass/structure/emit.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace relit::pass {
namespace {

struct Attempt {
    Placement placement;
    Guards guards;
};

Attempt attempt(const Flow& flow, const LoopNest& nest, const Marks& deep) {
    Attempt made{placement_of(flow, nest, deep), Guards(flow.memory())};
    const ArcReach reach(flow, nest, made.placement);
    flatten_arms(flow, nest, reach, made.placement);
    made.guards = guards_of(flow, nest, made.placement, reach);
    return made;
}

bool any(const Marks& marks) { return std::ranges::find(marks, true) != marks.end(); }

struct Nested {
    Nested(const ir::Cfg& cfg, std::pmr::memory_resource* memory)
        : flow(cfg, memory), nest(loops_of(flow)), made(nest_all()) {}

    Flow flow;
    LoopNest nest;
    Attempt made;

private:
    Attempt nest_all() {
        keep_tails_inside(flow, nest);
        Attempt first = attempt(flow, nest, Marks(nest.loops.size(), false, flow.memory()));
        const Marks deep = deep_loops(flow, nest, first.placement, first.guards);
        return any(deep) ? attempt(flow, nest, deep) : std::move(first);
    }
};

void structure_function(ir::Module& module, ir::FunctionId function, const StructureBounds& bounds) {
    Scratch memory;
    if (structure_chain(module, module.functions[function], &memory)) return;
    std::optional<ir::Cfg> cfg;
    make_reducible(module, function, bounds.iterations, cfg);
    std::optional<Nested> all(std::in_place, *cfg, &memory);
    const Marks buried = buried_loops(all->flow, all->nest, all->made.placement, all->made.guards, bounds.deepest_loop);
    if (any(buried)) {
        flatten_loops(module, function, all->flow, all->nest, buried);
        cfg.emplace(module.functions[function]);
        all.emplace(*cfg, &memory);
    }
    emit_tree(module, function, {all->flow, all->nest, all->made.placement, all->made.guards});
    tidy_tree(module, module.functions[function]);
}

} // namespace

bool structure_within(ir::Module& module, const StructureBounds& bounds) {
    forget_trees(module);
    from_ssa(module); // along a tree no values pass from block to block
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) structure_function(module, f, bounds);
    return !module.functions.empty();
}

bool structure(ir::Module& module) { return structure_within(module, {}); }

} // namespace relit::pass
