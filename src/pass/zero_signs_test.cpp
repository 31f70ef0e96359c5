#include "ir/text/parse.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace relit::pass {
namespace {

/// What becomes of a program with inputs %1 to %3, zeros, and the body, after the passes; without inputs and zeros.
std::string left_of(std::string_view body, std::string_view passes = "zero_signs,dce") {
    const std::string text =
        "module vertex \"test\"\nfile 0 v f32x4[1] input\nfile 1 o f32x4[1] output\nfunction 0 main() -> void\nb0:\n"
        "  %1: f32 = loadfile v[0]\n  %2: f32 = loadfile v[0]+1\n  %3: f32 = loadfile v[0]+2\n"
        "  %4: f32 = const 0x0\n  %5: f32 = const 0x40000000\n" +
        std::string(body) + "  return\n";
    auto module = ir::parse(text);
    if (!module) {
        ADD_FAILURE() << module.error().text;
        return {};
    }
    std::string left = after(*module, passes);
    for (const std::string_view known : {"function 0 main() -> void\nb0:\n", "  return\n"})
        if (const auto at = left.find(known); at != left.npos) left.erase(at, known.size());
    return left;
}

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
    return found;
}

TEST(ZeroSigns, ASumWithZeroStaysWhereAnOutputShowsIt) {
    EXPECT_EQ(count(left_of("  %6: f32 = fadd %1, %4\n  storefile o[0].x, %6\n"), "fadd"), 1U);
    EXPECT_EQ(count(left_of("  %6: f32 = fadd %1, %4\n  %7: f32 = frcp %6\n  storefile o[0].x, %7\n"), "fadd"), 1U);
}

TEST(ZeroSigns, ASumWithZeroGoesWhereNobodySeesTheSign) {
    const std::string sum = "  %6: f32 = fadd %1, %4\n";
    for (const std::string_view use : {"fabs %6", "fmulzero %6, %2", "fsat %6", "fexp2 %6"}) {
        const std::string left = left_of(sum + "  %7: f32 = " + std::string(use) + "\n  storefile o[0].x, %7\n");
        EXPECT_EQ(count(left, "fadd"), 0U) << left;
    }
}

// (a + 0) + (b + 0) is -0 for two -0 without both: neither may go because the other one stays.
TEST(ZeroSigns, TwoSumsWithZeroDoNotSettleEachOther) {
    const std::string left =
        left_of("  %6: f32 = fadd %1, %4\n  %7: f32 = fadd %2, %4\n  %8: f32 = fadd %6, %7\n  storefile o[0].x, %8\n");
    EXPECT_EQ(count(left, "fadd"), 3U) << left;
}

TEST(ZeroSigns, ASumWithWhatIsNeverMinusZeroSettlesTheOther) {
    const std::string left =
        left_of("  %6: f32 = fadd %1, %4\n  %7: f32 = fabs %2\n  %8: f32 = fadd %6, %7\n  storefile o[0].x, %8\n");
    EXPECT_EQ(count(left, "fadd"), 1U) << left;
}

TEST(ZeroSigns, AProductIsAUsualOneWhereAFactorIsANumberButNotZero) {
    const std::string seen = left_of("  %6: f32 = fmulzero %1, %5\n  storefile o[0].x, %6\n");
    EXPECT_EQ(count(seen, "fmulzero"), 1U) << seen;
    const std::string unseen =
        left_of("  %6: f32 = fmulzero %1, %5\n  %7: f32 = fadd %6, %4\n  storefile o[0].x, %7\n");
    EXPECT_EQ(count(unseen, "fmul "), 1U) << unseen;
    EXPECT_EQ(count(unseen, "fadd"), 1U) << unseen;
    const std::string other = left_of("  %6: f32 = fmulzero %1, %2\n  %7: f32 = fadd %6, %4\n  storefile o[0].x, %7\n");
    EXPECT_EQ(count(other, "fmulzero"), 1U) << other;
    const std::string zero = left_of("  %6: f32 = fmulzero %1, %4\n  %7: f32 = fadd %6, %4\n  storefile o[0].x, %7\n");
    EXPECT_EQ(count(zero, "fmulzero"), 1U) << zero;
}

TEST(ZeroSigns, AProductOfFiniteFactorsOrOfOneAndItsNegationIsAUsualOne) {
    const std::string finite = left_of(
        "  %6: f32 = fsat %1\n  %7: f32 = fsat %2\n  %8: f32 = fmulzero %6, %7\n  %9: f32 = fabs %8\n  storefile o[0].x, %9\n");
    EXPECT_EQ(count(finite, "fmulzero"), 0U) << finite;
    const std::string one_finite =
        left_of("  %6: f32 = fsat %1\n  %8: f32 = fmulzero %6, %2\n  %9: f32 = fabs %8\n  storefile o[0].x, %9\n");
    EXPECT_EQ(count(one_finite, "fmulzero"), 1U) << one_finite;
    const std::string itself =
        left_of("  %6: f32 = fneg %1\n  %8: f32 = fmulzero %6, %1\n  %9: f32 = fabs %8\n  storefile o[0].x, %9\n");
    EXPECT_EQ(count(itself, "fmulzero"), 0U) << itself;
}

TEST(ZeroSigns, ADifferenceFromZeroIsANegation) {
    const std::string unseen = left_of("  %6: f32 = fsub %4, %1\n  %7: f32 = fsat %6\n  storefile o[0].x, %7\n");
    EXPECT_EQ(count(unseen, "fneg %"), 1U) << unseen;
    const std::string seen = left_of("  %6: f32 = fsub %4, %1\n  storefile o[0].x, %6\n");
    EXPECT_EQ(count(seen, "fsub"), 1U) << seen;
}

TEST(ZeroSigns, AFloatModeIsLeftAlone) {
    const std::string left =
        left_of("  %6: f32 = fadd %1, %4 !flush_inputs\n  %7: f32 = fsat %6\n  storefile o[0].x, %7\n");
    EXPECT_EQ(count(left, "fadd"), 1U) << left;
}

// What goes around a loop is seen where it leaves it.
TEST(ZeroSigns, BlockParametersPassOnWhatIsSeen) {
    const std::string loop =
        "  jump b1(%1)\nb1(%6: f32):\n  %7: f32 = fadd %6, %4\n  %8: bool = flt %7, %2\n  branch %8, b1(%7), b2\nb2:\n";
    EXPECT_EQ(count(left_of(loop + "  storefile o[0].x, %7\n"), "fadd"), 1U);
    EXPECT_EQ(count(left_of(loop + "  %9: f32 = fabs %7\n  storefile o[0].x, %9\n"), "fadd"), 0U);
}

} // namespace
} // namespace relit::pass
