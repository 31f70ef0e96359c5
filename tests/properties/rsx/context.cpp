// Each context key of the machine's state does what it says: short programs in the interpreter, against numbers that are computed
// here from what the documents say (reference: methods of the RSX, EXT_texture_mirror_clamp, sRGB).
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/rsx/run.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace relit::rsx_context {
namespace {

using test::ContextValues;
using test::expect_near;
using test::Lanes;
using test::RsxGiven;
using test::RsxRun;

constexpr std::string_view kLookup = "TEXR R0, f[TEX0], TEX0;";
constexpr float kNear = 1e-5F;

Lanes rsx_colour(const RsxGiven& given) { return test::colour_of("MOVR R0, f[TEX0];", given); }

TEST(RsxContext, LoopIndexIsAsWrittenOrTheIteration) {
    constexpr std::string_view kLoop =
        "MOVR R0, f[TEX5];\nLOOPR {2, 1, 3};\nADDR R0, R0, f[aL+4];\nENDLOOP;\nMOVR R0, R0;\n";
    std::map<std::string, Lanes> inputs;
    for (int i = 0; i < 6; ++i) inputs["tex" + std::to_string(i)] = {static_cast<float>(1 << i), 0, 0, 0};
    const auto first = [&](const ContextValues& context) {
        return test::colour_of(kLoop, {.context = context, .inputs = inputs, .buffers = {}, .bound = {}})[0];
    };
    EXPECT_EQ(first({}), 32 + 2 + 16);                        // TEX1 and TEX4
    EXPECT_EQ(first({{"rsx.fp.loop_index", 1}}), 32 + 1 + 2); // TEX0 and TEX1
}

TEST(RsxContext, VertexTexturesHaveNoChannelsToChange) {
    std::set<std::string> names;
    for (const isa::ContextKey& row : isa::rsx::vp::kFrontend.context_keys)
        if (row.name.starts_with("rsx.vp.texture#.")) names.emplace(row.name.substr(16));
    EXPECT_EQ(names, (std::set<std::string>{"kind", "wrap", "unnormalised"}));
    const RsxGiven given{.context = {{"rsx.vp.texture1.alpha_kill", 1}, {"rsx.vp.texture1.remap", 0xaa00}},
                         .inputs = {},
                         .buffers = {},
                         .bound = test::texture_of(1, 1, {{0.1F, 0.2F, 0.3F, 0}})};
    RsxRun run = test::run_rsx("rsx.vp", "TXL o[7], v[8], TEX1;", given);
    EXPECT_EQ(run.fault, "");
    EXPECT_FALSE(run.discarded);
    expect_near(run.outputs["o7"], {0.1F, 0.2F, 0.3F, 0}, "as it is");
    EXPECT_FALSE(run.read.values.contains("rsx.vp.texture1.alpha_kill"));
}

// ---- textures: where a coordinate leads to

constexpr int kSize = 4;
constexpr float kBorder = 100;

/// What the rules of OpenGL and EXT_texture_mirror_clamp say of a row of texels 1, 2, 3, 4.
double wrapped(unsigned mode, double s, bool filters) {
    const bool once = mode >= 6, clamps = mode == 5 || mode == 8, edge = mode == 6;
    if (once) s = std::fabs(s);
    if (clamps) s = std::clamp(s, 0.0, 1.0);
    const auto texel = [&](int i) -> double {
        if (once && i < 0) i = -1 - i;
        if (edge || (clamps && !filters)) i = std::clamp(i, 0, kSize - 1);
        return i < 0 || i >= kSize ? double{kBorder} : i + 1.0;
    };
    const double u = s * kSize - (filters ? 0.5 : 0);
    const int i = static_cast<int>(std::floor(u));
    return filters ? texel(i) * (1 - (u - i)) + texel(i + 1) * (u - i) : texel(i);
}

TEST(RsxContext, WrapModesThatHostsLackAreDoneInTheShader) {
    ir::Bound bound = test::texture_of(kSize, 1, {{1}, {2}, {3}, {4}});
    bound.sampler.border.fill(std::bit_cast<std::uint32_t>(kBorder));
    for (const unsigned mode : {5U, 6U, 7U, 8U}) {
        for (const bool filters : {false, true}) {
            bound.sampler.magnify = bound.sampler.minify = filters ? ir::Filter::Linear : ir::Filter::Nearest;
            const bool border = mode == 7 || (mode != 6 && filters);
            bound.sampler.wrap[0] = border ? ir::Wrap::Border : ir::Wrap::Clamp;
            for (int step = -64; step <= 64; ++step) {
                const float s = static_cast<float>(step) / 32 + 1 / 128.0F;
                const ContextValues context = {{"rsx.fp.texture0.wrap", mode}};
                const float got = test::colour_of(kLookup, {context, {{"tex0", {s, 0.5F, 0, 1}}}, {}, bound})[0];
                EXPECT_NEAR(got, wrapped(mode, s, filters), 1e-3) << "mode " << mode << " at " << s << " " << filters;
            }
        }
    }
}

TEST(RsxContext, CoordinatesThatCountTexelsAreDividedFirst) {
    const ir::Bound bound = test::texture_of(kSize, 2, {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}});
    const ContextValues context = {{"rsx.fp.texture0.unnormalised", 1}};
    for (int i = 0; i < 8; ++i) {
        const Lanes at = {static_cast<float>(i % 4) + 0.5F, static_cast<float>(i >= 4 ? 1 : 0) + 0.5F, 0, 1};
        EXPECT_EQ(test::colour_of(kLookup, {context, {{"tex0", at}}, {}, bound})[0], static_cast<float>(i + 1));
    }
}

// ---- what a fragment is given

TEST(RsxContext, WindowDefinesOriginAndPixelCentres) {
    const std::map<std::string, Lanes> at = {{"wpos", {10.5F, 20.5F, 0.25F, 2}}};
    const auto seen = [&](std::uint64_t window) {
        return test::colour_of("MOVR R0, f[WPOS];", {{{"rsx.fp.window", window}}, at, {}, {}});
    };
    expect_near(seen(0x00064), {10.5F, 20.5F, 0.25F, 2}, "from the top, halves");
    expect_near(seen(0x01064), {10.5F, 79.5F, 0.25F, 2}, "from the bottom");
    expect_near(seen(0x10064), {10, 20, 0.25F, 2}, "whole");
    expect_near(seen(0x11064), {10, 79, 0.25F, 2}, "both");
}

TEST(RsxContext, ColoursAreClampedAndBackFacesUseBackColours) {
    const auto seen = [&](std::uint64_t two_sided, float facing) {
        return test::colour_of(
            "MOVR R0, f[COL1];",
            {{{"rsx.fp.two_sided", two_sided}},
             {{"ssa", {facing, facing, facing, facing}}, {"col1", {0.5F, 2, -1, 0.25F}}, {"bfc1", {0.75F, 3, -3, 0}}},
             {},
             {}});
    };
    expect_near(seen(0, -1), {0.5F, 1, 0, 0.25F}, "one side");
    expect_near(seen(1, 1), {0.5F, 1, 0, 0.25F}, "the front");
    expect_near(seen(1, -1), {0.75F, 1, 0, 0}, "the back");
}

TEST(RsxContext, TexcoordsCanHaveTwoDimensionsOrBeThoseOfPoints) {
    const auto seen = [&](const ContextValues& context) {
        RsxGiven given{context, {{"tex2", {1, 2, 3, 4}}, {"wpos", {0, 0, 0, 0.125F}}}, {}, {}};
        given.point_s = 0.25F, given.point_t = 0.5F;
        return test::colour_of("MOVR R0, f[TEX2];", given);
    };
    expect_near(seen({}), {1, 2, 3, 4}, "as it is");
    // 8 is the clip position's w, 0.125 what a pipeline hands over for it
    expect_near(seen({{"rsx.fp.texcoord2", 1}}), {1, 2, 0, 8}, "two dimensions");
    expect_near(seen({{"rsx.fp.texcoord1", 1}}), {1, 2, 3, 4}, "another's");
    expect_near(seen({{"rsx.fp.point_sprite", 0x401}}), {0.25F, 0.5F, 1, 0}, "a point's");
    expect_near(seen({{"rsx.fp.point_sprite", 0x401}, {"rsx.fp.texcoord2", 1}}), {0.25F, 0.5F, 0, 8}, "both");
    expect_near(seen({{"rsx.fp.point_sprite", 0x400}}), {1, 2, 3, 4}, "not on");
    expect_near(seen({{"rsx.fp.point_sprite", 0x801}}), {1, 2, 3, 4}, "on for TEX3");
}

TEST(RsxContext, TexcoordsWithoutPerspectiveHaveNoW) {
    for (const std::string_view text : {"MOVR R0, g[TEX2];", "LOOPR {1, 1, 1};\nMOVR R0, g[aL+5];\nENDLOOP;"}) {
        const auto seen = [&](const ContextValues& context) {
            RsxGiven given{context, {{"tex2", {8, 16, 24, 32}}, {"wpos", {0, 0, 0, 0.125F}}}, {}, {}};
            given.point_s = 0.25F, given.point_t = 0.5F;
            return test::colour_of(text, given);
        };
        expect_near(seen({}), {1, 2, 3, 4}, "over w");
        expect_near(seen({{"rsx.fp.texcoord2", 1}}), {1, 2, 0, 1}, "two dimensions");
        expect_near(seen({{"rsx.fp.texcoord3", 1}}), {1, 2, 3, 4}, "another's");
        expect_near(seen({{"rsx.fp.point_sprite", 0x401}}), {0.25F, 0.5F, 1, 0}, "a point's");
        expect_near(seen({{"rsx.fp.point_sprite", 0x401}, {"rsx.fp.texcoord2", 1}}), {0.25F, 0.5F, 0, 8}, "both");
    }
}

TEST(RsxContext, TexcoordsByIndexAreTheSame) {
    constexpr std::string_view kText = "LOOPR {1, 1, 1};\nMOVR R0, f[aL+5];\nENDLOOP;";
    const auto seen = [&](const ContextValues& context) {
        RsxGiven given{context, {{"tex2", {1, 2, 3, 4}}, {"wpos", {0, 0, 0, 0.125F}}}, {}, {}};
        given.point_s = 0.25F, given.point_t = 0.5F;
        return test::colour_of(kText, given);
    };
    expect_near(seen({}), {1, 2, 3, 4}, "as it is");
    expect_near(seen({{"rsx.fp.texcoord2", 1}}), {1, 2, 0, 8}, "two dimensions");
    expect_near(seen({{"rsx.fp.point_sprite", 0x401}}), {0.25F, 0.5F, 1, 0}, "a point's");
    expect_near(seen({{"rsx.fp.texcoord3", 1}, {"rsx.fp.point_sprite", 0x801}}), {1, 2, 3, 4}, "another's");
}

// Lines and exponentials through fog parameters a (0) and b (1): the forms of methods 0x08cc, 0x08d0 and 0x08d4.
TEST(RsxContext, FogModesAreExponentialsOfALine) {
    const float a = 1.4F, b = -0.25F;
    for (const float x : {-1.5F, 0.0F, 0.5F, 1.0F, 2.0F, 8.0F}) {
        const auto factor = [&](std::uint64_t mode) {
            const RsxGiven given{{{"rsx.fp.fog_mode", mode}}, {{"fogc", {x, 0, 0, 1}}}, {{"fog", {a, b, 0, 0}}}, {}};
            const Lanes fog = test::colour_of("MOVR R0, f[FOGC];", given);
            EXPECT_EQ(fog[0], x);
            EXPECT_EQ(fog[2], 0);
            return fog[1];
        };
        const auto clamped = [](double value) { return std::clamp(value, 0.0, 1.0); };
        const double line = a + b * x, of_size = a + b * std::fabs(x);
        EXPECT_EQ(factor(0), 0);
        EXPECT_NEAR(factor(0x2601), clamped(line - 1), kNear);
        EXPECT_NEAR(factor(0x0804), clamped(of_size - 1), kNear);
        EXPECT_NEAR(factor(0x0800), clamped(std::exp(11.084 * (line - 1.5))), 1e-3);
        EXPECT_NEAR(factor(0x0802), clamped(std::exp(11.084 * (of_size - 1.5))), 1e-3);
        EXPECT_NEAR(factor(0x0801), clamped(std::exp(-std::pow(4.709 * (line - 1.5), 2))), 1e-3);
        EXPECT_NEAR(factor(0x0803), clamped(std::exp(-std::pow(4.709 * (of_size - 1.5), 2))), 1e-3);
    }
}

TEST(RsxContext, ControlSelectsTheExports) {
    constexpr std::string_view kText = "MOVR R0, {1, 2, 3, 4};\nMOVH H1, {0.5};\nMOVR R1.z, {0.25};";
    const auto seen = [&](std::uint64_t control) {
        return test::run_fragment(kText, {{{"rsx.fp.control", control}}, {}, {}, {}});
    };
    RsxRun full = seen(0x4e);
    EXPECT_EQ(full.outputs["color0"][0], 1);
    EXPECT_EQ(full.outputs["depth"][0], 0.25F);
    RsxRun half = seen(0);
    EXPECT_FALSE(half.outputs.contains("depth"));
    EXPECT_EQ(half.outputs["color0"][1], 1.875F); // the high half of 1.0 is H0.y
}

// ---- what becomes of colours

constexpr std::uint64_t kNeverPasses = 0x200;

/// Whether the alpha test discards a fragment.
bool ends(float alpha, std::uint64_t function, std::uint64_t reference, std::uint64_t format = 0) {
    const ContextValues context{{"rsx.fp.alpha_test", 1},
                                {"rsx.fp.alpha_func", function},
                                {"rsx.fp.alpha_ref", reference},
                                {"rsx.fp.format", format}};
    return test::run_fragment("MOVR R0, f[TEX0];", {context, {{"tex0", {9, 9, 9, alpha}}}, {}, {}}).discarded;
}

TEST(RsxContext, AlphaTestUsesTheFunction) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    // 51 / 255 is 0.2; outcomes: below, equal, above, NaN
    const std::array<float, 4> alphas = {0.1F, 51 / 255.0F, 0.9F, kNan};
    constexpr std::array<unsigned, 8> kPass = {0, 1, 2, 3, 4, 0xd, 6, 0xf}; // a bit for each, from never on
    for (std::uint64_t function = 0; function < 8; ++function)
        for (unsigned i = 0; i < alphas.size(); ++i)
            EXPECT_EQ(ends(alphas[i], kNeverPasses + function, 51), (kPass[function] >> i & 1) == 0)
                << function << " " << i;
    const RsxGiven off{{{"rsx.fp.alpha_func", kNeverPasses}}, {}, {}, {}};
    EXPECT_FALSE(test::run_fragment("MOVR R0, f[TEX0];", off).discarded) << "the test is off";
}

