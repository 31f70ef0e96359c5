// Full and half registers of a readable module, kept in step where the program looks at one under both names.
#pragma once

#include "isa/rsx/fp/lift/registers.hpp"
#include "isa/shared/guest_functions.hpp"

namespace relit::isa::rsx::fp {

/// Puts statements like h[0].xy = unpack_halves(r[0]).xy before instructions that read lanes which were last written
/// under the other name, and nowhere else. `builder` is left anywhere.
void repack(ir::Builder& builder, GuestFunctions& guest_functions, const Registers& registers);

} // namespace relit::isa::rsx::fp
