// The options of surface.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace relit::cli {

/// The options of surface. Draws count from 1, submissions from 0.
struct SurfaceOptions {
    std::string target, folder, raw;
    std::optional<std::uint32_t> level, layer;
    std::optional<std::uint64_t> draw, group, submission;
    // a buffer that no draw describes
    std::string format, tiling = "linear";
    std::pair<std::uint32_t, std::uint32_t> size{};
    std::uint32_t pitch = 0; // 0: the width
    std::uint64_t offset = 0;
};

} // namespace relit::cli
