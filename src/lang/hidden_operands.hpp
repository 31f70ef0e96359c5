// Keeps from a driver what it could know of the numbers that a program computes with (docs/devices.md).
#pragma once

#include "ir/module.hpp"

#include <cstdint>

namespace relit::lang {

/// Makes the factors of all float products numbers that no driver can know before a run of one workgroup. The program
/// means the same. For modules that are ready to be printed.
void hide_factors(ir::Module& module);

/// The file that add_unknown_zero() adds: an input of one lane, which must be 0.
inline constexpr const char* kUnknownZero = "unknown_zero";
[[nodiscard]] std::uint32_t add_unknown_zero(ir::Module& module);

/// Mixes all operands of float arithmetic with what that file holds, whose number is given. For modules that are not
/// structured yet.
void hide_operands(ir::Module& module, std::uint32_t unknown_zero);

} // namespace relit::lang
