// Runs a compute shader on the device, as a pipeline would, and in the interpreter, over the same buffers and textures.
#pragma once

#include "ir/bound.hpp"
#include "ir/builder.hpp"
#include "render/vk/device.hpp"
#include "tests/support/back_ends.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit::test {

struct BothRuns {
    std::vector<ir::Bound> device, interpreter;
};

/// What is bound after each has run `groups` workgroups; `error` is why there is no such thing, else empty.
/// The module is nested by this.
[[nodiscard]] BothRuns run_both(render::vk::Device& device, ir::Module& module, const std::vector<ir::Bound>& bound,
                                std::uint32_t groups, std::string& error, BackEnd back_end = directly);

/// The invocation's number, in a compute shader whose workgroups lie along x.
[[nodiscard]] ir::Id invocation_number(ir::Builder& ir);

} // namespace relit::test
