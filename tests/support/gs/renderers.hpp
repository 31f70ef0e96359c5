// Two renderers of the GS side by side: the first difference between what they leave.
#pragma once

#include "render/gs/compute/renderer.hpp"
#include "render/gs/reference/rules.hpp"
#include "render/gs/renderer.hpp"

#include <filesystem>

namespace relit::test {

/// The Vulkan renderer on the device that tests run on, which the validation layer listens to.
[[nodiscard]] Result<std::unique_ptr<render::gs::Renderer>> gs_vulkan_renderer(
    const render::gs::reference::Rules& rules = {}, const render::gs::compute::Settings& settings = {});

/// Does the work with both, from the same memory, in pieces after which memories and palettes are compared. Tells the first
/// piece after which they differ; empty where there is none.
[[nodiscard]] std::string gs_difference(render::gs::Renderer& a, render::gs::Renderer& b,
                                        const machine::gs::WorkList& list, std::size_t pieces);

/// A whole dump by both renderers, compared after each batch. Empty where there is no difference.
[[nodiscard]] std::string gs_difference(const std::filesystem::path& dump,
                                        const render::gs::reference::Rules& rules = {},
                                        const render::gs::compute::Settings& settings = {});

/// The modes of drawing, numbered: by both sets of rules, each with 1, 2, 4, 8 and 16 samples a pixel.
inline constexpr std::uint64_t kGsModes = 10;
struct GsMode {
    render::gs::reference::Rules rules;
    unsigned rate = 1;
};
[[nodiscard]] constexpr GsMode gs_mode(std::uint64_t number) {
    return {number < kGsModes / 2 ? render::gs::reference::Rules{} : render::gs::reference::kPlain,
            1U << number % (kGsModes / 2)};
}
/// The first seed from one on that is drawn in a mode: its last digit is the mode's number.
[[nodiscard]] constexpr std::uint64_t first_of_gs_mode(std::uint64_t mode, std::uint64_t seed) {
    return seed + (mode + kGsModes - seed % kGsModes) % kGsModes;
}
static_assert(first_of_gs_mode(3, 13) == 13 && first_of_gs_mode(3, 14) == 23 && first_of_gs_mode(9, 0) == 9);

} // namespace relit::test