TEST(RsxContext, AlphaIsComparedWithAReferenceOfTheSurfacesKind) {
    constexpr std::uint64_t kAbove = 0x204;
    EXPECT_TRUE(ends(0.5F, kAbove, 128, 8));
    EXPECT_FALSE(ends(0.51F, kAbove, 128, 8));
    for (const float alpha : {-2.0F, 1.5F, 3.0F}) { // 0x4000 is a half 2, 0xbc00 -1; 0x40000000 is a float 2
        EXPECT_EQ(ends(alpha, kAbove, 0x4000, 11), alpha < 2) << alpha;
        EXPECT_EQ(ends(alpha, kAbove, 0xbc00, 11), alpha < -1) << alpha;
        EXPECT_EQ(ends(alpha, kAbove, 0x40000000, 12), alpha < 2) << alpha;
        EXPECT_EQ(ends(alpha, kAbove, 0x40000000, 13), alpha < 2) << alpha;
    }
}

float on_the_curve(float c) { return c <= 0.0031308F ? c * 12.92F : 1.055F * std::pow(c, 1 / 2.4F) - 0.055F; }

// Alpha is rounded to the 8 bits of the surface first (RPCS3, pull request 12957): of 255, 0.499 is 127 and 0.497 is not.
TEST(RsxContext, AlphaIsRoundedToTheBitsOfTheSurface) {
    constexpr std::uint64_t kEqual = 0x202;
    for (const std::uint64_t format : {0U, 5U, 8U, 16U}) {
        EXPECT_FALSE(ends(0.499F, kEqual, 127, format)) << format;
        EXPECT_TRUE(ends(0.5F, kEqual, 127, format)) << format; // 127.5 is rounded to the even one
        EXPECT_FALSE(ends(3, kEqual, 255, format)) << format;
        EXPECT_FALSE(ends(-3, kEqual, 0, format)) << format;
    }
    EXPECT_TRUE(ends(0.499F, kEqual, 0x3f000000, 12)) << "floats are not rounded";
    EXPECT_FALSE(ends(0.5F, kEqual, 0x3f000000, 12));
}

