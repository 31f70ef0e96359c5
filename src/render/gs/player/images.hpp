// What a primitive works with, to look at: its frame, its depth buffer, its texture.
#pragma once

#include "base/image.hpp"
#include "machine/gs/work.hpp"
#include "render/gs/clut.hpp"

namespace relit::render::gs::player {

/// As wide as the buffer, down to the last row of the scissor; alpha 255. A buffer without a width gives no pixels.
[[nodiscard]] Image frame_image(const Memory& memory, const machine::gs::DrawState& state, bool opaque = true);
/// The same of the depth buffer, in grey: the smallest value there is black, the largest white.
[[nodiscard]] Image depth_image(const Memory& memory, const machine::gs::DrawState& state);
/// Level 0 of the texture through its palette, at most 1024 pixels to a side; alpha 255.
[[nodiscard]] Image texture_image(const Memory& memory, const Clut& clut, const machine::gs::DrawState& state);

} // namespace relit::render::gs::player
