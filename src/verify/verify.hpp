// Compares what a program computes on a Vulkan device, through SPIR-V and through GLSL, with the interpreter.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/frontend.hpp"
#include "render/vk/device.hpp"
#include "verify/comparison_result.hpp"

namespace relit::verify {

/// Fails with Usage if the workgroup size is unknown; the text names the keys.
[[nodiscard]] Status check_workgroup(const ir::Module& module, const ir::ContextReader& context);

/// Compares a program on random inputs: a compute program over a grid, any other alone and, if it can be drawn, in its stage of a
/// pipeline. `module` is the program as lifted. Fails with NotSupported if no language translates it.
[[nodiscard]] Result<Verified> verify_on(render::vk::Device& device, const isa::Program& program,
                                         const ir::Module& module, const CompareOptions& options);

} // namespace relit::verify
