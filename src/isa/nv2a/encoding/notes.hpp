// Caveats about one NV2A word, for the listing, `info` and the report.
#pragma once

#include "isa/nv2a/encoding/word.hpp"

#include <string>

namespace relit::isa::nv2a {

/// Returns the caveats of a word, clauses joined by "; "; empty for nearly all words. `temp_is_free`: the assembler leaves
/// any number in the field of a temporary that nothing writes.
[[nodiscard]] std::string caveats_of(const Word128& word, bool temp_is_free);
/// Returns those of them that a translation decides for itself, since no source says what the hardware does.
[[nodiscard]] std::string assumptions_of(const Word128& word);

} // namespace relit::isa::nv2a
