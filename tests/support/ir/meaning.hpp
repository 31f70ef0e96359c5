// Whether two modules mean the same, as far as the interpreter tells from a few inputs.
#pragma once

#include "ir/module.hpp"
#include "render/vk/device.hpp"

#include <cstdint>
#include <string>

namespace relit::test {

/// A random program of one of the sorts of random_module.hpp: control flow, with values across blocks or without,
/// straight code, counted loops.
[[nodiscard]] ir::Module random_program(std::uint64_t seed);

/// A random program of control flow with integers: random_flow, with values across blocks or without, or random_loops.
/// Some are large.
[[nodiscard]] ir::Module random_control_flow(std::uint64_t seed);

/// How the outputs and buffers of `after` differ from those of `before` for awkward inputs made from the seed; empty
/// where they do not. `after` may have more files, registers at the end of the list.
enum class OutputsStart : std::uint8_t { Anyhow, AsZero };
[[nodiscard]] std::string difference(const ir::Module& before, const ir::Module& after, std::uint64_t seed,
                                     OutputsStart outputs = OutputsStart::Anyhow);

/// Runs a comma-separated list of passes on a copy of the module and compares; says what is wrong, or nothing.
[[nodiscard]] std::string difference_after(const ir::Module& before, const std::string& passes, std::uint64_t seed);

/// Prints a random module, with trees and names of registers or without, reads it back and compares text and results; says what is
/// wrong, or nothing.
[[nodiscard]] std::string difference_by_text(std::uint64_t seed);

/// difference_after() with a device, as SPIR-V: the list of passes must end so that it can be printed. Many inputs are run at
/// once, so invocations take different paths.
[[nodiscard]] std::string difference_on(render::vk::Device& device, const ir::Module& before, const std::string& passes,
                                        std::uint64_t seed);

/// One to eight random passes.
[[nodiscard]] std::string random_passes(std::uint64_t seed);

} // namespace relit::test
