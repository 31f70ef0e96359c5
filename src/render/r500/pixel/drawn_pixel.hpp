// The effect of a draw on a pixel: its program in the interpreter, then tests and blending by the rules of the registers.
#pragma once

#include "render/r500/pixel/fragment.hpp"
#include "render/r500/pixel/operations.hpp"
#include "render/r500/player.hpp"

namespace relit::render::r500 {

struct AlphaTested {
    float alpha = 0;
    std::uint32_t function = 7; // FG_ALPHA_FUNC.AF_FUNC, numbered as VkCompareOp is
    float reference = 0;
    bool passes = true;
};
/// The step at which a fragment ended.
enum class PixelEnd : std::uint8_t { Stored, Scissor, Samples, Program, Alpha, Stencil, Depth };

struct PixelFragment {
    std::uint32_t triangle = 0; // of the draw, after clipping
    bool is_back = false;
    Float4 position{}; // z from 0 to 1, and 1 / w
    PixelEnd end{};
    FragmentResult result; // empty where it ended in front of the program
    std::optional<AlphaTested> alpha;
    std::optional<TestedDepth> depth; // with stencil
    struct Target {
        std::uint32_t unit = 0;
        BlendedPixel pixel;
    };
    std::vector<Target> targets; // that store something
};

/// A target or the depth buffer of a draw, and the bytes that the pixel has in it; empty: nothing of it is computed.
struct PixelSurface {
    machine::r500::BoundSurface surface;
    PixelBytes bytes;
};

/// The targets and the depth buffer of a draw that lie in a buffer.
[[nodiscard]] std::vector<machine::r500::BoundSurface> targets_of(const machine::r500::State& state);
/// The location of a pixel in a surface of the given size: offset and size in its buffer, in bytes. Nothing where the surface
/// does not have it.
struct PixelRange {
    std::uint64_t offset = 0;
    std::size_t size = 0;
};
[[nodiscard]] std::optional<PixelRange> range_of_pixel(const machine::r500::BoundSurface& surface,
                                                       machine::r500::Extent size, std::uint32_t x, std::uint32_t y);
/// Returns why no pixel of a draw is computed; empty where pixels are.
[[nodiscard]] std::string_view why_uncomputed(const machine::r500::State& state);
/// Draws that do something besides drawing triangles.
[[nodiscard]] bool clears_through_depth(const machine::r500::State& state);
[[nodiscard]] bool resolves(const machine::r500::State& state);

/// Computes pixels of one draw, each of which may have been stored to before.
class DrawnPixels {
public:
    /// The player has performed all draws before this one, and written them back. All arguments must outlive this; `approximate`
    /// gets what the interpreter does not do as the device does, each sentence once, with each pixel that is drawn.
    DrawnPixels(Player& player, const machine::r500::Draw& draw, std::vector<std::string>& approximate);

    /// Draws the triangles that `covering` numbers, which cover the pixel, to `surfaces`, those of targets_of. `fragments` gets one
    /// for each, up to where it fails: the program cannot be lifted or run, or a buffer or format is not known.
    struct At {
        std::uint32_t x = 0, y = 0;
        PixelOffset offset; // of the point that has the values
    };
    [[nodiscard]] Status draw(const At& at, std::span<const Triangle> triangles, std::span<const std::size_t> covering,
                              std::span<PixelSurface> surfaces, std::vector<PixelFragment>& fragments);

private:
    struct Pixel;
    struct Made {
        PixelProgram program;
        std::vector<std::string> approximate;
    };
    [[nodiscard]] Result<PixelProgram*> program(bool has_alpha_test, bool has_depth);
    [[nodiscard]] Result<Made> make(bool has_alpha_test, bool has_depth) const;
    [[nodiscard]] Status draw(const Triangle& triangle, Pixel& pixel, PixelFragment& fragment);
    [[nodiscard]] Status test_alpha(const Triangle& triangle, const Pixel& pixel, PixelFragment& fragment);
    [[nodiscard]] Status store(const Triangle& triangle, Pixel& pixel, PixelFragment& fragment) const;

    Player& player_;
    const machine::r500::Draw& draw_;
    std::vector<std::string>& approximate_;
    machine::r500::Extent size_; // that all targets have
    FixedState fixed_;
    DynamicState dynamic_;
    std::array<std::optional<Made>, 4> programs_; // without and with the alpha test, and with a depth buffer
};

} // namespace relit::render::r500
