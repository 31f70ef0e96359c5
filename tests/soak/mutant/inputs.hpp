// The inputs of each kind that mutants are made of, as the program's recognisers tell kinds apart.
#pragma once

#include "tests/soak/mutant/kinds.hpp"
#include "tests/soak/mutant/mutate.hpp"

#include <vector>

namespace relit::soak::mutant {

/// Every kind has some; in the same order for the same files.
[[nodiscard]] const std::vector<Input>& inputs_of(Kind kind);

} // namespace relit::soak::mutant
