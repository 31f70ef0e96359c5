// Graphics programs of two compilers become SPIR-V that is valid for Vulkan 1.1 and GLSL that compiles.
#include "cli/glslang.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell_draws.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

namespace relit::test {
namespace {

lang::Target target_of(lang::Dialect dialect, bool literal = false) {
    const bool spirv = dialect == lang::Dialect::SpirV;
    return {.dialect = dialect,
            .version = spirv ? 0U : 450U,
            .literal = literal,
            .has_int64 = true,
            .has_int16 = true,
            .has_float64 = true};
}

void expect_good(const MaxwellDraw::Program& program, const lang::Target& target, const std::string& name) {
    static const cli::GlslangSession session; // its tables are for every text
    const auto done = translate::translate(isa::maxwell::kGuest, program.file, program.facts, target);
    ASSERT_TRUE(done) << name << ": " << done.error().text;
    if (target.dialect == lang::Dialect::SpirV) {
        EXPECT_EQ(spirv_complaint(done->artifact.words), "") << name;
        return;
    }
    ir::ContextReader reader(program.facts);
    const auto module = translate::lift(isa::maxwell::kGuest, program.file, reader);
    ASSERT_TRUE(module);
    const auto words = cli::compile_glsl(done->artifact.text, target, module->stage);
    EXPECT_TRUE(words) << name << ": " << words.error().text << done->artifact.text;
}

TEST(MaxwellStages, EveryProgramBecomesWhatPipelinesTake) {
    if (maxwell_draws().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    using enum lang::Dialect;
    const lang::Target targets[] = {target_of(SpirV), target_of(GlslVulkan), target_of(GlslOpenGl),
                                    target_of(GlslVulkan, true)};
    for (const MaxwellDraw& draw : maxwell_draws()) {
        for (const MaxwellDraw::Build& build : draw.builds)
            for (const MaxwellDraw::Program& program : build.programs)
                for (const lang::Target& target : targets)
                    expect_good(program, target, draw.name + (build.mesa ? " mesa " : " uam ") + program.stage);
    }
}

} // namespace
} // namespace relit::test
