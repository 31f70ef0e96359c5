// What the registers of a draw say about geometry, decoded once.
#pragma once

#include "machine/r500/stream/state.hpp"
#include "render/r500/geometry/notes.hpp"

#include <optional>

namespace relit::render::r500 {

/// How points meet the planes of clipping (VAP_CLIP_CNTL.PS_UCP_MODE).
enum class PointClip : std::uint8_t { CullByCentre, CullByRadius, ExpandWhereCut, Expand };
struct Clipping {
    bool is_on = true, is_half_z = false; // half: 0 < z < w is inside, else -w < z < w
    bool users_only_cull = false;         // user planes drop whole primitives
    bool draws_new_edges = false;         // of polygons that are drawn as lines
    PointClip points = PointClip::CullByCentre;
    float horizontal = 1, vertical = 1;                 // guard band of clipping
    float horizontal_discard = 1, vertical_discard = 1; // of points by their centre
    std::vector<std::array<float, 4>> user_planes;
};
struct Viewport {
    std::array<float, 3> scale{1, 1, 1}, offset{};
    bool is_xy_divided = false, is_z_divided = false, is_w_inverse = false;
    bool has_perspective = true;
    float depth_scale = 1, depth_offset = 0; // of SU
};
/// Half sizes and positions in pixels.
struct Points {
    float half_width = 0, half_height = 0;
    std::optional<std::pair<float, float>> limits; // of sizes that the program writes, halves
    bool is_size_written = false;
    float left = 0, right = 0, top = 0, bottom = 0; // stuffed coordinates at the edges
    std::array<bool, 8> stuffed{};                  // by texture coordinate
};
enum class LineEnd : std::uint8_t { Horizontal, Vertical, Square, Perpendicular };
struct Stipple {
    bool is_on = false, is_reset_by_line = false;
    float scale = 0;
    std::uint32_t pattern = 0;
};
struct Lines {
    float half_width = 0;
    LineEnd end{};
    Stipple stipple;
    float start = 0, finish = 0; // stuffed coordinate S
    std::array<bool, 8> stuffed{};
};
enum class Fill : std::uint8_t { Points, Lines, Triangles };
/// Of one side of polygons.
struct Face {
    bool is_culled = false, has_offset = false;
    float slope_factor = 0, offset = 0; // of depth, from 0 to 1
    Fill fill = Fill::Triangles;
};
struct Faces {
    Face front, back;
    bool is_front_positive = false; // which area, y counted along rows of memory
    bool raises_points_and_lines = false;
};
struct Shading {
    std::array<bool, 8> flat_coordinates{};
    std::array<bool, 2> flat_rgb{}, flat_alpha{}; // by colour
    std::uint32_t provoking = 3;                  // 0 to 2: that vertex, 3: the last
    bool clamps_rgb = true, clamps_alpha = true;
    std::array<bool, 2> has_back{};                             // by colour: another one for back faces
    std::optional<std::pair<std::uint32_t, std::uint32_t>> fog; // coordinate and component that fog goes into
    std::uint32_t fog_source = 0;
};
struct Settings {
    Clipping clipping;
    Viewport viewport;
    Points points;
    Lines lines;
    Faces faces;
    Shading shading;
};

[[nodiscard]] Settings settings_of(const machine::r500::State& state, Notes& notes);

} // namespace relit::render::r500
