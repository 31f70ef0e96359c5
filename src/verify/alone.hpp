// Invocations of a program alone, out of any pipeline: one a sample.
#pragma once

#include "ir/module.hpp"
#include "render/vk/device.hpp"
#include "verify/comparison_result.hpp"

namespace relit::verify {

/// The modules are ones that lower_pipeline_io() made. `traceable`: as that of LiftedProgram, of any shape.
[[nodiscard]] Result<Verified> compare_alone(const ir::Module& module, const ir::Module* traceable,
                                             render::vk::Device& device, const CompareOptions& options);

} // namespace relit::verify
