// 32-bit floats that cannot be denormal and require no flushing.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Whether no lane of the value can be: a number that is none, a sum that was flushed, an integer; their signs and lanes
/// changed or not. False where that takes a longer look.
[[nodiscard]] bool is_never_denormal(const ir::Module& module, ir::Id id);

} // namespace relit::lang
