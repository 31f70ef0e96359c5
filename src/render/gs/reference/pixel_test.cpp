// Tests, blending and writing of single pixels, against reference 8 and 7.3.
#include "render/gs/reference/pixel.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

using TestWord = machine::gs::Test; // gtest has a Test too

/// A frame at page 0 and a depth buffer at page 100, both 64 pixels wide.
struct Stage {
    Memory memory;
    DrawState state;
    bool blends = false;

    explicit Stage(PixelFormat frame = PixelFormat::Ct32, PixelFormat depth = PixelFormat::Z32) {
        state.frame.set(Frame::format, frame).set(Frame::width, 1U);
        state.zbuf.set(ZBuf::format, static_cast<std::uint32_t>(depth) & 15).set(ZBuf::base, 100U);
        state.test.set(TestWord::depth_on, true).set(TestWord::depth_test, DepthTest::Always);
        state.colclamp.set(Switch::on, true);
    }
    [[nodiscard]] Buffer frame() const { return {state.frame[Frame::format], 0, 1}; }
    [[nodiscard]] Buffer depth() const { return {static_cast<PixelFormat>(state.zbuf[ZBuf::format] | 0x30), 3200, 1}; }
    [[nodiscard]] std::uint32_t raw(const Buffer& buffer, std::uint32_t x = 3, std::uint32_t y = 2) const {
        return memory.raw(PixelBits(buffer.format), address_of(buffer, x, y));
    }
    void put(const Buffer& buffer, std::uint32_t value) {
        memory.set_raw(PixelBits(buffer.format), address_of(buffer, 3, 2), value);
    }
    Outcome draw(const Rgba& rgba, std::uint32_t z = 0, std::int32_t x = 3, std::int32_t y = 2) {
        return PixelStage(memory, state, blends).draw({x, y, z, rgba, false});
    }
};

TEST(GsPixels, ArePackedByFormat) {
    const auto drawn = [](PixelFormat format) {
        Stage stage(format);
        stage.put(stage.frame(), ~0U);
        stage.draw({0x12, 0x34, 0x56, 0x78});
        return stage.raw(stage.frame());
    };
    EXPECT_EQ(drawn(PixelFormat::Ct32), 0x78563412U);
    EXPECT_EQ(drawn(PixelFormat::Z32), 0x78563412U);
    EXPECT_EQ(drawn(PixelFormat::Ct24), 0x563412U);
    EXPECT_EQ(drawn(PixelFormat::Ct16), 0x28c2U); // 2, 6, 10, 0
    EXPECT_EQ(drawn(PixelFormat::Ct16s), 0x28c2U);
}

TEST(GsPixels, FramesOfIndicesInTheHighBitsGetAlphaAlone) {
    const auto drawn = [](PixelFormat format, std::uint32_t keep = 0) {
        Stage stage(format);
        stage.state.frame.set(Frame::keep, keep);
        const Buffer words{PixelFormat::Ct32, 0, 1};
        stage.put(words, 0x44332211);
        stage.draw({0xa1, 0xb2, 0xc3, 0x5d});
        return stage.raw(words);
    };
    EXPECT_EQ(drawn(PixelFormat::T8h), 0x5d332211U);
    EXPECT_EQ(drawn(PixelFormat::T4hh), 0x54332211U);
    EXPECT_EQ(drawn(PixelFormat::T4hl), 0x4d332211U);
    EXPECT_EQ(drawn(PixelFormat::T8h, 0xf0000000), 0x4d332211U);
}

TEST(GsPixels, KeepMaskedBits) {
    Stage stage;
    stage.state.frame.set(Frame::keep, 0xff0000ffU);
    stage.put(stage.frame(), 0xaabbccddU);
    stage.draw({1, 2, 3, 4});
    EXPECT_EQ(stage.raw(stage.frame()), 0xaa0302ddU);
    Stage narrow(PixelFormat::Ct16);
    narrow.state.frame.set(Frame::keep, 0x80000007U); // the low bits of red are not stored
    narrow.put(narrow.frame(), 0xffffU);
    narrow.draw({0, 0, 0, 0});
    EXPECT_EQ(narrow.raw(narrow.frame()), 0x8000U);
}

