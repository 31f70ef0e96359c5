// What a translation of one word of a vertex program reads, and what it decides where no source says what the hardware does.
#pragma once

#include "isa/r500/vs/encoding/word.hpp"

#include <string>

namespace relit::isa::r500::vs {

/// Which components of source `which` a known word's first operation reads, for what it writes.
[[nodiscard]] unsigned components_read(const Word128& word, unsigned which);
/// What a translation decides for itself, clauses joined by "; "; empty for nearly all words.
[[nodiscard]] std::string assumptions_of(const Word128& word);

} // namespace relit::isa::r500::vs
