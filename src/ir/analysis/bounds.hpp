// What the size of a value is known to be without running the program.
#pragma once

#include "ir/module.hpp"

#include <cstdint>

namespace relit::ir {

/// A number that no lane of an integer value exceeds, read as unsigned; all ones of 64 bits where nothing is known.
/// Looks at a few operations only, so it costs constant time.
[[nodiscard]] std::uint64_t upper_bound(const Module& module, Id id);

/// Returns true if no lane of an integer value is 0: a constant without 0, or the larger of one and another, or one with more bits.
[[nodiscard]] bool is_never_zero(const Module& module, Id id);

/// Whether every lane of the shift instruction's count is below the width of what it shifts.
[[nodiscard]] bool shifts_inside(const Module& module, const Inst& shift);

/// Whether a scalar integer is always a multiple of `of`, a power of two. Looks at a few operations only.
[[nodiscard]] bool is_multiple(const Module& module, Id id, std::uint32_t of);

} // namespace relit::ir
