// Which fragments a draw gives, and with which weights its vertices come together there: what a pipeline does between its
// stages, in plain words.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace relit::test {

/// Four fragments of one primitive: left to right, then the row above. Some only help with derivatives.
struct FragmentQuad {
    struct Fragment {
        std::uint32_t x = 0, y = 0; // counted from the lower left
        bool is_covered = false;
        std::vector<double> weights;             // by vertex of the draw; their sum is 1
        std::array<float, 4> position{};         // x, y, depth from 0 to 1, one over w
        std::array<float, 2> point_coordinate{}; // of points; y downwards
    };
    std::array<Fragment, 4> fragments;
};

/// Clip positions as OpenGL has them: z from -w to w, y upwards. Where primitives share an edge the later one wins.
[[nodiscard]] std::vector<FragmentQuad> fragments_of_strip(std::span<const std::array<float, 4>> vertices,
                                                           std::uint32_t width, std::uint32_t height);
/// Points of one pixel.
[[nodiscard]] std::vector<FragmentQuad> fragments_of_points(std::span<const std::array<float, 4>> vertices,
                                                            std::uint32_t width, std::uint32_t height);

} // namespace relit::test
