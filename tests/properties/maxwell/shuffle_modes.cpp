// Every mode of what Maxwell's threads exchange within a warp - SHFL, VOTE - against PTX's description of shfl and vote,
// written down once more, and MUFU and RRO with every modifier against the C library.
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_shuffle_modes {
namespace {

constexpr std::uint32_t kThreads = 64;

/// What each thread has in R1 after the text; R0 is its number.
std::vector<std::uint32_t> left_in_threads(const std::string& text, Warps warps) {
    constexpr std::string_view kStore =
        "SHL R3, R0, 0x2 ;\nIADD R4.CC, R4, R3 ;\nIADD.X R5, R5, RZ ;\nSTG.E [R4], R1 ;\nEXIT ;\n";
    const auto kernel = kernel_of("S2R R0, SR_TID.X ;\n" + text + std::string(kStore), kThreads, kThreads);
    return words_of(interpret(kernel, warps));
}

// ---- SHFL

enum Shuffle : unsigned { kIndex, kUp, kDown, kButterfly };
constexpr std::array<std::string_view, 4> kShuffles = {"IDX", "UP", "DOWN", "BFLY"};

struct Shuffled {
    std::uint32_t lane;
    bool is_inside;
};
Shuffled shuffled(unsigned how, std::uint32_t lane, std::uint32_t b, std::uint32_t c) {
    const auto own = static_cast<int>(lane), by = static_cast<int>(b & 31);
    const int clamp = static_cast<int>(c & 31), segment = static_cast<int>(c >> 8 & 31);
    const int least = own & segment, most = least | (clamp & ~segment);
    const int from = how == kUp      ? own - by
                     : how == kDown  ? own + by
                     : how == kIndex ? least | (by & ~segment)
                                     : own ^ by;
    const bool is_inside = how == kUp ? from >= most : from <= most;
    return {static_cast<std::uint32_t>(is_inside ? from : own), is_inside};
}

/// Threads have numbers beyond what a lane can be, so that none is taken for a lane.
void expect_shuffled(unsigned how, std::uint32_t b, std::uint32_t c, bool in_registers) {
    const std::string operands =
        in_registers ? fmt::format("MOV32I R6, {:#x} ;\nMOV32I R7, {:#x} ;\n", b | 0xabc0, c | 0x540e0) : "";
    const std::string text = fmt::format(
        "{}IADD R2, R0, 0x700 ;\nSHFL.{} P1, R1, R2, {}, {} ;\n@!P1 IADD R1, R1, 0x1000 ;\n", operands, kShuffles[how],
        in_registers ? "R6" : fmt::format("{:#x}", b), in_registers ? "R7" : fmt::format("{:#x}", c));
    for (const Warps warps : {Warps::ShareMemory, Warps::AreSubgroups}) {
        const auto words = left_in_threads(text, warps);
        ASSERT_EQ(words.size(), kThreads) << text;
        for (std::uint32_t i = 0; i < kThreads; ++i) {
            const Shuffled wanted = shuffled(how, i % 32, b, c);
            ASSERT_EQ(words[i], 0x700 + i / 32 * 32 + wanted.lane + (wanted.is_inside ? 0 : 0x1000)) << text << i;
        }
    }
}

TEST(MaxwellShuffleModes, LanesComeFromWithinTheSegmentUpToTheClamp) {
    for (unsigned how = 0; how < kShuffles.size(); ++how)
        for (const std::uint32_t c : {0x1fU, 0x0U, 0x1c03U, 0x1800U, 0x180fU, 0x70bU, 0x1f1fU, 0x10aU})
            for (const std::uint32_t b : {0U, 1U, 2U, 5U, 16U, 31U}) expect_shuffled(how, b, c, b % 2 != 0);
}

// ---- VOTE

struct Vote {
    std::string_view name;
    bool of_none, of_some, of_all; // what it says of a warp in which no lane, some, every one says yes
};

TEST(MaxwellShuffleModes, VotesAreOfTheLanesThatTakePart) {
    constexpr Vote kVotes[] = {{"ALL", false, false, true}, {"ANY", false, true, true}, {"EQ", true, false, true}};
    struct Who {
        std::string_view compares;
        std::uint32_t yes; // of both warps
    };
    constexpr Who kWho[] = {{"ISETP.LT.U32.AND P1, PT, R0, RZ, PT ;\n", 0},
                            {"LOP.AND R6, R0, 0x5 ;\nISETP.EQ.AND P1, PT, R6, 0x4, PT ;\n", 0x50505050},
                            {"ISETP.LT.U32.AND P1, PT, R0, 0x40, PT ;\n", ~0U}};
    for (const Vote& vote : kVotes)
        for (const Who& who : kWho)
            for (const bool is_negated : {false, true}) {
                const std::uint32_t yes = is_negated ? ~who.yes : who.yes;
                const bool wanted = yes == 0 ? vote.of_none : yes == ~0U ? vote.of_all : vote.of_some;
                const std::string text = fmt::format("{}VOTE.{} R1, P2, {}P1 ;\n@P2 LOP.XOR R1, R1, 0xff00 ;\n",
                                                     who.compares, vote.name, is_negated ? "!" : "");
                for (const Warps warps : {Warps::ShareMemory, Warps::AreSubgroups})
                    EXPECT_EQ(left_in_threads(text, warps),
                              std::vector<std::uint32_t>(kThreads, wanted ? yes ^ 0xff00 : yes))
                        << text;
            }
}

TEST(MaxwellShuffleModes, VotesOfThePipelineAreReported) {
    EXPECT_TRUE(is_approximate("VOTE.VTG.R 0x1 ;\n", "VOTE.VTG"));
}

// ---- MUFU and RRO

struct Function {
    std::string_view name;
    double (*of)(double);
};
constexpr Function kFunctions[] = {
    {"COS", [](double x) { return std::cos(x); }},  {"SIN", [](double x) { return std::sin(x); }},
    {"EX2", [](double x) { return std::exp2(x); }}, {"LG2", [](double x) { return std::log2(x); }},
    {"RCP", [](double x) { return 1 / x; }},        {"RSQ", [](double x) { return 1 / std::sqrt(x); }},
    {"SQRT", [](double x) { return std::sqrt(x); }}};

double modified(double x, bool negated, bool absolute) {
    const double size = absolute ? std::fabs(x) : x;
    return negated ? -size : size;
}

/// R16 as a float is the double, to what single precision lets it say; NaN where that is NaN.
void expect_near(const std::string& text, std::span<const MaxwellGiven> samples, double (*of)(double), bool negated,
                 bool absolute, bool saturates) {
    const auto left = left_by(text, samples);
    ASSERT_EQ(left.size(), samples.size()) << text;
    for (std::size_t i = 0; i < left.size(); ++i) {
        double wanted = of(modified(std::bit_cast<float>(samples[i][0]), negated, absolute));
        if (saturates) wanted = std::isnan(wanted) ? 0 : std::fmin(std::fmax(wanted, 0), 1);
        const double got = std::bit_cast<float>(left[i][0]);
        if (std::isnan(wanted)) {
            EXPECT_TRUE(std::isnan(got)) << text << i;
        } else if (std::isinf(wanted)) {
            EXPECT_EQ(got, wanted) << text << i;
        } else {
            EXPECT_NEAR(got, wanted, std::fabs(wanted) * 0x1p-20 + 0x1p-20) << text << i;
        }
    }
}

TEST(MaxwellShuffleModes, FunctionsTakeSignsAndAbsolutesAndSaturate) {
    std::vector<MaxwellGiven> samples;
    for (const float x :
         {0.25F, -0.25F, 1.0F, -1.0F, 2.5F, -2.5F, 9.0F, 0.0F, -0.0F, std::numeric_limits<float>::quiet_NaN()})
        samples.push_back({std::bit_cast<std::uint32_t>(x)});
    for (unsigned how = 0; how < 8; ++how) {
        const bool negated = (how & 1) != 0, absolute = (how & 2) != 0, saturates = (how & 4) != 0;
        const std::string operand =
            fmt::format("{}{}R0{}", negated ? "-" : "", absolute ? "|" : "", absolute ? "|" : "");
        for (const Function& function : kFunctions)
            expect_near(fmt::format("MUFU.{}{} R16, {} ;\n", function.name, saturates ? ".SAT" : "", operand), samples,
                        function.of, negated, absolute, saturates);
        if (saturates) continue;
        for (const std::string_view reduces : {"SINCOS", "EX2"})
            expect_near(
                fmt::format("RRO.{} R16, {} ;\n", reduces, operand), samples, [](double x) { return x; }, negated,
                absolute, false);
    }
}

TEST(MaxwellShuffleModes, SaturatedHighWordsAreRefused) {
    EXPECT_EQ(refusal_of("MUFU.RCP64H R16, -|R0| ;\n"), "");
    for (const std::string_view function : {"RCP64H", "RSQ64H"})
        EXPECT_NE(refusal_of(fmt::format("MUFU.{}.SAT R16, R0 ;\n", function)).find("saturation"), std::string::npos);
}

} // namespace
} // namespace relit::test::maxwell_shuffle_modes
