// Semantics of registers and builtins in SPIR-V of a pipeline: declared as Vulkan wants them, in every version.
#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "ir/verify/verify.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/lang/pipeline_modules.hpp"
#include "tests/support/spirv_check.hpp"

#include <gtest/gtest.h>

namespace relit::lang::spirv_pipeline {
namespace {

using ir::Builtin;
using ir::Interpolation;
using ir::Kind;
using ir::Role;
using ir::Semantic;
using ir::Stage;

constexpr std::uint32_t kVersions[] = {0x10300, 0x10400, 0x10500, 0x10600};

/// The shader as text, valid in every version; or why there is none.
std::string shader(ir::Module module) {
    EXPECT_TRUE(pass::run_passes(module, "structure"));
    if (const Status legal = ir::verify(module); !legal) return legal.error().text;
    EXPECT_TRUE(test::lower_operations(module, {}));
    std::string text;
    for (const std::uint32_t version : kVersions) {
        const auto artifact = to_spirv(module, {.version = version});
        if (!artifact) return artifact.error().text;
        EXPECT_EQ(test::spirv_error(artifact->words), "") << std::hex << version;
        if (text.empty()) text = test::spirv_text(artifact->words);
    }
    return text;
}

void expect_in(const std::string& text, std::string_view wanted) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
}

// ---- what registers mean

struct Case {
    Stage stage;
    Role role;
    ir::IoSlot slot;
    std::string_view says; // somewhere in the text
};
constexpr Case kCases[] = {
    {Stage::Vertex, Role::Output, {.semantic = Semantic::Position}, "OpDecorate %gl_Position BuiltIn Position"},
    {Stage::Vertex, Role::Output, {.lane = 2, .semantic = Semantic::PointSize}, "%gl_PointSize BuiltIn PointSize"},
    {Stage::Vertex, Role::Output, {.semantic = Semantic::ClipDistance, .number = 5}, "BuiltIn ClipDistance"},
    {Stage::Vertex, Role::Output, {.lane = 1, .semantic = Semantic::CullDistance, .number = 2}, "BuiltIn CullDistance"},
    {Stage::Vertex, Role::Output, {.lane = 3, .semantic = Semantic::Layer}, "%gl_Layer BuiltIn Layer"},
    {Stage::Vertex, Role::Output, {.semantic = Semantic::ViewportIndex}, "BuiltIn ViewportIndex"},
    {Stage::Vertex, Role::Output, {.reg = 1, .number = 7}, "%o1_out Location 7"},
    {Stage::Fragment,
     Role::Output,
     {.lane = 2, .semantic = Semantic::FragDepth},
     "OpExecutionMode %main DepthReplacing"},
    {Stage::Fragment, Role::Output, {.semantic = Semantic::SampleMask}, "BuiltIn SampleMask"},
    {Stage::Fragment, Role::Input, {.semantic = Semantic::Position}, "%gl_FragCoord BuiltIn FragCoord"},
    {Stage::Fragment, Role::Input, {.semantic = Semantic::FrontFacing}, "%gl_FrontFacing BuiltIn FrontFacing"},
    {Stage::Fragment, Role::Input, {.semantic = Semantic::ClipDistance, .number = 1}, "BuiltIn ClipDistance"},
    {Stage::Fragment, Role::Input, {.interpolation = Interpolation::Flat}, "OpDecorate %o0_in Flat"},
    {Stage::Fragment, Role::Input, {.interpolation = Interpolation::NoPerspective}, "%o0_in NoPerspective"},
    {Stage::Fragment, Role::Input, {.interpolation = Interpolation::Centroid}, "%o0_in Centroid"},
    {Stage::Fragment, Role::Input, {.interpolation = Interpolation::Sample}, "%o0_in Sample"},
    {Stage::Fragment, Role::Input, {.lane = 1, .semantic = Semantic::Layer}, "OpDecorate %gl_Layer Flat"},
};

TEST(PipelineSpirv, EverySemanticIsWrittenAndValid) {
    for (const Case& row : kCases) {
        ir::Module module;
        module.stage = row.stage;
        ir::Builder build(module);
        const auto file = build.file("o", Kind::F32, 4, 2, row.role);
        build.add_io_slot(file, row.slot);
        const auto other = build.file("p", Kind::F32, 4, 1, row.role == Role::Input ? Role::Output : Role::Input);
        build.function("main");
        const bool reads = row.role == Role::Input;
        const std::uint32_t lane = 4 * row.slot.reg;
        build.store(reads ? other : file, reads ? 0 : lane,
                    build.load(reads ? file : other, reads ? lane : 0, {Kind::F32, 4}));
        build.ret();
        expect_in(shader(std::move(module)), row.says);
    }
}

TEST(PipelineSpirv, ARegisterThatStaysHasNoVariable) {
    ir::Module module;
    ir::Builder build(module);
    const auto file = build.file("o", Kind::F32, 4, 2, Role::Output);
    build.add_io_slot(file, {.reg = 0, .semantic = Semantic::None});
    build.function("main");
    for (const std::uint32_t lane : {0U, 4U}) build.store(file, lane, build.f32(1, 4));
    build.ret();
    const std::string text = shader(std::move(module));
    EXPECT_EQ(text.find("o0_out"), std::string::npos);
    expect_in(text, "OpDecorate %o1_out Location 1");
}

TEST(PipelineSpirv, WhatTheProgramDoesNotTouchHasNoVariable) {
    ir::Module module;
    ir::Builder build(module);
    const auto in = build.file("v", Kind::F32, 4, 3, Role::Input);
    const auto out = build.file("o", Kind::F32, 4, 3, Role::Output);
    build.function("main");
    build.store(out, 8, build.load(in, 4, {Kind::F32, 4}));
    build.ret();
    const std::string text = shader(std::move(module));
    expect_in(text, "OpEntryPoint Vertex %main \"main\" %v1_in %o2_out\n");
    EXPECT_EQ(text.find("Private__arr"), std::string::npos); // registers are the variables themselves
}

TEST(PipelineSpirv, AnOutputStartsAsZeroAndIsWrittenByLane) {
    ir::Module module;
    ir::Builder build(module);
    const auto out = build.file("o", Kind::F32, 4, 1, Role::Output);
    build.function("main");
    build.store(out, 0, build.f32(1, 4), 4);
    build.ret();
    const std::string text = shader(std::move(module));
    expect_in(text, "OpStore %o0_out ");
    expect_in(text, "OpAccessChain %_ptr_Output_float %o0_out %uint_2");
}

TEST(PipelineSpirv, DistancesShareOneArray) {
    ir::Module module;
    ir::Builder build(module);
    const auto file = build.file("o", Kind::F32, 4, 1, Role::Output);
    for (std::uint8_t i = 0; i < 4; ++i) {
        build.add_io_slot(file,
                          {.lane = i, .semantic = Semantic::ClipDistance, .number = static_cast<std::uint8_t>(2 * i)});
    }
    build.function("main");
    build.store(file, 0, build.f32(1, 4));
    build.ret();
    const std::string text = shader(std::move(module));
    expect_in(text, "%uint_7 = OpConstant %uint 7");
    expect_in(text, "OpAccessChain %_ptr_Output_float %gl_ClipDistance %uint_6");
    EXPECT_EQ(text.find("BuiltIn ClipDistance"), text.rfind("BuiltIn ClipDistance"));
}

TEST(PipelineSpirv, PatchesAreMadeOfOwnVerticesAndOfWhatIsTheirs) {
    const std::string text = shader(test::control_of_patches());
    for (const std::string_view line :
         {"OpExecutionMode %main OutputVertices 4", "OpDecorate %gl_TessLevelOuter Patch", "OpDecorate %p1_out Patch",
          "OpDecorate %p1_out Location 7", "OpDecorate %o1_out Location 1",
          "OpAccessChain %_ptr_Output_float %gl_TessLevelOuter %uint_2", "OpControlBarrier"})
        expect_in(text, line);
    EXPECT_EQ(text.find("OpStore %o1_out"), std::string::npos); // others may write theirs
}

TEST(PipelineSpirv, EvaluationDeclaresTheTessellation) {
    const std::string text = shader(test::evaluation_of_patches());
    for (const std::string_view line :
         {"OpExecutionMode %main Quads", "OpExecutionMode %main SpacingFractionalOdd",
          "OpExecutionMode %main VertexOrderCw", "OpExecutionMode %main PointMode", "%gl_TessLevelInner Patch"})
        expect_in(text, line);
}

TEST(PipelineSpirv, OutputsAreCaptured) {
    const std::string text = shader(test::captured_vertices());
    for (const std::string_view line :
         {"OpExecutionMode %main Xfb", "OpCapability TransformFeedback", "OpDecorate %gl_Position XfbBuffer 1",
          "OpDecorate %gl_Position Offset 16", "OpDecorate %o1_out XfbStride 32", "OpDecorate %o1_out Offset 0"})
        expect_in(text, line);
}

// ---- builtins

struct Reading {
    Builtin builtin;
    Stage stage;
    std::string_view says;
};
constexpr Reading kReadings[] = {
    {Builtin::VertexIndex, Stage::Vertex, "BuiltIn VertexIndex"},
    {Builtin::InstanceIndex, Stage::Vertex, "BuiltIn InstanceIndex"},
    {Builtin::FragCoord, Stage::Fragment, "BuiltIn FragCoord"},
    {Builtin::FrontFacing, Stage::Fragment, "BuiltIn FrontFacing"},
    {Builtin::PointCoord, Stage::Fragment, "BuiltIn PointCoord"},
    {Builtin::SampleId, Stage::Fragment, "BuiltIn SampleId"},
    {Builtin::SampleMask, Stage::Fragment, "BuiltIn SampleMask"},
    {Builtin::Layer, Stage::Fragment, "BuiltIn Layer"},
    {Builtin::ViewportIndex, Stage::Fragment, "BuiltIn ViewportIndex"},
    {Builtin::PrimitiveId, Stage::Fragment, "BuiltIn PrimitiveId"},
    {Builtin::WorkgroupId, Stage::Compute, "BuiltIn WorkgroupId"},
    {Builtin::LocalInvocationId, Stage::Compute, "BuiltIn LocalInvocationId"},
    {Builtin::WorkgroupCount, Stage::Compute, "BuiltIn NumWorkgroups"},
    {Builtin::WorkgroupSize, Stage::Compute, "OpConstantComposite %v3uint %uint_8 %uint_4 %uint_2"},
    {Builtin::SubgroupInvocation, Stage::Compute, "BuiltIn SubgroupLocalInvocationId"},
    {Builtin::HelperInvocation, Stage::Fragment, "BuiltIn HelperInvocation"},
    {Builtin::BaseVertex, Stage::Vertex, "BuiltIn BaseVertex"},
    {Builtin::BaseInstance, Stage::Vertex, "BuiltIn BaseInstance"},
};

// Reads it whole and its first lane, both into storage.
ir::Module reader(Builtin builtin, Stage stage) {
    ir::Module module;
    module.stage = stage;
    ir::Builder build(module);
    module.workgroup[0] = 8, module.workgroup[1] = 4, module.workgroup[2] = 2;
    const auto kept = build.storage_buffer("kept", 0, 64);
    build.function("main");
    const ir::Type type = ir::type_of(builtin);
    std::uint32_t at = 0;
    for (const ir::Type of : {type, type.scalar()}) {
        const ir::Id value = build.add(ir::Op::ReadBuiltin, of, {}, static_cast<std::uint32_t>(builtin));
        const bool is_bool = of.kind == Kind::Bool;
        build.store_buffer(kept, build.i32(at), is_bool ? build.Select(value, build.i32(1), build.i32(0)) : value);
        at += 16;
    }
    build.ret();
    return module;
}

TEST(PipelineSpirv, EveryBuiltinIsReadWhereItExists) {
    for (const Reading& row : kReadings) {
        ir::Module module = reader(row.builtin, row.stage);
        expect_in(shader(std::move(module)), row.says);
    }
}

TEST(PipelineSpirv, BuiltinsOfOtherStagesAreRefusedByName) {
    ir::Module module = reader(Builtin::FrontFacing, Stage::Vertex);
    EXPECT_EQ(shader(std::move(module)), "SPIR-V: readbuiltin front_facing in a shader of the stage vertex");
    ir::Module other = reader(Builtin::FragCoord, Stage::Fragment);
    ASSERT_TRUE(pass::run_passes(other, "structure"));
    const auto harness = to_spirv(other, {.interface = Interface::Harness});
    ASSERT_FALSE(harness);
    EXPECT_EQ(harness.error().text, "SPIR-V: readbuiltin frag_coord in a harness");
}

TEST(PipelineSpirv, BuiltinsHaveTheirType) {
    ir::Module module = reader(Builtin::VertexIndex, Stage::Vertex);
    ir::Builder build(module);
    build.move_to(0, 0);
    build.add(ir::Op::ReadBuiltin, ir::kF32, {}, static_cast<std::uint32_t>(Builtin::VertexIndex));
    const Status legal = ir::verify(module);
    ASSERT_FALSE(legal);
    EXPECT_NE(legal.error().text.find("the result is f32, vertex_index is i32"), std::string::npos);
}

} // namespace
} // namespace relit::lang::spirv_pipeline
