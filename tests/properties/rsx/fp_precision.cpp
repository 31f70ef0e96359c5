// What precisions of sources and results clamp to in RSX fragment programs (reference rsx.md, part 2).
#include "tests/support/rsx/run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace relit::rsx_fp_precision {
namespace {

using test::Lanes;

Lanes colour_of(std::string_view text, const Lanes& tex0, std::uint64_t exact) {
    test::RsxGiven given;
    given.context = {{"rsx.fp.arithmetic", exact}};
    given.inputs = {{"tex0", tex0}};
    test::RsxRun run = test::run_rsx("rsx.fp", text, given);
    EXPECT_EQ(run.fault, "") << text;
    return run.outputs["color0"];
}

TEST(RsxFpPrecision, SourcesAndResultsAreClamped) {
    const Lanes wide = {2.5F, -2.5F, 1.25F, -0.5F};
    constexpr float kMost = 2 - 0x1p-10F; // of 12 bits, where arithmetic is exact
    const struct {
        std::string_view text;
        Lanes becomes;
        Lanes becomes_exactly = becomes;
    } rows[] = {
        {"MOVR R0, f[TEX0];", wide},
        {"MOVR R0, f[TEX0]_b;", {1, -1, 1, -0.5F}},
        {"MOVR R0, -f[TEX0]_b;", {-1, 1, -1, 0.5F}}, // the sign comes after the clamp
        {"MOVR R0, |f[TEX0]_b|;", {1, 1, 1, 0.5F}},  // so does the size
        {"MOVR R0, f[TEX0]_x;", {2, -2, 1.25F, -0.5F}, {kMost, -2, 1.25F, -0.5F}},
        {"MOVR R0, f[TEX0]_s;", {1, 0, 1, 0}},
        {"MOVR R0, |f[TEX0]_s|;", {1, 0, 1, 0}}, // as a console does it
        {"MOVB R0, f[TEX0];", {1, -1, 1, -0.5F}},
        {"MOVX R0, f[TEX0];", {2, -2, 1.25F, -0.5F}, {kMost, -2, 1.25F, -0.5F}},
        {"MOVR_sat R0, f[TEX0];", {1, 0, 1, 0}},
        {"ADDR R0, f[TEX0]_b, f[TEX0]_b;", {2, -2, 2, -1}},
    };
    for (const std::uint64_t exact : {0, 1})
        for (const auto& row : rows)
            EXPECT_EQ(colour_of(row.text, wide, exact), exact != 0 ? row.becomes_exactly : row.becomes)
                << row.text << " " << exact;
}

// The test register gets what the precision leaves of a result, wherever that goes; only R leaves all of it.
TEST(RsxFpPrecision, TheTestRegisterGetsTheRoundedResult) {
    const Lanes tiny = {0x1p-26F, -0x1p-26F, 0x1p-24F, -0x1p-24F}; // the first two round to halves of 0
    constexpr Lanes kRounded = {1, 1, 0, 0}, kWhole = {0, 0, 0, 0};
    const struct {
        std::string_view move;
        Lanes is_zero;
    } rows[] = {
        {"MOVHC H4, f[TEX0];", kRounded}, {"MOVHC R2, f[TEX0];", kRounded}, {"MOVHC RC, f[TEX0];", kRounded},
        {"MOVRC H4, f[TEX0];", kWhole},   {"MOVRC R2, f[TEX0];", kWhole},
    };
    for (const std::uint64_t exact : {0, 1})
        for (const auto& row : rows) {
            const std::string text = std::string(row.move) + "\nMOVR R0, {0, 0, 0, 0};\nMOVR R0(EQ), {1, 1, 1, 1};";
            EXPECT_EQ(colour_of(text, tiny, exact), row.is_zero) << text << " " << exact;
        }
}

// What faces away from the light, or lies along it, shines not at all.
TEST(RsxFpPrecision, LitShinesWhereTheLightIsInFront) {
    constexpr std::string_view kLit = "LITR R0, f[TEX0];";
    EXPECT_EQ(colour_of(kLit, {2, 0.5F, 0, 2}, 0), (Lanes{1, 2, 0.25F, 1}));
    EXPECT_EQ(colour_of(kLit, {0, 0.5F, 0, 2}, 0), (Lanes{1, 0, 0, 1}));
    EXPECT_EQ(colour_of(kLit, {-1, 0.5F, 0, 2}, 0), (Lanes{1, 0, 0, 1}));
}

} // namespace
} // namespace relit::rsx_fp_precision
