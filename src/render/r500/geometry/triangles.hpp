// From a draw to triangles in window space, all on the CPU: vertex fetch, vertex program, clipping, viewport, points and lines as
// triangles, faces. A device that draws them needs neither large points nor wide lines, fill modes or depth bias.
#pragma once

#include "machine/r500/capture/draw.hpp"
#include "machine/r500/capture/memory.hpp"

#include <memory>

namespace relit::render::r500 {

using Float4 = std::array<float, 4>;

/// Varyings by location (isa/r500/encoding/varyings.hpp): texture coordinates 0 to 7, then colours 0 and 1 of the face that is seen.
inline constexpr std::size_t kVaryings = 10;

struct Corner {
    /// x and y in pixels, y along rows of memory; z from 0 to 1 where it is clipped; w of clip space, by which perspective is
    /// computed: more than 0, and 1 where there is none.
    Float4 position{};
    std::array<Float4, kVaryings> varyings{};
};
/// Its corners are ordered as those of the primitive.
struct Triangle {
    std::array<Corner, 3> corners;
    bool is_back = false;
};
/// Counts what became of the primitives of a draw: sent = clipped + culled + rasterised.
struct PrimitiveCounts {
    std::uint64_t unread = 0, sent = 0, clipped = 0, culled = 0, rasterised = 0;
};
struct Triangles {
    std::vector<Triangle> triangles;
    PrimitiveCounts counts;
    std::vector<std::string> approximate; // a sentence each, without repeats
};

/// Most vertices that a draw may have, and triangles that may be made of it.
inline constexpr std::uint32_t kMostVertices = 1U << 20, kMostTriangles = 1U << 19;

class VertexPrograms;

class Geometry {
public:
    Geometry();
    ~Geometry();
    Geometry(Geometry&&) noexcept;
    Geometry& operator=(Geometry&&) noexcept;

    /// What a draw covers. `memory` has advanced to its submission. Fails where the vertex program cannot be run, and where the draw
    /// is larger than the limits above.
    [[nodiscard]] Result<Triangles> triangles_of(const machine::r500::Draw& draw, machine::r500::Memory& memory);

private:
    std::unique_ptr<VertexPrograms> programs_;
};

} // namespace relit::render::r500
