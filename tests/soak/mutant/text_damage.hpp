// Damages texts in their words, numbers, lines and brackets.
#pragma once

#include "tests/soak/mutant/damage.hpp"

namespace relit::soak::mutant {

/// One damage; what it is. `is_deep` becomes true if JSON is nested deeply. The text is not empty.
std::string damage_text(FileBytes& bytes, Bytes donor, Chance& chance, bool& is_deep);

} // namespace relit::soak::mutant
