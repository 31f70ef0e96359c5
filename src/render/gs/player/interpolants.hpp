// What primitives interpolate over their pixels, to look at: colour, depth, texture coordinates, fog.
#pragma once

#include "render/gs/player/images.hpp"
#include "render/gs/reference/rules.hpp"

namespace relit::render::gs::player {

/// Of each pixel what the last primitive says that covers it, whether or not it passes the tests.
class Interpolants {
public:
    /// A grid for pixels of the window from 0,0 on.
    Interpolants(std::uint32_t width, std::uint32_t height);

    void add(const machine::gs::Draw& draw, const machine::gs::DrawState& state, const reference::Rules& rules);

    // Pixels that nothing covers are transparent. An image without pixels: no primitive has it.
    /// Vertex colours; alpha 255.
    [[nodiscard]] Image colour() const;
    /// In grey, from the smallest to the largest.
    [[nodiscard]] Image depth() const;
    /// Red and green: U and V within the texture, which repeats, from 0 to 255.
    [[nodiscard]] Image texel() const;
    /// In grey: 0 is all fog.
    [[nodiscard]] Image fog() const;

private:
    struct Pixel {
        bool is_covered = false, is_textured = false, is_fogged = false;
        std::array<std::uint8_t, 3> colour{};
        std::array<std::uint8_t, 2> texel{};
        std::uint8_t fog = 0;
        std::uint32_t z = 0;
    };
    using Shades = std::array<std::uint8_t, 3>;
    template <class Has, class Shade>
    [[nodiscard]] Image image(Has&& has, Shade&& shade) const;

    std::uint32_t width_, height_;
    std::vector<Pixel> pixels_;
};

} // namespace relit::render::gs::player
