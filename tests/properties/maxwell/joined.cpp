// VertexA and VertexB: two vertex programs that run one after the other are one stage.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/guests/parsed.hpp"
#include "tests/support/maxwell/stage.hpp"
#include "tests/support/spirv_check.hpp"

#include <gtest/gtest.h>

namespace relit::test::maxwell_joined {
namespace {

using ir::Role;
using ir::Semantic;

struct Text {
    std::string_view maps, code;
};

Result<ir::Module> joined(const Text& a, const Text& b, const ir::Context& context = {}) {
    const auto first = assembled_maxwell(std::string(kVertex) + std::string(a.maps), a.code);
    const auto second = assembled_maxwell(std::string(kVertex) + std::string(b.maps), b.code);
    ParsedPrograms programs{{&isa::maxwell::kFrontend, first}, {&isa::maxwell::kFrontend, second}};
    programs.join();
    ir::ContextReader reader(context);
    return translate::lift(programs[0], reader);
}

/// Doubles generic 0 and hands the rest of it on in generic 1.
constexpr Text kFirst{"in_generics=0xf, out_generics=0xf3",
                      "ALD.128 R0, a[0x80] ;\nFADD R4, R0, R0 ;\nFADD R5, R1, R1 ;\nAST.64 a[0x80], R4 ;\n"
                      "AST.128 a[0x90], R0 ;\nEXIT ;\n"};

TEST(MaxwellJoined, TheSecondIsGivenWhatTheFirstMakes) {
    MaxwellStage s = stage_of(joined(kFirst, {"in_generics=0x3, out_generics=0x300, out_system_ab=0xf0000000",
                                              "ALD.64 R0, a[0x80] ;\nAST.64 a[0xa0], R0 ;\nEXIT ;\n"}));
    s.give(0, 0, 3);
    s.give(0, 1, 5);
    s.run();
    EXPECT_EQ(s.made(2, 0), 6.0F);
    EXPECT_EQ(s.made(2, 1), 10.0F);
    EXPECT_EQ(s.made(1, 0), 3.0F); // stands, since the second does not write it
}

TEST(MaxwellJoined, WhatTheFirstDoesNotMakeIsTheVertexs) {
    MaxwellStage s = stage_of(
        joined(kFirst, {"in_generics=0xf0f, out_generics=0xf00",
                        "ALD R2, a[0xa4] ;\nALD R0, a[0x80] ;\nALD R1, a[0x88] ;\nAST.96 a[0xa0], R0 ;\nEXIT ;\n"}));
    s.give(0, 0, 3);
    s.give(0, 2, 7);
    s.give(2, 1, 9);
    s.run();
    EXPECT_EQ(s.made(2, 0), 6.0F);
    EXPECT_EQ(s.made(2, 1), 7.0F); // a word of a row whose first two the first program makes
    EXPECT_EQ(s.made(2, 2), 9.0F);
}

TEST(MaxwellJoined, InputsOfTheSecondStayAsTheyWere) {
    MaxwellStage s = stage_of(joined(kFirst, {"in_generics=0x3, out_generics=0x13",
                                              "MOV32I R2, 0x3f800000 ;\nAST a[0x80], R2 ;\nALD R0, a[0x80] ;\n"
                                              "AST a[0x90], R0 ;\nEXIT ;\n"}));
    s.give(0, 0, 3);
    s.run();
    EXPECT_EQ(s.made(0, 0), 1.0F);
    EXPECT_EQ(s.made(1, 0), 6.0F);
}

TEST(MaxwellJoined, ThePositionAndNumbersOfInputsGoOn) {
    MaxwellStage s = stage_of(joined(
        {"in_generics=0xf, out_system_ab=0xf0000000", "ALD.128 R0, a[0x80] ;\nAST.128 a[0x70], R0 ;\nEXIT ;\n"},
        {"in_system_ab=0xf0000000, in_generics=0x10, in_system_c=0x4000, out_system_ab=0xf0000000, out_generics=0x3",
         "ALD.128 R0, a[0x70] ;\nFADD R3, R3, R3 ;\nALD R4, a[0x90] ;\nALD R5, a[0x2f8] ;\nAST.64 a[0x80], R4 ;\n"
         "AST.128 a[0x70], R0 ;\nEXIT ;\n"},
        {{{"maxwell.attribute1", 1}, {"maxwell.draws_from_zero", 1}}}));
    s.builtins[ir::Builtin::InstanceIndex] = {4};
    s.give(0, 0, 3);
    s.give(0, 3, 2);
    *s.lane(Role::Input, Semantic::User, 1, 0) = 77;
    s.run();
    EXPECT_EQ(s.made(Semantic::Position, 0, 0), 3.0F);
    EXPECT_EQ(s.made(Semantic::Position, 0, 3), 4.0F);
    EXPECT_EQ(bits(s.made(0, 0)), 77U);
    EXPECT_EQ(bits(s.made(0, 1)), 4U);
}

// Every EXIT of the first leads on, also from beneath what it pushed; predicates and registers are the second's own.
TEST(MaxwellJoined, EachHasItsOwnRegistersAndStack) {
    const Text first{"in_generics=0x1, out_generics=0x1",
                     "ALD R0, a[0x80] ;\nMOV32I R7, 0x1 ;\nISETP.EQ.AND P0, PT, R0, RZ, PT ;\nSSY L0 ;\n"
                     "@P0 MOV32I R0, 0x40000000 ;\n@P0 AST a[0x80], R0 ;\n@P0 EXIT ;\nSYNC ;\n"
                     "L0:\nAST a[0x80], R0 ;\nEXIT ;\n"};
    const Text second{"in_generics=0x1, out_generics=0x7",
                      "ALD R0, a[0x80] ;\nSEL R1, R0, RZ, P0 ;\nMOV R2, R7 ;\nAST.96 a[0x80], R0 ;\nEXIT ;\nSYNC ;\n"};
    for (const float given : {0.0F, 5.0F}) {
        MaxwellStage s = stage_of(joined(first, second));
        s.give(0, 0, given);
        s.run();
        EXPECT_EQ(s.made(0, 0), given == 0 ? 2.0F : 5.0F);
        EXPECT_EQ(s.made(0, 1), 0.0F);
        EXPECT_EQ(bits(s.made(0, 2)), 0U);
    }
}

TEST(MaxwellJoined, MemoryIsTheSame) {
    const Text first{"out_generics=0x1", "MOV R0, c[0x3][0x10] ;\nAST a[0x80], R0 ;\nEXIT ;\n"};
    const Text second{"in_generics=0x1, out_generics=0x1",
                      "ALD R0, a[0x80] ;\nFADD R0, R0, c[0x3][0x10] ;\nAST a[0x80], R0 ;\nEXIT ;\n"};
    const MaxwellStage s = stage_of(joined(first, second));
    EXPECT_EQ(s.module.resources.size(), 1U);
}

TEST(MaxwellJoined, TranslationsDependOnBoth) {
    const auto a = assembled_maxwell(std::string(kVertex) + std::string(kFirst.maps), kFirst.code);
    const auto b = assembled_maxwell(std::string(kVertex) + "in_generics=0x3, out_generics=0x300",
                                     "ALD.64 R0, a[0x80] ;\nAST.64 a[0xa0], R0 ;\nEXIT ;\n");
    ParsedPrograms in_order{{&isa::maxwell::kFrontend, a}, {&isa::maxwell::kFrontend, b}};
    ParsedPrograms reversed{{&isa::maxwell::kFrontend, b}, {&isa::maxwell::kFrontend, a}};
    in_order.join();
    reversed.join();
    const auto ab = translate::translate(in_order[0], {}, {});
    const auto ba = translate::translate(reversed[0], {}, {});
    ASSERT_TRUE(ab) << ab.error().text;
    ASSERT_TRUE(ba) << ba.error().text;
    EXPECT_EQ(spirv_error(ab->artifact.words), "");
    EXPECT_NE(ab->key, ba->key);
    const auto literal =
        translate::translate(in_order[0], {}, {.dialect = lang::Dialect::GlslVulkan, .version = 450, .literal = true});
    ASSERT_TRUE(literal) << literal.error().text;
}

TEST(MaxwellJoined, OnlyVertexProgramsRunInARow) {
    const auto a = assembled_maxwell(std::string(kVertex) + std::string(kFirst.maps), kFirst.code);
    const auto f = assembled_maxwell(std::string(kFragment) + "targets=0x1", "EXIT ;\n");
    const ParsedPrograms programs{{&isa::maxwell::kFrontend, a}, {&isa::maxwell::kFrontend, f}};
    EXPECT_FALSE(isa::are_joined(programs[0], programs[1]));
    EXPECT_EQ(isa::maxwell::kFrontend.join(programs[0], programs[1]).error().kind, FaultKind::Usage);
}

} // namespace
} // namespace relit::test::maxwell_joined