TEST(RsxContext, SurfacesOfFewChannelsKeepBlueAndGreen) {
    const auto seen = [](std::uint64_t format, std::uint64_t srgb) {
        const RsxGiven given{
            {{"rsx.fp.format", format}, {"rsx.fp.srgb", srgb}}, {{"tex0", {0.1F, 0.25F, 0.5F, 0.75F}}}, {}, {}};
        return rsx_colour(given);
    };
    EXPECT_EQ(seen(9, 0)[0], 0.5F);
    EXPECT_EQ(seen(9, 0)[3], 0.75F) << "blending reads alpha";
    EXPECT_EQ(seen(10, 0)[0], 0.25F);
    EXPECT_EQ(seen(10, 0)[1], 0.5F);
    EXPECT_NEAR(seen(9, 1)[0], on_the_curve(0.5F), 1e-6F);
}

TEST(RsxContext, SrgbPutsColoursOnTheCurveButNotAlpha) {
    const auto seen = [](const Lanes& colour, std::uint64_t format) {
        const RsxGiven given{{{"rsx.fp.srgb", 1}, {"rsx.fp.format", format}}, {{"tex0", colour}}, {}, {}};
        return rsx_colour(given);
    };
    for (const float c : {0.0F, 0.002F, 0.01F, 0.25F, 0.5F, 1.0F})
        for (const std::uint64_t format : {0U, 8U, 16U})
            expect_near(seen({c, 1 - c, c / 2, c}, format),
                        {on_the_curve(c), on_the_curve(1 - c), on_the_curve(c / 2), c}, "normalised");
    expect_near(seen({-3, 4, 0.5F, 7}, 8), {0, 1, on_the_curve(0.5F), 7}, "beyond the range");
    for (const std::uint64_t format : {11U, 12U, 13U})
        expect_near(seen({0.25F, 4, -1, 0.5F}, format), {0.25F, 4, -1, 0.5F}, "floats");
}

