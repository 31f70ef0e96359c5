// Loads from vertices keep their meaning, are of variables of the stage interface, and copy nothing; stores of vertices neither.
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/emits.hpp"
#include "lang/lower/lower.hpp"
#include "run/interpreter.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

namespace relit::lang::vertex_input_properties {
namespace {

using ir::Id;
using ir::Op;
using ir::Semantic;
using ir::Type;

constexpr std::uint32_t kRegisters = 4; // of a vertex
constexpr Type kFour = ir::kF32.with_lanes(4);

struct Stages {
    ir::Stage stage;
    ir::Primitive primitive; // of a geometry shader
    std::uint32_t vertices;
};
constexpr Stages kStages[] = {{ir::Stage::Geometry, ir::Primitive::Points, 1},
                              {ir::Stage::Geometry, ir::Primitive::Triangles, 3},
                              {ir::Stage::Geometry, ir::Primitive::TrianglesAdjacency, 6},
                              {ir::Stage::TessControl, {}, 4},
                              {ir::Stage::TessEval, {}, 32}};

/// A position, a varying, a varying of the last two lanes alone, and two clip distances beside a point size.
ir::Module begun(const Stages& of) {
    ir::Module module;
    module.stage = of.stage;
    module.geometry = {of.primitive, ir::Primitive::Points, 1, 1};
    module.tessellation.given = of.vertices;
    module.tessellation.made = 1;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("v", ir::Kind::F32, 4, kRegisters * of.vertices, ir::Role::Input);
    ir.add_io_slot(in, {.reg = 0, .semantic = Semantic::Position});
    ir.add_io_slot(in, {.reg = 2, .lane = 2, .number = 7});
    ir.add_io_slot(in, {.reg = 3, .lane = 0, .semantic = Semantic::ClipDistance, .number = 1});
    ir.add_io_slot(in, {.reg = 3, .lane = 3, .semantic = Semantic::PointSize});
    const std::uint32_t out = ir.file("o", ir::Kind::F32, 4, 1, ir::Role::Output);
    ir.add_io_slot(out, {.reg = 0, .semantic = Semantic::Position});
    ir.function("main");
    return module;
}

/// The sum of lanes of vertices: of numbers that are known, given, and computed from that.
ir::Module sums(const Stages& of, std::uint64_t seed) {
    ir::Module module = begun(of);
    ir::Builder ir(module);
    ir.move_to(0);
    test::Random random(seed);
    const Id given = ir.add(Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::PrimitiveId));
    Id sum = ir.constant(ir::kI32.with_lanes(4), 0);
    for (unsigned i = 0; i < 6; ++i) {
        const Id vertices[] = {given, ir.i32(random.below(of.vertices)), ir.i32(of.vertices), ir.IAdd(given, ir.i32(1)),
                               ir.IAnd(given, ir.i32(1))};
        const std::uint32_t lane = random.below(4 * kRegisters);
        const Type type = ir::kI32.with_lanes(1 + random.below(4 - lane % 4));
        const Id value = ir.load_vertex(0, lane, vertices[random.below(5)], type);
        std::vector<Id> lanes;
        for (unsigned k = 0; k < 4; ++k) lanes.push_back(ir.lane(value, k % type.lanes));
        sum = ir.IXor(sum, ir.IMul(ir.compose(lanes), ir.constant(ir::kI32.with_lanes(4), 2 * i + 1)));
    }
    ir.store(1, 0, ir.bitcast(kFour, sum));
    if (of.stage == ir::Stage::Geometry) ir.add(Op::EmitVertex, ir::kVoid, {});
    ir.ret();
    return module;
}

/// Zeros where no variable of the stage interface is: hosts have nothing there.
void give(run::State& state, const Stages& of, test::Random& random) {
    for (std::uint32_t vertex = 0; vertex < of.vertices; ++vertex)
        for (const std::uint32_t lane : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 10U, 11U, 12U, 15U})
            state.files[0][vertex * 4 * kRegisters + lane] = random.bits() & 0xffffffffU;
}

std::vector<std::uint64_t> made(const ir::Module& module, const Stages& of, const run::State& given,
                                std::uint32_t number) {
    run::State state = given;
    run::Host host;
    host.builtin = [&](ir::Builtin builtin, unsigned, std::size_t) {
        return builtin == ir::Builtin::PatchVertices ? of.vertices : number;
    };
    EXPECT_TRUE(run::run(module, {&state, 1}, {}, host));
    return state.files[1];
}

std::size_t count(const ir::Module& module, Op op) {
    std::size_t found = 0;
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            found += static_cast<std::size_t>(
                std::ranges::count_if(block.insts, [&](Id id) { return module[id].op == op; }));
    return found;
}

