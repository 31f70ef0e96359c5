// Denormals: which values are none, and how they become zeros.
#pragma once

#include "ir/builder.hpp"

namespace relit::lang {

/// Returns true if no lane of a 32-bit float can be one: it is a number that is none, a sum that was flushed, an integer, a root, or one
/// of those with another sign. Returns false if that takes a longer look.
[[nodiscard]] bool is_never_denormal(const ir::Module& module, ir::Id id);
/// The same of all results of an operation, whatever its operands are.
[[nodiscard]] bool gives_no_denormals(ir::Op op);

/// Returns true if denormals of operands or of the result count as zeros.
[[nodiscard]] inline bool flushes_any(ir::FloatMode mode) {
    return mode[ir::FloatMode::flush_inputs] || mode[ir::FloatMode::flush_result];
}
/// Writes, at the builder's position, a float with zeros of its sign in the place of denormals, by integers that are as wide. Returns
/// it; other values than floats as they are.
[[nodiscard]] ir::Id write_flushed(ir::Builder& builder, ir::Id value);

} // namespace relit::lang
