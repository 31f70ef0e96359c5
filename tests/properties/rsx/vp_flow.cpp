// Jumps, calls and returns of RSX vertex programs branch on their condition whatever CC.test says: Sony's compiler leaves it
// 0 there, Mesa's driver sets it (reference rsx.md, section 1.5, rule 7). What is expected is computed here.
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/rsx/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace relit::rsx_vp_flow {
namespace {

using test::Lanes;

constexpr std::array<std::string_view, 8> kConditions = {"FL", "LT", "EQ", "LE", "GT", "NE", "GE", "TR"};

/// Conditions are made of three outcomes: bit 0 less than 0, bit 1 equal, bit 2 greater.
bool holds(unsigned condition, float value) {
    const unsigned outcome = value < 0 ? 1U : value > 0 ? 4U : 2U;
    return (condition & outcome) != 0;
}

/// A way to write o[7] only where something is not taken, or only where it is; COND stands for the condition.
struct Form {
    std::string_view name, text;
    bool writes_where_taken;
};
constexpr Form kForms[] = {
    {"BRI", "BRI(COND) skip; STR o[7]; skip: MOV o[0], v[0];", false},
    {"BRA", "BRA(COND) A0.x+4; STR o[7]; MOV o[0], v[0];", false},
    {"CLI", "CLI(COND) sub; MOV o[0], v[0]; .end sub: STR o[7]; RET;", true},
    {"CAL", "CAL(COND) A0.x+4; MOV o[0], v[0]; .end STR o[7]; RET;", true},
    {"RET", "CLI sub; MOV o[0], v[0]; .end sub: RET(COND); STR o[7]; RET;", false},
};

std::string program(std::string_view fill, const Form& form, const std::string& condition) {
    std::string text = ".fill " + std::string(fill) + "\nMOVC RC, v[0]; SFL o[7]; " + std::string(form.text);
    return text.replace(text.find("COND"), 4, condition);
}

/// CC.test of the word that the condition stands in.
bool tests(const std::string& text) {
    const auto bytes = isa::rsx::vp::assemble(text, {});
    for (std::size_t at = 0; bytes && at < bytes->size(); at += 16) {
        const unsigned op = (*bytes)[at + 4] >> 3, condition = (*bytes)[at + 2] >> 2 & 7;
        if (op >= 8 && op <= 12 && condition != 7) return ((*bytes)[at + 2] & 0x20) != 0;
    }
    return false;
}

float written(const std::string& text, const Lanes& flags) {
    test::RsxRun run =
        test::run_rsx("rsx.vp", text, {.context = {}, .inputs = {{"v0", flags}}, .buffers = {}, .bound = {}});
    EXPECT_EQ(run.fault, "") << text;
    return run.outputs["o7"][0];
}

TEST(RsxVpFlow, BranchesDependOnTheConditionForAnyCcTest) {
    for (const std::string_view fill : {"sony", "mesa"})
        for (const Form& form : kForms)
            for (unsigned condition = 0; condition < kConditions.size(); ++condition)
                for (const float value : {-2.0F, 0.0F, 3.0F}) {
                    const std::string text = program(fill, form, std::string(kConditions[condition]) + ".y");
                    const bool taken = holds(condition, value);
                    EXPECT_EQ(written(text, {9, value, 9, 9}) == 1, taken == form.writes_where_taken) << text << value;
                    if (condition != 7) {
                        EXPECT_EQ(tests(text), fill == "mesa") << text;
                    }
                }
}

TEST(RsxVpFlow, BranchesIfAnyLanePasses) {
    for (const std::string_view fill : {"sony", "mesa"})
        for (const Form& form : kForms) {
            EXPECT_EQ(written(program(fill, form, "LT"), {1, 0, -1, 2}) == 1, form.writes_where_taken) << form.name;
            EXPECT_EQ(written(program(fill, form, "LT"), {1, 0, 1, 2}) == 1, !form.writes_where_taken) << form.name;
        }
}

TEST(RsxVpFlow, BeginsAtTheStartSlot) {
    const auto seen = [](const test::ContextValues& context) {
        return test::run_rsx("rsx.vp", "STR o[7]; MOV o[0], v[0]; .end MOV o[8], v[0]; BRI L1;",
                             {.context = context, .inputs = {{"v0", {5, 5, 5, 5}}}, .buffers = {}, .bound = {}});
    };
    test::RsxRun usual = seen({}), other = seen({{"rsx.vp.start", 2}});
    EXPECT_EQ(usual.outputs["o7"][0], 1);
    EXPECT_EQ(usual.outputs["o8"][0], 0);
    EXPECT_EQ(other.outputs["o7"][0], 0);
    EXPECT_EQ(other.outputs["o8"][0], 5);
    EXPECT_EQ(seen({{"rsx.vp.start", 9}}).fault, "no slot has END from slot 9 on");
}

// What is called by a computed address comes back to a slot that the program does not have.
TEST(RsxVpFlow, ReturnsBehindTheLastSlotAreTheEnd) {
    const std::string text = "STR o[7]; BRI sub; SFL o[7]; .end STR o[7].y; RET; sub: SFL o[7]; CAL A0.x+3;";
    test::RsxRun run = test::run_rsx("rsx.vp", text, {.context = {}, .inputs = {}, .buffers = {}, .bound = {}});
    EXPECT_EQ(run.fault, "");
    EXPECT_EQ(run.outputs["o7"], (Lanes{0, 1, 0, 0}));
}

TEST(RsxVpFlow, LeavesTheResultBesideAJumpAlone) {
    const auto both = [](std::string_view result, const Lanes& flags) {
        const std::string text = "MOVC RC, v[0]; SFL o[7]; STR " + std::string(result) +
                                 "; + BRI(LT.x) skip; STR o[7].w; skip: MOV o[0], v[0];";
        test::RsxRun run =
            test::run_rsx("rsx.vp", text, {.context = {}, .inputs = {{"v0", flags}}, .buffers = {}, .bound = {}});
        EXPECT_EQ(run.fault, "") << text;
        return std::pair{run.outputs["o7"][0], run.outputs["o7"][3]};
    };
    EXPECT_EQ(both("o[7].x", {-1, 0, 0, 0}), std::pair(1.0F, 0.0F));
    EXPECT_EQ(both("o[7].x", {1, 0, 0, 0}), std::pair(1.0F, 1.0F));
    EXPECT_EQ(both("o[7].x(LT.x)", {-1, 0, 0, 0}), std::pair(1.0F, 0.0F));
    EXPECT_EQ(both("o[7].x(LT.x)", {1, 0, 0, 0}), std::pair(0.0F, 1.0F));
}

} // namespace
} // namespace relit::rsx_vp_flow
