// Where drivers keep descriptors in constant buffers: addresses of storage buffers, texture handles.
#pragma once

#include "ir/module.hpp"
#include "isa/maxwell/encoding/program.hpp"

#include <cstdint>

namespace relit::isa::maxwell {

/// Values of the context key "maxwell.convention".
enum class Driver : std::uint8_t { FromFile, Nvn, Deko3d, Mesa, Cuda };

/// Of one stage.
struct Convention {
    std::uint32_t slot = 0;              // the driver's constant buffer
    std::uint32_t storage = 0;           // bytes in it: descriptors of storage buffers (address low, high, size, ...)
    std::uint32_t storage_count = 0;     // of descriptor_bytes each
    std::uint32_t handle_slot = 0;       // constant buffer of the texture handles
    std::uint32_t handles = 0;           // bytes in it
    bool images_follow = false;          // those of images are after 32 of textures
    std::uint32_t surfaces = 0;          // bytes in the driver's buffer: what it says of images; 0: nothing
    std::uint32_t descriptor_bytes = 16; // of a storage buffer; CUDA's are pointers
};
/// The convention of a stage by the context key, or where it says FromFile, by the program's file.
[[nodiscard]] Convention convention_of(ir::Stage of, Driver of_file, Driver driver);
/// A DKSH has deko3d's convention, a cubin CUDA's, code with or without a header NVN's.
[[nodiscard]] Driver driver_of_file(const Program& program);

} // namespace relit::isa::maxwell
