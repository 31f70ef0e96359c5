// Random work for the GS, suite by suite: the Vulkan renderer leaves what the reference leaves, by both sets of rules and with
// every number of samples. `./go soak gs_compute` runs more.
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/random.hpp"
#include "tests/support/gs/renderers.hpp"

#include <gtest/gtest.h>

namespace relit::gs_compute {
namespace {

namespace reference = render::gs::reference;
using render::gs::compute::Barriers, render::gs::compute::Settings;

void compare(const reference::Rules& rules, std::uint64_t seeds, const Settings& settings = {}) {
    reference::Renderer exact(rules, settings.samples);
    auto vulkan = test::gs_vulkan_renderer(rules, settings);
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        for (std::size_t suite = 0; suite < test::kGsSuiteNames.size(); ++suite) {
            const render::gs::RendererState start{.memory = test::gs_random_memory(seed)};
            exact.restore(start), (*vulkan)->restore(start);
            const auto work = test::gs_random_work(static_cast<test::GsSuite>(suite), seed);
            EXPECT_EQ(test::gs_difference(exact, **vulkan, work, 3), "")
                << "seed " << seed << " of " << test::kGsSuiteNames[suite] << ", " << settings.samples << " samples";
        }
    }
}

TEST(GsCompute, DrawsWhatTheReferenceDraws) { compare({}, 4); }
TEST(GsCompute, DrawsWhatTheReferenceDrawsByPlainRules) { compare(reference::kPlain, 4); }

// More waiting changes nothing.
TEST(GsCompute, DrawsTheSameWithABarrierBetweenAllPrimitives) { compare({}, 2, {Barriers::Always}); }

class GsComputeSamples : public testing::TestWithParam<unsigned> {};
TEST_P(GsComputeSamples, AreWhatTheReferenceDraws) { compare({}, 2, {.samples = GetParam()}); }
TEST_P(GsComputeSamples, AreWhatTheReferenceDrawsByPlainRules) {
    compare(reference::kPlain, 1, {.samples = GetParam()});
}
TEST_P(GsComputeSamples, AreTheSameWithABarrierBetweenAllPrimitives) { compare({}, 1, {Barriers::Always, GetParam()}); }
INSTANTIATE_TEST_SUITE_P(Rates, GsComputeSamples, testing::Values(2U, 4U, 8U, 16U));

/// How often a renderer has finished drawing for a reason.
std::uint64_t count_of(const render::gs::Renderer& renderer, std::string_view name) {
    for (const render::gs::NamedCount& one : renderer.details())
        if (one.name == name) return one.value;
    return 0;
}

// A frame is drawn, cleared and drawn again: of the first part nothing is left but what the clear does not reach.
TEST(GsCompute, LeavesOutWhatIsHidden) {
    using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
    for (const unsigned samples : {1U, 4U}) {
        reference::Renderer exact({}, samples);
        auto vulkan = test::gs_vulkan_renderer({}, {.samples = samples});
        ASSERT_TRUE(vulkan) << vulkan.error().text;
        WorkList list;
        DrawState state;
        state.frame.set(Frame::width, 2U);
        state.zbuf.set(ZBuf::base, 64U);
        state.scissor.set(Scissor::x1, 127U).set(Scissor::y1, 127U);
        state.test.set(machine::gs::Test::depth_on, true).set(machine::gs::Test::depth_test, DepthTest::GreaterEqual);
        for (const Primitive kind : {Primitive::Triangle, Primitive::Sprite, Primitive::Triangle}) {
            state.prim.set(Prim::primitive, kind);
            state.test.set(machine::gs::Test::depth_test,
                           kind == Primitive::Sprite ? DepthTest::Always : DepthTest::GreaterEqual);
            list.states.push_back(state);
            Draw draw{.state = static_cast<std::uint32_t>(list.states.size() - 1)};
            draw.vertices[1] = {.x = 16 * 90, .y = 16 * 70, .z = 7, .rgba = {9, 8, 7, 6}};
            draw.vertices[2] = {.x = 16 * 20, .y = 16 * 90, .z = 90, .rgba = {1, 200, 3, 4}};
            list.items.emplace_back(draw);
        }
        EXPECT_EQ(test::gs_difference(exact, **vulkan, list, 1), "");
        EXPECT_GT(count_of(**vulkan, "hidden in tiles"), 10U);
    }
}

// FBMSK counts the bits of a pixel, also where a format has eight bits of a word: what is drawn there must be done before it is sampled.
TEST(GsCompute, WaitsForFramesInTheUpperBitsOfWords) {
    using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
    reference::Renderer exact;
    auto vulkan = test::gs_vulkan_renderer();
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite).set(Prim::uv, true);
    state.frame.set(Frame::width, 1U).set(Frame::format, PixelFormat::T8h).set(Frame::keep, 0xff000000U);
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    DrawState samples = state;
    samples.prim.set(Prim::textured, true);
    samples.frame.set(Frame::base, 8U).set(Frame::format, PixelFormat::Ct32).set(Frame::keep, 0U);
    samples.tex0.set(Tex0::width, 1U).set(Tex0::log_width, 6U).set(Tex0::log_height, 5U).set(Tex0::has_alpha, true);
    WorkList list{.states = {state, samples}, .items = {}};
    for (const std::uint32_t number : {0U, 1U}) {
        Draw draw{.state = number};
        draw.vertices[1] = {.x = 16 * 64, .y = 16 * 32, .rgba = {77, 128, 128, 128}, .u = 16 * 64, .v = 16 * 32};
        list.items.emplace_back(draw);
    }
    EXPECT_EQ(test::gs_difference(exact, **vulkan, list, 1), "");
}

