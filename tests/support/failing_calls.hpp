// A Vulkan device that fails: at one call, or from one call on.
#pragma once

#include "render/vk/functions.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

/// Which of the calls that give a VkResult fails, counted from 1; none at 0.
struct FailurePlan {
    std::uint64_t at = 0;
    bool goes_on = false; // all later calls fail too, as those of a lost device do
};

/// Counts anew, and fails by this plan from now on. One plan at a time, in one thread.
void plan_failure(FailurePlan plan);
/// The calls since then, by name.
[[nodiscard]] const std::vector<std::string_view>& calls_made();
/// The function whose call failed first; empty where none has.
[[nodiscard]] std::string failed_call();

/// Puts counting functions in the place of those that give a VkResult, and are there. vk::DeviceOptions::replace.
void count_calls(render::vk::Functions& functions);

} // namespace relit::test
