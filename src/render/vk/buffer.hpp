// Memory that host and device both see, as 32-bit words.
#pragma once

#include "render/vk/handles.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace relit::render::vk {

/// Memory of a type that has the flags, best cached; 0: any.
[[nodiscard]] Result<Owned<VkDeviceMemory>> allocate(Handles& handles, const VkMemoryRequirements& needs,
                                                     VkMemoryPropertyFlags flags);

class Buffer {
public:
    /// For any use by shaders and copies, and for vertices, and `also`; at least one word.
    [[nodiscard]] static Result<Buffer> make(Handles& handles, std::uint64_t words, VkBufferUsageFlags also = 0);

    [[nodiscard]] VkBuffer get() const { return buffer_.get(); }
    [[nodiscard]] std::span<std::uint32_t> words() const { return words_; }
    [[nodiscard]] std::span<std::uint8_t> bytes() const {
        return {reinterpret_cast<std::uint8_t*>(words_.data()), words_.size_bytes()};
    }

    /// For frame debugging: of the buffer and its memory.
    void set_name(const Handles& handles, const std::string& name) const;

private:
    Owned<VkDeviceMemory> memory_; // goes after the buffer that lies in it
    Owned<VkBuffer> buffer_;
    std::span<std::uint32_t> words_;
};

} // namespace relit::render::vk
