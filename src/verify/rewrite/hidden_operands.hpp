// Hides from a driver the values of the numbers that a program computes with (docs/devices.md).
#pragma once

#include "ir/module.hpp"

#include <cstdint>

namespace relit::verify {

/// Makes the factors of all float products numbers that no driver can know before a run of one workgroup. The program
/// means the same. For modules that are ready to be printed.
void hide_factors(ir::Module& module);

/// Adds an input of one lane, which must be 0 (ir::FilePurpose::UnknownZero); its number.
[[nodiscard]] std::uint32_t add_unknown_zero(ir::Module& module);

/// Mixes all operands of float arithmetic with what the file `unknown_zero` holds. For modules that are not
/// structured yet.
void hide_operands(ir::Module& module, std::uint32_t unknown_zero);

/// The same with a word of a storage buffer, which must be 0.
void hide_operands_by_buffer(ir::Module& module, std::uint32_t resource, std::uint32_t offset);

} // namespace relit::verify
