// What a renderer tells of fragments that come to a traced pixel.
#pragma once

#include "render/gs/memory/memory.hpp"

#include <array>
#include <functional>
#include <optional>

namespace relit::render::gs {

/// Red, green, blue, alpha.
using Rgba = std::array<std::int32_t, 4>;
[[nodiscard]] constexpr Rgba rgba_of(Colour colour) {
    const auto byte = [&](unsigned i) { return static_cast<std::int32_t>(colour >> 8 * i & 0xff); };
    return {byte(0), byte(1), byte(2), byte(3)};
}

/// Which levels of a texture a pixel looks at, and how.
struct LevelChoice {
    std::uint8_t level = 0;
    std::uint8_t weight = 0; // of the next level, in sixteenths
    bool linear = false;     // within a level
    std::int32_t lod = 0;    // in sixteenths, before it is kept within the levels
};
/// A texel that was read.
struct TexelRead {
    unsigned level = 0;
    std::uint32_t u = 0, v = 0; // wrapped
    std::uint32_t bit = 0;      // where it begins, counted in bits of memory
    std::uint32_t raw = 0;      // an index where the texture has a palette
    Colour colour = 0;
};
/// How a texture's colour came about: one texel, or four of a level or of two.
struct Sample {
    LevelChoice choice;
    std::array<TexelRead, 8> texels{};
    std::size_t count = 0;
};

/// What became of a fragment.
struct Outcome {
    bool alpha_passed = true, destination_passed = true, depth_passed = true;
    bool colour_written = false, depth_written = false;
    Rgba blended{};                                  // after blending, dither and clamp
    std::uint32_t frame_before = 0, frame_after = 0; // raw pixels of the frame
    std::uint32_t depth_before = 0, depth_after = 0;
};

/// One fragment of a primitive, from its attributes to what it left.
struct TracedFragment {
    /// On level 0, in sixteenths of a texel.
    struct Coordinates {
        std::int32_t u = 0, v = 0;
    };
    std::int32_t x = 0, y = 0;
    std::uint32_t z = 0;
    Rgba vertex{}; // interpolated
    std::int32_t fog = 255;
    std::optional<Coordinates> coordinates; // where it is textured
    Sample sample;                          // and what was read there
    Rgba texel{}, shaded{};                 // of the texture; after function, fog and AA1
    Outcome outcome;
    std::uint32_t frame_bit = 0, depth_bit = 0; // where both pixels begin, counted in bits of memory
};

/// Is told of fragments of one pixel, and of those that write words of memory which are watched.
struct PixelTracer {
    std::int32_t x = 0, y = 0;
    std::function<void(const TracedFragment&)> tell;
    WordWatch* words = nullptr; // notes every write to these words, whatever makes it

    [[nodiscard]] bool is_at(std::int32_t at_x, std::int32_t at_y) const { return x == at_x && y == at_y; }
    [[nodiscard]] bool has_word_of(std::uint32_t bit) const { return words != nullptr && words->has(bit / 32); }
};

} // namespace relit::render::gs
