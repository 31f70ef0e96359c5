// Listings with one damaged word, and which guest's text they are taken for.
#pragma once

#include "codec/codec.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::test {

/// Of listings that their own assembler refuses.
struct DamagedTexts {
    std::size_t refused = 0;
    std::size_t named = 0;           // of these: taken for their guest's text
    std::vector<std::string> misses; // the others: what they are taken for, and the damaged line
};

/// Damaged listings of the seeds from `first` on, until `wanted` are refused. `has_isa_line`: a line names their guest.
[[nodiscard]] DamagedTexts damaged_texts(const codec::Codec& codec, std::uint64_t first, std::size_t wanted,
                                         bool has_isa_line);
/// A listing as disasm prints it; empty where there is none for the seed.
[[nodiscard]] std::string listing_of(const codec::Codec& codec, std::uint64_t seed);

} // namespace relit::test
