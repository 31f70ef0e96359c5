// A random program in the interpreter and on the device: whether both leave the same in all registers.
#pragma once

#include "codec/codec.hpp"
#include "verify/device_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit::soak {

/// A software device compiles some 20 ms for an instruction, so most programs are short; one in 64 is not.
struct ProgramSizes {
    std::size_t usual = 0, most = 0; // bytes
};
/// The first of the seed's samples that is not too long.
[[nodiscard]] std::vector<std::uint8_t> short_sample(const codec::Codec& codec, std::uint64_t seed,
                                                     const ProgramSizes& sizes);

/// Which lane is another on the device, of two quads of awkward inputs; empty where none is. What differs is tried again with
/// its operands hidden: what lavapipe computes with a 0 that it knows is no fault of ours (docs/devices.md).
[[nodiscard]] std::string difference_on_device(render::vk::Device& device, const ir::Module& module,
                                               std::uint64_t seed);

} // namespace relit::soak
