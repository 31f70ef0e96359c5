// The manifest of a bundle: bundle.json as text, and back.
#pragma once

#include "bundle/bundle.hpp"

#include <functional>

namespace relit::bundle {

/// The manifest; the same text for the same bundle.
[[nodiscard]] std::string manifest_of(const Bundle& bundle);

/// Gives a file of the archive, whatever its size and checksum.
using FileOf = std::function<Result<FileBytes>(const std::string& path, std::size_t most)>;
/// The bundle of a manifest; the sizes and checksums of its files are checked. `named` gets their paths.
[[nodiscard]] Result<Bundle> read_manifest(std::string_view text, const FileOf& file_of,
                                           std::vector<std::string>& named);

} // namespace relit::bundle
