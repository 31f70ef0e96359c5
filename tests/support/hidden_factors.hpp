// Keeps from a driver what it could know of the numbers that a program multiplies (docs/devices.md).
#pragma once

#include "ir/module.hpp"

namespace relit::test {

/// Makes the factors of all float products numbers that no driver can know before a run of one workgroup. The program
/// means the same. For modules that are ready to be printed.
void hide_factors(ir::Module& module);

/// The same of all operands of float arithmetic, in a module as it was lifted: they are mixed with what a new input file
/// of one lane holds, behind all others, which must be 0.
void hide_operands(ir::Module& module);

} // namespace relit::test
