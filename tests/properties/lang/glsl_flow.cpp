// Loops, choices and the variables that cross them, as GLSL text: what a person would have written.
#include "ir/text/parse.hpp"
#include "pass/pass.hpp"
#include "tests/support/language_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace relit::glsl_flow {
namespace {

constexpr lang::Target kVulkan{.dialect = lang::Dialect::GlslVulkan, .version = 450};

/// A program with registers r and a buffer s. %1 to %3 are 0, 1 and what the buffer begins with.
std::string program_of(std::string_view blocks) {
    return "module compute \"test\"\n"
           "workgroup 1 1 1\n"
           "file 0 r i32[8] register\n"
           "resource 0 s storage binding 0 size 64\n"
           "function 0 main() -> void\n"
           "b0:\n"
           "  %1: i32 = const 0x0\n"
           "  %2: i32 = const 0x1\n"
           "  %3: i32 = loadbuffer s, %1\n" +
           std::string(blocks);
}

/// The body of main() of a module that was lowered.
std::string main_of(const ir::Module& module, const lang::Target& target) {
    const std::string glsl = test::compiled_glsl(module, target);
    const std::size_t at = glsl.find("void main() {\n");
    return at == std::string::npos ? glsl : glsl.substr(at + 14);
}

std::string body_of(std::string_view blocks, const lang::Target& target = kVulkan) {
    auto module = ir::parse(program_of(blocks));
    if (!module) return module.error().text;
    auto ready = translate::prepare(std::move(*module), target, {});
    return ready ? main_of(*ready, target) : ready.error().text;
}

/// The same without the optimiser: registers stay registers.
std::string plain_body_of(std::string_view blocks) {
    auto module = ir::parse(program_of(blocks));
    if (!module) return module.error().text;
    const Status done = lang::lower(*module, kVulkan, {});
    return done ? main_of(*module, kVulkan) : done.error().text;
}

constexpr std::string_view kSum =
    "  storefile r[4].x, %1\n"
    "  storefile r[5].x, %1\n"
    "  jump b1\n"
    "b1:\n"
    "  %4: i32 = loadfile r[5]\n"
    "  %5: bool = ult %4, %3\n"
    "  branch %5, b2, b3\n"
    "b2:\n"
    "  %6: i32 = loadfile r[4]\n"
    "  %7: i32 = loadfile r[5]\n"
    "  %8: i32 = iadd %6, %7\n"
    "  storefile r[4].x, %8\n"
    "  %9: i32 = iadd %7, %2\n"
    "  storefile r[5].x, %9\n"
    "  jump b1\n"
    "b3:\n"
    "  %10: i32 = loadfile r[4]\n"
    "  storebuffer s, %1, %10\n"
    "  return\n";

TEST(GlslFlow, CountedLoopsHaveHeadings) {
    EXPECT_EQ(body_of(kSum),
              "    uint r4_1 = 0u;\n"
              "    uint loaded0 = s[0];\n"
              "    for (uint r5_1 = 0u; r5_1 < loaded0; ++r5_1) {\n"
              "        r4_1 = r4_1 + r5_1;\n"
              "    }\n"
              "    s[0] = r4_1;\n"
              "}\n");
}

TEST(GlslFlow, LoopsThatAreLimitedOrLeftAtTheirHeadsAloneKeepThatShape) {
    lang::Target target = kVulkan;
    target.loop_limit = 5;
    const std::string limited = body_of(kSum, target);
    EXPECT_NE(limited.find("    uint rounds_1 = 0xffffffffu;\n"), std::string::npos) << limited;
    EXPECT_NE(limited.find("while (true) {\n        uint sum1 = rounds_1 + 1u;\n        rounds_1 = sum1;\n"
                           "        if (5u < sum1) {\n            return;\n        }\n"),
              std::string::npos)
        << limited;
    target = kVulkan;
    target.loops_end_at_head = true;
    const std::string at_head = body_of(kSum, target);
    EXPECT_NE(at_head.find("while (!over_1) {\n"), std::string::npos) << at_head;
    EXPECT_NE(at_head.find("over_1 = true;\n            continue;\n"), std::string::npos) << at_head;
    EXPECT_EQ(at_head.find("break;"), std::string::npos) << at_head;
}

/// The counter is read after the loop, and so stands before it.
TEST(GlslFlow, WhatIsReadAfterTheLoopIsDeclaredBeforeIt) {
    EXPECT_EQ(body_of("  storefile r[1].x, %3\n"
                      "  jump b1\n"
                      "b1:\n"
                      "  %4: i32 = loadfile r[1]\n"
                      "  %5: bool = ine %4, %1\n"
                      "  branch %5, b2, b3\n"
                      "b2:\n"
                      "  %6: i32 = loadfile r[1]\n"
                      "  %7: i32 = loadbuffer s, %6\n"
                      "  storebuffer s, %1, %7\n"
                      "  %8: i32 = const 0xffffffff\n"
                      "  %9: i32 = iadd %6, %8\n"
                      "  storefile r[1].x, %9\n"
                      "  jump b1\n"
                      "b3:\n"
                      "  %10: i32 = loadfile r[1]\n"
                      "  storebuffer s, %1, %10\n"
                      "  return\n"),
              "    uint r1_1 = s[0];\n"
              "    for (; r1_1 != 0u; --r1_1) {\n"
              "        s[0] = load_s(r1_1 >> 2u);\n"
              "    }\n"
              "    s[0] = r1_1;\n"
              "}\n");
}

/// `continue` would count once more.
TEST(GlslFlow, AStepThatSomeIterationsLeaveOutStaysAStatement) {
    EXPECT_EQ(body_of("  storefile r[1].x, %1\n"
                      "  jump b1\n"
                      "b1:\n"
                      "  %4: i32 = loadfile r[1]\n"
                      "  %5: bool = ult %4, %3\n"
                      "  branch %5, b2, b4\n"
                      "b2:\n"
                      "  %6: i32 = loadfile r[1]\n"
                      "  %7: i32 = loadbuffer s, %6\n"
                      "  %8: i32 = iadd %6, %7\n"
                      "  storefile r[1].x, %8\n"
                      "  %9: bool = ieq %7, %3\n"
                      "  branch %9, b1, b3\n"
                      "b3:\n"
                      "  storebuffer s, %1, %7\n"
                      "  %10: i32 = loadfile r[1]\n"
                      "  %11: i32 = iadd %10, %2\n"
                      "  storefile r[1].x, %11\n"
                      "  jump b1\n"
                      "b4:\n"
                      "  return\n"),
              "    uint loaded0 = s[0];\n"
              "    uint r1_1 = 0u;\n"
              "    while (r1_1 < loaded0) {\n"
              "        uint loaded1 = load_s(r1_1 >> 2u);\n"
              "        uint r1_2 = r1_1 + loaded1;\n"
              "        if (loaded1 == loaded0) {\n"
              "            r1_1 = r1_2;\n"
              "            continue;\n"
              "        }\n"
              "        s[0] = loaded1;\n"
              "        r1_1 = r1_2 + 1u;\n"
              "    }\n"
              "}\n");
}

TEST(GlslFlow, TheSumOfAStepMayBeReadBeforeIt) {
    EXPECT_EQ(body_of("  storefile r[1].x, %1\n"
                      "  jump b1\n"
                      "b1:\n"
                      "  %4: i32 = loadfile r[1]\n"
                      "  %5: bool = ult %4, %3\n"
                      "  branch %5, b2, b3\n"
                      "b2:\n"
                      "  %6: i32 = loadfile r[1]\n"
                      "  %7: i32 = iadd %6, %2\n"
                      "  storefile r[1].x, %7\n"
                      "  %8: i32 = imul %7, %7\n"
                      "  storebuffer s, %1, %8\n"
                      "  jump b1\n"
                      "b3:\n"
                      "  return\n"),
              "    uint loaded0 = s[0];\n"
              "    for (uint r1_1 = 0u; r1_1 < loaded0; ++r1_1) {\n"
              "        uint r1_2 = r1_1 + 1u;\n"
              "        s[0] = r1_2 * r1_2;\n"
              "    }\n"
              "}\n");
}

TEST(GlslFlow, ACounterThatIsReadAfterItsStepIsCountedThere) {
    EXPECT_EQ(plain_body_of("  storefile r[1].x, %1\n"
                            "  jump b1\n"
                            "b1:\n"
                            "  %4: i32 = loadfile r[1]\n"
                            "  %5: bool = ult %4, %3\n"
                            "  branch %5, b2, b3\n"
                            "b2:\n"
                            "  %6: i32 = loadfile r[1]\n"
                            "  %7: i32 = iadd %6, %2\n"
                            "  storefile r[1].x, %7\n"
                            "  %8: i32 = loadfile r[1]\n"
                            "  storebuffer s, %1, %8\n"
                            "  jump b1\n"
                            "b3:\n"
                            "  return\n"),
              "    uint r1 = 0u;\n"
              "    uint loaded0 = s[0];\n"
              "    while (r1 < loaded0) {\n"
              "        r1 = r1 + 1u;\n"
              "        s[0] = r1;\n"
              "    }\n"
              "}\n");
}

TEST(GlslFlow, ACounterThatIsReadBeforeItsLoopIsDeclaredThere) {
    EXPECT_EQ(plain_body_of("  storefile r[1].x, %1\n"
                            "  %4: i32 = loadfile r[1]\n"
                            "  storebuffer s, %1, %4\n"
                            "  jump b1\n"
                            "b1:\n"
                            "  %5: i32 = loadfile r[1]\n"
                            "  %6: bool = ult %5, %3\n"
                            "  branch %6, b2, b3\n"
                            "b2:\n"
                            "  %7: i32 = loadfile r[1]\n"
                            "  %8: i32 = iadd %7, %2\n"
                            "  storefile r[1].x, %8\n"
                            "  jump b1\n"
                            "b3:\n"
                            "  return\n"),
              "    uint r1 = 0u;\n"
              "    uint loaded0 = s[0];\n"
              "    s[0] = r1;\n"
              "    for (; r1 < loaded0; ++r1) {\n"
              "    }\n"
              "}\n");
}

TEST(GlslFlow, ConditionsWithStatementsBeforeThemStandInTheLoop) {
    EXPECT_EQ(body_of("  storefile r[1].x, %1\n"
                      "  jump b1\n"
                      "b1:\n"
                      "  %4: i32 = loadfile r[1]\n"
                      "  storebuffer s, %2, %4\n"
                      "  %5: i32 = loadbuffer s, %1\n"
                      "  %6: bool = ult %4, %5\n"
                      "  branch %6, b2, b3\n"
                      "b2:\n"
                      "  %7: i32 = loadfile r[1]\n"
                      "  %8: i32 = imul %7, %3\n"
                      "  storefile r[1].x, %8\n"
                      "  jump b1\n"
                      "b3:\n"
                      "  return\n"),
              "    uint r1_1 = 0u;\n"
              "    uint loaded0 = s[0];\n"
              "    while (true) {\n"
              "        s[0] = r1_1;\n"
              "        if (s[0] <= r1_1) {\n"
              "            break;\n"
              "        }\n"
              "        r1_1 = r1_1 * loaded0;\n"
              "    }\n"
              "}\n");
}

TEST(GlslFlow, ValuesOfChoicesAreDeclaredBeforeThem) {
    EXPECT_EQ(body_of("  %4: bool = ult %3, %2\n"
                      "  branch %4, b1, b2\n"
                      "b1:\n"
                      "  %5: i32 = iadd %3, %2\n"
                      "  storefile r[3].x, %5\n"
                      "  jump b3\n"
                      "b2:\n"
                      "  %6: i32 = imul %3, %3\n"
                      "  storefile r[3].x, %6\n"
                      "  jump b3\n"
                      "b3:\n"
                      "  %7: i32 = loadfile r[3]\n"
                      "  storebuffer s, %1, %7\n"
                      "  storebuffer s, %2, %7\n"
                      "  return\n"),
              "    uint loaded0 = s[0];\n"
              "    uint r3_1;\n"
              "    if (loaded0 < 1u) {\n"
              "        r3_1 = loaded0 + 1u;\n"
              "    } else {\n"
              "        r3_1 = loaded0 * loaded0;\n"
              "    }\n"
              "    s[0] = r3_1;\n"
              "    s[0] = r3_1;\n"
              "}\n");
}

TEST(GlslFlow, TruthValuesStayBools) {
    EXPECT_EQ(body_of("  %4: bool = ult %3, %2\n"
                      "  branch %4, b1, b2\n"
                      "b1:\n"
                      "  %5: i32 = loadbuffer s, %2\n"
                      "  %6: bool = ieq %5, %3\n"
                      "  jump b3(%6)\n"
                      "b2:\n"
                      "  %7: bool = ine %3, %2\n"
                      "  jump b3(%7)\n"
                      "b3(%8: bool):\n"
                      "  storebuffer s, %3, %3\n"
                      "  branch %8, b4, b5\n"
                      "b4:\n"
                      "  storebuffer s, %1, %2\n"
                      "  jump b5\n"
                      "b5:\n"
                      "  %9: i32 = select %8, %3, %1\n"
                      "  storebuffer s, %2, %9\n"
                      "  return\n"),
              "    uint loaded0 = s[0];\n"
              "    bool p_1;\n"
              "    if (loaded0 < 1u) {\n"
              "        p_1 = s[0] == loaded0;\n"
              "    } else {\n"
              "        p_1 = loaded0 != 1u;\n"
              "    }\n"
              "    store_s(loaded0 >> 2u, loaded0);\n"
              "    if (p_1) {\n"
              "        s[0] = 1u;\n"
              "    }\n"
              "    s[0] = p_1 ? loaded0 : 0u;\n"
              "}\n");
}

} // namespace
} // namespace relit::glsl_flow
