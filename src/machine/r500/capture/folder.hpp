// A capture that lies in a folder, as the archive of it: then it is read as any file.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace relit::machine::r500 {

/// Whether the folder holds a capture.
[[nodiscard]] bool is_capture_folder(const std::filesystem::path& folder);
/// All files in the folder, as a zip archive. Fails where they have more than `most` bytes, or cannot be read.
[[nodiscard]] Result<std::vector<std::uint8_t>> archive_of_folder(const std::filesystem::path& folder,
                                                                  std::uint64_t most);

} // namespace relit::machine::r500
