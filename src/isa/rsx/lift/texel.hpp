// Converts a texel as the RSX does between its sampler and the program: channels first, then numbers. Follows the tables that a
// PS3 printed (RPCS3, issue 18171).
#pragma once

#include "ir/builder.hpp"

#include <cstdint>

namespace relit::isa::rsx {

inline constexpr std::uint64_t kPlainRemap = 0xaae4;

/// The state of a texture unit that changes texels; the values are those of its context keys.
struct TexelState {
    std::uint64_t order = 0, remap = kPlainRemap, is_signed = 0, signed_range = 0, gamma = 0, biased = 0;
    bool depth = false;
};

/// The channels that the program reads, of a texel as it was sampled; f32x4 both. The sampled alpha is lane w of the result.
[[nodiscard]] ir::Id read_channels(ir::Builder& ir, const TexelState& state, ir::Id sampled);
/// Those channels as numbers. Of signed, gamma and biased the first one that is set for a lane is applied. Signed and biased
/// are properties of the stored bytes, so constants of the remap have neither and the others have those of their source;
/// gamma belongs to the lane of the result. `expands`: _bx2, 2 v - 1 where the lane is not signed, instead of gamma and biased.
[[nodiscard]] ir::Id read_numbers(ir::Builder& ir, const TexelState& state, bool expands, ir::Id channels);

/// Bytes of sRGB as linear light, and back; any lanes, from 0 to 1.
[[nodiscard]] ir::Id to_linear(ir::Builder& ir, ir::Id value);
[[nodiscard]] ir::Id from_linear(ir::Builder& ir, ir::Id value);

} // namespace relit::isa::rsx
