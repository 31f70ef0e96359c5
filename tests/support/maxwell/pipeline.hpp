// Maxwell programs of a test, from text, as the stages of one draw that bind nothing.
#pragma once

#include "render/vk/draw.hpp"
#include "tests/support/back_ends.hpp"
#include "translate/linked.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::test {

struct MaxwellPipeline {
    std::vector<translate::LinkedModule> stages;
    std::vector<std::vector<std::uint32_t>> spirv; // by stage
    std::vector<ir::Bound> nothing;

    [[nodiscard]] render::vk::DrawStage stage(std::size_t i) const { return {spirv[i], stages[i].module, nothing}; }
};

/// Links the programs, files in the order of the pipeline, and takes each stage down the back_end.
[[nodiscard]] Result<MaxwellPipeline> linked_pipeline(std::span<const std::vector<std::uint8_t>> files,
                                                      const lang::Target& target, BackEnd back_end);
/// Draws; an error of the device fails the test.
[[nodiscard]] Result<render::vk::Drawn> draw_quietly(render::vk::Device& device, const render::vk::Draw& draw);

} // namespace relit::test
