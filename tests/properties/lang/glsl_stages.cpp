// Tessellation shaders and transform feedback in GLSL: declared as glslang wants them, others' outputs left alone.
#include "ir/verify/verify.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "tests/support/lang/pipeline_modules.hpp"
#include "tests/support/language_check.hpp"

#include <gtest/gtest.h>

namespace relit::lang::glsl_stages {
namespace {

constexpr Target kTargets[] = {{.dialect = Dialect::GlslVulkan, .version = 450},
                               {.dialect = Dialect::GlslOpenGl, .version = 450}};

std::string compiled(ir::Module module, const Target& target) {
    EXPECT_TRUE(pass::run_passes(module, "structure"));
    if (const Status legal = ir::verify(module); !legal) return legal.error().text;
    return test::compiled_glsl(module, target);
}

void expect_in(const std::string& text, std::string_view wanted) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
}

TEST(StagesGlsl, PatchesAreMadeOfOwnVerticesAndOfWhatIsTheirs) {
    for (const Target& target : kTargets) {
        const std::string text = compiled(test::control_of_patches(), target);
        for (const std::string_view line :
             {"layout(vertices = 4) out;", "layout(location = 7) patch out vec4 p1_out;",
              "    v[2] = gl_in[1].gl_Position;", "gl_out[gl_InvocationID].gl_Position.x = ",
              "o1_out[gl_InvocationID].y = 2.0;", "    barrier();", "gl_TessLevelOuter[2] = p1_out.x + 2.0;"})
            expect_in(text, line);
    }
}

TEST(StagesGlsl, EvaluationDeclaresTheTessellation) {
    for (const Target& target : kTargets) {
        const std::string text = compiled(test::evaluation_of_patches(), target);
        for (const std::string_view line :
             {"layout(quads, fractional_odd_spacing, cw, point_mode) in;", "layout(location = 9) patch in vec4 p1_in;",
              "= gl_in[3].gl_Position;", "= gl_TessLevelInner[1];"})
            expect_in(text, line);
    }
}

TEST(StagesGlsl, OutputsAreCaptured) {
    for (const Target& target : kTargets) {
        const std::string text = compiled(test::captured_vertices(), target);
        for (const std::string_view line :
             {"layout(xfb_buffer = 1, xfb_stride = 32) out;",
              "layout(xfb_buffer = 1, xfb_offset = 16) vec4 gl_Position;",
              "layout(location = 3, xfb_buffer = 1, xfb_offset = 0) out vec4", "float gl_ClipDistance[2];"})
            expect_in(text, line);
    }
}

} // namespace
} // namespace relit::lang::glsl_stages
