// Commands for a device that are recorded until their results are needed, and the memory for their vertices and constants.
#pragma once

#include "render/vk/buffer.hpp"

#include <chrono>

namespace relit::render::r500 {

class Commands {
public:
    [[nodiscard]] static Result<Commands> make(vk::Handles& handles);
    Commands() = default;
    Commands(Commands&&) noexcept = default;
    Commands& operator=(Commands&&) noexcept = default;
    ~Commands() = default;

    /// The command buffer to record into, outside of any pass.
    [[nodiscard]] Result<VkCommandBuffer> get();
    /// The same inside of a pass; one over the same framebuffer goes on, any other begins after all before it is done.
    [[nodiscard]] Result<VkCommandBuffer> in_pass(const VkRenderPassBeginInfo& begin);
    /// Runs what was recorded and waits for it.
    [[nodiscard]] Status flush();

    /// An offset in the buffer of vertices and constants.
    struct Piece {
        VkDeviceSize offset = 0;
        std::span<std::uint8_t> bytes;
    };
    /// Lives until the commands ran; runs those recorded where there is no room left.
    [[nodiscard]] Result<Piece> allocate(std::uint64_t bytes);
    /// Whether so many bytes are there without running the commands.
    [[nodiscard]] bool has_room(std::uint64_t bytes) const;
    [[nodiscard]] VkBuffer buffer() const { return arena_.get(); }

    [[nodiscard]] std::uint64_t submissions() const { return submissions_; }
    [[nodiscard]] double seconds() const { return seconds_; } // waited for the device

private:
    [[nodiscard]] Status begin();
    void end_pass();

    vk::Handles* handles_ = nullptr;
    vk::Buffer arena_;
    std::uint64_t used_ = 0;
    VkCommandBuffer commands_ = VK_NULL_HANDLE; // goes with its pool
    vk::Owned<VkCommandPool> pool_;
    vk::Owned<VkFence> fence_;
    bool is_recording_ = false;
    VkFramebuffer open_ = VK_NULL_HANDLE; // of the pass that is open
    std::uint64_t submissions_ = 0;
    double seconds_ = 0;
};

/// Everything before is done, and seen, before anything after.
void record_full_barrier(vk::Handles& handles, VkCommandBuffer commands);

} // namespace relit::render::r500
