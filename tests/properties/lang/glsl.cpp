// GLSL text of small modules, and that glslang accepts every operation in every dialect that can hold it.
#include "ir/builder.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/lower/lower.hpp"
#include "pass/pass.hpp"
#include "tests/support/ir/random_module.hpp"
#include "tests/support/language_check.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

namespace relit::lang::glsl_test {
namespace {

using ir::Kind;
using ir::Op;
using ir::Type;

constexpr Target kVulkan{.dialect = Dialect::GlslVulkan, .version = 450};
constexpr Target kHarness{.dialect = Dialect::GlslVulkan, .interface = Interface::Harness, .version = 450};
constexpr Target kOpenGl{.dialect = Dialect::GlslOpenGl, .version = 430};
constexpr Target kOpenGl330{.dialect = Dialect::GlslOpenGl, .version = 330};

std::string body_of(const std::string& text) {
    const std::size_t at = text.find("void main() {\n");
    return at == std::string::npos ? text : text.substr(at);
}

struct Guest {
    ir::Module module;
    ir::Builder ir{module};
    std::uint32_t v = ir.file("v", Kind::F32, 4, 16, ir::Role::Input),
                  o = ir.file("o", Kind::F32, 4, 2, ir::Role::Output),
                  r = ir.file("r", Kind::F32, 4, 12, ir::Role::Register),
                  a0 = ir.file("a0", Kind::I32, 1, 1, ir::Role::Register), c = ir.constant_buffer("c", 0, 3072);
    Guest() { ir.function("main"); }
    std::string body(const Target& target) {
        ir.ret();
        EXPECT_TRUE(lower(module, target, {}));
        const std::string text = test::compiled_glsl(module, target);
        EXPECT_FALSE(text.starts_with("glsl: ")) << text;
        return body_of(text);
    }
};

constexpr Type kVec4{Kind::F32, 4};

TEST(Glsl, LiteralHasOneNamedStatementPerRegisterWrite) {
    Guest g;
    g.ir.origin("MAD R4.xyz, v[0], c[96].x, -R1;");
    const ir::Id a = g.ir.load(g.v, 0, kVec4), c = g.ir.load_buffer(g.c, g.ir.i32(96 * 16), kVec4);
    const ir::Id b = g.ir.load(g.r, 4, kVec4);
    g.ir.store(g.r, 16, g.ir.FMad(a, g.ir.swizzle(c, {0, 0, 0, 0}), g.ir.FNeg(b)), 7);
    g.ir.origin("MOV o[0].xw, R4;");
    g.ir.store(g.o, 0, g.ir.load(g.r, 16, kVec4), 9);
    Target literal = kVulkan;
    literal.literal = true;
    // R1 and R4.w are read, and o[0].yz and o[1] handed on, as they started: zero
    EXPECT_EQ(g.body(literal),
              "void main() {\n"
              "    o[1] = vec4(0.0);\n" // the pipeline takes the whole array
              "    o[0] = vec4(0.0);\n"
              "    r[1] = vec4(0.0);\n"
              "    r[4] = vec4(0.0);\n"
              "    // MAD R4.xyz, v[0], c[96].x, -R1;\n"
              "    r[4].xyz = v[0].xyz * c[96].x - r[1].xyz;\n"
              "    // MOV o[0].xw, R4;\n"
              "    o[0].xw = r[4].xw;\n"
              "}\n");
}

TEST(Glsl, ReadsStayBeforeTheWritesThatFollowThem) {
    Guest g;
    const ir::Id old = g.ir.load(g.r, 0, kVec4);
    const ir::Id sum = g.ir.FAdd(old, g.ir.load(g.r, 4, kVec4));
    g.ir.store(g.r, 0, g.ir.load(g.v, 0, kVec4));
    g.ir.store(g.o, 0, sum);
    EXPECT_EQ(g.body(kVulkan),
              "void main() {\n"
              "    precise vec4 r0 = vec4(0.0);\n"
              "    precise vec4 r1 = vec4(0.0);\n"
              "    precise vec4 sum0 = r0 + r1;\n"
              "    r0 = v0;\n"
              "    o0 = sum0;\n"
              "}\n");
}

TEST(Glsl, IndexedConstantsAreReadThroughABoundsCheck) {
    Guest g;
    const ir::Id index = g.ir.load(g.v, 0, ir::kI32);
    const ir::Id at = g.ir.IAdd(g.ir.IMul(index, g.ir.i32(16)), g.ir.i32(1536));
    g.ir.store(g.o, 0, g.ir.load_buffer(g.c, at, kVec4)); // bytes: the product may wrap
    const ir::Id clamped = g.ir.UMin(g.ir.IAdd(index, g.ir.i32(3)), g.ir.i32(192));
    g.ir.store(g.o, 4, g.ir.load_buffer(g.c, g.ir.IMul(clamped, g.ir.i32(16)), kVec4)); // rows: 192 is outside as well
    EXPECT_EQ(g.body(kVulkan),
              "void main() {\n"
              "    uint given0 = floatBitsToUint(v0.x);\n"
              "    o0 = load_row_c((given0 * 16u + 1536u) >> 4u);\n"
              "    o1 = load_row_c(given0 + 3u);\n"
              "}\n");
}

TEST(Glsl, BitsMoveBetweenKinds) {
    Guest g;
    g.ir.store(g.a0, 0, g.ir.bitcast(ir::kI32, g.ir.load(g.v, 1, ir::kF32)));
    g.ir.store(g.o, 2, g.ir.load(g.a0, 0, ir::kF32));
    g.ir.store(g.o, 3, g.ir.load(g.v, 6, kVec4), 3);
    EXPECT_EQ(g.body(kVulkan),
              "void main() {\n"
              "    o0 = vec4(0.0);\n"
              "    o1 = vec4(0.0);\n"
              "    uint a0 = floatBitsToUint(v0.y);\n"
              "    o0.z = uintBitsToFloat(a0);\n"
              "    o0.w = v1.z;\n"
              "    o1.x = v1.w;\n"
              "}\n");
}

TEST(Glsl, LanesAreWrittenAsSwizzles) {
    Guest g;
    const ir::Id a = g.ir.load(g.v, 0, kVec4), b = g.ir.load(g.v, 4, kVec4);
    g.ir.store(g.r, 0, g.ir.swizzle(g.ir.swizzle(a, {3, 2, 1, 0}), {1, 1, 0, 0}), 5);
    g.ir.store(g.r, 4, g.ir.splat(g.ir.FDot(g.ir.swizzle(a, {0, 1, 2}), g.ir.swizzle(b, {0, 1, 2})), 4), 2);
    g.ir.store(g.r, 8, g.ir.blend(g.ir.FMul(a, g.ir.splat(g.ir.lane(b, 3), 4)), g.ir.f32(1, 4), 8));
    g.ir.store(g.o, 0, g.ir.compose({g.ir.lane(a, 0), g.ir.lane(a, 1), g.ir.lane(b, 2), g.ir.FNeg(g.ir.lane(b, 3))}));
    g.ir.store(g.o, 4, g.ir.FSub(g.ir.FAdd(a, b), g.ir.FMul(g.ir.FAdd(a, b), b)));
    const ir::Id with_one = g.ir.blend(g.ir.load(g.r, 0, kVec4), g.ir.f32(1, 4), 8);
    g.ir.store(g.r, 12, g.ir.FDot(with_one, b));
    Target literal = kVulkan;
    literal.literal = true;
    EXPECT_EQ(g.body(literal),
              "void main() {\n"
              "    r[0] = vec4(0.0);\n"                   // its y is read below
              "    r[0].xz = v[0].zw;\n"                  // lane 1 of wzyx is z, lane 0 is w
              "    r[1].y = f_dot(v[0].xyz, v[1].xyz);\n" // of four equal lanes one is stored
              "    r[2].xyz = v[0].xyz * v[1].w;\n"       // the fourth product is never stored
              "    r[2].w = 1.0;\n"
              "    o[0] = vec4(v[0].xy, v[1].z, -v[1].w);\n"
              "    o[1] = v[0] + v[1] - (v[0] + v[1]) * v[1];\n"
              "    r[3].x = f_dot(vec4(r[0].xyz, 1.0), v[1]);\n"
              "}\n");
}

// Whatever other registers there are, a store of several statements stores what was there before the first.
TEST(Glsl, ARegisterMayMoveWithinItsFile) {
    Guest g;
    g.ir.store(g.r, 2, g.ir.load(g.r, 0, kVec4));
    g.ir.store(g.o, 0, g.ir.load(g.r, 0, kVec4));
    g.ir.store(g.o, 4, g.ir.load(g.r, 4, kVec4));
    EXPECT_EQ(g.body(kVulkan),
              "void main() {\n"
              "    precise vec4 r0 = vec4(0.0);\n"
              "    precise vec4 r1 = vec4(0.0);\n"
              "    vec4 value0 = r0;\n"
              "    r0.zw = value0.xy;\n"
              "    r1.xy = value0.zw;\n"
              "    o0 = r0;\n"
              "    o1 = r1;\n"
              "}\n");
}

TEST(Glsl, ConstantsReadBackToTheirBits) {
    const auto f32 = [](float value) {
        const std::uint64_t bits = std::bit_cast<std::uint32_t>(value);
        return glsl::constant(ir::kF32, {&bits, 1});
    };
    EXPECT_EQ(f32(1.0F), "1.0");
    EXPECT_EQ(f32(0.1F), "0.1");
    EXPECT_EQ(f32(-2.5F), "-2.5");
    EXPECT_EQ(f32(-0.0F), "uintBitsToFloat(0x80000000u)");
    EXPECT_EQ(f32(INFINITY), "uintBitsToFloat(0x7f800000u)");
    EXPECT_EQ(f32(1e-45F), "uintBitsToFloat(0x00000001u)");
    const std::array<std::uint64_t, 3> lanes{1, 2, 0x12345678};
    EXPECT_EQ(glsl::constant({Kind::I32, 3}, lanes), "uvec3(1u, 2u, 0x12345678u)");
}

TEST(Glsl, NamesThatGlslTakesAreChanged) {
    EXPECT_EQ(glsl::legal_name("r"), "r");
    EXPECT_EQ(glsl::legal_name("buffer"), "buffer_g");
    EXPECT_EQ(glsl::legal_name("sum12"), "sum12_g");
    EXPECT_EQ(glsl::legal_name("t12"), "t12");
    EXPECT_EQ(glsl::legal_name("gl_x"), "g_gl_x");
    EXPECT_EQ(glsl::legal_name("a__b"), "a_b");
    EXPECT_EQ(glsl::legal_name("0"), "g_0");
}

// A harness has them behind the lowering that writes them otherwise.
TEST(Glsl, BlendsAreLanesOfBoth) {
    Guest g;
    const ir::Id a = g.ir.load(g.v, 0, kVec4), b = g.ir.FNeg(g.ir.load(g.v, 4, kVec4));
    g.ir.store(g.o, 0, g.ir.blend(a, b, 2));
    g.ir.ret();
    ASSERT_TRUE(pass::run_passes(g.module, "structure"));
    const auto artifact = to_glsl(g.module, kVulkan);
    ASSERT_TRUE(artifact) << artifact.error().text;
    EXPECT_NE(artifact->text.find("    vec4 value0 = -v1;\n"), std::string::npos) << artifact->text;
    EXPECT_NE(artifact->text.find("    o0 = vec4(v0.x, value0.y, v0.zw);\n"), std::string::npos) << artifact->text;
}

TEST(Glsl, ReportsWhatTheTargetLacks) {
    Guest g;
    const ir::Id wide = g.ir.constant(ir::kI64, 5);
    g.ir.store(g.o, 0, g.ir.bitcast({Kind::F32, 2}, wide));
    g.ir.ret();
    ASSERT_TRUE(pass::run_passes(g.module, "structure"));
    const auto artifact = to_glsl(g.module, kVulkan);
    ASSERT_FALSE(artifact);
    EXPECT_EQ(artifact.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(artifact.error().text, "glsl: values of uint64_t, which the target lacks");
}

// ---- every row that works on values, for 1 and 3 lanes, compiles
Kind kind_of(char letter, Kind floats, Kind integers) {
    switch (letter) {
        case 'F':
        case 'f':
        case 'T':
        case 't':
        case 'V': return floats;
        case 'I':
        case 'i': return integers;
        default: return Kind::Bool;
    }
}

void add_row(ir::Builder& ir, Op op, unsigned lanes, std::uint32_t out, Kind floats, Kind integers) {
    const ir::OpInfo& row = ir::info(op);
    std::vector<ir::Id> operands;
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
        const Type type{kind_of(row.operands[i], floats, integers),
                        static_cast<std::uint8_t>(row.operands[i] >= 'a' ? 1 : lanes)};
        const ir::Id words =
            ir.load(0, 16 * static_cast<std::uint32_t>(i),
                    {Kind::I32,
                     static_cast<std::uint8_t>(type.kind == Kind::Bool || ir::bits_of(type) < 128 ? type.lanes : 4)});
        if (type.kind == Kind::Bool)
            operands.push_back(ir.INe(words, ir.i32(0, type.lanes)));
        else
            operands.push_back(ir.load(0, 16 * static_cast<std::uint32_t>(i), type));
    }
    const Type result{kind_of(row.result, floats, integers), static_cast<std::uint8_t>(row.result >= 'a' ? 1 : lanes)};
    ir::Id value = ir.add(op, result, operands);
    if (result.kind == Kind::Bool) value = ir.Select(value, ir.i32(1, result.lanes), ir.i32(0, result.lanes));
    ir.store(out, 0, value);
}

bool is_plain(Op op) {
    const ir::OpInfo& row = ir::info(op);
    if (!row.has(ir::kPure) || row.has(ir::kAcross) || row.operands.empty()) return false;
    return row.operands.find_first_of("V*") == std::string_view::npos && op != Op::LoadTable;
}

void compile_all(const Target& target, Kind floats, Kind integers) {
    for (std::size_t i = 0; i < ir::kOpCount; ++i) {
        const auto op = static_cast<Op>(i);
        const bool converts = op == Op::UExtend || op == Op::SExtend || op == Op::ITruncate || op == Op::FConvert;
        if (!is_plain(op) || converts || (op == Op::FFma && target.version < 400)) continue;
        for (const unsigned lanes : {1U, 3U}) {
            ir::Module module;
            ir::Builder ir(module);
            ir.file("v", Kind::I32, 4, 16, ir::Role::Input);
            const std::uint32_t out = ir.file("o", Kind::I32, 4, 4, ir::Role::Output);
            ir.function("main");
            add_row(ir, op, lanes, out, floats, integers);
            ir.ret();
            ASSERT_TRUE(lower(module, target, {}));
            const std::string text = test::compiled_glsl(module, target);
            ASSERT_FALSE(text.starts_with("glsl: ")) << ir::info(op).name << "\n" << text;
        }
    }
}

TEST(Glsl, EveryPlainRowCompilesForVulkan) { compile_all(kVulkan, Kind::F32, Kind::I32); }
TEST(Glsl, EveryPlainRowCompilesForTheHarness) { compile_all(kHarness, Kind::F32, Kind::I32); }
TEST(Glsl, EveryPlainRowCompilesForOpenGl430) { compile_all(kOpenGl, Kind::F32, Kind::I32); }
TEST(Glsl, EveryPlainRowCompilesForOpenGl330) { compile_all(kOpenGl330, Kind::F32, Kind::I32); }

TEST(Glsl, AnyControlFlowCompiles) {
    Target target = kHarness;
    target.loop_limit = 1000;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        ir::Module module = test::random_flow(seed, 12);
        ASSERT_TRUE(pass::run_passes(module, "structure,reg2mem"));
        const std::string text = test::compiled_glsl(module, target);
        ASSERT_FALSE(text.starts_with("glsl: ")) << "seed " << seed << "\n" << text;
    }
}

} // namespace
} // namespace relit::lang::glsl_test
