#include "tests/support/language_check.hpp"

#include "verify/validation.hpp"

#include <gtest/gtest.h>

namespace relit::test {

void expect_taken(const lang::Artifact& artifact, const lang::Target& target, ir::Stage stage) {
    const Status taken = verify::validate(artifact, target, stage);
    EXPECT_TRUE(taken) << taken.error().text << artifact.text;
}

std::string compiled_glsl(const ir::Module& module, const lang::Target& target) {
    const auto artifact = lang::to_glsl(module, target);
    if (!artifact) return artifact.error().text;
    expect_taken(*artifact, target, module.stage);
    return artifact->text;
}

} // namespace relit::test
