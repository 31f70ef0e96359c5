// A vertex as the vertex program leaves it.
#pragma once

#include "isa/r500/encoding/varyings.hpp"

#include <array>
#include <cstddef>

namespace relit::render::r500 {

struct Vertex {
    std::array<float, 4> position{}; // in clip space, or as VAP_VTE_CNTL says
    float point_size = 0;            // where the program writes one
    std::array<std::array<float, 4>, isa::r500::kVaryingCoordinates + isa::r500::kVaryingColours> varyings{};
};
inline constexpr std::size_t kFirstColour = isa::r500::kColourLocation;

/// The vertex on the way from `a` to `b`: all that it has is linear in clip space.
[[nodiscard]] Vertex between(const Vertex& a, const Vertex& b, float t);

} // namespace relit::render::r500