TEST(RsxContext, FormatsWithoutAlphaKeepZeroOrOne) {
    const auto seen = [](std::uint64_t format) {
        return rsx_colour({{{"rsx.fp.format", format}}, {{"tex0", {0.1F, 0.2F, 0.3F, 0.4F}}}, {}, {}});
    };
    for (const std::uint64_t format : {1U, 4U, 14U}) expect_near(seen(format), {0.1F, 0.2F, 0.3F, 0}, "Z");
    for (const std::uint64_t format : {2U, 5U, 15U}) expect_near(seen(format), {0.1F, 0.2F, 0.3F, 1}, "O");
    for (const std::uint64_t format : {0U, 3U, 8U, 11U, 12U, 13U, 16U, 31U})
        expect_near(seen(format), {0.1F, 0.2F, 0.3F, 0.4F}, "its own");
    // what is compared is the program's own
    const RsxGiven given{{{"rsx.fp.format", 4}, {"rsx.fp.alpha_test", 1}, {"rsx.fp.alpha_func", 0x204}},
                         {{"tex0", {0, 0, 0, 0.5F}}},
                         {},
                         {}};
    EXPECT_FALSE(test::run_fragment("MOVR R0, f[TEX0];", given).discarded);
}

// ---- vertex programs

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(RsxContext, ViewportsMakePositionsOfAHostsWholeSurface) {
    // a viewport of 200 x 100 pixels at (40, 20) of a surface of 640 x 480, depths 0.25 to 0.75
    ContextValues context = {{"rsx.vp.viewport", 1},
                             {"rsx.vp.viewport_scale0", bits(100)},
                             {"rsx.vp.viewport_scale1", bits(-50)},
                             {"rsx.vp.viewport_scale2", bits(0.25F)},
                             {"rsx.vp.viewport_offset0", bits(140)},
                             {"rsx.vp.viewport_offset1", bits(70)},
                             {"rsx.vp.viewport_offset2", bits(0.5F)},
                             {"rsx.vp.surface_width", 640},
                             {"rsx.vp.surface_height", 480}};
    const auto seen = [&](const Lanes& position) {
        RsxRun run = test::run_rsx("rsx.vp", "MOV o[0], v[0];", {context, {{"v0", position}}, {}, {}});
        EXPECT_EQ(run.fault, "");
        return run.outputs["o0"];
    };
    for (const Lanes& position : {Lanes{-2, -2, -2, 2}, Lanes{1, 0.5F, 0.25F, 1}, Lanes{3, -1, 4, 4}}) {
        const Lanes got = seen(position);
        const float w = position[3];
        EXPECT_EQ(got[3], w);
        EXPECT_NEAR((got[0] / w + 1) * 320, position[0] / w * 100 + 140, 1e-3);
        EXPECT_NEAR((got[1] / w + 1) * 240, position[1] / w * -50 + 70, 1e-3);
        EXPECT_NEAR(got[2] / w, position[2] / w * 0.25F + 0.5F, 1e-6);
    }
    context["rsx.vp.depth_min"] = bits(0.25F);
    context["rsx.vp.depth_max"] = bits(0.75F);
    for (const float z : {-1.0F, 0.0F, 1.0F}) // a host with that range of depths has the same depth
        EXPECT_NEAR(seen({0, 0, z, 1})[2] * 0.5F + 0.25F, z * 0.25F + 0.5F, 1e-6);
    context["rsx.vp.viewport"] = 0;
    expect_near(seen({1, 2, 3, 4}), {1, 2, 3, 4}, "off");
}

