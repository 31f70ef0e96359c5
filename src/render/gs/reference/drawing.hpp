// Draws one primitive: which pixels, what each looks like, and into memory (docs/machine/gs.md).
#pragma once

#include "render/gs/memory/clut.hpp"
#include "render/gs/reference/sampler.hpp"

#include <array>

namespace relit::render::gs::reference {

/// How many pixels a primitive covered. A pixel has one sample, where the pixel itself lies.
std::uint64_t draw(Memory& memory, const Clut& clut, const machine::gs::DrawState& state,
                   const std::array<machine::gs::Vertex, 3>& vertices, const PixelTracer* tracer = nullptr,
                   const Rules& rules = {});

/// One sample of each pixel, as it is drawn to.
struct SampleTarget {
    Memory& memory;                             // of this sample
    const Memory& sampled;                      // that textures lie in; nothing is drawn to it meanwhile
    PixelPosition position;                     // of the sample in its pixel
    WrittenBits &frame_written, &depth_written; // are notified of each bit that is written
};
std::uint64_t draw(const SampleTarget& target, const Clut& clut, const machine::gs::DrawState& state,
                   const std::array<machine::gs::Vertex, 3>& vertices, const Rules& rules);

} // namespace relit::render::gs::reference
