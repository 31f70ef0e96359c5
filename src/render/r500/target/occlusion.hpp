// Counts the samples that pass the depth and stencil tests: ZB_ZPASS_DATA.
#pragma once

#include "render/r500/commands.hpp"

namespace relit::render::r500 {

class Occlusion {
public:
    /// Both must outlive this.
    Occlusion(vk::Handles& handles, Commands& commands) : handles_(handles), commands_(commands) {}

    /// Sets the counter; from now on it counts.
    void set(std::uint32_t count);
    [[nodiscard]] bool counts() const { return counts_; }
    /// Counts samples of a draw that has no query here.
    void add(std::uint64_t samples) { count_ += static_cast<std::uint32_t>(samples); }
    /// The counter as the commands so far leave it; runs them.
    [[nodiscard]] Result<std::uint32_t> count();

    /// Makes room for the query of another draw, before its pass.
    [[nodiscard]] Status make_room();
    /// Around a draw within its pass; nothing while nothing is counted.
    void begin(VkCommandBuffer commands) const;
    void end(VkCommandBuffer commands);

private:
    /// Adds up the queries that were recorded, which the commands have run.
    [[nodiscard]] Status collect();

    vk::Handles& handles_;
    Commands& commands_;
    vk::Owned<VkQueryPool> pool_;
    std::uint32_t first_ = 0, used_ = 0; // queries that count, and those that are used
    std::uint32_t count_ = 0;            // without these queries
    bool counts_ = false;
};

} // namespace relit::render::r500
