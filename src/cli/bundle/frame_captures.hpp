// Frame captures of RPCS3: their draws as properties, and the pairs of programs in them as bundles.
#pragma once

#include "cli/bundle/emulator_caches.hpp"

namespace relit::cli {

/// Returns true if a file is a capture by its first bytes: packed or not.
[[nodiscard]] bool is_capture_file(const std::string& file, Bytes begin);
/// The properties that `info` prints. A fault's offset counts unpacked bytes.
[[nodiscard]] CacheFile capture_file(const std::string& file, Bytes begin);
/// Gives the pairs of the capture's draws, named for the file.
[[nodiscard]] Status read_capture_file(const std::string& file, const emulators::TakeFound& take);

} // namespace relit::cli
