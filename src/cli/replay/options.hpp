// The options of replay.
#pragma once

#include "cli/replay/pixel_area.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace relit::cli {

/// The options of replay. Draws and frames count from 1; 0: not given.
struct ReplayOptions {
    std::string renderer = "reference", barriers = "needed";
    std::string rules = "console"; // with diff two of them may be named: "A,B"
    unsigned ssaa = 1;             // samples of a pixel
    std::uint64_t frame = 0, draw = 0;
    std::uint64_t group = 0; // of the list of draws, by which `draw` and `first_draw` are set; 0: not given
    std::optional<std::uint32_t> submission; // of a capture, from 0: the last that is played
    std::uint64_t first_draw = 0;            // of those that have files, of which `draw` is the last; 0: none has
    std::uint64_t split = 0;                 // draws of a pass that has files; 0: none has
    std::string draws_folder;
    std::uint32_t thumbnails = 0;              // pixels along the longer side of images of --list; 0: all
    std::uint64_t max_pixels = 10'000'000'000; // 0: any number
    int amplify = 64;                          // how many times a difference shows
    std::string all, target, raw, deinterlace;
    std::string upscale; // how what is shown becomes `scale` times as large; empty: not at all
    std::uint32_t scale = 2;
    std::pair<std::uint32_t, std::uint32_t> aspect{};
    std::pair<std::int32_t, std::int32_t> pixel{};
    std::optional<PixelArea> pixels; // of --pixels
    bool has_pixel = false, stats = false, explain = false, diff = false, verify = false, overscan = false;
    bool high_resolution = false; // samples are shown as pixels
    bool list = false;            // the draws, grouped by state
    bool window = false;
    std::string keys; // that are pressed in it to begin with

    [[nodiscard]] bool follows_pixels() const { return has_pixel || pixels; }
};

} // namespace relit::cli
