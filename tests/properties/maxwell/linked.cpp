// Maxwell programs of several stages with one interface each from stage to stage.
#include "translate/linked.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/guests/parsed.hpp"
#include "tests/support/maxwell/draws.hpp"
#include "tests/support/maxwell/stage.hpp"
#include "tests/support/spirv_check.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>
#include <relit/relit.hpp>

#include <algorithm>
#include <set>

namespace relit::test::maxwell_linked {
namespace {

using ir::Role;
using ir::Semantic;
using translate::LinkedModule;

struct Text {
    std::string_view kind, maps, code;
};

std::vector<std::vector<std::uint8_t>> files_of(std::initializer_list<Text> texts) {
    std::vector<std::vector<std::uint8_t>> files;
    for (const Text& text : texts)
        files.push_back(assembled_maxwell(std::string(text.kind) + std::string(text.maps), text.code));
    return files;
}

/// Each stage ready to be printed; empty, and a failed test, where they cannot be linked.
std::vector<LinkedModule> linked(std::initializer_list<Text> texts, const ir::Context& context = {}) {
    const auto files = files_of(texts);
    ParsedPrograms programs;
    for (const auto& file : files) programs.add(isa::maxwell::kFrontend, file);
    auto lifted = translate::lift_linked(programs, context, {});
    EXPECT_TRUE(lifted) << (lifted ? "" : lifted.error().text);
    if (!lifted) return {};
    const Status done = translate::prepare_linked(lifted->stages, {}, {});
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    return done ? std::move(lifted->stages) : std::vector<LinkedModule>{};
}

MaxwellStage run_of(LinkedModule& stage) { return stage_of(std::move(stage.module)); }

std::set<std::uint32_t> locations(const ir::Module& module, Role role) {
    std::set<std::uint32_t> all;
    for (const lang::IoVariable& io_variable : lang::io_variables_of(module, role))
        if (io_variable.semantic == Semantic::User) all.insert(io_variable.number);
    return all;
}
bool has(const ir::Module& module, Role role, Semantic semantic) {
    return std::ranges::any_of(lang::io_variables_of(module, role),
                               [&](const lang::IoVariable& io_variable) { return io_variable.semantic == semantic; });
}
using Locations = std::set<std::uint32_t>;

/// Hands three inputs on.
constexpr Text kThree{kVertex, "in_generics=0xfff, out_system_ab=0xf8000000, out_generics=0xfff",
                      "ALD.128 R0, a[0x80] ;\nAST.128 a[0x70], R0 ;\nAST a[0x6c], R0 ;\nAST.128 a[0x80], R0 ;\n"
                      "ALD.128 R0, a[0x90] ;\nAST.128 a[0x90], R0 ;\nALD.128 R0, a[0xa0] ;\nAST.128 a[0xa0], R0 ;\n"
                      "EXIT ;\n"};
/// Of each vertex hands on generic 1, as 0, and the position.
constexpr Text kMiddle{kGeometry,
                       "topology=7, max_vertices=3, threads=1, in_system_ab=0xf0000000, in_generics=0xff0, "
                       "out_system_ab=0xf0000000, out_generics=0xff",
                       "ALD.128 R0, a[0x90], R9 ;\nAST.128 a[0x80], R0 ;\nALD.128 R0, a[0xa0], R9 ;\n"
                       "AST.128 a[0x90], R0 ;\nALD.128 R0, a[0x70], R9 ;\nAST.128 a[0x70], R0 ;\n"
                       "OUT.EMIT_THEN_CUT RZ, RZ, RZ ;\nEXIT ;\n"};
constexpr Text kLast{kFragment, "in_generics=0x2, targets=0x1", "IPA.PASS R0, a[0x80] ;\nEXIT ;\n"};

TEST(MaxwellLinked, UnreadOutputsAreNotPassedOn) {
    const auto stages = linked({kThree, kMiddle, kLast});
    ASSERT_EQ(stages.size(), 3U);
    const ir::Module &vertex = stages[0].module, &geometry = stages[1].module;
    EXPECT_EQ(locations(vertex, Role::Output), (Locations{1})); // 2 goes into a 1 that the fragments do not read
    EXPECT_EQ(locations(vertex, Role::Input), (Locations{0, 1, 2}));
    EXPECT_EQ(count(vertex, ir::Op::LoadFile), 5U); // the position, and a lane of 1
    EXPECT_TRUE(has(vertex, Role::Output, Semantic::Position));
    EXPECT_FALSE(has(vertex, Role::Output, Semantic::PointSize)); // not read, and no stage for the rasteriser
    EXPECT_EQ(locations(geometry, Role::Input), (Locations{1}));
    EXPECT_EQ(locations(geometry, Role::Output), (Locations{0}));
    EXPECT_TRUE(has(geometry, Role::Output, Semantic::Position));
}

TEST(MaxwellLinked, TheLastStageBeforeTheFragmentsFeedsThePipeline) {
    const auto stages = linked({kThree, kLast});
    EXPECT_TRUE(has(stages[0].module, Role::Output, Semantic::PointSize));
    EXPECT_TRUE(has(stages[0].module, Role::Output, Semantic::Position));
}

// Vertices are read by a number that is computed.
TEST(MaxwellLinked, VertexRegistersAtAComputedIndexAreReported) {
    constexpr Text kControlProgram{kControl, "threads=3, in_generics=0xff0, out_generics=0xf",
                                   "S2R R8, SR_INVOCATION_ID ;\nALD.64 R0, a[0x90], R8 ;\nAST.64 a[0x80], R0 ;\n"
                                   "MOV32I R4, 0x40000000 ;\nAST.P a[0x0], R4 ;\nAST.P a[0x4], R4 ;\n"
                                   "AST.P a[0x8], R4 ;\nAST.P a[0x10], R4 ;\nEXIT ;\n"};
    constexpr Text kEvaluationProgram{kEvaluation, "in_generics=0xf, out_generics=0x1, out_system_ab=0xf0000000",
                                      "ALD R0, a[0x80], R9 ;\nALD R1, a[0x80], RZ ;\nAST a[0x80], R0 ;\n"
                                      "AST a[0x70], R1 ;\nEXIT ;\n"};
    const auto stages = linked({kThree, kControlProgram, kEvaluationProgram, kLast});
    ASSERT_EQ(stages.size(), 4U);
    EXPECT_EQ(locations(stages[0].module, Role::Output), (Locations{1}));
    EXPECT_FALSE(has(stages[0].module, Role::Output, Semantic::Position));
    EXPECT_EQ(locations(stages[1].module, Role::Input), (Locations{1}));
    EXPECT_EQ(locations(stages[1].module, Role::Output), (Locations{0}));
    EXPECT_TRUE(has(stages[1].module, Role::Output, Semantic::TessLevelOuter));
    EXPECT_EQ(stages[2].module.tessellation.given, 3U); // what the control program makes
}

TEST(MaxwellLinked, WhatIsNotWrittenIsDefined) {
    constexpr Text kWriter{kVertex, "in_generics=0xf, out_generics=0x13",
                           "ALD.128 R0, a[0x80] ;\nAST.64 a[0x80], R0 ;\nAST a[0x90], R0 ;\nEXIT ;\n"};
    // generic 0 without z and w, generic 2 not at all
    constexpr Text kReader{kFragment, "in_generics=0xaa0a0aa, targets=0xffff",
                           "IPA.PASS R0, a[0x88] ;\nIPA.PASS R1, a[0x8c] ;\nIPA.PASS R2, a[0xa0] ;\n"
                           "IPA.PASS R3, a[0xac] ;\nIPA.PASS R4, a[0x80] ;\nEXIT ;\n"};
    for (const bool literal : {false, true}) {
        const auto files = files_of({kWriter, kReader});
        ParsedPrograms programs;
        for (const auto& file : files) programs.add(isa::maxwell::kFrontend, file);
        auto lifted = translate::lift_linked(programs, {}, {});
        ASSERT_TRUE(lifted) << lifted.error().text;
        const Status done = translate::prepare_linked(lifted->stages, {.literal = literal}, {});
        ASSERT_TRUE(done) << done.error().text;
        MaxwellStage vertex = run_of(lifted->stages[0]), fragment = run_of(lifted->stages[1]);
        vertex.builtins[ir::Builtin::FragCoord] = fragment.builtins[ir::Builtin::FragCoord] = {0, 0, 0, bits(1)};
        vertex.give(0, 0, 5);
        vertex.run();
        for (const std::uint32_t location : locations(fragment.module, Role::Input))
            for (std::uint32_t i = 0; i < 4; ++i) fragment.give(location, i, vertex.made(location, i));
        fragment.run();
        EXPECT_EQ(fragment.made(0, 0), 0.0F) << literal;
        EXPECT_EQ(fragment.made(0, 1), 1.0F) << literal;
        EXPECT_EQ(fragment.made(0, 2), 0.0F) << literal;
        EXPECT_EQ(fragment.made(0, 3), 1.0F) << literal;
        EXPECT_EQ(fragment.made(1, 0), 5.0F) << literal;
    }
}

// What is stored after a vertex is that of the next one: no constant, though it is stored wherever the program ends.
TEST(MaxwellLinked, ConstantsOfVerticesThatAreMadeOneByOneTravel) {
    constexpr Text kOneByOne{kGeometry, "topology=7, max_vertices=3, threads=1, out_generics=0x1",
                             "OUT.EMIT RZ, RZ, RZ ;\nMOV32I R0, 0x3f800000 ;\nAST a[0x80], R0 ;\n"
                             "OUT.EMIT RZ, RZ, RZ ;\nEXIT ;\n"};
    const auto geometry = linked({kThree, kOneByOne, kLast});
    EXPECT_EQ(locations(geometry[1].module, Role::Output), (Locations{0}));
    constexpr Text kConstant{kVertex, "out_generics=0x1", "MOV32I R0, 0x3f800000 ;\nAST a[0x80], R0 ;\nEXIT ;\n"};
    EXPECT_EQ(locations(linked({kConstant, kLast})[0].module, Role::Output), Locations{});
}

TEST(MaxwellLinked, WhatIsCapturedStays) {
    const ir::Context context{{{"maxwell.feedback0.stride", 16},
                               {"maxwell.feedback0.words", 4},
                               {"maxwell.feedback0.word0", 0xa0},
                               {"maxwell.feedback0.word1", 0xa4},
                               {"maxwell.feedback0.word2", 0xa8},
                               {"maxwell.feedback0.word3", 0xac}}};
    auto stages = linked({kThree, kLast}, context);
    EXPECT_EQ(locations(stages[0].module, Role::Output), (Locations{0, 2}));
    MaxwellStage vertex = run_of(stages[0]);
    vertex.give(2, 3, 9);
    vertex.run();
    EXPECT_EQ(vertex.made(2, 3), 9.0F);
}

TEST(MaxwellLinked, StagesHaveBindingsOfTheirOwn) {
    constexpr Text kWriter{kVertex, "out_generics=0x1", "MOV R0, c[0x3][0x0] ;\nAST a[0x80], R0 ;\nEXIT ;\n"};
    constexpr Text kReader{kFragment, "in_generics=0x2, targets=0x3",
                           "IPA.PASS R0, a[0x80] ;\nMOV R1, c[0x3][0x0] ;\nEXIT ;\n"};
    const auto stages = linked({kWriter, kReader});
    EXPECT_EQ(stages[0].module.resources[0].binding, 3U);
    EXPECT_EQ(stages[0].module.resources[0].name, "vc3");
    EXPECT_EQ(stages[1].module.resources[0].binding, 4 * 64 + 3U);
    EXPECT_EQ(stages[1].module.resources[0].name, "fc3");
}

TEST(MaxwellLinked, OnlyRowsOfThePipelineAreLinked) {
    const auto files = files_of({kThree, kLast, kMiddle});
    const auto kind = [&](std::initializer_list<std::size_t> which) {
        ParsedPrograms programs;
        for (const std::size_t i : which) programs.add(isa::maxwell::kFrontend, files[i]);
        const auto done = translate::translate_linked(programs, {}, {});
        return done ? std::optional<FaultKind>() : done.error().kind;
    };
    EXPECT_EQ(kind({0, 2, 1}), std::nullopt);
    EXPECT_EQ(kind({0, 2}), std::nullopt); // what is made is only captured
    EXPECT_EQ(kind({1, 0}), FaultKind::Usage);
    EXPECT_EQ(kind({2, 1}), FaultKind::Usage);
    EXPECT_EQ(kind({0, 0}), FaultKind::Usage);
    EXPECT_EQ(kind({}), FaultKind::Usage);
}

TEST(MaxwellLinked, ThePublicFaceGivesAllShaders) {
    const auto files = files_of({kThree, kThree, kMiddle, kLast});
    const api::Part parts[] = {
        {"maxwell", files[0]}, {"maxwell", files[1]}, {"maxwell", files[2]}, {"maxwell", files[3]}};
    const auto done = api::translate_linked(parts);
    ASSERT_TRUE(done) << done.error().text;
    ASSERT_EQ(done->stages.size(), 3U);
    for (const auto& [stage, shader] : done->stages) EXPECT_EQ(spirv_error(shader.spirv), "") << stage;
    EXPECT_NE(done->reflection.find("\"read_in\": \"geometry\""), std::string::npos) << done->reflection;
}

// ---- real programs

std::map<std::uint32_t, lang::Binding> varyings(const lang::Artifact& artifact, const char* kind) {
    std::map<std::uint32_t, lang::Binding> all;
    for (const lang::Binding& binding : artifact.interface)
        if (binding.kind == kind) all.emplace(binding.location, binding);
    return all;
}

void expect_meeting(const MaxwellDraw& draw, const translate::Linked& done) {
    for (std::size_t i = 1; i < done.stages.size(); ++i) {
        const auto given = varyings(done.stages[i - 1].artifact, "output");
        const auto read = varyings(done.stages[i].artifact, "input");
        for (const auto& [location, binding] : read)
            EXPECT_TRUE(given.contains(location)) << draw.name << " " << location;
        for (const auto& [location, binding] : given) {
            if (draw.captured.empty()) {
                EXPECT_TRUE(read.contains(location)) << draw.name << " " << location;
            }
        }
    }
}

TEST(MaxwellLinked, RealProgramsLink) {
    if (maxwell_draws().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    const verify::GlslangSession session;
    constexpr lang::Target kTargets[] = {
        {.dialect = lang::Dialect::SpirV, .has_int64 = true, .has_int16 = true},
        {.dialect = lang::Dialect::GlslVulkan, .version = 450, .has_int64 = true, .has_int16 = true},
        {.dialect = lang::Dialect::GlslVulkan, .version = 450, .literal = true, .has_int64 = true, .has_int16 = true},
        {.dialect = lang::Dialect::GlslOpenGl, .version = 450, .has_int64 = true, .has_int16 = true}};
    for (const MaxwellDraw& draw : maxwell_draws()) {
        for (const MaxwellDraw::Build& build : draw.builds) {
            ParsedPrograms programs;
            for (const auto& program : build.programs) programs.add(isa::maxwell::kFrontend, program.file);
            for (const lang::Target& target : kTargets) {
                const auto done = translate::translate_linked(programs, context_keys_of_row(build), target);
                ASSERT_TRUE(done) << draw.name << ": " << done.error().text;
                expect_meeting(draw, *done);
                for (const translate::LinkedStage& stage : done->stages) {
                    std::vector<std::uint32_t> words = stage.artifact.words;
                    if (target.dialect != lang::Dialect::SpirV) {
                        auto compiled = verify::compile_glsl(stage.artifact.text, target, stage.stage);
                        ASSERT_TRUE(compiled) << draw.name << compiled.error().text << stage.artifact.text;
                        words = std::move(*compiled);
                    }
                    if (!words.empty()) {
                        EXPECT_EQ(spirv_error(words), "") << draw.name;
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace relit::test::maxwell_linked
