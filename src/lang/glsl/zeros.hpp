// Which registers a program may see before it has written them.
#pragma once

#include "ir/module.hpp"

#include <vector>

namespace relit::lang::glsl {

/// By file and register: whether some lane of it is read, or for outputs passed on, on a path on which it was not
/// written, so that it must start as zero.
[[nodiscard]] std::vector<std::vector<bool>> seen_unwritten(const ir::Module& module);

} // namespace relit::lang::glsl
