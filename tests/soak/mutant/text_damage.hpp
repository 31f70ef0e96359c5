// Damages texts in their words, numbers, lines and brackets.
#pragma once

#include "tests/soak/mutant/damage.hpp"

namespace relit::soak::mutant {

/// Does one damage and returns what it is. The text is not empty.
std::string damage_text(FileBytes& bytes, Bytes donor, Chance& chance);

} // namespace relit::soak::mutant
