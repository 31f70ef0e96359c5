// What each bit of an instruction of AtomBIOS says.
#pragma once

#include "machine/r500/atom/text/text.hpp"

namespace relit::machine::r500::atom {

[[nodiscard]] codec::Explanation explain_instruction(const Instruction& one, const TextChoices& choices);
[[nodiscard]] codec::Explanation explain_instruction(const IoInstruction& one, const TextChoices& choices);

} // namespace relit::machine::r500::atom