// All 81 equations against the formula, with numbers that reach below 0 and above 255.
TEST(GsPixels, BlendByEveryEquation) {
    const Rgba source{200, 10, 128, 0x90}, frame{30, 250, 128, 0x40};
    for (std::uint32_t code = 0; code < 81; ++code) {
        const std::uint32_t a = code % 3, b = code / 3 % 3, c = code / 9 % 3, d = code / 27;
        Stage stage;
        stage.blends = true;
        stage.state.alpha.set(Alpha::a, a).set(Alpha::b, b).set(Alpha::c, c).set(Alpha::d, d).set(Alpha::fix, 0x20U);
        stage.put(stage.frame(), 0x4080fa1eU);
        const Outcome outcome = stage.draw(source);
        for (std::size_t i = 0; i < 3; ++i) {
            const std::array<int, 3> colours{source[i], frame[i], 0}, alphas{source[3], frame[3], 0x20};
            const int wanted = ((colours[a] - colours[b]) * alphas[c] >> 7) + colours[d];
            EXPECT_EQ(outcome.blended[i], std::clamp(wanted, 0, 255)) << code;
        }
        EXPECT_EQ(outcome.blended[3], 0x90);
    }
}

TEST(GsPixels, WrapWhereTheyAreNotClamped) {
    Stage stage;
    stage.blends = true;
    stage.state.colclamp.set(Switch::on, false);
    stage.state.alpha.set(Alpha::a, 1U).set(Alpha::b, 2U).set(Alpha::c, 2U).set(Alpha::fix, 0x80U); // Cd + Cs
    stage.put(stage.frame(), 0x000000ffU);
    EXPECT_EQ(stage.draw({2, 0, 0, 0}).blended[0], 1);
}

TEST(GsPixels, BlendBrightAlphaOnlyWithPabe) {
    Stage stage;
    stage.blends = true;
    stage.state.pabe.set(Switch::on, true);
    stage.state.alpha.set(Alpha::a, 2U).set(Alpha::b, 2U).set(Alpha::d, 2U); // 0
    EXPECT_EQ(stage.draw({9, 9, 9, 0x7f}).blended[0], 9);
    EXPECT_EQ(stage.draw({9, 9, 9, 0x80}).blended[0], 0);
}

// The alpha of a 24-bit frame counts as 0x80, that of a 16-bit frame as 0 or 0x80.
TEST(GsPixels, KnowTheFramesAlpha) {
    const auto blended = [](PixelFormat format, std::uint32_t raw) {
        Stage stage(format);
        stage.blends = true;
        stage.state.alpha.set(Alpha::b, 2U).set(Alpha::c, 1U).set(Alpha::d, 2U); // Cs * Ad
        stage.put(stage.frame(), raw);
        return stage.draw({100, 0, 0, 0}).blended[0];
    };
    EXPECT_EQ(blended(PixelFormat::Ct32, 0x40000000), 50);
    EXPECT_EQ(blended(PixelFormat::Ct24, 0), 100);
    EXPECT_EQ(blended(PixelFormat::Ct16, 0x8000), 100);
    EXPECT_EQ(blended(PixelFormat::Ct16, 0x7fff), 0);
}

TEST(GsPixels, FailAlphaByMode) {
    const auto drawn = [](AlphaFail fail, PixelFormat format) {
        Stage stage(format);
        stage.state.test.set(TestWord::alpha_on, true)
            .set(TestWord::alpha_test, AlphaTest::Never)
            .set(TestWord::alpha_fail, fail);
        stage.draw({255, 255, 255, 255}, 5);
        return std::pair{stage.raw(stage.frame()), stage.raw(stage.depth())};
    };
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    EXPECT_EQ(drawn(AlphaFail::Keep, PixelFormat::Ct32), (Pair{0, 0}));
    EXPECT_EQ(drawn(AlphaFail::FbOnly, PixelFormat::Ct32), (Pair{0xffffffff, 0}));
    EXPECT_EQ(drawn(AlphaFail::ZbOnly, PixelFormat::Ct32), (Pair{0, 5}));
    EXPECT_EQ(drawn(AlphaFail::RgbOnly, PixelFormat::Ct32), (Pair{0x00ffffff, 0}));
    EXPECT_EQ(drawn(AlphaFail::RgbOnly, PixelFormat::Ct16), (Pair{0xffff, 0}));
}

