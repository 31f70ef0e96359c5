// Counts the samples that single draws of the device let through, each with a query of its own.
#pragma once

#include "render/r500/commands.hpp"

#include <vector>

namespace relit::render::r500 {

class StageCounter {
public:
    /// Both must outlive this.
    StageCounter(vk::Handles& handles, Commands& commands) : handles_(handles), commands_(commands) {}

    /// Makes room for so many queries, of which the first becomes number 0; those before are lost. Not within a pass.
    [[nodiscard]] Status start(std::uint32_t queries);
    /// Around draws within a pass; returns the number of the query.
    std::uint32_t begin(VkCommandBuffer commands);
    void end(VkCommandBuffer commands);
    /// Runs the commands; the samples of each query since start().
    [[nodiscard]] Result<std::vector<std::uint64_t>> take();

private:
    vk::Handles& handles_;
    Commands& commands_;
    vk::Owned<VkQueryPool> pool_;
    std::uint32_t size_ = 0, used_ = 0; // of the pool
};

} // namespace relit::render::r500
