// All that follows the fragment program for one pixel, by the rules of the registers: tests, blending, pixels as words.
#pragma once

#include "render/r500/geometry/triangles.hpp"
#include "render/r500/target/fixed_state.hpp"

#include <optional>

namespace relit::render::r500 {

/// A pixel of a target or of depth as memory has it: bytes from the lowest address on.
using PixelBytes = std::vector<std::uint8_t>;

[[nodiscard]] Result<Float4> colour_of(const PixelBytes& bytes, const machine::r500::SurfaceDescription& description);

/// Blending of one target: what went in and what came out.
struct BlendedPixel {
    TargetState state;
    Float4 source{}, destination{}, result{}; // red, green, blue, alpha; the result before it is rounded
    PixelBytes before, after;
};
/// Fails where the format is not known.
[[nodiscard]] Result<BlendedPixel> blended(const FixedState& fixed, std::size_t target, const Float4& constants,
                                           const machine::r500::SurfaceDescription& description, const Float4& colour,
                                           const PixelBytes& before);

/// A depth, or stencil, test: `value` is compared with `stored`, or a reference with it; both under the mask.
struct TestedValue {
    std::uint32_t value = 0, stored = 0, mask = ~0U;
    std::uint32_t compare = 7; // VkCompareOp
    bool passes = false;
};
struct TestedDepth {
    std::optional<TestedValue> stencil, depth;
    std::uint32_t stencil_operation = 0; // VkStencilOp, of what happened
    bool passes = true;
    PixelBytes before, after;
};
/// `z` is from 0 to 1. `before` is a pixel of the depth buffer that is described.
[[nodiscard]] TestedDepth tested(const FixedState& fixed, const DynamicState& dynamic, bool is_back, float z,
                                 const machine::r500::SurfaceDescription& description, const PixelBytes& before);

/// How far apart two values of a pixel are: of colours in integers the most steps of a component, of floats the greatest difference
/// in units of 1/1024 of the greater one (or of 1, if that is greater); of depth units of 2^-20 or the step of the format, if that is greater, and infinite where the stencil differs.
/// Infinite where the format is not known or the sizes differ.
[[nodiscard]] double steps_between(const PixelBytes& a, const PixelBytes& b,
                                   const machine::r500::SurfaceDescription& description);

[[nodiscard]] std::string_view name_of_compare(std::uint32_t compare);   // "<=", of VkCompareOp
[[nodiscard]] std::string_view name_of_factor(std::uint32_t factor);     // "1 - source alpha", of VkBlendFactor
[[nodiscard]] std::string_view name_of_function(std::uint32_t function); // "add", of VkBlendOp
[[nodiscard]] std::string_view name_of_stencil_operation(std::uint32_t operation); // "keep", of VkStencilOp

} // namespace relit::render::r500
