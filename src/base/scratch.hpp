// Memory for what a function works with and forgets when it returns.
#pragma once

#include <cstddef>
#include <memory_resource>

namespace relit {
namespace detail {

struct ScratchRoom {
    static constexpr std::size_t kBytes = 2048;
    alignas(std::max_align_t) std::byte room[kBytes]; // NOLINT(cppcoreguidelines-pro-type-member-init): see Scratch
};

} // namespace detail

/// Hands out a piece of itself first, and more where that is too little; takes nothing back before its own end. For lists
/// whose room is reserved at once. It neither moves nor can be copied, and fills nothing in.
class Scratch : detail::ScratchRoom, public std::pmr::monotonic_buffer_resource {
public:
    Scratch() : monotonic_buffer_resource(room, sizeof room) {}
};

} // namespace relit
