// Two captures side by side, draw by draw: the first draw after which a surface that it writes differs.
#pragma once

#include "render/r500/player.hpp"

namespace relit::render::r500 {

/// A target or depth buffer of a draw that differs. Rows count from the lowest address on.
struct SurfaceDifference {
    std::optional<machine::r500::BoundSurface> first, second; // nothing: that side does not write such a surface
    std::string reason;                                       // why pixels are not compared; else empty
    machine::r500::Extent size;                               // of the part that both have
    std::uint64_t pixels = 0;                                 // that differ
    Rectangle box;                                            // around them
    std::uint32_t x = 0, y = 0;                               // of the first one, row by row
    std::vector<std::uint8_t> first_pixel, second_pixel;      // its bytes as they are stored, without tiling
};

class Comparison {
public:
    /// Both must outlive this, and have not begun.
    Comparison(Player& first, Player& second) : first_(first), second_(second) {}

    enum class Found : std::uint8_t {
        Nothing,    // both have ended
        Same,       // the next draw of both leaves the same
        Difference, // surfaces() has what differs
        FirstEnds,  // the second has a draw more
        SecondEnds,
    };
    /// Performs the next draw of both. Fails where the device does, and where bytes of a surface cannot be read on one side
    /// alone.
    [[nodiscard]] Result<Found> next();
    /// The surfaces of the last draws that differ.
    [[nodiscard]] const std::vector<SurfaceDifference>& surfaces() const { return surfaces_; }
    /// Draws of which surfaces were read: draws before the first one whose stream, buffers or blobs differ leave the same.
    [[nodiscard]] std::uint64_t compared() const { return compared_; }

private:
    /// Returns whether everything from the draws before up to these is the same on both sides.
    [[nodiscard]] bool has_same_input();
    [[nodiscard]] Status compare_surfaces();
    [[nodiscard]] Result<SurfaceDifference> compared_surface(const machine::r500::BoundSurface& first,
                                                             const machine::r500::BoundSurface& second);

    Player& first_;
    Player& second_;
    bool may_differ_ = false;
    struct {
        std::uint32_t submission = 0, dword = 0;
    } seen_; // up to which the streams are the same
    std::uint64_t compared_ = 0;
    std::vector<SurfaceDifference> surfaces_;
};

} // namespace relit::render::r500
