// Asks the tools of a language, in this process, whether they take a translation: SPIRV-Tools, glslang.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "lang/target.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace relit::verify {

/// Empty if SPIRV-Tools find the module valid for the oldest Vulkan that takes its version; otherwise a line for each thing
/// that they find wrong, "word 12: ...". Control flow may nest deeper than the 1,023 levels that SPIR-V promises: translations say
/// that themselves. Threads may call it at once.
[[nodiscard]] std::string spirv_error(std::span<const std::uint32_t> words);

/// Of a module that validate() takes: the validator needs time by the square of their number, by the cube if loops nest.
inline constexpr std::uint32_t kMostValidatedLoops = 256;
inline constexpr std::uint32_t kMostValidatedMerges = 8192; // of loops and choices

/// A fault (internal) with what the tool says if it refuses the words or the text. Text must compile; the SPIR-V that glslang makes of
/// text for Vulkan must be valid, too. A fault (not supported) beyond these limits. `stage`: of the program that was
/// translated. Threads may call it at once.
[[nodiscard]] Status validate(const lang::Artifact& artifact, const lang::Target& target, ir::Stage stage);

} // namespace relit::verify