TEST(GsPixels, CompareAlpha) {
    const auto passes = [](AlphaTest test, std::int32_t alpha) {
        Stage stage;
        stage.state.test.set(TestWord::alpha_on, true)
            .set(TestWord::alpha_test, test)
            .set(TestWord::alpha_reference, 0x80U);
        return stage.draw({0, 0, 0, alpha}).alpha_passed;
    };
    const std::array<std::array<bool, 3>, 8> wanted{{{false, false, false},
                                                     {true, true, true},
                                                     {true, false, false},
                                                     {true, true, false},
                                                     {false, true, false},
                                                     {false, true, true},
                                                     {false, false, true},
                                                     {true, false, true}}};
    for (std::size_t test = 0; test < 8; ++test)
        for (int i = 0; i < 3; ++i)
            EXPECT_EQ(passes(static_cast<AlphaTest>(test), 0x7f + i), wanted[test][static_cast<std::size_t>(i)])
                << test << ' ' << i;
}

TEST(GsPixels, TestTheFramesTopBit) {
    const auto passes = [](PixelFormat format, std::uint32_t raw, std::uint32_t bit) {
        Stage stage(format);
        stage.state.test.set(TestWord::destination_on, true).set(TestWord::destination_bit, bit);
        stage.put(stage.frame(), raw);
        return stage.draw({}).colour_written;
    };
    EXPECT_TRUE(passes(PixelFormat::Ct32, 0x80000000, 1));
    EXPECT_FALSE(passes(PixelFormat::Ct32, 0x80000000, 0));
    EXPECT_TRUE(passes(PixelFormat::Ct16, 0x7fff, 0));
    EXPECT_FALSE(passes(PixelFormat::Ct24, 0xffffff, 0));
    EXPECT_FALSE(passes(PixelFormat::Ct24, 0xffffff, 1));
}

TEST(GsPixels, CompareAndWriteDepth) {
    const auto passes = [](DepthTest test, std::uint32_t z) {
        Stage stage;
        stage.state.test.set(TestWord::depth_test, test);
        stage.put(stage.depth(), 10);
        return stage.draw({}, z).depth_passed;
    };
    EXPECT_FALSE(passes(DepthTest::Never, 11));
    EXPECT_TRUE(passes(DepthTest::Always, 9));
    EXPECT_TRUE(passes(DepthTest::GreaterEqual, 10));
    EXPECT_FALSE(passes(DepthTest::GreaterEqual, 9));
    EXPECT_FALSE(passes(DepthTest::Greater, 10));
    Stage narrow(PixelFormat::Ct32, PixelFormat::Z16);
    narrow.draw({}, 0x123456);
    EXPECT_EQ(narrow.raw(narrow.depth()), 0xffffU); // kept to what the format holds
    Stage kept;
    kept.state.zbuf.set(ZBuf::keep, true);
    kept.draw({}, 7);
    EXPECT_EQ(kept.raw(kept.depth()), 0U);
}

TEST(GsPixels, KeepDepthAsColourBesideAFrameOfDepth) {
    Stage stage(PixelFormat::Z32, PixelFormat::Z24);
    stage.draw({}, 9, 32, 0);
    EXPECT_EQ(stage.raw({PixelFormat::Ct24, 3200, 1}, 32, 0), 9U);
}

TEST(GsPixels, AddDitherBeforeTheClamp) {
    Stage stage;
    stage.state.dthe.set(Switch::on, true);
    stage.state.dimx = word_of<Dimx>(0x4UL << 4 * (4 * 2 + 3)); // -4 at x 3, y 2
    EXPECT_EQ(stage.draw({2, 100, 255, 100}).blended, (Rgba{0, 96, 251, 100}));
    EXPECT_EQ(stage.draw({2, 100, 255, 100}, 0, 2, 2).blended, (Rgba{2, 100, 255, 100}));
}

TEST(GsPixels, SetTheTopBitOfAlpha) {
    const auto alpha = [](PixelFormat format) {
        Stage stage(format);
        stage.state.fba.set(Switch::on, true);
        return stage.draw({0, 0, 0, 1}).blended[3];
    };
    EXPECT_EQ(alpha(PixelFormat::Ct32), 0x81);
    EXPECT_EQ(alpha(PixelFormat::Ct16), 0x81);
    EXPECT_EQ(alpha(PixelFormat::Ct24), 1);
}

} // namespace
} // namespace relit::render::gs::reference
