// What is worth saying of one instruction of a fragment program beside its text.
#pragma once

#include "isa/r500/fs/encoding/inline_float.hpp"
#include "isa/r500/fs/encoding/word.hpp"

#include <string>

namespace relit::isa::r500::fs {

/// The values of the inline floats that are read: "float(48) is 0.5".
[[nodiscard]] std::string inline_float_note(const Word192& word, InlineFloats floats);
/// Components (red 1, green 2, blue 4; of the alpha slot 8) of source `source` that what the instruction writes depends on.
[[nodiscard]] std::uint32_t components_read(const Word192& word, bool alpha_slot, unsigned source);
[[nodiscard]] inline bool reads_source(const Word192& word, bool alpha_slot, unsigned source) {
    return components_read(word, alpha_slot, source) != 0;
}
/// What is not legal or not known; empty where nothing is.
[[nodiscard]] std::string caveats_of(const Word192& word);
/// The same without what only concerns readers: what a translation may get wrong.
[[nodiscard]] std::string_view assumption_of(const Word192& word);
/// Whether what it writes depends on an inline float from 0 to 7, which sources read differently.
[[nodiscard]] bool reads_disputed_float(const Word192& word);

} // namespace relit::isa::r500::fs
