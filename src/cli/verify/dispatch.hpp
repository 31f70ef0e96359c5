// What `verify` does with compute programs: they run as a host runs them, over a grid, with random memory.
#pragma once

#include "cli/io/program.hpp"
#include "cli/verify/verdict.hpp"
#include "render/vk/device.hpp"

namespace relit::cli {

/// Dispatches the program Options::samples times, with buffers, textures and images of random contents, and compares what
/// lies in storage buffers and images afterwards. Words are not compared that the program leaves to chance: they come out
/// otherwise when workgroups and invocations run in the opposite order, or lookups that Vulkan leaves open give something
/// else (docs/agreement.md).
[[nodiscard]] Result<Verified> verify_dispatches(const Program& program, const ir::Module& module,
                                                 render::vk::Device& device, const Options& options);

} // namespace relit::cli
