// Which storage buffers the two halves of an address come from, where the instructions just before an access show it.
#pragma once

#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"

#include <span>

namespace relit::isa::maxwell {

/// Whether an access of global memory takes the low word of its address from the descriptor of one storage buffer and the high
/// word from that of another: a translation follows the low word alone. `before`: what runs before it, one after the other.
[[nodiscard]] bool has_halves_of_two_buffers(std::span<const Instruction> before, const Instruction& access,
                                             const Convention& convention);

/// Whether both halves of its address come from one descriptor.
[[nodiscard]] bool begins_at_descriptor(std::span<const Instruction> before, const Instruction& access,
                                        const Convention& convention);

} // namespace relit::isa::maxwell
