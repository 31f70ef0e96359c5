// The surfaces that a state has bound: textures, render targets and depth, described for read_texture() and its like.
#pragma once

#include "machine/r500/stream/state.hpp"
#include "machine/r500/surface/mips.hpp"
#include "machine/r500/surface/surface.hpp"

#include <optional>
#include <vector>

namespace relit::machine::r500 {

enum class SurfaceUse : std::uint8_t { Texture, Colour, Depth };
struct BoundSurface {
    SurfaceUse use{};
    std::uint32_t unit = 0;          // of textures and render targets
    std::optional<BufferRef> buffer; // none: the stream does not say
    SurfaceDescription description;  // of level 0, layer 0; its plane counts from the buffer's start
    TextureShape shape;              // of textures: their levels and layers
};

inline constexpr std::uint32_t kTextureUnits = 16, kRenderTargets = 4;

/// How the levels of a texture are laid out from its address on.
[[nodiscard]] TextureShape texture_shape(const State& state, std::uint32_t unit);
[[nodiscard]] BoundSurface bound_texture(const State& state, std::uint32_t unit);
/// Size of targets and depth is that of the scissor: registers say only the pitch.
[[nodiscard]] BoundSurface bound_colour(const State& state, std::uint32_t target);
[[nodiscard]] BoundSurface bound_depth(const State& state);
/// Where a level of a face or slice lies in the buffer. Fails where the texture has no such level or layer; targets and depth
/// have level 0 and layer 0.
[[nodiscard]] Result<Plane> plane_of(const BoundSurface& surface, std::uint32_t level, std::uint32_t layer);
/// Enabled textures, targets that are used, and depth where it is tested or written.
[[nodiscard]] std::vector<BoundSurface> bound_surfaces(const State& state);

} // namespace relit::machine::r500
