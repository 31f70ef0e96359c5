// Where drivers keep descriptors in constant buffers: addresses of storage buffers, texture handles.
#pragma once

#include "ir/module.hpp"

#include <cstdint>

namespace relit::isa::maxwell {

/// Values of the context key "maxwell.convention".
enum class Driver : std::uint8_t { FromFile, Nvn, Deko3d, Mesa };

inline constexpr std::uint32_t kDescriptorBytes = 16; // of a storage buffer

/// Of one stage.
struct Convention {
    std::uint32_t slot = 0;          // the driver's constant buffer
    std::uint32_t storage = 0;       // bytes in it: descriptors of storage buffers (address low, high, size, ...)
    std::uint32_t storage_count = 0; // of kDescriptorBytes each
    std::uint32_t handle_slot = 0;   // constant buffer of the texture handles
    std::uint32_t handles = 0;       // bytes in it
    bool images_follow = false;      // those of images are after 32 of textures
    std::uint32_t surfaces = 0;      // bytes in the driver's buffer: what it says of images; 0: nothing
};
/// The convention by the program's file and the context key; a DKSH has deko3d's, code with or without a header NVN's.
[[nodiscard]] Convention convention_of(ir::Stage of, bool is_dksh, Driver driver);

} // namespace relit::isa::maxwell
