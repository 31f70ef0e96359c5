// The property that text loses nothing, for any guest and any seed: used by the tests and by the soaks.
#pragma once

#include "isa/frontend.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit::test {

/// Every choice of text that a guest offers for both printing and assembling: "dialect=vsh|gl" gives two; the first
/// has no options.
[[nodiscard]] std::vector<codec::TextOptions> dialects_of(const isa::Frontend& guest);

/// Prints the guest's sample of `seed` and assembles the text. Empty: the bytes are the same and every line was known;
/// else what went wrong, with the text.
[[nodiscard]] std::string round_trip_fault(const isa::Frontend& guest, const codec::TextOptions& options,
                                           std::uint64_t seed);

} // namespace relit::test
