// Every texture and image operation that the verifier accepts is valid SPIR-V for Vulkan in every version, with what it
// needs declared; so are the other operations that reach beyond one invocation.
#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "ir/verify/verify.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/lang/texture_cases.hpp"
#include "tests/support/spirv_check.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace relit::lang::spirv_textures {
namespace {

using ir::Id;
using ir::kF32;
using ir::kI32;
using ir::Kind;
using ir::Op;
using ir::ResourceKind;
using ir::Stage;
using test::module_of;
using Case = test::TextureCase;

constexpr std::uint32_t kVersions[] = {0x10300, 0x10400, 0x10500, 0x10600};

/// In every version, as text; or why it cannot be written.
std::string shader(ir::Module& module) {
    EXPECT_TRUE(pass::run_passes(module, "structure"));
    EXPECT_TRUE(test::lower_operations(module, {}));
    std::string text;
    for (const std::uint32_t version : kVersions) {
        const auto artifact = to_spirv(module, {.version = version});
        if (!artifact) return artifact.error().text;
        const std::string error = test::spirv_error(artifact->words);
        EXPECT_EQ(error, "") << std::hex << version << "\n" << test::spirv_text(artifact->words);
        if (text.empty()) text = test::spirv_text(artifact->words);
    }
    return text;
}

struct Counts {
    unsigned valid = 0, illegal = 0;
    std::map<std::string, unsigned> refused;
};

void try_case(const Case& c, Counts& counts) {
    auto module = module_of(c);
    if (!module) {
        ++counts.illegal;
        return;
    }
    const std::string text = shader(*module);
    if (text.starts_with("SPIR-V: ")) {
        ++counts.refused[text];
    } else {
        ++counts.valid;
    }
}

TEST(TextureSpirv, EveryUseOfEveryTextureIsValid) {
    Counts counts;
    test::each_texture_case([&](const Case& c) { try_case(c, counts); });
    EXPECT_GT(counts.valid, 400U);
    EXPECT_EQ(counts.refused.size(), 2U);
    for (const auto& [why, times] : counts.refused) {
        const bool known = why == "SPIR-V: sample with offsets that are not constant" ||
                           why == "SPIR-V: querylod outside of fragment shaders";
        EXPECT_TRUE(known) << why << " " << times;
    }
}

TEST(TextureSpirv, EveryUseOfEveryImageIsValid) {
    Counts counts;
    test::each_image_case([&](const Case& c) { try_case(c, counts); });
    EXPECT_GT(counts.valid, 60U);
    EXPECT_TRUE(counts.refused.empty());
}

TEST(TextureSpirv, FormatsOfImagesAreDeclared) {
    for (std::size_t i = 1; i < ir::kFormatNames.size(); ++i) {
        const std::string_view name = ir::kFormatNames[i];
        Case c{Stage::Compute, Op::LoadImage, {.name = "t", .kind = ResourceKind::Image}, {.coordinates = 2}, true};
        c.resource.format = static_cast<ir::ImageFormat>(i);
        const bool is_unsigned = name.ends_with("ui"), is_signed = !is_unsigned && name.ends_with("i");
        if (is_signed || is_unsigned) c.resource.sampled = Kind::I32;
        c.resource.sampled_signed = is_signed;
        auto module = module_of(c);
        ASSERT_TRUE(module);
        const std::string text = shader(*module);
        EXPECT_EQ(text.find("WithoutFormat"), std::string::npos);
        std::string said; // "R11fG11fB10f" is the name of r11f_g11f_b10f
        for (const char letter : name) said += letter == '_' ? "" : std::string(1, letter);
        std::string lower = text;
        for (char& letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        EXPECT_NE(lower.find(" 2 " + said + "\n"), std::string::npos) << name << "\n" << text;
    }
}

TEST(TextureSpirv, BindingsAreListedBySetAndSlot) {
    auto module = module_of({Stage::Fragment,
                             Op::Sample,
                             {.name = "t", .kind = ResourceKind::Texture, .binding = 3},
                             {.coordinates = 2},
                             true});
    ASSERT_TRUE(module);
    ASSERT_TRUE(pass::run_passes(*module, "structure"));
    const auto artifact = to_spirv(*module, {});
    ASSERT_TRUE(artifact);
    ASSERT_EQ(artifact->interface.size(), 2U);
    EXPECT_EQ(artifact->interface[0].kind, "storage");
    EXPECT_EQ(artifact->interface[0].set, 1U);
    EXPECT_EQ(artifact->interface[1].kind, "texture");
    EXPECT_EQ(artifact->interface[1].set, 2U);
    EXPECT_EQ(artifact->interface[1].binding, 3U);
    EXPECT_EQ(artifact->interface[1].type, "2d f32");
}

// ---- what else looks around

struct Plain {
    ir::Module module;
    ir::Builder build{module};
    std::uint32_t kept = build.storage_buffer("kept", 0, 64);

    explicit Plain(Stage stage) {
        module.stage = stage;
        if (stage == Stage::Compute) module.workgroup[0] = 32;
        if (stage == Stage::Geometry) module.geometry.vertices = 4;
        build.function("main");
    }
    std::string text() {
        build.ret();
        const Status legal = ir::verify(module);
        return legal ? shader(module) : legal.error().text;
    }
};

void expect_in(const std::string& text, std::string_view wanted) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
}

TEST(AcrossSpirv, SubgroupsInEveryStage) {
    for (const Stage stage : {Stage::Vertex, Stage::Fragment, Stage::Compute}) {
        Plain p(stage);
        const Id word = p.build.load_buffer(p.kept, p.build.i32(0), kI32), yes = p.build.INe(word, p.build.i32(0));
        p.build.store_buffer(p.kept, p.build.i32(4), p.build.add(Op::Shuffle, kI32, {word, word}));
        p.build.store_buffer(p.kept, p.build.i32(8), p.build.add(Op::Ballot, kI32, {yes}));
        const Id votes =
            p.build.BAnd(p.build.add(Op::VoteAll, ir::kBool, {yes}), p.build.add(Op::VoteAny, ir::kBool, {yes}));
        p.build.store_buffer(p.kept, p.build.i32(12), p.build.Select(votes, word, p.build.i32(0)));
        const std::string text = p.text();
        for (const char* wanted : {"Shuffle %", "Ballot %", "All %", "Any %"}) {
            expect_in(text, std::string("OpGroupNonUniform") + wanted);
        }
    }
}

TEST(AcrossSpirv, SubgroupsAreRefusedWhereThereAreNone) {
    Plain p(Stage::Compute);
    p.build.add(Op::Ballot, kI32, {p.build.boolean(true)});
    p.build.ret();
    ASSERT_TRUE(pass::run_passes(p.module, "structure"));
    const auto artifact = to_spirv(p.module, {.has_subgroups = false});
    ASSERT_FALSE(artifact);
    EXPECT_EQ(artifact.error().text, "SPIR-V: ballot, which requires subgroups, which the device does not support");
}

TEST(AcrossSpirv, DerivativesInFragmentsOnly) {
    const auto of = [](Stage stage) {
        Plain p(stage);
        const Id value = p.build.load_buffer(p.kept, p.build.i32(0), kF32.with_lanes(2));
        p.build.store_buffer(p.kept, p.build.i32(8), p.build.FDdx(value));
        p.build.store_buffer(p.kept, p.build.i32(16), p.build.FDdy(value));
        return p.text();
    };
    expect_in(of(Stage::Fragment), "OpDPdxFine %v2float");
    EXPECT_EQ(of(Stage::Compute), "SPIR-V: fddx outside of fragment shaders");
}

TEST(AcrossSpirv, DiscardsEndTheFragmentOrMakeItAHelper) {
    const auto module = [](Plain& p) -> ir::Module& {
        const Id yes = p.build.INe(p.build.load_buffer(p.kept, p.build.i32(0), kI32), p.build.i32(0));
        p.build.add(Op::Discard, ir::kVoid, {yes});
        p.build.store_buffer(p.kept, p.build.i32(4), p.build.i32(1));
        p.build.ret();
        EXPECT_TRUE(pass::run_passes(p.module, "structure"));
        return p.module;
    };
    for (const std::uint32_t version : kVersions) {
        Plain plain(Stage::Fragment), demoting(Stage::Fragment);
        const auto kills = to_spirv(module(plain), {.version = version});
        const auto demotes = to_spirv(module(demoting), {.version = version, .has_demote = true});
        ASSERT_TRUE(kills && demotes);
        EXPECT_EQ(test::spirv_error(kills->words), "");
        EXPECT_EQ(test::spirv_error(demotes->words), "");
        const std::string with_kill = test::spirv_text(kills->words), with_demote = test::spirv_text(demotes->words);
        expect_in(with_kill, "OpKill");
        EXPECT_LT(with_kill.find("OpKill"), with_kill.find("OpStore"));
        expect_in(with_demote, "OpDemoteToHelperInvocation");
        EXPECT_EQ(with_demote.find("OpKill"), std::string::npos);
    }
}

TEST(AcrossSpirv, BarriersAndSharedMemoryBelongToWorkgroups) {
    const auto of = [](Stage stage, Op op) {
        Plain p(stage);
        p.build.add(op, ir::kVoid, {});
        return p.text();
    };
    expect_in(of(Stage::Compute, Op::Barrier), "OpControlBarrier");
    expect_in(of(Stage::Compute, Op::MemoryBarrier), "OpMemoryBarrier");
    expect_in(of(Stage::Fragment, Op::MemoryBarrier), "OpMemoryBarrier %uint_1");
    Plain p(Stage::Compute);
    const auto tile = p.build.resource({.name = "tile", .kind = ResourceKind::Shared, .size = 64});
    p.build.add(Op::AtomicAdd, kI32, {p.build.i32(4), p.build.i32(1)}, tile);
    expect_in(p.text(), "Workgroup");
    const auto harness = to_spirv(p.module, {.interface = Interface::Harness});
    ASSERT_FALSE(harness);
    EXPECT_EQ(harness.error().text, "SPIR-V: memory shared by several invocations in a harness");
}

TEST(AcrossSpirv, AtomicsOfOtherWidthsAreRefusedByName) {
    Plain p(Stage::Compute);
    p.build.add(Op::AtomicUMax, ir::kI64, {p.build.i32(0), p.build.constant(ir::kI64, 1)}, p.kept);
    p.build.ret();
    ASSERT_TRUE(pass::run_passes(p.module, "structure"));
    const auto artifact = to_spirv(p.module, {.has_int64 = true});
    ASSERT_FALSE(artifact);
    EXPECT_EQ(artifact.error().text, "SPIR-V: atomicumax of 64 bits, which the target lacks");
    EXPECT_TRUE(to_spirv(p.module, {.has_int64 = true, .has_atomic_int64 = true}));
}

TEST(AcrossSpirv, GeometryShaders) {
    using ir::Primitive;
    for (const Primitive in : {Primitive::Points, Primitive::Lines, Primitive::LinesAdjacency, Primitive::Triangles,
                               Primitive::TrianglesAdjacency}) {
        for (const Primitive out : {Primitive::Points, Primitive::LineStrip, Primitive::TriangleStrip}) {
            Plain p(Stage::Geometry);
            p.module.geometry = {.in = in, .out = out, .vertices = 4, .invocations = 2};
            const std::uint32_t vertices = ir::vertices_of(in);
            const auto v = p.build.file("v", Kind::F32, 4, 3 * vertices, ir::Role::Input);
            const auto o = p.build.file("o", Kind::F32, 4, 3, ir::Role::Output);
            p.build.add_io_slot(v, {.reg = 0, .semantic = ir::Semantic::Position});
            p.build.add_io_slot(v, {.reg = 1, .lane = 2, .semantic = ir::Semantic::ClipDistance, .number = 1});
            p.build.add_io_slot(o, {.reg = 0, .semantic = ir::Semantic::Position});
            p.build.add_io_slot(o, {.reg = 1, .lane = 1, .semantic = ir::Semantic::Layer});
            p.build.store(o, 0, p.build.load(v, 12 * (vertices - 1), kF32.with_lanes(4)));
            p.build.add(Op::EmitVertex, ir::kVoid, {});
            p.build.add(Op::EndPrimitive, ir::kVoid, {});
            const std::string text = p.text();
            expect_in(text, "OpEmitVertex");
            expect_in(text, "OutputVertices 4");
            expect_in(text, "Invocations 2");
            EXPECT_EQ(text.find("OpStore %gl_Position"), text.rfind("OpStore %gl_Position"));
        }
    }
    Plain p(Stage::Vertex);
    p.build.add(Op::EmitVertex, ir::kVoid, {});
    EXPECT_EQ(p.text(), "SPIR-V: emitvertex outside of geometry shaders");
}

} // namespace
} // namespace relit::lang::spirv_textures