TEST(VertexInputs, AreLoadedAsBefore) {
    constexpr Target kTargets[] = {{.dialect = Dialect::SpirV},
                                   {.dialect = Dialect::GlslVulkan},
                                   {.dialect = Dialect::SpirV, .interface = Interface::Harness}};
    for (const Stages& of : kStages)
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const ir::Module before = sums(of, seed);
            ASSERT_TRUE(ir::verify(before)) << ir::verify(before).error().text;
            test::Random random(seed);
            run::State state = run::blank_state(before);
            give(state, of, random);
            for (const Target& target : kTargets) {
                ir::Module after = before.clone();
                ASSERT_TRUE(lower_vertex_inputs(after, target));
                ASSERT_TRUE(ir::verify(after)) << ir::verify(after).error().text;
                EXPECT_EQ(count(after, Op::LoadVertex) == 0, target.interface == Interface::Harness);
                for (const std::uint32_t number :
                     {0U, 1U, of.vertices - 1, of.vertices, 0x3fffffffU, 0x40000000U, 0x80000000U, 0xffffffffU})
                    EXPECT_EQ(made(after, of, state, number), made(before, of, state, number))
                        << of.vertices << " vertices, seed " << seed << ", of vertex " << number;
            }
        }
}

TEST(VertexInputs, AreTakenByTheToolsOfBothLanguages) {
    for (const Stages& of : kStages)
        for (std::uint64_t seed = 0; seed < 12; ++seed)
            for (const Dialect dialect : {Dialect::SpirV, Dialect::GlslVulkan, Dialect::GlslOpenGl}) {
                const Target target{.dialect = dialect};
                ir::Module module = sums(of, seed);
                ASSERT_TRUE(lower(module, target, {}));
                const auto artifact = dialect == Dialect::SpirV ? to_spirv(module, target) : to_glsl(module, target);
                ASSERT_TRUE(artifact) << artifact.error().text;
                test::expect_taken(*artifact, target, of.stage);
            }
}

/// The program with the vertices as text.
std::string text_of(const Stages& of, const std::vector<std::uint32_t>& lanes, bool is_known) {
    ir::Module module = begun(of);
    ir::Builder ir(module);
    ir.move_to(0);
    const Id given = ir.add(Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::PrimitiveId));
    Id sum = ir.f32(0);
    for (const std::uint32_t lane : lanes)
        sum = ir.FAdd(sum, ir.load_vertex(0, lane, is_known ? ir.i32(1) : given, ir::kF32));
    ir.store(1, 0, ir.splat(sum, 4));
    ir.ret();
    const Target target{.dialect = Dialect::GlslVulkan};
    EXPECT_TRUE(lower(module, target, {}));
    const auto artifact = to_glsl(module, target);
    EXPECT_TRUE(artifact);
    return artifact ? artifact->text : "";
}

TEST(VertexInputs, AreVariablesOfThePipelineInText) {
    for (const Stages& of : {kStages[1], kStages[3]}) {
        const std::string known = text_of(of, {1, 4, 11, 12, 15}, true);
        for (const char* part : {"gl_in[1].gl_Position.y", "v1_in[1].x", "v2_zw_in[1].y", "gl_in[1].gl_ClipDistance[1]",
                                 "gl_in[1].gl_PointSize"})
            EXPECT_NE(known.find(part), std::string::npos) << part << " in " << known;
        const std::string computed = text_of(of, {1, 2, 15}, false);
        EXPECT_NE(computed.find("vec4 load_v0(uint"), std::string::npos) << computed;
        EXPECT_NE(computed.find("float load_v3w(uint"), std::string::npos) << computed;
        EXPECT_EQ(computed.find("gl_in[2]"), std::string::npos) << "no copies of " << computed;
        EXPECT_EQ(computed.find("vec4 v["), std::string::npos) << "no array for " << computed;
    }
}

// How many vertices a patch has the draw says: others are not looked at.
TEST(VertexInputs, OfPatchesOfAnySizeAreLoadedUpToThatSize) {
    const std::string text = text_of(kStages[4], {1}, false);
    EXPECT_NE(text.find("< uint(gl_PatchVerticesIn)"), std::string::npos) << text;
    EXPECT_EQ(text_of(kStages[3], {1}, false).find("gl_PatchVerticesIn"), std::string::npos);
}

// The first load goes on to be that of the variable itself; the second is of it, as another kind.
TEST(VertexInputs, OfOneLaneAreLoadedTwiceFromWhatTheFirstBecame) {
    for (const Dialect dialect : {Dialect::SpirV, Dialect::GlslVulkan})
        for (const std::uint32_t lane : {0U, 12U, 15U}) {
            ir::Module before = begun(kStages[1]);
            before.files[0].lanes = lane == 0 ? 1 : 4; // then every register is one lane
            before.files[0].count = (lane == 0 ? 4 : 1) * kRegisters * kStages[1].vertices;
            if (lane == 0) before.files[0].io_slots.clear();
            ir::Builder ir(before);
            ir.move_to(0);
            const Id vertex =
                ir.add(Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::PrimitiveId));
            ir.store(1, 0, ir.load_vertex(0, lane, vertex, ir::kF32), 1);
            ir.store(1, 1, ir.bitcast(ir::kF32, ir.load_vertex(0, lane, vertex, ir::kI32)), 1);
            ir.store(1, 2, ir.load_vertex(0, lane, vertex, ir::kF32), 1);
            ir.ret();
            ASSERT_TRUE(ir::verify(before)) << ir::verify(before).error().text;
            ir::Module after = before.clone();
            ASSERT_TRUE(lower_vertex_inputs(after, {.dialect = dialect}));
            ASSERT_TRUE(ir::verify(after)) << lane << ir::verify(after).error().text;
            run::State state = run::blank_state(before);
            for (std::size_t i = 0; i < state.files[0].size(); ++i) state.files[0][i] = 100 + i;
            for (const std::uint32_t number : {0U, 2U, 3U})
                EXPECT_EQ(made(after, kStages[1], state, number), made(before, kStages[1], state, number));
        }
}

