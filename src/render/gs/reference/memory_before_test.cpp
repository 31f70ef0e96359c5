// A primitive that is drawn over its own texture.
#include "render/gs/reference/drawing.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

constexpr std::uint32_t kPixels = 8;

/// A sprite from 1,0 to 9,1 with the texels from 0,0 on, in a frame that is its texture.
DrawState state_over_itself() {
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite).set(Prim::textured, true).set(Prim::uv, true);
    state.tex0.set(Tex0::width, 1U).set(Tex0::log_width, 6U).set(Tex0::log_height, 5U);
    state.tex0.set(Tex0::function, TextureFunction::Decal).set(Tex0::has_alpha, true);
    state.frame.set(Frame::width, 1U);
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    state.colclamp.set(Switch::on, true);
    return state;
}
std::array<Vertex, 3> one_to_the_right() {
    std::array<Vertex, 3> v{};
    v[0].x = 16, v[1].x = 16 * (1 + kPixels), v[1].y = 16;
    v[1].u = 16 * kPixels, v[1].v = 16;
    return v;
}
std::uint32_t address(std::uint32_t x) { return address_of({PixelFormat::Ct32, 0, 1}, x, 0); }

TEST(GsMemoryBefore, APrimitiveSamplesWhatWasThereBeforeIt) {
    Memory memory;
    for (std::uint32_t x = 0; x <= kPixels; ++x) memory.set_word(address(x), 100 + x);
    draw(memory, {}, state_over_itself(), one_to_the_right());
    EXPECT_EQ(memory.word(address(0)), 100U);
    for (std::uint32_t x = 1; x <= kPixels; ++x)
        EXPECT_EQ(memory.word(address(x)), 100 + x - 1) << x; // not 100 throughout
}

TEST(GsMemoryBefore, TheNextPrimitiveSamplesWhatThatOneLeft) {
    Memory memory;
    for (std::uint32_t x = 0; x <= kPixels; ++x) memory.set_word(address(x), 100 + x);
    for (int i = 0; i < 2; ++i) draw(memory, {}, state_over_itself(), one_to_the_right());
    for (std::uint32_t x = 2; x <= kPixels; ++x) EXPECT_EQ(memory.word(address(x)), 100 + x - 2) << x;
}

} // namespace
} // namespace relit::render::gs::reference
