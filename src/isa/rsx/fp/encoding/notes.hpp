// Caveats about one word of a fragment program, for the listing, `info` and the report.
#pragma once

#include "isa/rsx/fp/encoding/word.hpp"

#include <string>
#include <string_view>

namespace relit::isa::rsx::fp {

/// What is odd about the word, clauses joined by "; "; empty for nearly all words.
[[nodiscard]] std::string caveats_of(const Word128& word);
/// What a translation of the word takes for granted though public sources disagree; empty for nearly all words.
[[nodiscard]] std::string_view assumption_of(const Word128& word);
/// Which registers and attributes that do not exist the word reads and writes: reads give 0, writes nothing.
[[nodiscard]] std::string missing_of(const Word128& word);

} // namespace relit::isa::rsx::fp
