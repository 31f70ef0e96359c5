// Compute programs run as a host runs them, over a grid, with random memory.
#pragma once

#include "render/vk/device.hpp"
#include "verify/comparison_result.hpp"

namespace relit::verify {

/// Dispatches the program CompareOptions::samples times, with buffers, textures and images of random contents, and compares what
/// lies in storage buffers and images afterwards. Words are not compared that the program leaves to chance: they come out
/// otherwise when workgroups and invocations run in the opposite order, or lookups that Vulkan leaves open give something
/// else (docs/agreement.md).
[[nodiscard]] Result<Verified> verify_dispatches(const LiftedProgram& program, render::vk::Device& device,
                                                 const CompareOptions& options);

} // namespace relit::verify
