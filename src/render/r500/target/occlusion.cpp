#include "render/r500/target/occlusion.hpp"

#include <numeric>
#include <vector>

namespace relit::render::r500 {
namespace {

constexpr std::uint32_t kQueries = 1024;

} // namespace

void Occlusion::set(std::uint32_t count) {
    count_ = count;
    first_ = used_;
    counts_ = true;
}

Result<std::uint32_t> Occlusion::count() {
    if (const Status done = commands_.flush(); !done) return std::unexpected(done.error());
    if (const Status done = collect(); !done) return std::unexpected(done.error());
    return count_;
}

Status Occlusion::collect() {
    std::vector<std::uint32_t> passed(used_ - first_);
    if (passed.empty()) return {};
    const VkResult result = handles_.vk.vkGetQueryPoolResults(
        handles_.device, pool_.get(), first_, static_cast<std::uint32_t>(passed.size()),
        passed.size() * sizeof passed[0], passed.data(), sizeof passed[0], VK_QUERY_RESULT_WAIT_BIT);
    count_ = std::accumulate(passed.begin(), passed.end(), count_); // as the counter does, in 32 bits
    first_ = used_;
    return vk::check("vkGetQueryPoolResults", result);
}

Status Occlusion::make_room() {
    const bool has_pool = pool_.get() != VK_NULL_HANDLE;
    if (!counts_ || (has_pool && used_ < kQueries)) return {};
    if (has_pool)
        if (const auto counted = count(); !counted) return std::unexpected(counted.error());
    if (!has_pool) {
        VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
        info.queryType = VK_QUERY_TYPE_OCCLUSION;
        info.queryCount = kQueries;
        VkQueryPool made = VK_NULL_HANDLE;
        const VkResult result = handles_.vk.vkCreateQueryPool(handles_.device, &info, nullptr, &made);
        if (auto done = vk::check("vkCreateQueryPool", result); !done) return done;
        pool_ = {handles_.device, made, handles_.vk.vkDestroyQueryPool};
    }
    const auto record = commands_.get();
    if (!record) return std::unexpected(record.error());
    handles_.vk.vkCmdResetQueryPool(*record, pool_.get(), 0, kQueries);
    first_ = used_ = 0;
    return {};
}

void Occlusion::begin(VkCommandBuffer commands) const {
    if (!counts_) return;
    const VkQueryControlFlags exactly = handles_.info.counts_samples ? VK_QUERY_CONTROL_PRECISE_BIT : 0;
    handles_.vk.vkCmdBeginQuery(commands, pool_.get(), used_, exactly);
}

void Occlusion::end(VkCommandBuffer commands) {
    if (counts_) handles_.vk.vkCmdEndQuery(commands, pool_.get(), used_++);
}

} // namespace relit::render::r500
