// Small shader caches of emulators, written as docs/emulators.md describes them.
#pragma once

#include "tests/soak/mutant/mutate.hpp"

#include <vector>

namespace relit::soak::mutant {

/// RPCS3's folder "cache" with one pipeline of two programs and its record; parts: the record, the programs.
[[nodiscard]] Input rpcs3_cache(const FileBytes& vertex, const FileBytes& fragment);
/// Ryujinx's folder "cache" with one pipeline of one program, with a program header if it is not a compute program; parts: the
/// code, the state and the constants. Checksums fit.
[[nodiscard]] Input ryujinx_cache(const FileBytes& code, bool computes);
/// yuzu's "cache/vulkan.bin" with one pipeline of one program; parts: the code and the key. Sizes fit.
[[nodiscard]] Input yuzu_cache(const FileBytes& code, bool computes);

} // namespace relit::soak::mutant
