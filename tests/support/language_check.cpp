#include "tests/support/language_check.hpp"

#include "tests/support/spirv_check.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>

namespace relit::test {

void expect_taken(const lang::Artifact& artifact, const lang::Target& target, ir::Stage stage) {
    if (target.dialect == lang::Dialect::SpirV) {
        EXPECT_EQ(spirv_error(artifact.words), "");
        return;
    }
    static const verify::GlslangSession session; // its tables are for every text
    const auto words = verify::compile_glsl(artifact.text, target, stage);
    EXPECT_TRUE(words) << words.error().text << artifact.text;
    if (!words || words->empty()) return; // text for OpenGL becomes no words
    EXPECT_EQ(spirv_error(*words), "") << artifact.text;
}

std::string compiled_glsl(const ir::Module& module, const lang::Target& target) {
    const auto artifact = lang::to_glsl(module, target);
    if (!artifact) return artifact.error().text;
    expect_taken(*artifact, target, module.stage);
    return artifact->text;
}

} // namespace relit::test