TEST(RsxContext, InputsOfAFrequencyComeFromBuffers) {
    const std::vector<Lanes> entries = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
    const auto seen = [&](std::uint32_t vertex, const ContextValues& context, std::string_view text) {
        RsxGiven given{context, {{"v0", {3, 0, 0, 0}}, {"v3", {7, 7, 7, 7}}}, {}, {}};
        given.vertex = vertex;
        given.entries["in3"] = entries;
        RsxRun run = test::run_rsx("rsx.vp", text, given);
        EXPECT_EQ(run.fault, "");
        return run.outputs["o1"];
    };
    for (const std::string_view text : {"MOV o[1], v[3];", "ARL A0.x, v[0].x;\nMOV o[1], v[A0.x+0];"})
        for (std::uint32_t vertex = 0; vertex < 6; ++vertex) {
            expect_near(seen(vertex, {{"rsx.vp.input3.frequency", 2}}, text), entries[vertex / 2], "divided");
            expect_near(seen(vertex, {{"rsx.vp.input3.frequency", 3}, {"rsx.vp.modulo", 8}}, text), entries[vertex % 3],
                        "again");
            for (const std::uint64_t none : {0U, 1U})
                expect_near(seen(vertex, {{"rsx.vp.input3.frequency", none}, {"rsx.vp.modulo", 8}}, text), {7, 7, 7, 7},
                            "each its own");
            expect_near(seen(vertex, {{"rsx.vp.input3.frequency", 3}, {"rsx.vp.modulo", 4}}, text), entries[vertex / 3],
                        "another's modulo");
        }
    const auto whole = std::bit_cast<float>(0xffffU); // -1 of 16 bits
    RsxGiven given{{{"rsx.vp.input3.frequency", 2}, {"rsx.vp.input3.format", 0x25}}, {}, {}, {}};
    given.vertex = 3;
    given.entries["in3"] = {{}, {whole, whole, whole, whole}};
    expect_near(test::run_rsx("rsx.vp", "MOV o[1], v[3];", given).outputs["o1"], {-1, -1, 0, 1}, "whole numbers");
}

