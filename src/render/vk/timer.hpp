// How long commands take on the device, by timestamps of its queue; where the queue has none, nothing is measured.
#pragma once

#include "render/vk/handles.hpp"

#include <string>

namespace relit::render::vk {

class Timer {
public:
    /// `name`: for frame debugging.
    [[nodiscard]] static Result<Timer> make(const Handles& handles, const std::string& name);

    // Around the commands that are measured, in one command buffer.
    void begin(const Handles& handles, VkCommandBuffer commands) const;
    void end(const Handles& handles, VkCommandBuffer commands) const;
    /// Once they are done: how long they took. 0 where nothing is measured.
    [[nodiscard]] Result<std::uint64_t> nanoseconds(const Handles& handles) const;

private:
    Owned<VkQueryPool> pool_;
};

} // namespace relit::render::vk
