#include "tests/support/maxwell/pipeline.hpp"
#include "tests/support/guests/parsed.hpp"

#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

namespace relit::test {

Result<MaxwellPipeline> linked_pipeline(std::span<const std::vector<std::uint8_t>> files, const lang::Target& target,
                                        BackEnd back_end) {
    ParsedPrograms programs;
    for (const std::vector<std::uint8_t>& file : files) programs.add(isa::maxwell::kFrontend, file);
    auto lifted = translate::lift_linked(programs, {}, target);
    if (!lifted) return std::unexpected(lifted.error());
    if (const Status done = translate::prepare_linked(lifted->stages, target, {}); !done)
        return std::unexpected(done.error());
    MaxwellPipeline all{std::move(lifted->stages), {}, {}};
    for (const translate::LinkedModule& stage : all.stages) {
        auto made = back_end(stage.module, target);
        if (!made) return std::unexpected(made.error());
        all.spirv.push_back(std::move(*made));
    }
    return all;
}

Result<render::vk::Drawn> draw_quietly(render::vk::Device& device, const render::vk::Draw& draw) {
    auto drawn = render::vk::draw(device, draw);
    for (const Fault& said : device.take_messages()) ADD_FAILURE() << said.text;
    return drawn;
}

} // namespace relit::test