TEST(RsxContext, LegacyRulesMultiplyByZeroAndOrderEverything) {
    constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
    const auto seen = [&](std::string_view text, std::uint64_t legacy, const Lanes& a, const Lanes& b) {
        RsxRun run = test::run_rsx("rsx.vp", text, {{{"rsx.vp.rules", legacy}}, {{"v0", a}}, {{"c", b}}, {}});
        EXPECT_EQ(run.fault, "");
        return run.outputs["o1"];
    };
    const Lanes a = {0, kInf, kNan, -kNan}, b = {kInf, 0, 1, kInf};
    EXPECT_TRUE(std::isnan(seen("MUL o[1], v[0], c[0];", 0, a, b)[0]));
    expect_near(seen("MUL o[1].xy, v[0], c[0];", 1, a, b), {0, 0, 0, 1}, "MUL");
    EXPECT_EQ(seen("DP3 o[1], v[0], c[0];", 1, {0, kInf, 2, 0}, {kNan, 0, 3, 0})[0], 6);
    expect_near(seen("SLT o[1], v[0], c[0];", 0, a, b), {1, 0, 0, 0}, "SLT, modern");
    expect_near(seen("SLT o[1], v[0], c[0];", 1, a, b), {1, 0, 0, 1}, "SLT");
    expect_near(seen("SGE o[1], v[0], c[0];", 1, a, b), {0, 1, 1, 0}, "SGE");
    expect_near(seen("SGT o[1], v[0], c[0];", 1, a, b), {0, 1, 1, 0}, "SGT");
    expect_near(seen("SLE o[1], v[0], c[0];", 1, a, b), {1, 0, 0, 1}, "SLE");
    expect_near(seen("SEQ o[1], v[0], v[0];", 0, a, b), {1, 1, 0, 0}, "SEQ, modern");
    expect_near(seen("SEQ o[1], v[0], v[0];", 1, a, b), {1, 1, 1, 1}, "SEQ");
    expect_near(seen("SNE o[1], v[0], v[0];", 1, a, b), {0, 0, 0, 0}, "SNE");
    const Lanes least = seen("MIN o[1], v[0], c[0];", 1, a, b), most = seen("MAX o[1], v[0], c[0];", 1, a, b);
    EXPECT_EQ(least[2], 1);
    EXPECT_TRUE(std::isnan(least[3]) && std::isnan(most[2]));
    EXPECT_EQ(most[3], kInf);
    EXPECT_TRUE(std::isnan(seen("RSQ o[1], v[0].x;", 0, {-4, 0, 0, 0}, b)[0]));
    EXPECT_EQ(seen("RSQ o[1], v[0].x;", 1, {-4, 0, 0, 0}, b)[0], 0.5F);
}

