#include "render/r500/program/vertex_data.hpp"

#include <algorithm>
#include <cstring>

namespace relit::render::r500 {
namespace {

using machine::r500::Extent;

/// Twice the area, with y downwards.
float area_of(const Triangle& triangle) {
    const auto& [a, b, c] = triangle.corners;
    return (b.position[0] - a.position[0]) * (c.position[1] - a.position[1]) -
           (c.position[0] - a.position[0]) * (b.position[1] - a.position[1]);
}

float* put_vertex(float* into, const Corner& corner, Extent size, const FragmentProgram& program) {
    const float w = corner.position[3];
    *into++ = (2 * corner.position[0] / static_cast<float>(size.width) - 1) * w;
    *into++ = (2 * corner.position[1] / static_cast<float>(size.height) - 1) * w;
    *into++ = std::clamp(corner.position[2], 0.0F, 1.0F) * w;
    *into++ = w;
    for (const std::uint32_t location : program.locations) {
        const Float4 value = location < corner.varyings.size() ? corner.varyings[location] : Float4{};
        into = std::ranges::copy(value, into).out;
    }
    return into;
}

} // namespace

void put_vertices(std::span<std::uint8_t> bytes, const Triangles& triangles, Extent size,
                  const FragmentProgram& program) {
    std::vector<float> floats(bytes.size() / sizeof(float));
    float* into = floats.data();
    for (const Triangle& triangle : triangles.triangles) {
        // The pipeline takes triangles with a positive area for front faces.
        const bool is_flipped = (area_of(triangle) > 0) == triangle.is_back;
        for (const std::size_t corner : {std::size_t{0}, is_flipped ? std::size_t{2} : std::size_t{1},
                                         is_flipped ? std::size_t{1} : std::size_t{2}})
            into = put_vertex(into, triangle.corners[corner], size, program);
    }
    std::memcpy(bytes.data(), floats.data(), bytes.size());
}

} // namespace relit::render::r500
