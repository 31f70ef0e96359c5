#include "render/vk/dispatch.hpp"

#include "render/vk/bound.hpp"
#include "render/vk/compute.hpp"

namespace relit::render::vk {

Result<NativeProgram> NativeProgram::make(Device& device, std::span<const std::uint32_t> spirv,
                                          const ir::Module& module, const std::vector<ir::Bound>& bound) {
    Handles& handles = device.handles();
    NativeProgram made;
    auto sets = BoundSets::make(handles, module, bound, Binds::Everything);
    if (!sets) return std::unexpected(sets.error());
    auto layout = make_pipeline_layout(handles, sets->layouts(), 0);
    if (!layout) return std::unexpected(layout.error());
    made.layout_ = std::move(*layout);
    made.sets_ = std::move(*sets).take_layouts();
    auto pipeline = make_compute_pipeline(handles, spirv, made.layout_.get());
    if (!pipeline) return std::unexpected(pipeline.error());
    made.pipeline_ = std::move(*pipeline);
    return made;
}

Status NativeProgram::run(Device& device, const ir::Module& module, std::vector<ir::Bound>& bound,
                          std::array<std::uint32_t, 3> groups) const {
    Handles& handles = device.handles();
    const auto resources = BoundSets::make(handles, module, bound, Binds::Everything);
    if (!resources) return std::unexpected(resources.error());
    const Status done = record_and_submit(handles, [&](VkCommandBuffer commands) {
        const Functions& vk = handles.vk;
        resources->record_upload(handles, commands);
        vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
        vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, BoundSets::kSets,
                                   resources->sets().data(), 0, nullptr);
        vk.vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
        resources->record_download(handles, commands);
    });
    if (done) resources->read_back(bound);
    return done;
}

Status run_native(Device& device, std::span<const std::uint32_t> spirv, const ir::Module& module,
                  std::vector<ir::Bound>& bound, std::array<std::uint32_t, 3> groups) {
    const auto program = NativeProgram::make(device, spirv, module, bound);
    return program ? program->run(device, module, bound, groups) : std::unexpected(program.error());
}

} // namespace relit::render::vk