Lanes attribute(std::uint64_t format, const Lanes& given, std::string_view text = "MOV o[1], v[3];") {
    const RsxGiven all{{{"rsx.vp.input3.format", format}}, {{"v3", {9, 8, 7, 6}}, {"vi3", given}}, {}, {}};
    RsxRun run = test::run_rsx("rsx.vp", text, all);
    EXPECT_EQ(run.fault, "");
    return run.outputs["o1"];
}

TEST(RsxContext, FormatsSayHowInputsBecomeFloats) {
    expect_near(attribute(0, {}), {9, 8, 7, 6}, "not said");
    for (const std::uint64_t floats : {0x42U, 0x43U, 0x44U}) expect_near(attribute(floats, {}), {9, 8, 7, 6}, "floats");
    const Lanes halves = {0, 0x7fff, 0x8000, 0xffff};
    expect_near(attribute(0x41, halves), {1 / 65535.0F, 1, -1, -1 / 65535.0F}, "16 bits, normalised");
    expect_near(attribute(0x21, halves), {1 / 65535.0F, 1, 0, 1}, "two of them");
    expect_near(attribute(0x45, halves), {0, 32767, -32768, -1}, "16 bits");
    expect_near(attribute(0x47, {0, 1, 128, 255}), {0, 1, 128, 255}, "bytes");
    expect_near(attribute(0x17, {5, 1, 1, 1}), {5, 0, 0, 1}, "a byte");
    // x = -1024, y = 512, z = -512
    expect_near(attribute(0x16, {0x80100400LL, 0, 0, 1}),
                {-32768 / 32767.0F, 512 * 32 / 32767.0F, -32768 / 32767.0F, 1}, "packed");
    // x = 0, y = 0, z = 511
    expect_near(attribute(0x16, {0x7fc00000, 0, 0, 1}), {0, 0, 511 * 64 / 32767.0F, 1}, "packed, z at its most");
}

TEST(RsxContext, FormatsHoldForInputsByIndexAsWell) {
    constexpr std::string_view kText = "ARL A0.x, v[0].x;\nMOV o[1], v[A0.x+1];";
    for (const float index : {1.0F, 2.0F}) {
        const RsxGiven given{{{"rsx.vp.input3.format", 0x45}},
                             {{"v0", {index, 0, 0, 1}}, {"v2", {4, 3, 2, 1}}, {"vi3", {0xffff, 2, 3, 4}}},
                             {},
                             {}};
        RsxRun run = test::run_rsx("rsx.vp", kText, given);
        EXPECT_EQ(run.fault, "");
        expect_near(run.outputs["o1"], index == 1 ? Lanes{4, 3, 2, 1} : Lanes{-1, 2, 3, 4}, "by index");
    }
}

TEST(RsxContext, UserClipKeepsOneSideOfEachPlane) {
    RsxRun run =
        test::run_rsx("rsx.vp", "MOV o[5].yzw, v[0];\nMOV o[6].yzw, v[1];",
                      {{{"rsx.vp.user_clip", 0x210012}}, {{"v0", {0, 2, 3, 4}}, {"v1", {0, 5, 6, 7}}}, {}, {}});
    EXPECT_EQ(run.fault, "");
    EXPECT_EQ(run.outputs["clip0"][0], 2);  // 2: at or above 0
    EXPECT_EQ(run.outputs["clip1"][0], -3); // 1: below 0
    EXPECT_EQ(run.outputs["clip2"][0], 0);  // off
    EXPECT_EQ(run.outputs["clip4"][0], -6);
    EXPECT_EQ(run.outputs["clip5"][0], 7);
}

