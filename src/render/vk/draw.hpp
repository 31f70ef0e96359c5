// Draws once with a vertex and a fragment shader of the native interface into targets of floats, and reads them back.
#pragma once

#include "base/result.hpp"
#include "ir/picture.hpp"
#include "render/vk/device.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace relit::render::vk {

using Float4 = std::array<float, 4>;

enum class Topology : std::uint8_t { Points, Lines, LineStrip, Triangles, TriangleStrip, TriangleFan };

/// A shader and what is bound to the resources of its module, one entry each. What it stores there does not come back.
struct DrawStage {
    std::span<const std::uint32_t> spirv;
    const ir::Module& module;
    const std::vector<ir::Bound>& bound;
};

struct Draw {
    DrawStage vertex, fragment;
    std::map<std::uint32_t, std::vector<Float4>> inputs; // by location, one a vertex
    std::uint32_t vertices = 0;
    Topology topology = Topology::TriangleStrip;
    std::uint32_t width = 16, height = 16;
    std::uint32_t targets = 1;       // colours that the fragment shader writes
    bool clips_as_opengl = false;    // z goes from -w to w, else from 0; DeviceInfo tells whether that can be
    bool front_is_clockwise = false; // seen with y downwards, as the targets have it
};

/// Rows from y = -1 on. Where nothing was drawn all is 0; everything passes the test of depths.
struct Drawn {
    std::vector<std::vector<Float4>> targets;
    std::vector<float> depth;
};

[[nodiscard]] Result<Drawn> draw(Device& device, const Draw& draw);

} // namespace relit::render::vk
