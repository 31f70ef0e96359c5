// A renderer tells of the fragments that come to traced pixels.
#pragma once

#include "render/gs/memory/memory.hpp"
#include "render/gs/memory/numbers.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>

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
    std::uint32_t written_bits = 0;                  // of the frame's pixel: those that FBMSK and the format leave
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

/// Counts fragments by the outcome. One that fails several tests counts for each of them.
struct FragmentCounts {
    std::uint64_t covered = 0; // within the scissor, in rows that SCANMSK leaves
    std::uint64_t alpha_failed = 0, destination_failed = 0, depth_failed = 0;
    std::uint64_t colour_written = 0, depth_written = 0; // some bit of the frame's pixel; the depth buffer's pixel
    /// Of pixels that were covered, both ends included; x0 > x1 where there are none.
    struct Box {
        std::int32_t x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN;
        void add(std::int32_t x, std::int32_t y) {
            x0 = std::min(x0, x), y0 = std::min(y0, y), x1 = std::max(x1, x), y1 = std::max(y1, y);
        }
        [[nodiscard]] bool is_empty() const { return x0 > x1; }
        [[nodiscard]] bool operator==(const Box&) const = default;
    };
    Box box;

    void add(std::int32_t x, std::int32_t y, const Outcome& outcome) {
        ++covered;
        box.add(x, y);
        alpha_failed += outcome.alpha_passed ? 0 : 1;
        destination_failed += outcome.destination_passed ? 0 : 1;
        depth_failed += outcome.depth_passed ? 0 : 1;
        colour_written += outcome.written_bits != 0 ? 1 : 0;
        depth_written += outcome.depth_written ? 1 : 0;
    }
    [[nodiscard]] bool operator==(const FragmentCounts&) const = default;
};

/// A pixel of a window.
struct PixelAt {
    std::int32_t x = 0, y = 0;
    [[nodiscard]] bool operator==(const PixelAt&) const = default;
};

/// Pixels that are followed, numbered in their order. Nothing is drawn to those beyond the scissor's numbers.
class PixelSet {
public:
    PixelSet() = default;
    /// Each pixel is there once.
    explicit PixelSet(std::span<const PixelAt> pixels) {
        for (std::uint32_t i = 0; i < pixels.size(); ++i)
            if (is_within(pixels[i].x, pixels[i].y)) numbers_[key_of(pixels[i].x, pixels[i].y)] = i;
    }
    /// The number of a pixel; null where it is not followed.
    [[nodiscard]] const std::uint32_t* find(std::int32_t x, std::int32_t y) const {
        return is_within(x, y) ? numbers_.find(key_of(x, y)) : nullptr;
    }

private:
    static constexpr std::uint32_t kSide = 2048; // SCAX1 and SCAY1 have 11 bits
    [[nodiscard]] static bool is_within(std::int32_t x, std::int32_t y) {
        return static_cast<std::uint32_t>(x) < kSide && static_cast<std::uint32_t>(y) < kSide;
    }
    [[nodiscard]] static std::uint32_t key_of(std::int32_t x, std::int32_t y) {
        return static_cast<std::uint32_t>(y) * kSide + static_cast<std::uint32_t>(x);
    }

    NumberMap<std::uint32_t> numbers_{kSide * kSide};
};

/// Is told of fragments of some pixels, and of those that write words of memory which are watched; or counts all fragments, and is
/// told of none.
struct PixelTracer {
    const PixelSet* pixels = nullptr;
    std::function<void(const TracedFragment&)> tell;
    WordWatch* words = nullptr; // notes every write to these words, whatever makes it
    FragmentCounts* counts = nullptr;

    [[nodiscard]] bool is_at(std::int32_t x, std::int32_t y) const {
        return pixels != nullptr && pixels->find(x, y) != nullptr;
    }
    [[nodiscard]] bool has_word_of(std::uint32_t bit) const { return words != nullptr && words->has(bit / 32); }
};

} // namespace relit::render::gs
