// Holds what the device draws against the interpreter and the rules of the registers, at a few pixels of each draw.
#pragma once

#include "render/r500/pixel/drawn_pixel.hpp"

#include <functional>

namespace relit::render::r500 {

/// A value of a pixel after a draw, as it was computed and as the device stored it.
struct VerifiedValue {
    machine::r500::BoundSurface surface;
    PixelBytes before, computed, stored;
};
struct PixelMismatch {
    std::uint32_t draw = 0, submission = 0;
    std::uint32_t x = 0, y = 0; // in rows of memory
    machine::r500::Primitive primitive{};
    VerifiedValue value;
    std::vector<PixelFragment> fragments; // of the draw, at the pixel
};
struct VerifiedPixels {
    std::uint32_t draws = 0;              // with pixels that were compared
    std::uint64_t pixels = 0, values = 0; // that were; a pixel has a value in each target and in the depth buffer
    std::uint64_t rounded = 0; // values that differ by a step, or one for each fragment that is blended (steps_between)
    std::uint64_t on_edges =
        0; // values that are as the device's if the pixel is moved by at most kEdge: of texels, for example
    struct Reason {
        std::string text;
        std::uint32_t draws = 0, first_draw = 0;
    };
    std::vector<Reason> not_compared; // draws, by what kept them from it, in the order in which that was met
};

/// In pixels: the grid on which corners lie.
inline constexpr double kEdge = 1.0 / 256;
/// How many pixels of each draw are compared, and how many triangles of a draw may lie over one of them.
inline constexpr std::uint32_t kVerifiedPixels = 16, kMostCovering = 256;

class PixelVerifier {
public:
    struct Choice {
        std::optional<Rectangle>
            pixel; // alone, in rows of memory; without it pixels are chosen by the number of the draw
    };
    /// The player must outlive this, and has performed no draw yet.
    PixelVerifier(Player& player, const Choice& choice);
    PixelVerifier(const PixelVerifier&) = delete;
    PixelVerifier& operator=(const PixelVerifier&) = delete;
    ~PixelVerifier() { player_.before_draws({}); }

    /// After each Player::next(). Fails where the device does.
    [[nodiscard]] Status after_draw();
    [[nodiscard]] const VerifiedPixels& verified() const { return verified_; }
    /// The first value that differs by more than rounding.
    [[nodiscard]] const std::optional<PixelMismatch>& mismatch() const { return mismatch_; }

private:
    struct Pixel {
        std::uint32_t x = 0, y = 0;
        std::vector<std::size_t> covering; // triangles
        std::vector<VerifiedValue> values;
        std::vector<PixelFragment> fragments;
    };
    [[nodiscard]] Status before_draw(const machine::r500::Draw& draw);
    [[nodiscard]] Status compute(const machine::r500::Draw& draw);
    [[nodiscard]] Status compute(std::uint32_t x, std::uint32_t y,
                                 std::span<const machine::r500::BoundSurface> targets);
    [[nodiscard]] Result<PixelBytes> bytes_of(const machine::r500::BoundSurface& surface, std::uint32_t x,
                                              std::uint32_t y);
    [[nodiscard]] Status compare(Pixel& pixel);
    [[nodiscard]] bool lies_on_edge(const Pixel& pixel, std::size_t value);
    void leave_out(const machine::r500::Draw& draw, std::string_view reason);

    Player& player_;
    Choice choice_;
    Geometry geometry_;
    // Of the draw that is performed.
    Triangles triangles_;
    machine::r500::Extent size_;
    std::vector<std::string> approximate_;
    std::optional<DrawnPixels> drawn_;
    std::vector<Pixel> pixels_;
    std::uint64_t skipped_ = 0; // draws, before this one
    VerifiedPixels verified_;
    std::optional<PixelMismatch> mismatch_;
};

} // namespace relit::render::r500
