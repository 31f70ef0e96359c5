// Copies of local memory for the host, as it is after all that was submitted before them.
#pragma once

#include "render/gs/renderer.hpp"
#include "render/vk/buffer.hpp"
#include "render/vk/timeline.hpp"

#include <array>

namespace relit::render::gs::compute {

class Copies {
public:
    /// So many may be on their way at a time.
    static constexpr std::size_t kInFlight = 4;

    [[nodiscard]] static Result<Copies> make(vk::Handles& handles);

    /// Copies a range; returns the value of the timeline at which that is done. Takes the place of the copy kInFlight before it,
    /// which is done.
    [[nodiscard]] Result<std::uint64_t> copy(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                             MemoryRange range);
    /// The copy of a value, which is reached; there until the copy kInFlight after it begins.
    [[nodiscard]] Bytes bytes(std::uint64_t value) const;

private:
    struct Copy {
        vk::Buffer to;
        vk::Commands commands;
        std::uint64_t value = 0;
        std::uint32_t size = 0;
    };
    [[nodiscard]] static Status record(const vk::Handles& handles, const Copy& copy, const vk::Buffer& memory,
                                       std::uint32_t begin);

    std::array<Copy, kInFlight> copies_;
    std::size_t last_ = 0;
};

} // namespace relit::render::gs::compute
