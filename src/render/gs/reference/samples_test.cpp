#include "render/gs/samples/samples.hpp"

#include "render/gs/reference/renderer.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

constexpr Buffer kFrame{PixelFormat::Ct32, 0, 1}, kDepth{PixelFormat::Z32, 32 * kBlocksOfPage, 1};

std::uint32_t raw_pixel(Bytes memory, const Buffer& buffer, std::uint32_t x, std::uint32_t y) {
    return Memory(memory).raw(PixelBits(buffer.format), address_of(buffer, x, y));
}

DrawState state_of(Primitive primitive) {
    DrawState state;
    state.prim.set(Prim::primitive, primitive);
    state.frame.set(Frame::width, 1U);
    state.zbuf.set(ZBuf::base, 32U);
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    state.test.set(Test::depth_on, true).set(Test::depth_test, DepthTest::Always);
    state.colclamp.set(Switch::on, true);
    return state;
}
/// Half of pixel 0,0, above its diagonal from the lower left: it has all of four samples but the last. Depth is not the same
/// everywhere, so that it does not snap.
Draw corner(std::array<std::uint8_t, 4> rgba) {
    Draw draw;
    draw.vertices[1].x = 16, draw.vertices[2].y = 16;
    for (Vertex& vertex : draw.vertices) vertex.z = 100, vertex.rgba = rgba;
    draw.vertices[2].z = 101;
    return draw;
}
Draw square(std::uint16_t size, std::array<std::uint8_t, 4> rgba) {
    Draw draw;
    draw.vertices[1].x = draw.vertices[1].y = static_cast<std::uint16_t>(16 * size);
    for (Vertex& vertex : draw.vertices) vertex.rgba = rgba;
    return draw;
}

class SamplesOf4 : public testing::Test {
protected:
    void draw(const DrawState& state, const Draw& draw) { renderer_.perform(draw, std::array{state}); }
    [[nodiscard]] std::uint32_t resolved(const Buffer& buffer = kFrame, std::uint32_t x = 0, std::uint32_t y = 0) {
        return raw_pixel(renderer_.read({}), buffer, x, y);
    }
    [[nodiscard]] std::uint32_t sample(unsigned number, const Buffer& buffer = kFrame) {
        return raw_pixel(renderer_.read_sample(number), buffer, 0, 0);
    }
    reference::Renderer renderer_{{}, 4};
};

TEST(Samples, ResolveToTheMeanOfEachChannel) {
    EXPECT_EQ(mean_colour(std::array{0x01000203U, 0x02ff0304U}, 32), 0x02800304U); // halves go up
    EXPECT_EQ(mean_colour(std::array{0x000000ffU, 0x000000ffU, 0x000000ffU, 0x000000feU}, 32), 0x000000ffU);
    // 5:5:5:1: a carry does not reach the next channel
    EXPECT_EQ(mean_colour(std::array{0x001fU, 0x801eU}, 16), 0x801fU);
    EXPECT_EQ(mean_colour(std::array{0x03e0U, 0x0020U, 0x0020U, 0x0020U}, 16), 0x0120U);
    EXPECT_EQ(farthest_depth(std::array{7U, 0xffffffffU, 6U}), 6U);
}

TEST_F(SamplesOf4, AreCoveredOneByOne) {
    draw(state_of(Primitive::Triangle), corner({200, 100, 50, 128}));
    for (const unsigned covered : {0U, 1U, 2U}) EXPECT_EQ(sample(covered), 0x803264c8U) << covered;
    EXPECT_EQ(sample(3), 0U);
    EXPECT_EQ(resolved(), 0x60264b96U); // three quarters
    EXPECT_EQ(sample(0, kDepth), 100U);
    EXPECT_EQ(resolved(kDepth), 0U); // the farthest
    EXPECT_EQ(renderer_.counts().pixels, 3U);
}

