// What `verify` does with graphics programs besides running them alone: they are drawn, in their stage of a pipeline.
#pragma once

#include "cli/io/program.hpp"
#include "cli/verify/verdict.hpp"
#include "render/vk/device.hpp"

namespace relit::cli {

/// Draws the program with random vertices, memory and textures, one draw for 64 of Options::samples, and adds a verdict for
/// each language: every invocation says what it was given and what it made, and the interpreter, given that, must make the
/// same. Where that cannot be, Verified::not_drawn says why.
[[nodiscard]] Status verify_draws(const Program& program, const ir::Module& lifted, render::vk::Device& device,
                                  const Options& options, Verified& verified);

} // namespace relit::cli
