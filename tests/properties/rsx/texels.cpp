// What a program sees of a texel under each context key that changes texels, in the interpreter: against numbers that are computed
// here (reference: methods of the RSX, sRGB) and against a table that a console printed.
#include "tests/support/rsx/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace relit::rsx_texels {
namespace {

using test::ContextValues;
using test::expect_near;
using test::Lanes;
using test::RsxGiven;
using test::RsxRun;

constexpr std::string_view kLookup = "TEXR R0, f[TEX0], TEX0;";

/// One texel, looked up under some context keys of unit 0.
Lanes texel_under(const Lanes& texel, const ContextValues& context, std::string_view text = kLookup) {
    ContextValues named;
    for (const auto& [name, value] : context) named["rsx.fp.texture0." + name] = value;
    return test::colour_of(text,
                           {.context = named, .inputs = {}, .buffers = {}, .bound = test::texture_of(1, 1, {texel})});
}

TEST(RsxTexel, RemapTakesEachChannelFromAnother) {
    const Lanes texel = {0.1F, 0.2F, 0.3F, 0.4F};
    expect_near(texel_under(texel, {}), texel, "nothing said");
    expect_near(texel_under(texel, {{"remap", 0xaae4}}), texel, "each itself");
    expect_near(texel_under(texel, {{"remap", 0xaa6c}}), {0.3F, 0.2F, 0.1F, 0.4F}, "red and blue change");
    expect_near(texel_under(texel, {{"remap", 0x62e4}}), {0, 0.2F, 1, 0.4F}, "no red, all blue");
    expect_near(texel_under(texel, {{"remap", 0xaa00}}), {0.4F, 0.4F, 0.4F, 0.4F}, "all alpha");
}

TEST(RsxTexel, TexelsOfTwoNumbersAreFourBeforeTheRemap) {
    const Lanes texel = {0.1F, 0.2F, 0.3F, 0.4F};
    expect_near(texel_under(texel, {{"order", 1}}), {0.1F, 0.2F, 0.1F, 0.2F}, "XYXY");
    expect_near(texel_under(texel, {{"order", 2}}), {0.1F, 0.1F, 0.1F, 0.2F}, "XXXY");
    expect_near(texel_under(texel, {{"order", 2}, {"remap", 0xaa00}}), {0.2F, 0.2F, 0.2F, 0.2F}, "XXXY, all alpha");
}

TEST(RsxTexel, SignedChannelsAreBytesInTwosComplement) {
    for (int byte = -128; byte < 128; ++byte) {
        const float stored = static_cast<float>(byte & 255) / 255, wanted = static_cast<float>(byte) / 127;
        expect_near(texel_under({stored, stored, 0.5F, 0.5F}, {{"signed", 1}}), {wanted, stored, 0.5F, 0.5F},
                    "x alone");
        expect_near(texel_under({stored, stored, 0.5F, 0.5F}, {{"signed", 1}, {"signed_range", 3}}),
                    {std::max(wanted, -1.0F), stored, 0.5F, 0.5F}, "clamped");
    }
}

constexpr std::string_view kExpanded = "TEXR_bx2 R0, f[TEX0], TEX0;";

/// What a PS3 printed for texels of the bytes 8, 8, 247, 255 (5, 5 and 5 bits) and 255, 128 (G8B8), in halves; RPCS3, issue 18171.
struct Measured {
    bool is_signed, gamma, biased, expands;
    Lanes rgbx, gb;
};
constexpr Measured kMeasured[] = {
    {false, false, false, false, {0.031372F, 0.031372F, 0.968750F, 1}, {1, 0.501953F, 1, 0.501953F}},
    {true,
     false,
     false,
     false,
     {0.062988F, 0.062988F, -0.070862F, -0.007874F},
     {-0.007874F, -1.007812F, -0.007874F, -1.007812F}},
    {false, true, false, false, {0.002428F, 0.002428F, 0.930176F, 1}, {1, 0.215820F, 1, 0.215820F}},
    {true,
     true,
     false,
     false,
     {0.062988F, 0.062988F, -0.070862F, -0.007874F},
     {-0.007874F, -1.007812F, -0.007874F, -1.007812F}},
    {false, false, true, false, {-0.944824F, -0.944824F, 0.937012F, 1}, {1, 0, 1, 0}},
    {true,
     false,
     true,
     false,
     {0.062988F, 0.062988F, -0.070862F, -0.007874F},
     {-0.007874F, -1.007812F, -0.007874F, -1.007812F}},
    {false, true, true, false, {0.002428F, 0.002428F, 0.930176F, 1}, {1, 0.215820F, 1, 0.215820F}},
    {true,
     true,
     true,
     false,
     {0.062988F, 0.062988F, -0.070862F, -0.007874F},
     {-0.007874F, -1.007812F, -0.007874F, -1.007812F}},
    {false, false, false, true, {-0.937012F, -0.937012F, 0.937012F, 1}, {1, 0.003922F, 1, 0.003922F}},
    {true,
     false,
     false,
     true,
     {0.062988F, 0.062988F, -0.070862F, -0.007874F},
     {-0.007874F, -1.007812F, -0.007874F, -1.007812F}},
    {false, true, true, true, {-0.937012F, -0.937012F, 0.937012F, 1}, {1, 0.003922F, 1, 0.003922F}},
};

TEST(RsxTexel, TexelsAreWhatAConsolePrinted) {
    constexpr float kHalf = 1e-3F; // the results were halves, and the bits of 5 are not repeated alike
    const auto byte = [](int value) { return static_cast<float>(value) / 255; };
    for (const Measured& row : kMeasured) {
        const ContextValues state = {
            {"signed", row.is_signed ? 15 : 0}, {"gamma", row.gamma ? 15 : 0}, {"biased", row.biased ? 1 : 0}};
        const std::string_view text = row.expands ? kExpanded : kLookup;
        const Lanes rgbx = texel_under({byte(8), byte(8), byte(247), byte(255)}, state, text);
        const Lanes gb = texel_under({byte(255), byte(128), byte(255), byte(128)}, state, text);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(rgbx[i], row.rgbx[i], kHalf) << &row - kMeasured << " rgbx lane " << i;
            EXPECT_NEAR(gb[i], row.gb[i], kHalf) << &row - kMeasured << " gb lane " << i;
        }
    }
}

