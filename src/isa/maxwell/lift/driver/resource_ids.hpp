// The numbers by which lift() and lower() find resources again (ir::Resource::guest_id).
#pragma once

#include <cstdint>

namespace relit::isa::maxwell {

enum class ResourceId : std::uint32_t {
    None,
    GlobalMemory,    // all that 64-bit addresses reach, until lower() has found the storage buffers
    Handle,          // one for each shape of texture or image, until lower() has found what handles lead to
    ShapelessHandle, // the same for accesses that do not say the shape
    SharedMemory,
    LocalMemory,
    WarpValues, // values that the threads of a warp exchange
    WarpVotes,
    BarrierCount,
};

} // namespace relit::isa::maxwell
