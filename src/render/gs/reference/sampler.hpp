// Texels: from coordinates to a colour, with levels, wrapping, palettes and filters (reference 9).
#pragma once

#include "machine/gs/state/work.hpp"
#include "render/gs/memory/clut.hpp"
#include "render/gs/reference/memory_before.hpp"
#include "render/gs/reference/pixel.hpp"
#include "render/gs/reference/texel_position.hpp"

#include <optional>

namespace relit::render::gs::reference {

/// Wraps whole coordinates of one axis of one level.
struct Wrap {
    machine::gs::WrapMode mode = machine::gs::WrapMode::Repeat;
    std::int32_t size = 1;            // of the level, a power of two
    std::int32_t least = 0, most = 0; // MIN and MAX of the region, of the level; mask and fixed bits of REGION_REPEAT

    [[nodiscard]] std::int32_t operator()(std::int32_t at) const;
};

/// What TEX1 makes of the level of detail; `log_q` is that of coarse_log [reference 9.2].
[[nodiscard]] LevelChoice choose_level(const machine::gs::Tex1& tex1, std::int32_t log_q);

/// The texture of one primitive.
class Sampler {
public:
    Sampler(MemoryBefore memory, const Clut& clut, const machine::gs::DrawState& state);
    [[nodiscard]] Rgba sample(const TexelPosition& position) const;
    /// What sample() looks at.
    [[nodiscard]] Sample look(const TexelPosition& position) const;

private:
    static constexpr unsigned kLevels = 7;
    struct Level {
        Addresses addresses{Buffer{}};
        Wrap u, v;
    };
    void set_level(unsigned number, const machine::gs::DrawState& state);
    // `see` is notified of each texel that is read.
    template <class See>
    [[nodiscard]] Colour texel(unsigned number, std::int32_t u, std::int32_t v, See&& see) const;
    template <class See>
    [[nodiscard]] Rgba sample_level(unsigned number, const TexelPosition& position, bool linear, See&& see) const;
    template <class See>
    [[nodiscard]] Rgba sample_levels(const LevelChoice& choice, const TexelPosition& position, See&& see) const;

    MemoryBefore memory_;
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
