// Draws one primitive: which pixels, what each looks like, and into memory (docs/machine/gs.md).
#pragma once

#include "render/gs/clut.hpp"
#include "render/gs/reference/sampler.hpp"

#include <array>

namespace relit::render::gs::reference {

/// How many pixels a primitive covered.
std::uint64_t draw(Memory& memory, const Clut& clut, const machine::gs::DrawState& state,
                   const std::array<machine::gs::Vertex, 3>& vertices, const PixelTracer* tracer = nullptr,
                   const Rules& rules = {});

} // namespace relit::render::gs::reference
