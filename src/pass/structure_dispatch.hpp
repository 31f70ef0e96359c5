// Makes any control flow reducible: a cycle with several entries gets one new entry, which switches to the old ones.
#pragma once

#include "ir/module.hpp"
#include "pass/structure_flow.hpp"

namespace relit::pass {

/// Changes the function until every loop has one entry; returns its flow after that, in `memory`.
[[nodiscard]] Flow make_reducible(ir::Module& module, ir::FunctionId function, std::pmr::memory_resource* memory);

} // namespace relit::pass
