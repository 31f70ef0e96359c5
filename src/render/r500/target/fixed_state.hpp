// What follows the fragment program, as plain data: blending, masks, depth and stencil tests, scissors. Vulkan's numbers where its
// enumerations fit; no Vulkan header here.
#pragma once

#include "machine/r500/stream/state.hpp"
#include "machine/r500/surface/surface.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <span>
#include <string>
#include <vector>

namespace relit::render::r500 {

inline constexpr std::uint32_t kTargets = 4;

/// Factors and functions are VkBlendFactor and VkBlendOp.
struct BlendEquation {
    std::uint32_t source = 1, destination = 0, function = 0;
    [[nodiscard]] auto operator<=>(const BlendEquation&) const = default;
};
struct TargetState {
    bool blends = false;
    BlendEquation colour, alpha;
    std::uint32_t written = 0; // VkColorComponentFlags, of texels as pixels.hpp has them
    [[nodiscard]] auto operator<=>(const TargetState&) const = default;
};
/// VkStencilOp and VkCompareOp.
struct StencilSide {
    std::uint32_t fail = 0, pass = 0, depth_fail = 0, compare = 7;
    [[nodiscard]] auto operator<=>(const StencilSide&) const = default;
};
/// What a pipeline is made for.
struct FixedState {
    std::vector<TargetState> targets;
    bool has_logic = false;
    std::uint32_t logic = 3; // VkLogicOp
    bool tests_depth = false, writes_depth = false, tests_stencil = false;
    std::uint32_t depth_compare = 7; // VkCompareOp
    StencilSide front, back;
    std::uint32_t sample_mask = ~0U; // bit i: sample i of a pixel is drawn
    bool masks_by_alpha = false;     // alpha of target 0 drops samples
    [[nodiscard]] auto operator<=>(const FixedState&) const = default;
};
/// What commands set.
struct StencilValues {
    std::uint32_t reference = 0, mask = 0xff, write_mask = 0xff;
};
struct DynamicState {
    std::array<float, 4> blend_constants{}; // red, green, blue, alpha
    StencilValues front, back;
};

/// `targets` are the views of those that are drawn to, with their numbers.
struct BoundTarget {
    std::uint32_t number = 0;
    machine::r500::ColourView view;
};
/// What cannot be done as the chip does it goes to `approximate`.
[[nodiscard]] FixedState fixed_state(const machine::r500::State& state, std::span<const BoundTarget> targets,
                                     std::vector<std::string>& approximate);
[[nodiscard]] DynamicState dynamic_state(const machine::r500::State& state, std::span<const BoundTarget> targets);

/// In pixels; ends are exclusive.
struct Rectangle {
    std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] bool operator==(const Rectangle&) const = default;
};
[[nodiscard]] inline bool is_empty(const Rectangle& all) { return all.left >= all.right || all.top >= all.bottom; }
[[nodiscard]] inline Rectangle intersection(const Rectangle& a, const Rectangle& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}
/// The pixels that scissor and clip rectangles let through, of a target of that size: rectangles that do not overlap.
[[nodiscard]] std::vector<Rectangle> visible_rectangles(const machine::r500::State& state, machine::r500::Extent size);

} // namespace relit::render::r500
