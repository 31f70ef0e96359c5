#include "render/vk/timer.hpp"

#include "render/vk/names.hpp"

#include <array>

namespace relit::render::vk {

constexpr std::uint32_t kQueries = 2; // before and after

Result<Timer> Timer::make(const Handles& handles, const std::string& name) {
    Timer made;
    if (handles.info.timestamp_bits == 0) return made;
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = kQueries;
    VkQueryPool pool = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkCreateQueryPool(handles.device, &info, nullptr, &pool);
    if (auto done = check("vkCreateQueryPool", result); !done) return std::unexpected(done.error());
    made.pool_ = {handles.device, pool, handles.vk.vkDestroyQueryPool};
    set_name(handles, pool, name);
    return made;
}

void Timer::begin(const Handles& handles, VkCommandBuffer commands) const {
    if (pool_.get() == VK_NULL_HANDLE) return;
    handles.vk.vkCmdResetQueryPool(commands, pool_.get(), 0, kQueries);
    handles.vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool_.get(), 0);
}

void Timer::end(const Handles& handles, VkCommandBuffer commands) const {
    if (pool_.get() == VK_NULL_HANDLE) return;
    handles.vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_.get(), 1);
}

Result<std::uint64_t> Timer::nanoseconds(const Handles& handles) const {
    if (pool_.get() == VK_NULL_HANDLE) return std::uint64_t{0};
    std::array<std::uint64_t, kQueries> ticks{};
    const VkResult result = handles.vk.vkGetQueryPoolResults(handles.device, pool_.get(), 0, kQueries, sizeof(ticks),
                                                             ticks.data(), sizeof(ticks[0]), VK_QUERY_RESULT_64_BIT);
    if (auto done = check("vkGetQueryPoolResults", result); !done) return std::unexpected(done.error());
    // A counter of fewer bits begins anew at its end.
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - handles.info.timestamp_bits);
    return static_cast<std::uint64_t>(static_cast<double>((ticks[1] - ticks[0]) & mask) *
                                      handles.info.timestamp_period);
}

} // namespace relit::render::vk
