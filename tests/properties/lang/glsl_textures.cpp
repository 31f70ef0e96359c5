// Every texture and image operation that the verifier accepts compiles, in every version that has it; what a version lacks is
// refused by name. So are the other operations that reach beyond one invocation.
#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "tests/support/lang/texture_cases.hpp"
#include "tests/support/language_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace relit::lang::glsl_textures {
namespace {

using ir::Id;
using ir::kF32;
using ir::kI32;
using ir::Kind;
using ir::Op;
using ir::Stage;
using test::compiled_glsl;
using test::module_of;
using Case = test::TextureCase;

constexpr std::uint32_t kLocations = 410; // from there on everything that travels has one
constexpr Target kTargets[] = {{.dialect = Dialect::GlslVulkan, .version = 450},
                               {.dialect = Dialect::GlslOpenGl, .version = 450},
                               {.dialect = Dialect::GlslOpenGl, .version = 430},
                               {.dialect = Dialect::GlslOpenGl, .version = 330}};

struct Counts {
    unsigned valid = 0;
    std::map<std::string, unsigned> refused;
};

// By target: what compiles, and what does not by its reason.
void count(const Case& c, std::map<std::uint32_t, Counts>& counts) {
    auto module = module_of(c);
    if (!module) return;
    ASSERT_TRUE(pass::run_passes(*module, "structure"));
    for (std::uint32_t i = 0; i < std::size(kTargets); ++i) {
        const std::string text = compiled_glsl(*module, kTargets[i]);
        if (text.starts_with("glsl: ")) {
            ++counts[i].refused[text];
        } else {
            ++counts[i].valid;
        }
    }
}

// What has no function in GLSL, although the middle can say it.
constexpr std::string_view kLacking[] = {"glsl: comparisons at a level in cube maps and 2d arrays",
                                         "glsl: comparisons with a bias in arrays of cube maps and of 2d textures",
                                         "glsl: comparisons with gradients in arrays of cube maps",
                                         "glsl: fetches from cube maps and from textures that compare",
                                         "glsl: multisampled textures that are not flat",
                                         "glsl: querylod outside a fragment shader",
                                         "glsl: texture offsets that are computed"};

TEST(TextureGlsl, EveryUseOfEveryTextureCompilesOrIsRefusedByName) {
    std::map<std::uint32_t, Counts> counts;
    test::each_texture_case([&](const Case& c) { count(c, counts); });
    for (const std::uint32_t i : {0U, 1U, 2U}) {
        EXPECT_GT(counts[i].valid, 400U) << i;
        for (const auto& [why, times] : counts[i].refused) {
            EXPECT_NE(std::ranges::find(kLacking, why), std::end(kLacking)) << why << " " << times;
        }
    }
    EXPECT_EQ(counts[0].refused, counts[1].refused);
    EXPECT_EQ(counts[0].valid, counts[2].valid);
    EXPECT_EQ(counts[3].valid, 0U); // the cases keep what they read in a storage buffer
}

TEST(TextureGlsl, EveryUseOfEveryImageCompiles) {
    std::map<std::uint32_t, Counts> counts;
    test::each_image_case([&](const Case& c) { count(c, counts); });
    for (const std::uint32_t i : {0U, 1U, 2U}) {
        EXPECT_GT(counts[i].valid, 60U) << i;
        EXPECT_TRUE(counts[i].refused.empty()) << i << " " << counts[i].refused.begin()->first;
    }
}

TEST(TextureGlsl, FormatsOfImagesAreDeclared) {
    for (std::size_t i = 1; i < ir::kFormatNames.size(); ++i) {
        const std::string name(ir::kFormatNames[i]);
        Case c{Stage::Compute,
               Op::LoadImage,
               {.name = "t", .kind = ir::ResourceKind::Image, .binding = 3},
               {.coordinates = 2},
               true};
        c.resource.format = static_cast<ir::ImageFormat>(i);
        const bool is_unsigned = name.ends_with("ui"), is_signed = !is_unsigned && name.ends_with("i");
        if (is_signed || is_unsigned) c.resource.sampled = Kind::I32;
        c.resource.sampled_signed = is_signed;
        auto module = module_of(c);
        ASSERT_TRUE(module);
        ASSERT_TRUE(pass::run_passes(*module, "structure"));
        const std::string text = compiled_glsl(*module, kTargets[0]);
        EXPECT_NE(text.find("layout(" + name + ", set = 3, binding = 3) uniform "), std::string::npos) << text;
        EXPECT_EQ(text.find("#extension"), std::string::npos) << text;
    }
}

// ---- texts, and textures in GLSL 330

struct Fragment {
    ir::Module module;
    ir::Builder ir{module};
    std::uint32_t v = ir.file("v", Kind::F32, 4, 2, ir::Role::Input),
                  o = ir.file("o", Kind::F32, 4, 1, ir::Role::Output);
    explicit Fragment(Stage stage = Stage::Fragment) { module.stage = stage; }
    std::string text(const Target& target) {
        ir.ret();
        const Status legal = ir::verify(module);
        if (!legal) return legal.error().text;
        (void)lower_discard(module, target);
        EXPECT_TRUE(pass::run_passes(module, "structure"));
        return compiled_glsl(module, target);
    }
};

TEST(TextureGlsl, TexturesReadAsPeopleWriteThem) {
    for (const Target& target : kTargets) {
        Fragment f;
        const auto t = f.ir.resource({.name = "t", .kind = ir::ResourceKind::Texture, .binding = 3});
        f.module.texture_uses.push_back({.resource = t, .coordinates = 2});
        f.ir.function("main");
        const Id at = f.ir.load(f.v, 0, kF32.with_lanes(4));
        const std::array<Id, 2> coordinates{f.ir.lane(at, 0), f.ir.lane(at, 1)};
        f.ir.store(f.o, 0, f.ir.add(Op::Sample, kF32.with_lanes(4), coordinates, 0));
        const std::string text = f.text(target);
        const bool vulkan = target.dialect == Dialect::GlslVulkan;
        const std::string layout = vulkan                  ? "layout(set = 2, binding = 3) "
                                   : target.version >= 420 ? "layout(binding = 3) "
                                                           : "";
        EXPECT_NE(text.find("\n" + layout + "uniform sampler2D t;\n"), std::string::npos) << text;
        const std::string v = target.version < kLocations ? "travel0" : "v0";
        EXPECT_NE(text.find("    vec4 texel0 = texture(t, " + v + ".xy);\n    o = texel0;\n"), std::string::npos)
            << text;
    }
}

// Neither cubes nor arrays are compared with at a level, but the first one can be asked for.
TEST(TextureGlsl, ComparisonsAtTheFirstLevelTakeNoSteps) {
    for (const bool cube : {true, false}) {
        for (const float level : {0.0F, 1.0F}) {
            Fragment f;
            const auto t = f.ir.resource({.name = "t",
                                          .kind = ir::ResourceKind::Texture,
                                          .dim = cube ? ir::TextureDim::Cube : ir::TextureDim::D2,
                                          .arrayed = !cube,
                                          .shadow = true});
            f.module.texture_uses.push_back({.resource = t, .coordinates = 3, .reference = true, .lod = true});
            f.ir.function("main");
            const Id x = f.ir.load(f.v, 0, kF32);
            f.ir.store(f.o, 0, f.ir.add(Op::Sample, kF32, {x, x, x, x, f.ir.f32(level)}, 0));
            const std::string text = f.text(kTargets[0]), zero = cube ? "vec3(0.0)" : "vec2(0.0)";
            const bool said = text.find(", " + zero + ", " + zero + ")") != std::string::npos;
            EXPECT_EQ(said, level == 0) << text;
            EXPECT_EQ(text.starts_with("glsl: comparisons at a level"), level != 0) << text;
        }
    }
}

TEST(AcrossGlsl, DerivativesSubgroupsAndVotes) {
    const auto text = [](const Target& target, Op op) {
        Fragment f;
        f.ir.function("main");
        const Id x = f.ir.load(f.v, 0, kF32), yes = f.ir.FGt(x, f.ir.f32(0));
        if (op == Op::FDdx || op == Op::FDdy) {
            f.ir.store(f.o, 0, f.ir.add(op, kF32, {x}));
        } else if (op == Op::Shuffle) {
            f.ir.store(f.o, 0, f.ir.add(op, kF32, {x, f.ir.i32(1)}));
        } else if (op == Op::Ballot) {
            f.ir.store(f.o, 0, f.ir.bitcast(kF32, f.ir.add(op, kI32, {yes})));
        } else {
            f.ir.store(f.o, 0, f.ir.Select(f.ir.add(op, ir::kBool, {yes}), x, f.ir.f32(2)));
        }
        return f.text(target);
    };
    for (const Op op : {Op::FDdx, Op::FDdy, Op::Shuffle, Op::Ballot, Op::VoteAll, Op::VoteAny}) {
        for (const Target& target : kTargets) {
            const std::string got = text(target, op);
            const bool slope = op == Op::FDdx || op == Op::FDdy;
            EXPECT_EQ(got.starts_with("glsl: "), target.version == 330 && !slope) << got;
        }
    }
    EXPECT_NE(text(kTargets[3], Op::FDdy).find("float slope0 = dFdy(travel0.x);"), std::string::npos);
    EXPECT_EQ(text(kTargets[3], Op::Ballot), "glsl: subgroup operations before GLSL 430");
    EXPECT_NE(text(kTargets[0], Op::FDdx).find("float slope0 = dFdxFine(v0.x);"), std::string::npos);
}

TEST(AcrossGlsl, EveryBuiltinCompilesWhereItBelongs) {
    unsigned valid = 0;
    for (std::uint32_t i = 0; i < ir::kBuiltinNames.size(); ++i) {
        const auto which = static_cast<ir::Builtin>(i);
        const bool floats =
            which == ir::Builtin::FragCoord || which == ir::Builtin::PointCoord || which == ir::Builtin::TessCoord;
        const bool flag = which == ir::Builtin::FrontFacing || which == ir::Builtin::HelperInvocation;
        for (const Stage stage : {Stage::Vertex, Stage::Fragment, Stage::Compute}) {
            for (const Target& target : kTargets) {
                ir::Module module;
                module.stage = stage;
                ir::Builder ir(module);
                if (stage != Stage::Compute) ir.file("o", Kind::F32, 4, 1, ir::Role::Output);
                if (stage == Stage::Compute) ir.file("o", Kind::F32, 4, 1, ir::Role::Register);
                ir.function("main");
                const ir::Type type = flag ? ir::kBool : floats ? kF32.with_lanes(2) : kI32;
                Id value = ir.add(Op::ReadBuiltin, type, {}, i);
                if (flag) value = ir.Select(value, ir.f32(1), ir.f32(0));
                ir.store(0, 0, value);
                ir.ret();
                ASSERT_TRUE(pass::run_passes(module, "structure"));
                const std::string text = compiled_glsl(module, target);
                valid += text.starts_with("glsl: ") ? 0 : 1;
                if (text.starts_with("glsl: ")) {
                    const bool early = text == "glsl: compute shaders before GLSL 430";
                    EXPECT_TRUE(early || text.find(ir::kBuiltinNames[i]) != std::string::npos) << text;
                }
            }
        }
    }
    EXPECT_GT(valid, 40U);
}

/// Passes on a position, and a register of which the lanes of `mask` are stored, and makes another vertex of the position.
std::string passing_on(ir::Primitive in, ir::Primitive out, const Target& target, std::uint32_t mask) {
    Fragment g(Stage::Geometry);
    g.module.files.clear();
    const std::uint32_t vertices = ir::vertices_of(in);
    g.module.geometry = {.in = in, .out = out, .vertices = 4, .invocations = target.version < 400 ? 1U : 2U};
    const auto v = g.ir.file("v", Kind::F32, 4, 3 * vertices, ir::Role::Input);
    const auto o = g.ir.file("o", Kind::F32, 4, 3, ir::Role::Output);
    g.ir.add_io_slot(v, {.reg = 0, .semantic = ir::Semantic::Position});
    g.ir.add_io_slot(o, {.reg = 0, .semantic = ir::Semantic::Position});
    g.ir.function("main");
    g.ir.store(o, 0, g.ir.load(v, 12 * (vertices - 1), kF32.with_lanes(4)));
    g.ir.store(o, 8, g.ir.load(v, 4, kF32.with_lanes(4)), mask);
    g.ir.add(Op::EmitVertex, ir::kVoid, {});
    g.ir.store(o, 0, g.ir.load(v, 12 * (vertices - 1), kF32.with_lanes(4)));
    g.ir.store(o, 8, g.ir.load(v, 4, kF32.with_lanes(4)), mask);
    g.ir.add(Op::EmitVertex, ir::kVoid, {});
    g.ir.add(Op::EndPrimitive, ir::kVoid, {});
    return g.text(target);
}

TEST(AcrossGlsl, GeometryShaders) {
    using ir::Primitive;
    for (const Primitive in : {Primitive::Points, Primitive::Lines, Primitive::LinesAdjacency, Primitive::Triangles,
                               Primitive::TrianglesAdjacency})
        for (const Primitive out : {Primitive::Points, Primitive::LineStrip, Primitive::TriangleStrip})
            for (const Target& target : kTargets) {
                const auto expect = [](const std::string& text, const std::string& part) {
                    EXPECT_NE(text.find(part), std::string::npos) << part << "in\n" << text;
                };
                const bool located = target.version >= kLocations;
                const std::string last = std::to_string(ir::vertices_of(in) - 1);
                const std::string position = "v[" + std::to_string(3 * (ir::vertices_of(in) - 1)) + "]";
                const std::string whole = passing_on(in, out, target, 15), part = passing_on(in, out, target, 7);
                expect(part, "void emit_vertex() {\n    gl_Position = o[0];\n    " +
                                 std::string(located ? "o2_out" : "travel2") + " = o[2];\n    EmitVertex();\n}\n");
                expect(part, "    o[2].xyz = v[1].xyz;\n    emit_vertex();\n    EndPrimitive();\n}\n");
                expect(whole, "    gl_Position = " + position + ";\n    " + (located ? "o2" : "travel2") +
                                  " = v[1];\n    EmitVertex();\n    EndPrimitive();\n}\n");
                expect(whole, "    " + position + " = gl_in[" + last + "].gl_Position;\n");
                expect(whole, "    v[1] = " + std::string(located ? "v1_in" : "travel1") + "[0];\n");
            }
}

TEST(AcrossGlsl, DiscardsEndTheFragmentAfterItsLastUse) {
    const auto text = [](bool looks) {
        Fragment f;
        const auto t = f.ir.resource({.name = "t", .kind = ir::ResourceKind::Texture, .binding = 3});
        f.module.texture_uses.push_back({.resource = t, .coordinates = 2});
        f.ir.function("main");
        const Id x = f.ir.load(f.v, 0, kF32);
        f.ir.add(Op::Discard, ir::kVoid, {f.ir.FLt(x, f.ir.f32(0.5F))});
        if (looks) f.ir.store(f.o, 0, f.ir.add(Op::Sample, kF32.with_lanes(4), {x, x}, 0));
        if (!looks) f.ir.store(f.o, 0, x);
        return f.text(kTargets[0]);
    };
    EXPECT_NE(text(false).find("    if (v0.x < 0.5) discard;\n"), std::string::npos) << text(false);
    const std::string looks = text(true);
    const std::size_t sample = looks.find("texture("), discard = looks.find("discard;");
    EXPECT_TRUE(sample < discard && discard < looks.size()) << looks;
}

} // namespace
} // namespace relit::lang::glsl_textures
