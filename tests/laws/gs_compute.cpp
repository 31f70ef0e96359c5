// Random work for the GS, suite by suite: the Vulkan renderer leaves what the reference leaves, by both sets of rules.
// `./go soak gs_compute` runs more.
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs_random.hpp"
#include "tests/support/gs_renderers.hpp"

#include <gtest/gtest.h>

namespace {

using namespace relit;
namespace reference = render::gs::reference;

void compare(const reference::Rules& rules, std::uint64_t seeds,
             render::gs::compute::Barriers barriers = render::gs::compute::Barriers::Needed) {
    reference::Renderer exact(rules);
    auto vulkan = test::gs_vulkan_renderer(rules, barriers);
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        for (std::size_t suite = 0; suite < test::kGsSuiteNames.size(); ++suite) {
            const render::gs::RendererState start{.memory = test::gs_random_memory(seed)};
            exact.restore(start), (*vulkan)->restore(start);
            const auto work = test::gs_random_work(static_cast<test::GsSuite>(suite), seed);
            EXPECT_EQ(test::gs_difference(exact, **vulkan, work, 3), "")
                << "seed " << seed << " of " << test::kGsSuiteNames[suite];
        }
    }
}

TEST(GsCompute, DrawsWhatTheReferenceDraws) { compare({}, 4); }
TEST(GsCompute, DrawsWhatTheReferenceDrawsByPlainRules) { compare(reference::kPlain, 4); }

// More waiting changes nothing.
TEST(GsCompute, DrawsTheSameWithABarrierBetweenAllPrimitives) { compare({}, 2, render::gs::compute::Barriers::Always); }

// What a renderer saves any other restores: in the middle of an upload too.
TEST(GsCompute, RestoresWhatTheReferenceSaved) {
    reference::Renderer exact;
    auto vulkan = test::gs_vulkan_renderer();
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    const auto list = test::gs_random_work(test::GsSuite::Memory, 5);
    const std::size_t half = list.items.size() / 2;
    for (std::size_t i = 0; i < half; ++i) exact.perform(list.items[i], list.states);
    (*vulkan)->restore(exact.save());
    for (std::size_t i = half; i < list.items.size(); ++i) {
        exact.perform(list.items[i], list.states);
        (*vulkan)->perform(list.items[i], list.states);
    }
    EXPECT_TRUE(std::ranges::equal(exact.read({}), (*vulkan)->read({})));
}

} // namespace
