// Triangles of the geometry as the vertices that a pipeline reads.
#pragma once

#include "render/r500/geometry/triangles.hpp"
#include "render/r500/program/programs.hpp"

#include <span>

namespace relit::render::r500 {

/// Bytes of a vertex: a position and the varyings of a program, four floats each.
[[nodiscard]] inline std::uint32_t vertex_bytes(const FragmentProgram& program) {
    return static_cast<std::uint32_t>(sizeof(float) * 4 * (1 + program.locations.size()));
}

/// `bytes` has room for the corners of all triangles. Their positions are in clip space for a viewport of that size.
void put_vertices(std::span<std::uint8_t> bytes, const Triangles& triangles, machine::r500::Extent size,
                  const FragmentProgram& program);

} // namespace relit::render::r500