TEST_F(SamplesOf4, AreTestedOneByOne) {
    DrawState state = state_of(Primitive::Triangle);
    draw(state, corner({200, 0, 0, 0}));
    state.test.set(machine::gs::Test::depth_test, DepthTest::GreaterEqual);
    Draw behind = square(1, {0, 40, 0, 0}); // depth 50: only the last sample is still empty
    behind.vertices[0].z = behind.vertices[1].z = 50;
    state.prim.set(Prim::primitive, Primitive::Sprite);
    draw(state, behind);
    EXPECT_EQ(sample(2), 200U);
    EXPECT_EQ(sample(3), 40U << 8);
    EXPECT_EQ(resolved(), 150U | 10U << 8);
    EXPECT_EQ(resolved(kDepth), 50U);
}

TEST_F(SamplesOf4, TakeWhatIsTransferred) {
    draw(state_of(Primitive::Triangle), corner({200, 0, 0, 0}));
    renderer_.write(4 * address_of(kFrame, 0, 0) + 1, std::array<std::uint8_t, 1>{77}); // green alone
    EXPECT_EQ(resolved(), 150U | 77U << 8);
    EXPECT_EQ(sample(0), 200U | 77U << 8); // red is what it was
    EXPECT_EQ(sample(3), 77U << 8);
}

TEST_F(SamplesOf4, TakeCopiesOfTheResolvedImage) {
    draw(state_of(Primitive::Triangle), corner({200, 0, 0, 0}));
    StartTransfer copy{.direction = Direction::LocalToLocal};
    copy.bitbltbuf.set(BitBltBuf::source_width, 1U).set(BitBltBuf::destination_width, 1U);
    copy.trxpos.set(TrxPos::destination_x, 8U);
    copy.trxreg.set(TrxReg::width, 1U).set(TrxReg::height, 1U);
    renderer_.perform(copy, {});
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(raw_pixel(renderer_.read_sample(i), kFrame, 8, 0), 150U) << i;
    EXPECT_EQ(sample(0), 200U);
}

TEST_F(SamplesOf4, AreSeenResolvedByTextures) {
    draw(state_of(Primitive::Triangle), corner({200, 0, 0, 0}));
    DrawState state = state_of(Primitive::Sprite);
    state.prim.set(Prim::textured, true).set(Prim::uv, true);
    state.tex0.set(Tex0::width, 1U).set(Tex0::function, TextureFunction::Decal).set(Tex0::has_alpha, true);
    Draw copy = square(1, {});
    for (Vertex& vertex : copy.vertices) vertex.x = static_cast<std::uint16_t>(vertex.x + 16 * 8);
    copy.vertices[1].u = copy.vertices[1].v = 16;
    draw(state, copy);
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(raw_pixel(renderer_.read_sample(i), kFrame, 8, 0), 150U) << i;
}

TEST_F(SamplesOf4, KeepBitsOfTheMask) {
    renderer_.write(0, std::vector<std::uint8_t>(kPageBytes, 0x55));
    DrawState state = state_of(Primitive::Triangle);
    state.frame.set(Frame::keep, 0xffffff0fU);
    draw(state, corner({0xf0, 0xf0, 0xf0, 0xf0}));
    EXPECT_EQ(sample(0), 0x555555f5U);
    EXPECT_EQ(sample(3), 0x55555555U);
    EXPECT_EQ(resolved(), 0x555555c5U); // (3 * 0xf5 + 0x55 + 2) / 4 is 0xcd
}

TEST_F(SamplesOf4, GoBackToWhatWasSaved) {
    draw(state_of(Primitive::Triangle), corner({200, 0, 0, 0}));
    const RendererState state = renderer_.saved();
    renderer_.write(0, std::vector<std::uint8_t>(kPageBytes, 1));
    renderer_.restore(state);
    EXPECT_EQ(sample(0), 200U);
    EXPECT_EQ(sample(3), 0U);
    reference::Renderer other({}, 2); // of another rate: all samples begin alike
    other.restore(state);
    EXPECT_EQ(raw_pixel(other.read_sample(1), kFrame, 0, 0), 150U);
}

TEST_F(SamplesOf4, HaveNoHistoryOfAPixel) {
    const PixelTracer tracer;
    const Status traced = renderer_.trace(&tracer);
    ASSERT_FALSE(traced);
    EXPECT_EQ(traced.error().kind, FaultKind::NotSupported);
}

} // namespace
} // namespace relit::render::gs
