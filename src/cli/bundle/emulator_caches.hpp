// Shader caches of emulators on disk: what kind a path is, and what is in it.
#pragma once

#include "base/property.hpp"
#include "cli/io/program.hpp"
#include "emulators/found.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The properties that `info` prints of a file of such a cache.
struct CacheFile {
    std::string_view kind; // "ryujinx.guest"
    std::uint64_t bytes = 0;
    std::vector<Property> properties;
    std::optional<Fault> fault; // why they are not all
};
/// Nothing where the file is none.
[[nodiscard]] std::optional<CacheFile> cache_file(const std::string& file);

/// Reads the cache of a folder or a file: RPCS3's "shaders_cache", Ryujinx's folder with guest.toc, yuzu's vulkan.bin and
/// opengl.bin. `take` gets what is found and what is wrong with single records. Fails where the path is no such cache.
[[nodiscard]] Status read_emulator_cache(const std::string& path, const emulators::TakeFound& take);

} // namespace relit::cli
