#include "render/gs/compute/records/state.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::compute {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

Hides hides(const DrawState& state) { return hides_of(record_of(state), state); }

DrawState opaque(PixelFormat format = PixelFormat::Ct32) {
    DrawState state;
    state.frame.set(Frame::format, format);
    state.test.set(machine::gs::Test::depth_on, true).set(machine::gs::Test::depth_test, DepthTest::Always);
    return state;
}

TEST(GsHides, WhatWritesAllBitsWhateverThereWas) {
    EXPECT_EQ(hides(opaque()), Hides::FrameAndDepth);
    DrawState state = opaque();
    state.zbuf.set(ZBuf::keep, true);
    EXPECT_EQ(hides(state), Hides::Frame);
    state = opaque();
    state.test.set(machine::gs::Test::depth_on, false);
    EXPECT_EQ(hides(state), Hides::Frame);
    state = opaque(PixelFormat::Ct24);
    state.frame.set(Frame::keep, 0xff000000U); // bits that its pixels do not have
    EXPECT_EQ(hides(state), Hides::FrameAndDepth);
    state = opaque(PixelFormat::Ct16);
    state.frame.set(Frame::keep, 0x07070707U);
    EXPECT_EQ(hides(state), Hides::FrameAndDepth);
}

TEST(GsHides, FramesOfAlphaAloneKeepTheOtherBits) {
    for (const PixelFormat format : {PixelFormat::T8h, PixelFormat::T4hl, PixelFormat::T4hh})
        EXPECT_EQ(hides(opaque(format)), Hides::Nothing);
    EXPECT_EQ(record_of(opaque(PixelFormat::T4hl)).keep, 0xf0ffffffU);
}

TEST(GsHides, NothingWhereSomethingStays) {
    const auto with = [](auto&& change) {
        DrawState state = opaque();
        change(state);
        return hides(state);
    };
    EXPECT_EQ(with([](DrawState& s) { s.frame.set(Frame::keep, 0x80000000U); }), Hides::Nothing);
    EXPECT_EQ(with([](DrawState& s) { s.prim.set(Prim::blended, true); }), Hides::Nothing);
    EXPECT_EQ(with([](DrawState& s) { s.test.set(machine::gs::Test::destination_on, true); }), Hides::Nothing);
    EXPECT_EQ(with([](DrawState& s) { s.test.set(machine::gs::Test::depth_test, DepthTest::GreaterEqual); }),
              Hides::Nothing);
    EXPECT_EQ(with([](DrawState& s) { s.scanmsk.set(ScanMask::mask, 3U); }), Hides::Nothing);
    const auto with_alpha = [&](AlphaTest test) {
        return with([&](DrawState& s) {
            s.test.set(machine::gs::Test::alpha_on, true).set(machine::gs::Test::alpha_test, test);
        });
    };
    EXPECT_EQ(with_alpha(AlphaTest::Always), Hides::FrameAndDepth);
    EXPECT_EQ(with_alpha(AlphaTest::GreaterEqual), Hides::Nothing);
    EXPECT_EQ(with_alpha(AlphaTest::Never), Hides::Nothing);
}

} // namespace
} // namespace relit::render::gs::compute
