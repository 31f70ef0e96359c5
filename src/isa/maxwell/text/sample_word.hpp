// Random words that are legal: every value has a meaning.
#pragma once

#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/shared/random.hpp"

namespace relit::isa::maxwell {

/// A word of the form whose fields all have values with a meaning, bits that nothing reads 0. A target is left 0.
[[nodiscard]] std::uint64_t random_word(Random& random, Form form);

} // namespace relit::isa::maxwell
