// Draws one primitive into all samples of its pixels, and resolves them (docs/machine/gs-supersampling.md).
#pragma once

#include "render/gs/reference/drawing.hpp"
#include "render/gs/samples/samples.hpp"

namespace relit::render::gs::reference {

/// How many samples a primitive covered. `snaps`: each lies where the pixel lies.
std::uint64_t draw_samples(Samples& samples, Memory& resolved, const Clut& clut, const machine::gs::Draw& draw,
                           const machine::gs::DrawState& state, bool snaps, const Rules& rules);

} // namespace relit::render::gs::reference
