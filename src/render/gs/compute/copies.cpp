#include "render/gs/compute/copies.hpp"

#include "render/vk/names.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace relit::render::gs::compute {
namespace {

constexpr VkPipelineStageFlags kShaders = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                               kCopies = VK_PIPELINE_STAGE_TRANSFER_BIT;

void wait(const vk::Handles& handles, VkCommandBuffer commands, VkPipelineStageFlags first, VkAccessFlags written,
          VkPipelineStageFlags then, VkAccessFlags read) {
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = written, barrier.dstAccessMask = read;
    handles.vk.vkCmdPipelineBarrier(commands, first, then, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

} // namespace

Result<Copies> Copies::make(vk::Handles& handles) {
    Copies made;
    for (std::size_t i = 0; i < kInFlight; ++i) {
        auto commands = vk::Commands::make(handles, fmt::format("copy {} of local memory", i));
        if (!commands) return std::unexpected(commands.error());
        made.copies_[i].commands = std::move(*commands);
    }
    return made;
}

/// After what shaders wrote; before what they write next, and before the host reads.
Status Copies::record(const vk::Handles& handles, const Copy& copy, const vk::Buffer& memory, std::uint32_t begin) {
    if (auto done = copy.commands.begin(handles); !done) return done;
    VkCommandBuffer commands = copy.commands.get();
    {
        const vk::LabelledRegion region(handles, commands, "copy of local memory");
        wait(handles, commands, kShaders, VK_ACCESS_SHADER_WRITE_BIT, kCopies, VK_ACCESS_TRANSFER_READ_BIT);
        const VkBufferCopy part{begin, 0, copy.size};
        handles.vk.vkCmdCopyBuffer(commands, memory.get(), copy.to.get(), 1, &part);
        wait(handles, commands, kCopies, VK_ACCESS_TRANSFER_WRITE_BIT, kShaders | VK_PIPELINE_STAGE_HOST_BIT,
             VK_ACCESS_HOST_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }
    return copy.commands.end(handles);
}

Result<std::uint64_t> Copies::copy(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                   MemoryRange range) {
    last_ = (last_ + 1) % kInFlight;
    Copy& copy = copies_[last_];
    if (copy.to.bytes().size() < range.size) {
        auto larger = vk::Buffer::make(handles, std::bit_ceil((std::uint64_t{range.size} + 3) / 4));
        if (!larger) return std::unexpected(larger.error());
        copy.to = std::move(*larger);
        copy.to.set_name(handles, fmt::format("copy {} of local memory", last_));
    }
    copy.size = range.size;
    if (auto done = record(handles, copy, memory, range.begin); !done) return std::unexpected(done.error());
    auto value = timeline.submit(handles, copy.commands.get());
    if (value) copy.value = *value;
    return value;
}

Bytes Copies::bytes(std::uint64_t value) const {
    const auto at = std::ranges::find(copies_, value, &Copy::value);
    return at == copies_.end() ? Bytes() : at->to.bytes().first(at->size);
}

} // namespace relit::render::gs::compute