// By bits of method 0x1ff4 (reference rsx.md, section 1.7).
TEST(RsxContext, DisabledOutputsHaveDefaults) {
    const auto seen = [](std::uint64_t mask) {
        return test::run_rsx("rsx.vp",
                             "MOV o[0], v[0]; MOV o[2], v[0]; MOV o[5], v[0]; MOV o[6], v[0]; MOV o[7], v[0];",
                             {{{"rsx.vp.output_mask", mask}}, {{"v0", {1, 2, 3, 4}}}, {}, {}});
    };
    RsxRun all = seen(0x7fffffff), none = seen(0), some = seen(0x4082); // TEX0, the first clip plane, COL1
    for (const char* name : {"o2", "o5", "o6", "o7"}) {
        expect_near(all.outputs[name], {1, 2, 3, 4}, name);
        expect_near(none.outputs[name], {0, 0, 0, 1}, name);
    }
    expect_near(none.outputs["o0"], {1, 2, 3, 4}, "the position is always on");
    expect_near(some.outputs["o2"], {1, 2, 3, 4}, "COL1");
    expect_near(some.outputs["o5"], {0, 0, 3, 1}, "the second of the first clip planes");
    expect_near(some.outputs["o6"], {0, 0, 0, 1}, "size");
    expect_near(some.outputs["o7"], {1, 2, 3, 4}, "TEX0");
    expect_near(seen(0x20).outputs["o6"], {1, 0, 0, 1}, "size alone");
    expect_near(seen(0x2000).outputs["o6"], {1, 2, 3, 4}, "TEX9");
    RsxRun sized = test::run_rsx("rsx.vp", "MOV o[6], v[0];",
                                 {{{"rsx.vp.output_mask", 0}, {"rsx.vp.point_size", 0x40600000}}, {}, {}, {}});
    EXPECT_EQ(sized.outputs["size"][0], 3.5F);
}

TEST(RsxContext, PointsHaveTheSizeOfTheStateWhereTheProgramGivesNone) {
    const auto run = [](std::string_view text) {
        return test::run_rsx("rsx.vp", text, {{{"rsx.vp.point_size", 0x40600000}}, {}, {}, {}});
    };
    EXPECT_EQ(run("MOV o[0], v[0];").outputs["size"][0], 3.5F);
    EXPECT_FALSE(run("MOV o[6].x, v[0];").outputs.contains("size"));
}

TEST(RsxContext, BranchBitsDecideBranches) {
    constexpr std::string_view kText = "MOV o[1], c[0].x;\nBRB(b3) L3;\nMOV o[1], c[0].y;\nMOV o[2], c[0].x;";
    for (const std::uint64_t bits : {0x0U, 0x8U, 0xfff7U}) {
        RsxRun run = test::run_rsx("rsx.vp", kText, {{{"rsx.vp.branch_bits", bits}}, {}, {{"c", {1, 2, 0, 0}}}, {}});
        EXPECT_EQ(run.fault, "");
        EXPECT_EQ(run.outputs["o1"][0], bits == 8 ? 1 : 2);
    }
}

// ---- all of them

/// Programs that between them look at everything.
constexpr std::pair<std::string_view, std::string_view> kPrograms[] = {
    {"rsx.fp",
     "MOVR R0, f[WPOS];\nADDR R0, R0, f[COL0];\nADDR R0, R0, f[FOGC];\nADDR R0, R0, f[TEX0];\n"
     "TEXR_bx2 R1, R0, TEX0;\nADDR R0, R0, R1;\nLOOPR {2, 1, 3};\nADDR R0, R0, f[aL+4];\nENDLOOP;\nMOVR R0, R0;"},
    {"rsx.vp", "MOV o[0], v[0];\nMOV o[5], v[1];\nTXL o[7], v[8], TEX0;\nBRB(b3) L0;"},
};

TEST(RsxContext, EveryContextKeyIsReadBySomeProgram) {
    for (const auto& [name, text] : kPrograms) {
        // some are looked at only where others ask for it
        const ContextValues context = {{"rsx.fp.alpha_test", 1},
                                       {"rsx.fp.texture0.signed", 1},
                                       {"rsx.vp.viewport", 1},
                                       {"rsx.vp.input0.frequency", 2}};
        RsxGiven given{
            .context = context, .inputs = {}, .buffers = {}, .bound = test::texture_of(1, 1, {{0, 0, 0, 1}})};
        given.entries["in0"] = {{}};
        const RsxRun run = test::run_rsx(name, text, given);
        EXPECT_EQ(run.fault, "");
        const isa::Frontend& guest = name == "rsx.fp" ? isa::rsx::fp::kFrontend : isa::rsx::vp::kFrontend;
        for (const isa::ContextKey& row : guest.context_keys) {
            std::string key(row.name);
            if (const std::size_t mark = key.find('#'); mark != key.npos) key.replace(mark, 1, "0");
            EXPECT_TRUE(run.read.values.contains(key)) << key;
        }
    }
}

} // namespace
} // namespace relit::rsx_context
