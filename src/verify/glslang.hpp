// GLSL text to SPIR-V through the glslang library: how what we print is checked, and run.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "lang/target.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::verify {

/// While one exists, glslang keeps its tables of built-in names: many texts compile far faster.
class GlslangSession {
public:
    GlslangSession();
    GlslangSession(const GlslangSession&) = delete;
    GlslangSession& operator=(const GlslangSession&) = delete;
    ~GlslangSession();
};

/// The SPIR-V words, or BadInput with the compiler's messages. A harness is a compute shader, whatever `stage` says.
[[nodiscard]] Result<std::vector<std::uint32_t>> compile_glsl(std::string_view text, const lang::Target& target,
                                                              ir::Stage stage);

} // namespace relit::verify
