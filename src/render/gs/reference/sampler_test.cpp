// Levels, wrapping, filters and texture functions, against reference 8 and 9.
#include "render/gs/reference/sampler.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

TEST(GsSampler, WrapsInEveryMode) {
    const auto wrap = [](WrapMode mode, std::int32_t at) { return Wrap{mode, 8, 2, 5}(at); };
    EXPECT_EQ(wrap(WrapMode::Repeat, -1), 7);
    EXPECT_EQ(wrap(WrapMode::Repeat, 9), 1);
    EXPECT_EQ(wrap(WrapMode::Clamp, -1), 0);
    EXPECT_EQ(wrap(WrapMode::Clamp, 9), 7);
    EXPECT_EQ(wrap(WrapMode::RegionClamp, 0), 2);
    EXPECT_EQ(wrap(WrapMode::RegionClamp, 100), 5);
    EXPECT_EQ(wrap(WrapMode::RegionRepeat, 3), 7);  // (3 & 2) | 5
    EXPECT_EQ(wrap(WrapMode::RegionRepeat, -1), 7); // (-1 & 2) | 5
    EXPECT_EQ(wrap(WrapMode::RegionRepeat, 4), 5);
    // The coordinate goes by the texture's size too, the fixed bits do not (reference 9.1).
    EXPECT_EQ((Wrap{WrapMode::RegionRepeat, 64, 127, 0}(100)), 36);
    EXPECT_EQ((Wrap{WrapMode::RegionRepeat, 64, 127, 128}(100)), 164);
}

Tex1 tex1(std::uint32_t minify, std::uint32_t most, std::uint32_t k, bool fixed = true) {
    return Tex1{}
        .set(Tex1::minify, minify)
        .set(Tex1::max_level, most)
        .set(Tex1::k, k & 0xfff)
        .set(Tex1::fixed_level, fixed);
}
struct Chosen {
    int level, weight;
    bool linear;
    bool operator==(const Chosen&) const = default;
};
Chosen choose(const Tex1& word, std::int32_t log_q = 0) {
    const LevelChoice choice = choose_level(word, log_q);
    return {choice.level, choice.weight, choice.linear};
}

TEST(GsSampler, ChoosesLevelsByK) {
    EXPECT_EQ(choose(tex1(2, 6, 0)), (Chosen{0, 0, false})); // magnified
    EXPECT_EQ(choose(tex1(2, 6, 0).set(Tex1::magnify, 1U)), (Chosen{0, 0, true}));
    EXPECT_EQ(choose(tex1(4, 6, static_cast<std::uint32_t>(-16))), (Chosen{0, 0, false}));
    EXPECT_EQ(choose(tex1(1, 6, 32)), (Chosen{0, 0, true})); // no levels
    EXPECT_EQ(choose(tex1(2, 6, 23)), (Chosen{1, 0, false}));
    EXPECT_EQ(choose(tex1(4, 6, 24)), (Chosen{2, 0, true})); // 1.5 rounds up
    EXPECT_EQ(choose(tex1(3, 6, 27)), (Chosen{1, 11, false}));
    EXPECT_EQ(choose(tex1(5, 6, 27)), (Chosen{1, 11, true}));
    EXPECT_EQ(choose(tex1(5, 1, 27)), (Chosen{1, 0, true})); // no level above MXL
    EXPECT_EQ(choose(tex1(5, 7, 16 * 9)), (Chosen{6, 0, true}));
}
// Q as coarse_log tells it: 128 a power of two.
TEST(GsSampler, ChoosesLevelsByQ) {
    EXPECT_EQ(choose(tex1(3, 6, 0, false), -128), (Chosen{1, 0, false})); // Q = 1/2
    EXPECT_EQ(choose(tex1(3, 6, 8, false), -128), (Chosen{1, 8, false}));
    EXPECT_EQ(choose(tex1(3, 6, 0, false).set(Tex1::l, 2U), -128), (Chosen{4, 0, false}));
    EXPECT_EQ(choose(tex1(3, 6, 0, false), 128), (Chosen{0, 0, false}));
    EXPECT_EQ(choose(tex1(3, 6, 0, false), -64), (Chosen{0, 7, false})); // Q = 3/4, 1/2 and 9/16 of a level
    EXPECT_EQ(choose(tex1(3, 6, 0, false), coarse_log(0, 0)), (Chosen{6, 0, false}));
}

/// A texture of 8 x 8 in CT32 at block 0 whose red is 16 u and whose green is 16 v.
struct TestTexture {
    Memory memory;
    Clut clut;
    DrawState state;

    TestTexture() {
        state.tex0.set(Tex0::width, 1U).set(Tex0::log_width, 3U).set(Tex0::log_height, 3U);
        for (std::uint32_t v = 0; v < 8; ++v)
            for (std::uint32_t u = 0; u < 8; ++u)
                memory.set_raw(PixelBits(PixelFormat::Ct32), address_of({PixelFormat::Ct32, 0, 1}, u, v),
                               16 * u | 16 * v << 8);
    }
    [[nodiscard]] Rgba at(std::int32_t u, std::int32_t v) const {
        return at_fine(std::int64_t{u} * 4096, std::int64_t{v} * 4096);
    }
    /// In 2^-16 texel.
    [[nodiscard]] Rgba at_fine(std::int64_t u, std::int64_t v) const {
        return Sampler(MemoryBefore(memory), clut, state).sample({u, v, 0});
    }
};

