// Caveats about one word of a vertex program, for the listing and `info`.
#pragma once

#include "isa/r500/vs/encoding/word.hpp"

#include <string>

namespace relit::isa::r500::vs {

/// What is odd about the word, clauses joined by "; "; empty for nearly all words.
[[nodiscard]] std::string caveats_of(const Word128& word);

} // namespace relit::isa::r500::vs