// Two lanes of a register are one load, and a look at the bounds that nothing needs is none.
TEST(VertexInputs, OfOneRegisterAreLoadedOnce) {
    ir::Module module = begun(kStages[1]);
    ir::Builder ir(module);
    ir.move_to(0);
    const Id given = ir.add(Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::PrimitiveId));
    const Id vertex = ir.IAnd(given, ir.i32(1));
    const Id a = ir.load_vertex(0, 1, vertex, ir::kF32), b = ir.load_vertex(0, 3, vertex, ir::kF32);
    ir.store(1, 0, ir.splat(ir.FAdd(a, b), 4));
    ir.ret();
    ASSERT_TRUE(lower_vertex_inputs(module, {.dialect = Dialect::SpirV}));
    EXPECT_EQ(count(module, Op::LoadVertex), 1U);
    EXPECT_EQ(count(module, Op::Select), 0U);
    EXPECT_EQ(module.functions.size(), 1U);
}

// ---- what a geometry shader makes

/// Two vertices, of which the second one has `lanes` of its position; the shader loads an output if it `looks`.
ir::Module makes_vertices(std::uint32_t lanes, bool looks) {
    ir::Module module = begun(kStages[1]);
    module.geometry.vertices = 2;
    ir::Builder ir(module);
    ir.move_to(0);
    const Id position = ir.load_vertex(0, 0, ir.i32(1), kFour);
    ir.store(1, 0, position);
    ir.add(Op::EmitVertex, ir::kVoid, {});
    if (looks) ir.store(1, 3, ir.FNeg(ir.load(1, 3, ir::kF32)), 1);
    ir.store(1, 0, ir.FNeg(position), lanes);
    ir.add(Op::EmitVertex, ir::kVoid, {});
    ir.ret();
    return module;
}

// Of what the pipeline forgets with a vertex the rest would be missing.
TEST(EmittedVertices, AreStoredToThePipelineIfTheyAreWhole) {
    for (const auto& [lanes, looks, is_whole] :
         {std::tuple(15U, false, true), std::tuple(7U, false, false), std::tuple(7U, true, false)}) {
        ir::Module module = makes_vertices(lanes, looks);
        ASSERT_TRUE(ir::verify(module)) << ir::verify(module).error().text;
        EXPECT_EQ(stores_all_it_emits(module), is_whole);
        for (const Dialect dialect : {Dialect::SpirV, Dialect::GlslVulkan}) {
            const Target target{.dialect = dialect};
            ir::Module lowered = module.clone();
            ASSERT_TRUE(lower(lowered, target, {}));
            const auto artifact = dialect == Dialect::SpirV ? to_spirv(lowered, target) : to_glsl(lowered, target);
            ASSERT_TRUE(artifact) << artifact.error().text;
            test::expect_taken(*artifact, target, ir::Stage::Geometry);
            if (dialect == Dialect::SpirV) continue;
            EXPECT_EQ(artifact->text.find("emit_vertex()") == std::string::npos, is_whole) << artifact->text;
        }
    }
}

// A program that ends without one has made none: its outputs need no value.
TEST(EmittedVertices, BeginAsNothing) {
    ir::Module module = begun(kStages[1]);
    ir::Builder ir(module);
    ir.move_to(0);
    const Id given = ir.add(Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::PrimitiveId));
    ir.where(ir.IEq(given, ir.i32(0)), [&] {
        ir.store(1, 0, ir.load_vertex(0, 0, given, kFour));
        ir.add(Op::EmitVertex, ir::kVoid, {});
    });
    ir.ret();
    const Target target{.dialect = Dialect::GlslVulkan};
    ASSERT_TRUE(lower(module, target, {}));
    const auto artifact = to_glsl(module, target);
    ASSERT_TRUE(artifact) << artifact.error().text;
    EXPECT_EQ(artifact->text.find("gl_Position = vec4(0.0)"), std::string::npos) << artifact->text;
    EXPECT_NE(artifact->text.find("EmitVertex();"), std::string::npos) << artifact->text;
}

} // namespace
} // namespace relit::lang::vertex_input_properties
