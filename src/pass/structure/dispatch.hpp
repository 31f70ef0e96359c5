// Makes any control flow reducible: a cycle with several entries gets one new entry, which switches to the old ones. So does a
// loop whose inner loops would stand too deep: it becomes one loop without others in it.
#pragma once

#include "ir/module.hpp"
#include "pass/structure/flow.hpp"

#include <optional>

namespace relit::pass {

/// Changes the function until every loop has one entry; `cfg` becomes its graph after that. After so many iterations what is left
/// is made flat.
void make_reducible(ir::Module& module, ir::FunctionId function, std::uint32_t iterations, std::optional<ir::Cfg>& cfg);

/// Makes one loop of each that is marked, outer ones first, and all loops in it. The flow and the loops are others then.
void flatten_loops(ir::Module& module, ir::FunctionId function, const Flow& flow, const LoopNest& nest,
                   const std::pmr::vector<bool>& which);

} // namespace relit::pass
