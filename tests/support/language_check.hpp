// Asks the tools of a language whether they take what we print: SPIRV-Tools, glslang.
#pragma once

#include "ir/module.hpp"
#include "lang/target.hpp"

#include <string>

namespace relit::test {

/// A failed test where the artifact is not valid for Vulkan, or glslang does not take its text.
void expect_taken(const lang::Artifact& artifact, const lang::Target& target, ir::Stage stage);
/// The structured module as GLSL, which compiles; or why it has none ("glsl: ...").
[[nodiscard]] std::string compiled_glsl(const ir::Module& module, const lang::Target& target);

} // namespace relit::test
