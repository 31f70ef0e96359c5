// Pipeline state that becomes code of R500 fragment shaders: quads, fog, the order of targets, components of texels,
// wrapping, coordinates of points. Expected values are written down from the reference.
#include "isa/r500/fs/fs.hpp"
#include "isa/shared/random.hpp"
#include "lang/pipeline.hpp"
#include "run/interpreter.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>

namespace relit::r500_fs_pipeline_state {
namespace {

using isa::r500::fs::kFrontend;
using Float4 = std::array<float, 4>;

std::uint64_t bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }
float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

std::vector<std::uint8_t> assembled(const std::string& text) {
    auto bytes = kFrontend.codec.assemble(text, {});
    EXPECT_TRUE(bytes) << bytes.error().text;
    return bytes ? std::move(*bytes) : std::vector<std::uint8_t>();
}

ir::Module lifted(const std::string& text, const ir::Context& context) {
    ir::ContextReader reader(context);
    auto module = isa::lift(kFrontend, assembled(text), reader);
    EXPECT_TRUE(module) << module.error().text;
    return std::move(*module);
}
/// What a translation says that it may get wrong.
std::vector<std::string> caveats_of(const std::string& text, const ir::Context& context) {
    ir::ContextReader reader(context);
    EXPECT_TRUE(isa::lift(kFrontend, assembled(text), reader));
    return reader.approximations();
}

/// Hands on what begins in temporary 0.
constexpr std::string_view kHandsOn =
    "OUT src0.rgb = temp[0], src0.a = temp[0] : out[0].a = MAX src0.a src0.a , out[0].rgb = MAX src0.rgb src0.rgb ;\n";

struct Given {
    Float4 position = {0.5F, 0.5F, 0.25F, 1};
    std::array<Float4, 8> coordinates{};
    std::array<Float4, 4> colours{};
};

/// Sets inputs by what they are to the pipeline.
void give(const ir::Module& module, const Given& given, run::State& state) {
    for (const lang::IoVariable& input : lang::io_variables_of(module, ir::Role::Input)) {
        std::uint64_t* const lanes = &state.files[input.file][input.reg * module.files[input.file].lanes + input.lane];
        for (std::uint32_t i = 0; i < input.lanes; ++i) {
            if (input.semantic == ir::Semantic::Position) lanes[i] = bits_of(given.position[i]);
            if (input.semantic == ir::Semantic::FrontFacing) lanes[i] = bits_of(1);
            if (input.semantic != ir::Semantic::User) continue;
            lanes[i] =
                bits_of(input.number < 8 ? given.coordinates[input.number][i] : given.colours[input.number - 8][i]);
        }
    }
}

using Texture = std::function<Float4(std::span<const float> numbers)>;

std::vector<run::State> run_all(const ir::Module& module, std::span<const Given> pixels, const Texture& texture = {}) {
    std::vector<run::State> states;
    for (const Given& given : pixels) give(module, given, states.emplace_back(run::blank_state(module)));
    run::Host host;
    host.texture = [&](const ir::Inst& inst, const ir::TextureUse& /*use*/, auto operands) {
        if (inst.op == ir::Op::QuerySize) return std::vector<std::uint64_t>{8, 4, 2};
        std::vector<float> numbers;
        for (const auto& operand : operands) numbers.push_back(float_of(operand[0]));
        const Float4 texel = texture(numbers);
        return std::vector<std::uint64_t>{bits_of(texel[0]), bits_of(texel[1]), bits_of(texel[2]), bits_of(texel[3])};
    };
    host.builtin = [](ir::Builtin builtin, unsigned lane, std::size_t) {
        constexpr std::array<float, 2> kInPoint = {0.25F, 0.875F};
        return builtin == ir::Builtin::PointCoord ? bits_of(kInPoint[lane]) : 0;
    };
    const Status done = run::run(module, states, {}, host);
    EXPECT_TRUE(done) << done.error().text;
    return states;
}

Float4 target_of(const ir::Module& module, const run::State& state, std::uint32_t number) {
    for (const lang::IoVariable& output : lang::io_variables_of(module, ir::Role::Output)) {
        if (output.semantic != ir::Semantic::User || output.number != number) continue;
        const std::uint64_t* const lanes = &state.files[output.file][output.reg * 4];
        return {float_of(lanes[0]), float_of(lanes[1]), float_of(lanes[2]), float_of(lanes[3])};
    }
    return {-99, -99, -99, -99}; // nothing is handed on there
}
Float4 drawn(const std::string& text, const ir::Context& context, const Given& given, const Texture& texture = {},
             std::uint32_t target = 0) {
    const ir::Module module = lifted(text, context);
    return target_of(module, run_all(module, std::span(&given, 1), texture)[0], target);
}
void expect_near(const Float4& got, const Float4& wanted) {
    for (unsigned i = 0; i < 4; ++i) EXPECT_NEAR(got[i], wanted[i], 1e-6F) << i;
}

const ir::Context kFirstCoordinate{{{"r500.fs.inputs", 1}}};
Given coordinate(const Float4& value) {
    Given given;
    given.coordinates[0] = value;
    return given;
}

// ---- quads

/// Four pixels whose red is 1, 10, 100, 1000, from the upper left one on, and whose green is 2, 3, 4, 5.
std::vector<Given> quad() {
    std::vector<Given> pixels(4);
    constexpr std::array<float, 4> kRed = {1, 10, 100, 1000};
    for (unsigned i = 0; i < 4; ++i) {
        pixels[i].position = {6.5F + static_cast<float>(i % 2), 2.5F + static_cast<float>(i / 2), 0, 1};
        pixels[i].coordinates[0] = {kRed[i], static_cast<float>(2 + i), -kRed[i], 1.0e-40F};
    }
    return pixels;
}
std::array<float, 4> across(const std::string& operation, unsigned lane) {
    const ir::Module module = lifted(
        "src0.rgb = temp[0], src0.a = temp[0] : " + operation + " ;\n" + std::string(kHandsOn), kFirstCoordinate);
    for (const ir::Inst& inst : module.insts)
        EXPECT_NE(inst.op, ir::Op::Shuffle) << "a fragment shader need not have these";
    const auto states = run_all(module, quad());
    std::array<float, 4> values{};
    for (unsigned i = 0; i < 4; ++i) values[i] = target_of(module, states[i], 0)[lane];
    return values;
}

TEST(R500FragmentQuads, TheUsualFormIsADerivative) {
    EXPECT_EQ(across("temp[0].r = MDH src0.rgb -src0.111 src0.rgb", 0), (std::array<float, 4>{9, 9, 900, 900}));
    EXPECT_EQ(across("temp[0].r = MDV src0.rgb -src0.111 src0.rgb", 0), (std::array<float, 4>{99, 990, 99, 990}));
}

TEST(R500FragmentQuads, AnyOtherFactorCountsInEachPixel) {
    // left * own green + right; above * own green + below
    EXPECT_EQ(across("temp[0].r = MDH src0.rgb src0.ggg src0.rgb", 0),
              (std::array<float, 4>{1 * 2 + 10, 1 * 3 + 10, 100 * 4 + 1000, 100 * 5 + 1000}));
    EXPECT_EQ(across("temp[0].r = MDV src0.rgb src0.ggg src0.rgb", 0),
              (std::array<float, 4>{1 * 2 + 100, 10 * 3 + 1000, 1 * 4 + 100, 10 * 5 + 1000}));
}

TEST(R500FragmentQuads, SignsOfBothPixelsCountAndSelectsDoNot) {
    EXPECT_EQ(across("temp[0].b = MDH |src0.rrr| src0.hhh -|src0.ggg|", 2), // blue is -1, -10, -100, -1000
              (std::array<float, 4>{0.5F - 10, 0.5F - 10, 50 - 1000, 50 - 1000}));
}

TEST(R500FragmentQuads, TheAlphaUnitHasItsOwnSourceBitForBit) {
    const auto got = across("temp[0].a = MDV src0.a src0.0 src0.a", 3); // the lower one, a denormal
    for (const float value : got) EXPECT_EQ(bits_of(value), bits_of(1.0e-40F));
}

TEST(R500FragmentQuads, ShadersOfThemAreTaken) {
    const auto bytes = assembled(
        "src0.rgb = temp[0], src0.a = temp[0] : temp[0].a = MDV src0.a src0.g src0.a , temp[0].rgb = "
        "MDH src0.rgb src0.ggg src0.rgb ;\n" +
        std::string(kHandsOn));
    const auto spirv = translate::translate(kFrontend, bytes, kFirstCoordinate, {.dialect = lang::Dialect::SpirV});
    ASSERT_TRUE(spirv) << spirv.error().text;
    EXPECT_EQ(test::spirv_error(spirv->artifact.words), "");
    const lang::Target glsl{.dialect = lang::Dialect::GlslVulkan, .version = 450};
    const auto text = translate::translate(kFrontend, bytes, kFirstCoordinate, glsl);
    ASSERT_TRUE(text) << text.error().text;
    test::expect_taken(text->artifact, glsl, ir::Stage::Fragment);
}

// ---- fog

/// Fog of (1, 0.5, 0) over a colour of (0, 1, 0.25, 0.75).
Float4 in_fog(std::uint32_t blend, std::map<std::string, std::uint64_t> more, Given given = {}) {
    ir::Context context{{{"r500.fs.inputs", 1},
                         {"r500.fs.fg_fog_blend", blend},
                         {"r500.fs.fg_fog_color_r", 1023},
                         {"r500.fs.fg_fog_color_g", 1023 / 2},
                         {"r500.fs.fg_fog_factor", 341}}};
    for (const auto& [key, value] : more) context.values[key] = value;
    given.coordinates[0] = {0, 1, 0.25F, 0.75F};
    return drawn(std::string(kHandsOn), context, given);
}
Float4 mixed(float factor) {
    constexpr float kHalf = 511.0F / 1023;
    return {1 - factor, factor + (1 - factor) * kHalf, 0.25F * factor, 0.75F};
}

TEST(R500Fog, TheFactorIsConstantOrOfTheDistance) {
    Given far;
    far.position = {0.5F, 0.5F, 0.125F, 1 / 0.75F}; // z 0.125, W 0.75
    expect_near(in_fog(1 | 3U << 1, {}), mixed(341.0F / 1023));
    expect_near(in_fog(1, {{"r500.fs.gb_select", 4}}, far), mixed(0.75F));
    expect_near(in_fog(1, {{"r500.fs.gb_select", 5}}, far), mixed(0.125F));
    expect_near(in_fog(1 | 1U << 1, {{"r500.fs.gb_select", 4}}, far), mixed(std::exp(-0.75F)));
    expect_near(in_fog(1 | 2U << 1, {{"r500.fs.gb_select", 4}}, far), mixed(std::exp(-0.75F * 0.75F)));
    EXPECT_EQ(caveats_of(std::string(kHandsOn), {{{"r500.fs.inputs", 1}, {"r500.fs.fg_fog_blend", 1}}}).size(), 2U);
}

TEST(R500Fog, ScaleAndOffsetCountAndTheFactorIsHeld) {
    Given far;
    far.position = {0.5F, 0.5F, 0, 0.5F}; // W 2
    const auto with = [&](float scale, float offset) {
        return in_fog(1,
                      {{"r500.fs.gb_select", 4},
                       {"r500.fs.ga_fog_scale", bits_of(scale)},
                       {"r500.fs.ga_fog_offset", bits_of(offset)}},
                      far);
    };
    expect_near(with(0.25F, 0.125F), mixed(0.625F));
    expect_near(with(1, 0), mixed(1));
    expect_near(with(-1, 1), mixed(0));
}

TEST(R500Fog, ColoursCanBringIt) {
    Given given;
    given.colours[2] = {0, 0, 0, 0.5F};
    expect_near(in_fog(1, {{"r500.fs.gb_select", 2}}, given), mixed(0.5F));
}

TEST(R500Fog, IsOffUnlessEnabled) { expect_near(in_fog(6, {}), {0, 1, 0.25F, 0.75F}); }

TEST(R500Fog, CanBePutIntoACoordinate) {
    const std::string text =
        ".reg RS_INST_COUNT = 0\n.reg RS_INST_0 = {TEX_CN=1}\n"
        ".reg RS_IP_0 = {TEX_PTR_S=0, TEX_PTR_T=1, TEX_PTR_R=2, TEX_PTR_Q=3}\n.code 0\n" +
        std::string(kHandsOn);
    Given given = coordinate({1, 2, 3, 4});
    given.position = {0, 0, 0.25F, 1};
    const std::uint32_t select = 5 | 1U << 5 | 0U << 6 | 2U << 10; // z, to blue of coordinate 0
    EXPECT_EQ(drawn(text, {{{"r500.fs.gb_select", select}}}, given), (Float4{1, 2, 0.25F, 4}));
    EXPECT_EQ(drawn(text, {{{"r500.fs.gb_select", select | 1U << 6}}}, given), (Float4{1, 2, 3, 4})); // coordinate 1
}

// ---- targets

TEST(R500Targets, LeaveInTheOrderOfMemoryWhereThatIsAsked) {
    const Given given = coordinate({0.1F, 0.2F, 0.3F, 0.4F});
    const auto with = [&](std::uint64_t order, std::uint64_t format) {
        return drawn(std::string(kHandsOn),
                     {{{"r500.fs.inputs", 1}, {"r500.fs.channels", order}, {"r500.fs.us_out_fmt_0", format}}}, given);
    };
    EXPECT_EQ(with(0, 0x1b00), (Float4{0.1F, 0.2F, 0.3F, 0.4F}));
    EXPECT_EQ(with(1, 0x1b00), (Float4{0.3F, 0.2F, 0.1F, 0.4F})); // blue first
    EXPECT_EQ(with(1, 0x3900), (Float4{0.1F, 0.2F, 0.3F, 0.4F})); // red first
    EXPECT_EQ(with(1, 0x0000), (Float4{0.4F, 0.4F, 0.4F, 0.4F}));
    EXPECT_EQ(with(1, 0x1b00 | 15), (Float4{-99, -99, -99, -99})); // an unused target
}

TEST(R500Targets, CopiesHaveTheOrderOfTheFirst) {
    const ir::Context context{{{"r500.fs.inputs", 1},
                               {"r500.fs.channels", 1},
                               {"r500.fs.us_out_fmt_0", 0x1b00},
                               {"r500.fs.us_out_fmt_1", 15},
                               {"r500.fs.rb3d_cctl", 1U << 5}}};
    const Given given = coordinate({0.1F, 0.2F, 0.3F, 0.4F});
    EXPECT_EQ(drawn(std::string(kHandsOn), context, given, {}, 1), (Float4{0.3F, 0.2F, 0.1F, 0.4F}));
}

TEST(R500Targets, TheAlphaTestLooksAtAlphaWhateverTheOrder) {
    const auto discards = [&](float alpha) {
        const ir::Context context{{{"r500.fs.inputs", 1},
                                   {"r500.fs.channels", 1},
                                   {"r500.fs.us_out_fmt_0", 0x0600},    // alpha is the second component
                                   {"r500.fs.fg_alpha_func", 0x1c80}}}; // at least 128 of 255
        const ir::Module module = lifted(std::string(kHandsOn), context);
        const Given given = coordinate({1, 1, 1, alpha});
        return run_all(module, std::span(&given, 1))[0].discarded;
    };
    EXPECT_TRUE(discards(0.25F));
    EXPECT_FALSE(discards(0.75F));
}

// ---- textures

constexpr std::string_view kFetches = "TEX TEX_SEM_ACQUIRE temp[0].rgba = LD tex[0].rgba temp[0].rgba ;\n";

Float4 fetched(std::uint64_t format_1, std::uint64_t texels, const Float4& texel, std::uint64_t format_2 = 0) {
    const ir::Context context{{{"r500.fs.inputs", 1},
                               {"r500.fs.texels", texels},
                               {"r500.fs.tx_format1_0", format_1},
                               {"r500.fs.tx_format2_0", format_2}}};
    return drawn(std::string(kFetches) + std::string(kHandsOn), context, {}, [&](auto) { return texel; });
}
/// Selects of alpha, red, green, blue.
constexpr std::uint32_t selects(std::uint32_t a, std::uint32_t r, std::uint32_t g, std::uint32_t b) {
    return a << 9 | r << 12 | g << 15 | b << 18;
}

TEST(R500Texels, ComponentsAreSelectedWhereTheyComeAsInMemory) {
    const Float4 texel = {0.1F, 0.2F, 0.3F, 0.4F};
    EXPECT_EQ(fetched(selects(3, 2, 1, 0), 0, texel), texel);
    EXPECT_EQ(fetched(selects(3, 2, 1, 0), 1, texel), (Float4{0.3F, 0.2F, 0.1F, 0.4F}));
    EXPECT_EQ(fetched(selects(5, 0, 0, 0), 1, texel), (Float4{0.1F, 0.1F, 0.1F, 1})); // luminance
    EXPECT_EQ(fetched(selects(0, 4, 4, 4), 1, texel), (Float4{0, 0, 0, 0.1F}));       // alpha alone
}

TEST(R500Texels, SignsAreMadeOfUnsignedNumbers) {
    constexpr std::uint32_t kSameOrder = selects(3, 0, 1, 2), k8888 = 12, k565 = 6, k1010 = 35 & 31;
    const auto byte = [](unsigned value) { return static_cast<float>(value) / 255; };
    const Float4 texel = {byte(127), byte(128), byte(255), byte(129)};
    expect_near(fetched(kSameOrder | k8888 | 0xfU << 5, 1, texel), {1, -1, -1 / 127.0F, -1});
    expect_near(fetched(kSameOrder | k8888 | 1U << 6, 1, texel), {byte(127), -1, 1, byte(129)});
    expect_near(fetched(kSameOrder | k565 | 3U << 5, 1, {15 / 31.0F, 34 / 63.0F, 1, 1}), {1, -30 / 31.0F, 1, 1});
    expect_near(fetched(kSameOrder | k1010 | 1U << 5, 1, {1022 / 1023.0F, 1, 1, 1}, 1U << 14), {-2 / 511.0F, 1, 1, 1});
    const ir::Context context{{{"r500.fs.inputs", 1}, {"r500.fs.texels", 1}, {"r500.fs.tx_format1_0", 12 | 1U << 5}}};
    EXPECT_EQ(caveats_of(std::string(kFetches) + std::string(kHandsOn), context).size(), 1U); // filters come before
}

/// The coordinate that a texture of 8 x 4 x 2 texels is asked for.
float wrapped(std::uint32_t mode, float coordinate_s, bool unscaled = false) {
    std::string fetch(kFetches);
    if (unscaled) fetch.replace(0, 3, "TEX UNSCALED");
    float seen = -99;
    const ir::Context context{{{"r500.fs.inputs", 1}, {"r500.fs.tx_filter0_0", mode}}};
    (void)drawn(fetch + std::string(kHandsOn), context, coordinate({coordinate_s, 0.5F, 0, 1}), [&](auto numbers) {
        EXPECT_EQ(numbers[1], unscaled ? 0.125F : 0.5F);
        seen = numbers[0];
        return Float4{};
    });
    return seen;
}

TEST(R500Texels, HostsWrapWhatTheyCan) {
    for (const std::uint32_t mode : {0U, 1U, 2U, 6U}) EXPECT_EQ(wrapped(mode, -1.25F), -1.25F) << mode;
}

TEST(R500Texels, MirrorsOnceAndHalfBordersAreMadeHere) {
    EXPECT_EQ(wrapped(3, -1.25F), 1.25F);
    EXPECT_EQ(wrapped(4, -1.25F), 0);
    EXPECT_EQ(wrapped(4, 1.25F), 1);
    EXPECT_EQ(wrapped(5, -0.25F), 0.25F);
    EXPECT_EQ(wrapped(5, -1.25F), 1);
    EXPECT_EQ(wrapped(5, 0), 0.0625F); // half a texel: the mirror has no border there
    EXPECT_EQ(wrapped(7, -1.25F), 1.25F);
    EXPECT_EQ(wrapped(7, -0.03125F), 0.0625F);
}

TEST(R500Texels, CoordinatesThatCountTexelsAreWrappedToo) {
    EXPECT_EQ(wrapped(3, -2, true), 0.25F); // of 8 texels
}

// ---- what interpolation gives

constexpr std::string_view kOneCoordinate =
    ".reg VAP_OUT_VTX_FMT_0 = 1\n.reg VAP_OUT_VTX_FMT_1 = 4\n"
    ".reg RS_INST_COUNT = 0\n.reg RS_INST_0 = {TEX_CN=1}\n";

TEST(R500Inputs, PointsHaveTheCoordinatesOfTheirCorners) {
    const std::string text = std::string(kOneCoordinate) +
                             ".reg RS_IP_0 = {TEX_PTR_S=0, TEX_PTR_T=1, TEX_PTR_R=62, TEX_PTR_Q=63}\n.code 0\n" +
                             std::string(kHandsOn);
    ir::Context context{{{"r500.fs.gb_enable", 1 | 2U << 16}}};
    EXPECT_EQ(drawn(text, context, {}), (Float4{0.25F, 0.875F, 0, 1})); // from the upper left corner on
    context.values["r500.fs.ga_point_s0"] = bits_of(2);
    context.values["r500.fs.ga_point_s1"] = bits_of(6);
    context.values["r500.fs.ga_point_t0"] = bits_of(1); // at the lowest row
    context.values["r500.fs.ga_point_t1"] = bits_of(-1);
    EXPECT_EQ(drawn(text, context, {}), (Float4{3, 0.75F, 0, 1}));
    context.values["r500.fs.gb_enable"] = 1 | 2U << 18; // coordinate 1 is that of points
    EXPECT_EQ(drawn(text, context, coordinate({5, 6, 7, 8})), (Float4{5, 6, 0, 1}));
}

TEST(R500Inputs, NothingIsInPerspectiveWhereWIsOne) {
    const std::string text =
        std::string(kOneCoordinate) + ".reg RS_IP_0 = {TEX_PTR_T=1}\n.code 0\n" + std::string(kHandsOn);
    for (const bool flat : {false, true}) {
        const ir::Module module = lifted(text, {{{"r500.fs.gb_select", flat ? 16U : 0U}}});
        const auto inputs = lang::io_variables_of(module, ir::Role::Input);
        ASSERT_FALSE(inputs.empty());
        EXPECT_EQ(inputs[0].interpolation, flat ? ir::Interpolation::NoPerspective : ir::Interpolation::Smooth);
    }
}

// ---- all of it together

/// A random pipeline state: a value of each key that adds code around a program.
ir::Context random_pipeline_state(std::uint64_t seed) {
    isa::Random random(seed);
    const auto one_of = [&](std::initializer_list<std::uint64_t> values) {
        return values.begin()[random.below(static_cast<std::uint32_t>(values.size()))];
    };
    return {{{"r500.fs.inputs", 255},
             {"r500.fs.fg_fog_blend", one_of({0, 1, 3, 5, 7})},
             {"r500.fs.gb_select", one_of({0, 4, 5, 16, 32 | 4})},
             {"r500.fs.channels", one_of({0, 1})},
             {"r500.fs.us_out_fmt_0", one_of({0x1b00, 0x3900, 0, 15})},
             {"r500.fs.rb3d_cctl", one_of({0, 0x20, 0x60})},
             {"r500.fs.fg_alpha_func", one_of({0, 0x880, 0x1c80})},
             {"r500.fs.texels", one_of({0, 1})},
             {"r500.fs.tx_format1_0", one_of({0x88600, 0x8866c, 0x2088606, 0x4a0060c})},
             {"r500.fs.tx_filter0_0", one_of({0, 3 | 4 << 3 | 5 << 6, 7 | 7 << 3})}}};
}

TEST(R500FragmentCorpus, ValidatorsTakeProgramsInAnyPipelineState) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(RELIT_DATA) + "/r500")) {
        if (!entry.path().filename().string().ends_with(".fs.bin")) continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            SCOPED_TRACE(entry.path().string() + ", seed " + std::to_string(seed));
            const ir::Context context = random_pipeline_state(seed);
            for (const bool literal : {false, true}) {
                const lang::Target spirv{.dialect = lang::Dialect::SpirV, .literal = literal};
                const auto words = translate::translate(kFrontend, bytes, context, spirv);
                ASSERT_TRUE(words) << words.error().text;
                EXPECT_EQ(test::spirv_error(words->artifact.words), "");
                const lang::Target glsl{.dialect = lang::Dialect::GlslVulkan, .version = 450, .literal = literal};
                const auto text = translate::translate(kFrontend, bytes, context, glsl);
                ASSERT_TRUE(text) << text.error().text;
                test::expect_taken(text->artifact, glsl, ir::Stage::Fragment);
            }
        }
    }
}

