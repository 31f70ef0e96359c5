// 32-bit floats that cannot be denormal and require no flushing.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Returns true if no lane of the value can be one: it is a number that is none, a sum that was flushed, an integer, a root, or one
/// of those with another sign. Returns false if that takes a longer look.
[[nodiscard]] bool is_never_denormal(const ir::Module& module, ir::Id id);
/// The same of all results of an operation, whatever its operands are.
[[nodiscard]] bool gives_no_denormals(ir::Op op);

} // namespace relit::lang
