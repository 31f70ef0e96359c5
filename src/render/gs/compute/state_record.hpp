// A drawing state and its buffers made ready for the shaders.
#pragma once

#include "machine/gs/buffers.hpp"
#include "machine/gs/work.hpp"
#include "render/gs/compute/records.hpp"

namespace relit::render::gs::compute {

[[nodiscard]] SurfaceRecord surface_of(const machine::gs::Buffer& buffer);
/// All but where its palette is.
[[nodiscard]] StateRecord record_of(const machine::gs::DrawState& state);

} // namespace relit::render::gs::compute