TEST(R500Inputs, WhatIsNotKnownIsSaid) {
    const std::string code = ".code 0\n" + std::string(kHandsOn);
    EXPECT_EQ(caveats_of(std::string(kOneCoordinate) + ".reg RS_IP_0 = {OFFSET_EN=1}\n" + code, {}).size(), 1U);
    EXPECT_EQ(caveats_of(".reg RS_INST_COUNT = 0\n.reg RS_INST_0 = {W_CN=1}\n" + code, {}).size(), 1U);
}

// ---- loops

/// How many temporaries a program has that reads one of them by aL in a loop; `out` is a jump in it.
std::uint32_t temps_with(const std::string& range, const std::string& out) {
    const std::string text = ".reg US_FC_INT_CONST_0 = {" + range +
                             "}\nFC LOOP if(never) to L4 ;\nL1:\n"
                             "src0.rgb = temp[aL+5] : temp[0].rgb = MAX src0.rgb src0.rgb ;\n" +
                             out +
                             "FC ENDLOOP if(always) to L1 ;\nL4:\n"
                             "OUT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;\n";
    const ir::Context none{};
    ir::ContextReader reader(none);
    const auto module = isa::lift(kFrontend, assembled(text), reader);
    EXPECT_TRUE(module) << text << (module ? "" : module.error().text);
    for (std::size_t i = 0; module && i < module->files.size(); ++i)
        if (module->files[i].name == "temp") return module->files[i].count;
    return 0;
}

// aL is 2 to 5 in three iterations, and where it stays as it is after the last.
TEST(R500FragmentPipelineState, TemporariesAreThoseThatLoopsReach) {
    EXPECT_EQ(temps_with("KR=3, KG=2, KB=1", ""), 11U);
    EXPECT_EQ(temps_with("KR=3, KG=2, KB=255", ""), 8U); // steps down
    EXPECT_EQ(temps_with("KR=255, KG=2, KB=1", ""), 128U);
    EXPECT_EQ(temps_with("KR=0, KG=2, KB=1", ""), 128U); // never ends
    EXPECT_EQ(temps_with("KR=3, KG=2, KB=1", "FC JUMP if(always) to L1 ;\n"), 128U);
}

} // namespace
} // namespace relit::r500_fs_pipeline_state
