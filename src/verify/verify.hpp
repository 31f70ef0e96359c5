// Compares what a program computes on a Vulkan device, through SPIR-V and through GLSL, with the interpreter.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/frontend.hpp"
#include "render/vk/device.hpp"
#include "verify/comparison_result.hpp"

#include <optional>

namespace relit::verify {

/// Fails with Usage if the workgroup size is unknown; the text names the keys.
[[nodiscard]] Status check_workgroup(const ir::Module& module, const ir::ContextReader& context);

/// The program lifted again, to be traced, if that gives a module of the same shape: its registers say where a difference begins.
[[nodiscard]] std::optional<ir::Module> traceable_module(const isa::Program& program, const ir::Module& module,
                                                         const ir::Context& context, bool leaves_out_unknown);

/// Compares a program on random inputs: a compute program over a grid, any other alone and, if it can be drawn, in its stage of a
/// pipeline. Fails with NotSupported if no language translates it.
[[nodiscard]] Result<Verified> verify_on(render::vk::Device& device, const LiftedProgram& program,
                                         const CompareOptions& options);

} // namespace relit::verify