TEST(GsSampler, UsesTheTexelThatContainsTheCoordinate) {
    const TestTexture texture;
    EXPECT_EQ(texture.at(3 * 16 + 15, 2 * 16), (Rgba{48, 32, 0, 0}));
    EXPECT_EQ(texture.at(-1, 8 * 16), (Rgba{112, 0, 0, 0}));
}
TEST(GsSampler, MixesFourTexelsBySixteenths) {
    TestTexture texture;
    texture.state.tex1.set(Tex1::magnify, 1U);
    EXPECT_EQ(texture.at(3 * 16 + 8, 2 * 16 + 8), (Rgba{48, 32, 0, 0})); // a texel's middle
    EXPECT_EQ(texture.at(3 * 16 + 13, 2 * 16 + 10), (Rgba{53, 34, 0, 0}));
    EXPECT_EQ(texture.at(0, 8), (Rgba{56, 0, 0, 0})); // half of texel 7 and half of texel 0: 112 + (-112 * 8 >> 4)
}
// Reference 7.3 rule 6: texel 2047 with weight 15, texel -2048 with weight 0; half a texel goes off before.
TEST(GsSampler, SaturatesAfterTheHalfTexelOfTheFilter) {
    TestTexture texture;
    EXPECT_EQ(texture.at(2049 * 16 + 2, 0)[0], 16 * 7);
    EXPECT_EQ(texture.at(-2049 * 16 - 2, 0)[0], 0);
    texture.state.tex1.set(Tex1::magnify, 1U);
    EXPECT_EQ(texture.at(2049 * 16 + 2, 8)[0], 7); // 112 + (-112 * 15 >> 4)
    EXPECT_EQ(texture.at(65537 * 16, 8)[0], 7);
    EXPECT_EQ(texture.at(-2049 * 16 - 2, 8)[0], 0);
}
// The same rule: a level takes its share of what was formed, then comes the cut toward zero, then the field's ends.
TEST(GsSampler, TruncatesAfterScalingToALevel) {
    TestTexture texture;
    texture.state.tex1 = tex1(2, 2, 16);
    texture.state.mips[0].set(MipBases::base0, 32U).set(MipBases::width0, 1U);
    for (std::uint32_t u = 0; u < 4; ++u)
        texture.memory.set_raw(PixelBits(PixelFormat::Ct32), address_of({PixelFormat::Ct32, 32, 1}, u, 0), 50 + u);
    EXPECT_EQ(texture.at_fine(-4097, 0)[0], 50); // -1/32 of a texel is texel 0
    EXPECT_EQ(texture.at(-3, 0)[0], 53);         // -3/32, a sixteenth below 0
    EXPECT_EQ(texture.at(3000 * 16, 0)[0], 50);  // 1500; the largest texel's half is 1023
}
TEST(GsSampler, ReadsLevelsAtTheirAddresses) {
    TestTexture texture;
    texture.state.tex1 = tex1(2, 2, 16);
    texture.state.mips[0].set(MipBases::base0, 32U).set(MipBases::width0, 1U);
    texture.memory.set_raw(PixelBits(PixelFormat::Ct32), address_of({PixelFormat::Ct32, 32, 1}, 3, 1), 77);
    EXPECT_EQ(texture.at(7 * 16, 3 * 16)[0], 77); // halves of 7 and 3
}

// Two levels of four texels each: addresses count from each level's base, and the level of detail is K.
TEST(GsSampler, TracesItsTexels) {
    TestTexture texture;
    texture.state.tex1 = tex1(5, 1, 6);
    texture.state.mips[0].set(MipBases::base0, 32U).set(MipBases::width0, 1U);
    texture.memory.set_raw(PixelBits(PixelFormat::Ct32), address_of({PixelFormat::Ct32, 32, 1}, 1, 1), 99);
    const Sample sample =
        Sampler(MemoryBefore(texture.memory), texture.clut, texture.state).look({3 << 16, 3 << 16, 0});
    EXPECT_EQ(sample.choice.lod, 6);
    EXPECT_EQ(sample.choice.level, 0);
    EXPECT_EQ(sample.choice.weight, 6);
    ASSERT_EQ(sample.count, 8U);
    // Linear: half a texel off, so texels 2 and 3 of level 0, 1 and 2 of level 1.
    const TexelRead& first = sample.texels[0];
    EXPECT_EQ(std::tuple(first.level, first.u, first.v), std::tuple(0U, 2U, 2U));
    EXPECT_EQ(first.bit, 32 * address_of({PixelFormat::Ct32, 0, 1}, 2, 2));
    EXPECT_EQ(first.raw, 0x2020U);
    const TexelRead& fourth = sample.texels[4];
    EXPECT_EQ(std::tuple(fourth.level, fourth.u, fourth.v), std::tuple(1U, 1U, 1U));
    EXPECT_EQ(fourth.bit, 32 * address_of({PixelFormat::Ct32, 32, 1}, 1, 1));
    EXPECT_EQ(fourth.raw, 99U);
}

TEST(GsSampler, AppliesFunctions) {
    using enum TextureFunction;
    const Rgba texel{100, 200, 50, 60}, vertex{0x80, 0xff, 0, 0x40};
    EXPECT_EQ(apply_function(Modulate, true, texel, vertex), (Rgba{100, 255, 0, 30}));
    EXPECT_EQ(apply_function(Modulate, false, texel, vertex), (Rgba{100, 255, 0, 0x40}));
    EXPECT_EQ(apply_function(Decal, true, texel, vertex), (Rgba{100, 200, 50, 60}));
    EXPECT_EQ(apply_function(Decal, false, texel, vertex), (Rgba{100, 200, 50, 0x40}));
    EXPECT_EQ(apply_function(Highlight, true, texel, vertex), (Rgba{164, 255, 64, 124}));
    EXPECT_EQ(apply_function(Highlight2, true, texel, vertex), (Rgba{164, 255, 64, 60}));
    EXPECT_EQ(apply_function(Highlight, false, texel, vertex), (Rgba{164, 255, 64, 0x40}));
}

} // namespace
} // namespace relit::render::gs::reference