float linear(float c) { return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F); }

TEST(RsxTexel, SignedAndBiasedFollowTheirChannelThroughTheRemap) {
    constexpr std::uint64_t kRedIsAlpha = 0xaae0, kNoRed = 0xa2e4;
    const Lanes texel = {10 / 255.0F, 20 / 255.0F, 30 / 255.0F, 240 / 255.0F};
    const auto biased = [](int byte) { return static_cast<float>(byte - 128) / 127; };
    expect_near(texel_under(texel, {{"signed", 8}, {"remap", kRedIsAlpha}}),
                {-16 / 127.0F, texel[1], texel[2], -16 / 127.0F}, "alpha is signed in both");
    expect_near(texel_under(texel, {{"signed", 1}, {"remap", kRedIsAlpha}}), {texel[3], texel[1], texel[2], texel[3]},
                "nothing reads red");
    expect_near(texel_under(texel, {{"biased", 1}, {"remap", kNoRed}}), {0, biased(20), biased(30), biased(240)},
                "a constant is not biased");
    expect_near(texel_under(texel, {{"remap", kNoRed}}, kExpanded),
                {0, 2 * texel[1] - 1, 2 * texel[2] - 1, 2 * texel[3] - 1}, "nor is it expanded");
    expect_near(texel_under(texel, {{"gamma", 1}, {"remap", kRedIsAlpha}}),
                {linear(texel[3]), texel[1], texel[2], texel[3]}, "gamma is of the result's lane");
}

TEST(RsxTexel, NumbersOf16BitsAreSignedAndBiasedAs16Bits) {
    const auto stored = [](int value) { return static_cast<float>(value) / 65535; };
    const Lanes texel = {stored(0x8000), stored(0x1234), 0, 0};
    expect_near(texel_under(texel, {{"order", 1}, {"signed", 15}}),
                {-32768 / 32767.0F, 0x1234 / 32767.0F, -32768 / 32767.0F, 0x1234 / 32767.0F}, "signed");
    expect_near(texel_under(texel, {{"order", 1}, {"biased", 1}}),
                {0, (0x1234 - 32768) / 32767.0F, 0, (0x1234 - 32768) / 32767.0F}, "biased");
}

TEST(RsxTexel, GammaLanesBecomeLinear) {
    for (int byte = 0; byte < 256; byte += 5) {
        const float c = static_cast<float>(byte) / 255;
        expect_near(texel_under({c, c, c, c}, {{"gamma", 7}}), {linear(c), linear(c), linear(c), c}, "three");
    }
}

TEST(RsxTexel, DepthIsReadAsTheBytesOfAColour) {
    const float depth = 0x123456 / 16777215.0F;
    expect_near(texel_under({depth, 0, 0, 1}, {{"depth", 1}}), {0x34 / 255.0F, 0x56 / 255.0F, 0, 0x12 / 255.0F}, "");
}

TEST(RsxTexel, ShadowComparesZ) {
    ir::Bound bound = test::texture_of(1, 1, {{0.5F, 0, 0, 1}});
    bound.sampler.compare = ir::Compare::LessEqual;
    const ContextValues context = {{"rsx.fp.texture0.shadow", 1}};
    for (const float z : {0.25F, 0.5F, 0.75F}) {
        const float lit = z <= 0.5F ? 1 : 0;
        expect_near(test::colour_of(kLookup, {context, {{"tex0", {0, 0, z, 1}}}, {}, bound}), {lit, lit, lit, lit},
                    "TEX");
        expect_near(test::colour_of("TXPR R0, f[TEX0], TEX0;", {context, {{"tex0", {0, 0, 2 * z, 2}}}, {}, bound}),
                    {lit, lit, lit, lit}, "TXP");
    }
}

TEST(RsxTexel, AlphaKillEndsFragmentsWhoseTexelHasNone) {
    for (const float alpha : {0.0F, 0.25F}) {
        for (const std::uint64_t on : {0U, 1U}) {
            const RsxRun run = test::run_fragment(kLookup, {.context = {{"rsx.fp.texture0.alpha_kill", on}},
                                                            .inputs = {},
                                                            .buffers = {},
                                                            .bound = test::texture_of(1, 1, {{1, 1, 1, alpha}})});
            EXPECT_EQ(run.discarded, on != 0 && alpha == 0);
        }
    }
}

TEST(RsxTexel, AlphaKillTestsWhatIsStored) {
    for (const float alpha : {0.0F, 128 / 255.0F}) { // 128 is 0 where it is biased
        const RsxRun run =
            test::run_fragment(kLookup, {.context = {{"rsx.fp.texture0.alpha_kill", 1}, {"rsx.fp.texture0.biased", 1}},
                                         .inputs = {},
                                         .buffers = {},
                                         .bound = test::texture_of(1, 1, {{1, 1, 1, alpha}})});
        EXPECT_EQ(run.discarded, alpha == 0);
    }
}

} // namespace
} // namespace relit::rsx_texels
