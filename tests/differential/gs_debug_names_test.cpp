// What frame debuggers show of the GS on a Vulkan device: each object has a name, each pass a region with the numbers of its draws.
#include "render/gs/compute/renderer.hpp"
#include "tests/support/recorded_names.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace relit::gs_debug_names_test {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

Result<std::unique_ptr<render::gs::Renderer>> renderer(void (*replace)(render::vk::Functions&), unsigned samples) {
    const char* name = std::getenv("RELIT_DEVICE");
    return render::gs::compute::Renderer::make({}, {.device = name != nullptr ? name : "", .replace = replace},
                                               {.samples = samples});
}

Draw sprite(std::uint16_t x, std::uint16_t y) {
    Draw draw;
    draw.vertices[1].x = x * 16, draw.vertices[1].y = y * 16;
    draw.vertices[1].rgba = {1, 2, 3, 4};
    return draw;
}

/// Three draws to a frame, one to another with a depth buffer, and a vsync with feedback.
void use(render::gs::Renderer& gs) {
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite);
    state.frame.set(Frame::width, 10U);
    state.scissor.set(Scissor::x1, 639U).set(Scissor::y1, 447U);
    for (int i = 0; i < 3; ++i) gs.perform(sprite(640, 448), std::array{state});
    state.frame.set(Frame::base, 200U).set(Frame::format, PixelFormat::Ct16);
    state.zbuf.set(ZBuf::base, 400U).set(ZBuf::format, 1U);
    state.test.set(Test::depth_on, true).set(Test::depth_test, DepthTest::GreaterEqual);
    gs.perform(sprite(8, 8), std::array{state});
    Vsync vsync;
    vsync.registers.PMODE.set(PMode::circuit1, true);
    vsync.registers.DISPFB1.set(DispFb::width, 10U);
    vsync.registers.DISPLAY1.set(Display::width, 639U).set(Display::height, 447U);
    vsync.registers.EXTWRITE.set(ExtWrite::write, true);
    vsync.registers.EXTBUF.set(ExtBuf::base, 0x3000U).set(ExtBuf::width, 1U);
    (void)gs.scanout(vsync, {});
    gs.feed_back(vsync, {});
}

TEST(GsDebugNames, EveryObjectHasOne) {
    for (const unsigned samples : {1U, 4U}) {
        test::begin_recording();
        auto gs = renderer(test::record_names, samples);
        ASSERT_TRUE(gs) << gs.error().text;
        use(**gs);
        const test::RecordedNames& all = test::recorded();
        if (all.names.empty()) GTEST_SKIP() << "this machine's Vulkan loader has no VK_EXT_debug_utils";
        EXPECT_GT(all.made.size(), 40U);
        for (const auto& [object, call] : all.made)
            EXPECT_TRUE(all.names.contains(object) && !all.names.at(object).empty()) << "nameless: " << call;
        EXPECT_TRUE((*gs)->status());
    }
}

TEST(GsDebugNames, RegionsTellWhichDrawsAPassHas) {
    test::begin_recording();
    auto gs = renderer(test::record_names, 1);
    ASSERT_TRUE(gs) << gs.error().text;
    use(**gs);
    const test::RecordedNames& all = test::recorded();
    if (all.names.empty()) GTEST_SKIP() << "this machine's Vulkan loader has no VK_EXT_debug_utils";
    EXPECT_EQ(all.labels, (std::vector<std::string>{"draws 1 to 3: frame at page 0, CT32, 640 wide",
                                                    "draw 4: frame at page 200, CT16, 640 wide; depth at page 400, Z24",
                                                    "display", "display", "feedback of the display"}));
    EXPECT_EQ(all.dispatches, 5U);
    EXPECT_EQ(all.outside, 0U);
    EXPECT_EQ(all.open, 0U);
}

TEST(GsDebugNames, AreLeftOutWhereNobodyTakesThem) {
    auto gs = renderer(test::take_debug_utils_away, 1);
    ASSERT_TRUE(gs) << gs.error().text;
    use(**gs);
    EXPECT_TRUE((*gs)->status());
    EXPECT_EQ((*gs)->read({0, 4})[0], 1);
}

} // namespace
} // namespace relit::gs_debug_names_test
