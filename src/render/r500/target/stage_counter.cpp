#include "render/r500/target/stage_counter.hpp"

#include <algorithm>

namespace relit::render::r500 {

Status StageCounter::start(std::uint32_t queries) {
    used_ = 0;
    if (size_ < queries) {
        if (const Status done = commands_.flush(); !done) return done; // the old pool may be in use
        constexpr std::uint32_t kFewest = 16;
        VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
        info.queryType = VK_QUERY_TYPE_OCCLUSION;
        info.queryCount = std::max(queries, kFewest);
        VkQueryPool made = VK_NULL_HANDLE;
        const VkResult result = handles_.vk.vkCreateQueryPool(handles_.device, &info, nullptr, &made);
        if (auto done = vk::check("vkCreateQueryPool", result); !done) return done;
        pool_ = {handles_.device, made, handles_.vk.vkDestroyQueryPool};
        size_ = info.queryCount;
    }
    const auto record = commands_.get();
    if (!record) return std::unexpected(record.error());
    handles_.vk.vkCmdResetQueryPool(*record, pool_.get(), 0, queries);
    return {};
}

std::uint32_t StageCounter::begin(VkCommandBuffer commands) {
    handles_.vk.vkCmdBeginQuery(commands, pool_.get(), used_, VK_QUERY_CONTROL_PRECISE_BIT);
    return used_;
}

void StageCounter::end(VkCommandBuffer commands) { handles_.vk.vkCmdEndQuery(commands, pool_.get(), used_++); }

Result<std::vector<std::uint64_t>> StageCounter::take() {
    if (const Status done = commands_.flush(); !done) return std::unexpected(done.error());
    std::vector<std::uint64_t> samples(used_);
    if (samples.empty()) return samples;
    const VkResult result = handles_.vk.vkGetQueryPoolResults(
        handles_.device, pool_.get(), 0, used_, samples.size() * sizeof samples[0], samples.data(), sizeof samples[0],
        VK_QUERY_RESULT_WAIT_BIT | VK_QUERY_RESULT_64_BIT);
    if (auto done = vk::check("vkGetQueryPoolResults", result); !done) return std::unexpected(done.error());
    return samples;
}

} // namespace relit::render::r500
