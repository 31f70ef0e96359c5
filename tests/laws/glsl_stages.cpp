// Tessellation shaders and transform feedback in GLSL: declared as glslang wants them, others' outputs left alone.
#include "cli/glslang.hpp"
#include "ir/builder.hpp"
#include "ir/verify.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "tests/support/spirv_check.hpp"

#include <gtest/gtest.h>

namespace relit::lang {
namespace {

using ir::Kind;
using ir::Meaning;
using ir::Role;
using ir::Stage;

constexpr Target kTargets[] = {{.dialect = Dialect::GlslVulkan, .version = 450},
                               {.dialect = Dialect::GlslOpenGl, .version = 450}};

std::string compiled(ir::Module& module, const Target& target) {
    static const cli::GlslangSession session; // its tables are for every text
    EXPECT_TRUE(pass::run_passes(module, "structure"));
    if (const Status legal = ir::verify(module); !legal) return legal.error().text;
    const auto artifact = to_glsl(module, target);
    if (!artifact) return artifact.error().text;
    const auto words = cli::compile_glsl(artifact->text, target, module.stage);
    EXPECT_TRUE(words) << words.error().text << artifact->text;
    if (words && !words->empty()) {
        EXPECT_EQ(test::spirv_complaint(*words), "") << artifact->text;
    }
    return artifact->text;
}

void expect_in(const std::string& text, std::string_view wanted) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
}

TEST(StagesGlsl, PatchesAreMadeOfOwnVerticesAndOfWhatIsTheirs) {
    for (const Target& target : kTargets) {
        ir::Module module;
        module.stage = Stage::TessControl;
        module.tessellation = {.given = 3, .made = 4};
        ir::Builder build(module);
        const auto in = build.file("v", Kind::F32, 4, 6, Role::Input);
        const auto out = build.file("o", Kind::F32, 4, 2, Role::Output);
        const auto patch = build.file("p", Kind::F32, 4, 2, Role::Output);
        module.files[patch].is_patch = true;
        build.place(in, {.meaning = Meaning::Position});
        build.place(out, {.meaning = Meaning::Position});
        build.place(out, {.reg = 1, .number = 1});
        build.place(patch, {.lane = 1, .meaning = Meaning::TessLevelOuter, .number = 2});
        build.place(patch, {.reg = 1, .number = 7});
        build.function("main");
        build.store(out, 0, build.load(in, 8, {Kind::F32, 4}));
        build.store(out, 5, build.f32(2), 1);
        build.add(ir::Op::Barrier, ir::kVoid, {});
        build.store(patch, 1, build.FAdd(build.load(patch, 4, ir::kF32), build.f32(2)), 1);
        build.ret();
        const std::string text = compiled(module, target);
        for (const std::string_view line :
             {"layout(vertices = 4) out;", "layout(location = 7) patch out vec4 p1_out;",
              "    v[2] = gl_in[1].gl_Position;", "gl_out[gl_InvocationID].gl_Position.x = ",
              "o1_out[gl_InvocationID].y = 2.0;", "    barrier();", "gl_TessLevelOuter[2] = p1_out.x + 2.0;"})
            expect_in(text, line);
    }
}

TEST(StagesGlsl, EvaluationSaysHowThePatchIsCut) {
    for (const Target& target : kTargets) {
        ir::Module module;
        module.stage = Stage::TessEval;
        module.tessellation = {.given = 4,
                               .domain = ir::Domain::Quads,
                               .spacing = ir::Spacing::FractionalOdd,
                               .clockwise = true,
                               .points = true};
        ir::Builder build(module);
        const auto in = build.file("v", Kind::F32, 4, 4, Role::Input);
        const auto patch = build.file("p", Kind::F32, 4, 2, Role::Input);
        const auto out = build.file("o", Kind::F32, 4, 1, Role::Output);
        module.files[patch].is_patch = true;
        build.place(in, {.meaning = Meaning::Position});
        build.place(out, {.meaning = Meaning::Position});
        build.place(patch, {.lane = 1, .meaning = Meaning::TessLevelInner, .number = 1});
        build.place(patch, {.reg = 1, .number = 9});
        build.function("main");
        const ir::Id level = build.FAdd(build.load(patch, 1, ir::kF32), build.load(patch, 6, ir::kF32));
        build.store(out, 0, build.FAdd(build.load(in, 12, {Kind::F32, 4}), build.splat(level, 4)));
        build.ret();
        const std::string text = compiled(module, target);
        for (const std::string_view line :
             {"layout(quads, fractional_odd_spacing, cw, point_mode) in;", "layout(location = 9) patch in vec4 p1_in;",
              "= gl_in[3].gl_Position;", "= gl_TessLevelInner[1];"})
            expect_in(text, line);
    }
}

TEST(StagesGlsl, OutputsAreCaptured) {
    for (const Target& target : kTargets) {
        ir::Module module;
        ir::Builder build(module);
        const auto out = build.file("o", Kind::F32, 4, 3, Role::Output);
        build.place(out, {.meaning = Meaning::Position});
        build.place(out, {.reg = 1, .number = 3});
        build.place(out, {.reg = 2, .meaning = Meaning::PointSize});
        build.place(out, {.reg = 2, .lane = 1, .meaning = Meaning::ClipDistance, .number = 1});
        module.feedback = {{out, 0, 1, 16, 32}, {out, 1, 1, 0, 32}};
        build.function("main");
        for (const std::uint32_t lane : {0U, 4U, 8U}) build.store(out, lane, build.f32(1, 4));
        build.ret();
        const std::string text = compiled(module, target);
        for (const std::string_view line :
             {"layout(xfb_buffer = 1, xfb_stride = 32) out;",
              "layout(xfb_buffer = 1, xfb_offset = 16) vec4 gl_Position;",
              "layout(location = 3, xfb_buffer = 1, xfb_offset = 0) out vec4", "float gl_ClipDistance[2];"})
            expect_in(text, line);
    }
}

} // namespace
} // namespace relit::lang