// The host writes words, also where a format owns eight bits of them: drawing to the other bits must be done.
TEST(GsCompute, FinishesDrawingToOtherBitsOfTheWordsThatAnUploadWrites) {
    using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
    auto vulkan = test::gs_vulkan_renderer();
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite);
    state.frame.set(Frame::width, 1U).set(Frame::format, PixelFormat::Ct24);
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    Draw draw;
    draw.vertices[1].x = draw.vertices[1].y = 16 * 32;
    (*vulkan)->perform(draw, std::array{state});
    StartTransfer upload{.direction = Direction::HostToLocal};
    upload.bitbltbuf.set(BitBltBuf::destination_width, 1U).set(BitBltBuf::destination_format, PixelFormat::T8h);
    upload.trxreg.set(TrxReg::width, 8U).set(TrxReg::height, 1U);
    (*vulkan)->perform(upload, {});
    (*vulkan)->perform(TransferData{}, {});
    EXPECT_EQ(count_of(**vulkan, "barrier upload"), 1U);
}

std::string difference(test::GsSuite suite, std::uint64_t seed, const reference::Rules& rules, unsigned samples) {
    reference::Renderer exact(rules, samples);
    auto vulkan = test::gs_vulkan_renderer(rules, {.samples = samples});
    if (!vulkan) return vulkan.error().text;
    const render::gs::RendererState start{.memory = test::gs_random_memory(seed)};
    exact.restore(start), (*vulkan)->restore(start);
    return test::gs_difference(exact, **vulkan, test::gs_random_work(suite, seed), 3);
}

// Samples are resolved at the end of a pass, which must end where FBMSK splits a channel otherwise: this seed has such primitives.
TEST(GsCompute, ResolvesSamplesAsAfterEachPrimitive) { EXPECT_EQ(difference(test::GsSuite::Pixels, 51, {}, 2), ""); }

// A primitive samples what was drawn two passes before it, and in between by another surface.
TEST(GsCompute, WaitsForAllPassesThatDrawToATexture) {
    EXPECT_EQ(difference(test::GsSuite::Memory, 49, reference::kPlain, 1), "");
}

// A depth buffer begins in the second page of the frame. No sprite draws to both at one position, but the third one's pixels lie
// on depths of the second, within the pages that the first has made known.
TEST(GsCompute, TellsDepthsFromPixelsOfOtherPrimitives) {
    using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
    reference::Renderer exact;
    auto vulkan = test::gs_vulkan_renderer();
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite);
    state.frame.set(Frame::width, 3U);
    state.zbuf.set(ZBuf::base, 1U);
    state.test.set(machine::gs::Test::depth_on, true).set(machine::gs::Test::depth_test, DepthTest::Always);
    state.scissor.set(Scissor::x1, 127U).set(Scissor::y1, 31U);
    WorkList list{.states = {state}, .items = {}};
    struct Box {
        int x0, y0, x1, y1;
    };
    for (const Box& box : {Box{60, 24, 68, 32}, Box{32, 24, 62, 32}, Box{72, 9, 84, 14}}) {
        const auto sixteenths = [](int at) { return static_cast<std::uint16_t>(16 * at); };
        Draw draw;
        draw.vertices[0] = {.x = sixteenths(box.x0), .y = sixteenths(box.y0)};
        draw.vertices[1] = {.x = sixteenths(box.x1), .y = sixteenths(box.y1), .z = 0x123456, .rgba = {77, 88, 99, 128}};
        list.items.emplace_back(draw);
    }
    EXPECT_EQ(test::gs_difference(exact, **vulkan, list, 1), "");
    EXPECT_EQ(count_of(**vulkan, "barrier overlap"), 1U);
    EXPECT_EQ(count_of(**vulkan, "host draws"), 0U);
}

// What a renderer saves any other restores: in the middle of an upload too.
void restore_in_the_middle(unsigned samples) {
    reference::Renderer exact({}, samples);
    auto vulkan = test::gs_vulkan_renderer({}, {.samples = samples});
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    const auto list = test::gs_random_work(test::GsSuite::Memory, 5);
    const std::size_t half = list.items.size() / 2;
    for (std::size_t i = 0; i < half; ++i) exact.perform(list.items[i], list.states);
    (*vulkan)->restore(exact.saved());
    for (std::size_t i = half; i < list.items.size(); ++i) {
        exact.perform(list.items[i], list.states);
        (*vulkan)->perform(list.items[i], list.states);
    }
    EXPECT_TRUE(std::ranges::equal(exact.read({}), (*vulkan)->read({})));
    for (unsigned i = 0; i < samples; ++i)
        EXPECT_TRUE(std::ranges::equal(exact.read_sample(i), (*vulkan)->read_sample(i))) << "sample " << i;
}
TEST(GsCompute, RestoresWhatTheReferenceSaved) { restore_in_the_middle(1); }
TEST(GsCompute, RestoresTheSamplesThatTheReferenceSaved) { restore_in_the_middle(4); }

} // namespace
} // namespace relit::gs_compute
