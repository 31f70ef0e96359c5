#include "tests/support/language_check.hpp"

#include "tests/support/back_ends.hpp"
#include "verify/validation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::test {

void expect_taken(const lang::Artifact& artifact, const lang::Target& target, ir::Stage stage) {
    const Status taken = verify::validate(artifact, target, stage);
    EXPECT_TRUE(taken) << taken.error().text << artifact.text;
}

namespace {

/// As far as its accesses to memory are.
bool is_lowered(const ir::Module& module) {
    return std::ranges::any_of(module.resources, [](const ir::Resource& one) { return one.element != ir::kVoid; });
}

} // namespace

std::string compiled_glsl(const ir::Module& module, const lang::Target& target) {
    ir::Module written = module.clone();
    if (const Status done = is_lowered(module) ? Status{} : lower_operations(written, target); !done)
        return done.error().text;
    const auto artifact = lang::to_glsl(written, target);
    if (!artifact) return artifact.error().text;
    expect_taken(*artifact, target, module.stage);
    return artifact->text;
}

} // namespace relit::test
