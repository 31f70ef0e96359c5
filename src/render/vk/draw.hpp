// Draws once with shaders of the native interface into targets of floats, and reads them back.
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "render/vk/device.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace relit::render::vk {

using Float4 = std::array<float, 4>;

enum class Topology : std::uint8_t {
    Points,
    Lines,
    LineStrip,
    LinesAdjacency,
    Triangles,
    TriangleStrip,
    TriangleFan,
    TrianglesAdjacency,
    Patches,
};
/// What the four words of a vertex input are.
enum class InputKind : std::uint8_t { Float, Signed, Unsigned };

/// A shader and what is bound to the resources of its module, one entry each.
struct DrawStage {
    std::span<const std::uint32_t> spirv;
    const ir::Module& module;
    const std::vector<ir::Bound>& bound;
};

struct Draw {
    DrawStage vertex, fragment;
    std::optional<DrawStage> control, evaluation, geometry;
    std::map<std::uint32_t, std::vector<Float4>> inputs; // by location, one a vertex
    std::map<std::uint32_t, InputKind> kinds;            // of inputs whose words are no floats
    std::map<std::uint32_t, bool> by_instance;           // inputs with one value an instance
    std::uint32_t vertices = 0, instances = 1;
    std::uint32_t patch_vertices = 0;
    std::uint32_t feedback_words = 0; // room for what the last stage before the fragments captures, in buffer 0
    Topology topology = Topology::TriangleStrip;
    std::uint32_t width = 16, height = 16, layers = 1;
    std::uint32_t targets = 1;       // colours that the fragment shader writes
    bool rasterises = true;          // else no fragments are made
    bool clips_as_opengl = false;    // z goes from -w to w, else from 0; DeviceInfo tells whether that can be
    bool provokes_last = false;      // the last vertex of a primitive is that of flat inputs, as in OpenGL
    bool rounds_lines = false;       // lines are Bresenham's
    bool front_is_clockwise = false; // seen with y downwards, as the targets have it
};

/// Layers of rows from y = -1 on. Where nothing was drawn all is 0; everything passes the test of depths.
struct Drawn {
    std::vector<std::vector<Float4>> targets;
    std::vector<float> depth;
    std::vector<std::uint32_t> feedback;
    std::vector<std::vector<ir::Bound>> bound; // after the draw, by stage as stages_of() has them
};

/// Those that there are: vertex, control, evaluation, geometry, fragment.
[[nodiscard]] std::vector<const DrawStage*> stages_of(const Draw& draw);

[[nodiscard]] Result<Drawn> draw(Device& device, const Draw& draw);

} // namespace relit::render::vk
