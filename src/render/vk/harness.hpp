// Runs a translated program as a compute shader over many sets of inputs, words in, words out (lang::Layout).
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "lang/target.hpp"
#include "render/vk/device.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::render::vk {

struct HarnessRun {
    std::vector<std::uint32_t> out; // layout.out_words an invocation
    double pipeline_seconds = 0, run_seconds = 0;
};

/// Textures and images of the program, for all invocations; by Module::resources index.
struct HarnessTextures {
    const ir::Module& module;
    std::vector<ir::Bound>& bound; // images come back
};

/// `in` has layout.in_words an invocation; `out` has layout.out_words, filled with what the buffers start as.
/// Many invocations are run in several dispatches.
[[nodiscard]] Result<HarnessRun> run_harness(Device& device, std::span<const std::uint32_t> spirv,
                                             const lang::Layout& layout, std::span<const std::uint32_t> in,
                                             std::vector<std::uint32_t> out, const HarnessTextures* textures = nullptr);

} // namespace relit::render::vk
