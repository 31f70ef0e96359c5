// Invocations of a program alone, out of any pipeline: one a sample.
#pragma once

#include "ir/module.hpp"
#include "render/vk/device.hpp"
#include "verify/comparison_result.hpp"

namespace relit::verify {

/// `module` is one that lower_pipeline_io() made.
[[nodiscard]] Result<Verified> compare_alone(const ir::Module& module, render::vk::Device& device,
                                             const CompareOptions& options);

} // namespace relit::verify
