#include "render/vk/dispatch.hpp"

#include "render/vk/bound.hpp"
#include "render/vk/compute.hpp"

namespace relit::render::vk {

Status run_native(Device& device, std::span<const std::uint32_t> spirv, const ir::Module& module,
                  std::vector<ir::Bound>& bound, std::array<std::uint32_t, 3> groups) {
    Handles& handles = device.handles();
    const auto resources = BoundSets::make(handles, module, bound, Binds::Everything);
    if (!resources) return std::unexpected(resources.error());
    const auto layout = make_pipeline_layout(handles, resources->layouts(), 0);
    if (!layout) return std::unexpected(layout.error());
    const auto pipeline = make_compute_pipeline(handles, spirv, layout->get());
    if (!pipeline) return std::unexpected(pipeline.error());
    const Status done = record_and_submit(handles, [&](VkCommandBuffer commands) {
        const VolkDeviceTable& vk = handles.vk;
        resources->record_upload(handles, commands);
        vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->get());
        vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout->get(), 0, BoundSets::kSets,
                                   resources->sets().data(), 0, nullptr);
        vk.vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
        resources->record_download(handles, commands);
    });
    if (done) resources->read_back(bound);
    return done;
}

} // namespace relit::render::vk
