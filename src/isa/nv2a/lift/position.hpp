// From the window coordinates that NV2A programs leave in oPos to clip space, which is where hosts want positions.
#pragma once

#include "base/result.hpp"
#include "ir/builder.hpp"
#include "ir/context.hpp"

#include <optional>

namespace relit::isa::nv2a {

/// The surface that the program draws to.
struct Surface {
    float width = 0, height = 0;
    float farthest = 0; // the depth that becomes 1
};

/// Reads the surface from the context. Returns std::nullopt if the context does not give its size; fails if the size is impossible.
[[nodiscard]] Result<std::optional<Surface>> surface_of(ir::ContextReader& context);

/// f32x4 to f32x4, in host floats. As emulators do, x and y are truncated to 1/16 pixel, toward zero; the size of w
/// is clamped to 2^-64 .. 2^64; then the host's division by w gives x and y from -1 to 1 (y downwards), z from 0 to 1.
[[nodiscard]] ir::Id clip_position(ir::Builder& ir, ir::Id window, const Surface& surface);

} // namespace relit::isa::nv2a
