// A drawing state and its buffers made ready for the shaders.
#pragma once

#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/work.hpp"
#include "render/gs/compute/bins.hpp"
#include "render/gs/compute/records/records.hpp"

namespace relit::render::gs::compute {

[[nodiscard]] SurfaceRecord surface_of(const machine::gs::Buffer& buffer);
/// Bits of a pixel of a frame: 16, 24 or 32.
[[nodiscard]] std::uint32_t frame_bits(machine::gs::PixelFormat format);
[[nodiscard]] StateRecord record_of(const machine::gs::DrawState& state);
/// How coordinates of a level are wrapped: a level without an address.
[[nodiscard]] LevelRecord wrapping_of(const machine::gs::DrawState& state, unsigned level);

/// What of earlier primitives a pixel overwrites, whatever it and they hold and whatever its colour and depth are.
[[nodiscard]] Hides hides_of(const StateRecord& record, const machine::gs::DrawState& state);

} // namespace relit::render::gs::compute
