// Doubts about one word of a vertex program, for the listing, `info` and translations.
#pragma once

#include "isa/r500/vs/encoding/word.hpp"

#include <string>

namespace relit::isa::r500::vs {

/// Which components of source `which` a known word's first operation reads, for what it writes.
[[nodiscard]] unsigned components_read(const Word128& word, unsigned which);
/// What is odd about the word, clauses joined by "; "; empty for nearly all words.
[[nodiscard]] std::string doubts_of(const Word128& word);
/// Those of them that a translation decides for itself, since no source says what the hardware does.
[[nodiscard]] std::string guesses_of(const Word128& word);

} // namespace relit::isa::r500::vs
