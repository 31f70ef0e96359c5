// Faults planted into what a device gets of a translation, and if verify names the guest instruction that has one.
#pragma once

#include "isa/frontend.hpp"
#include "render/vk/device.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::test {

struct FaultCounts {
    std::size_t planted = 0; // that change a result
    std::size_t named = 0;   // of these: in each way in which the program ran, verify names the instruction
    std::size_t sliced = 0;  // of those named: with a slice that has the instruction
    std::size_t drawn_again = 0;
    std::vector<std::string> misses;
};

/// Modules with more instructions are left out: a software device compiles some ms for each ten, and again for each step.
inline constexpr std::size_t kMostFaultInsts = 500;

/// Random programs of the guest, for Maxwell kernels; or vertex, tessellation, geometry and fragment programs of Maxwell from files.
enum class FaultPrograms : std::uint8_t { Random, GraphicsOfMaxwell };
struct FaultChoice {
    std::size_t most_insts = kMostFaultInsts;
    FaultPrograms programs = FaultPrograms::Random;
};

/// Changes an operation, an operand or a constant of a program of the guest, as the seed says, in the module that the device
/// gets; again and again until verify finds a difference. Returns what went wrong besides, or nothing.
[[nodiscard]] std::string plant_fault(render::vk::Device& device, const isa::Frontend& guest, std::uint64_t seed,
                                      FaultCounts& counts, const FaultChoice& choice = {});

} // namespace relit::test
