// Properties of functions that follow from their calls.
#pragma once

#include "ir/module.hpp"

#include <vector>

namespace relit::ir {

/// By function: whether it is among `marked`, or calls one that is, itself or by others.
[[nodiscard]] std::vector<bool> with_callers(const Module& module, std::vector<FunctionId> marked);

/// By function: whether a call of it is nothing but its result, which its arguments and what never changes determine.
[[nodiscard]] std::vector<bool> pure_functions(const Module& module);

} // namespace relit::ir
