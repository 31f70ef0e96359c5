// Submissions to the queue, counted: each reaches a value when it is done, and with it all before it. By fences, which every
// device has.
#pragma once

#include "render/vk/handles.hpp"

#include <cstdint>
#include <deque>
#include <vector>

namespace relit::render::vk {

/// One command buffer, recorded anew for each submission.
class Commands {
public:
    /// `name`: for frame debugging.
    [[nodiscard]] static Result<Commands> make(Handles& handles, const std::string& name);

    [[nodiscard]] VkCommandBuffer get() const { return commands_; }
    /// Forgets what was recorded. Only where that is done.
    [[nodiscard]] Status begin(const Handles& handles) const;
    [[nodiscard]] Status end(const Handles& handles) const;

private:
    Owned<VkCommandPool> pool_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE; // goes with its pool
};

class Timeline {
public:
    /// Submits commands; returns the value that they reach.
    [[nodiscard]] Result<std::uint64_t> submit(Handles& handles, VkCommandBuffer commands);
    /// The value of the last submission; 0 before the first.
    [[nodiscard]] std::uint64_t submitted() const { return submitted_; }
    /// The value up to which all is known to be done.
    [[nodiscard]] std::uint64_t reached() const { return reached_; }
    /// Asks the device how far it is, without waiting.
    [[nodiscard]] Status poll(Handles& handles) { return wait(handles, submitted_, 0); }
    /// Waits for a value: for all submissions where none is that large. Reached afterwards also where the device fails.
    [[nodiscard]] Status wait(Handles& handles, std::uint64_t value) { return wait(handles, value, kPatience); }

private:
    static constexpr std::uint64_t kPatience = 120'000'000'000; // nanoseconds until a submission counts as hung

    [[nodiscard]] Status wait(Handles& handles, std::uint64_t value, std::uint64_t patience);
    [[nodiscard]] Result<Owned<VkFence>> take_fence(Handles& handles);

    std::deque<Owned<VkFence>> running_; // of the values from reached_ + 1 on
    std::vector<Owned<VkFence>> free_;
    std::uint64_t submitted_ = 0, reached_ = 0;
};

} // namespace relit::render::vk
