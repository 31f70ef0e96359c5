// Graphics programs drawn in their stage of a pipeline, besides being run alone.
#pragma once

#include "render/vk/device.hpp"
#include "verify/comparison_result.hpp"

namespace relit::verify {

/// Draws the program with random vertices, memory and textures, one draw for 16 of CompareOptions::samples, and adds a result for
/// each language: every invocation says what it was given and what it made, and the interpreter, given that, must make the
/// same. Where that cannot be, Verified::not_drawn says why.
[[nodiscard]] Status verify_draws(const LiftedProgram& program, render::vk::Device& device,
                                  const CompareOptions& options, Verified& verified);

} // namespace relit::verify
