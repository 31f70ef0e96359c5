// The large counts: tests that are run over ranges of seeds. soaks.inc is the list; each is one function in one file.
#pragma once

#include <cstdint>
#include <string>

namespace relit::soak {

/// Checks the seeds first, first + 1, ... up to, not including, end. Empty: all hold; else which seed does not, and
/// why.
using Check = std::string (*)(std::uint64_t first, std::uint64_t end);

#define SOAK(name, batch, purpose) std::string name(std::uint64_t first, std::uint64_t end);
#include "tests/soak/soaks.inc"
#undef SOAK

} // namespace relit::soak
