// Texels: from coordinates to a colour, with levels, wrapping, palettes and filters (reference 9).
#pragma once

#include "machine/gs/work.hpp"
#include "render/gs/clut.hpp"
#include "render/gs/reference/pixel.hpp"
#include "render/gs/reference/texel_place.hpp"

#include <optional>

namespace relit::render::gs::reference {

/// Wraps whole coordinates of one axis of one level.
struct Wrap {
    machine::gs::WrapMode mode = machine::gs::WrapMode::Repeat;
    std::int32_t size = 1;            // of the level, a power of two
    std::int32_t least = 0, most = 0; // MIN and MAX of the region, of the level; mask and fixed bits of REGION_REPEAT

    [[nodiscard]] std::int32_t operator()(std::int32_t at) const;
};

/// Which levels a pixel looks at, and how.
struct LevelChoice {
    std::uint8_t level = 0;
    std::uint8_t weight = 0; // of the next level, in sixteenths
    bool linear = false;     // within a level
    std::int32_t lod = 0;    // in sixteenths, before it is kept within the levels
};
/// What TEX1 makes of the level of detail; `log_q` is that of coarse_log [reference 9.2].
[[nodiscard]] LevelChoice choose_level(const machine::gs::Tex1& tex1, std::int32_t log_q);

/// A texel that was read, for whoever wants to see it.
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

/// The texture of one primitive. Memory is read when a texel is asked for: it may be the frame that is drawn.
class Sampler {
public:
    Sampler(const Memory& memory, const Clut& clut, const machine::gs::DrawState& state);
    [[nodiscard]] Rgba sample(const TexelPlace& place) const;
    /// What sample() looks at.
    [[nodiscard]] Sample look(const TexelPlace& place) const;

private:
    static constexpr unsigned kLevels = 7;
    struct Level {
        Addresses addresses{Buffer{}};
        Wrap u, v;
    };
    void set_level(unsigned number, const machine::gs::DrawState& state);
    // `see` is told of each texel that is read.
    template <class See>
    [[nodiscard]] Colour texel(unsigned number, std::int32_t u, std::int32_t v, See&& see) const;
    template <class See>
    [[nodiscard]] Rgba sample_level(unsigned number, const TexelPlace& place, bool linear, See&& see) const;
    template <class See>
    [[nodiscard]] Rgba sample_levels(const LevelChoice& choice, const TexelPlace& place, See&& see) const;

    const Memory& memory_;
    machine::gs::Tex1 tex1_;
    std::optional<LevelChoice> choice_; // where Q does not matter
    PixelFormat format_;
    PixelBits bits_;
    Texa texa_;
    bool indexed_ = false;
    std::array<Colour, 256> palette_{};
    std::array<Level, kLevels> levels_;
};

/// TFX and TCC: texel, vertex -> colour (reference 8).
[[nodiscard]] Rgba apply_function(machine::gs::TextureFunction function, bool has_alpha, const Rgba& texel,
                                  const Rgba& vertex);

} // namespace relit::render::gs::reference
