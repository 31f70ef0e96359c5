// Super-sampling is what a GS of one sample draws into each sample: docs/machine/gs-supersampling.md.
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/random.hpp"

#include <gtest/gtest.h>

namespace relit::gs_samples {
namespace {

using namespace relit::machine::gs;
using render::gs::reference::Renderer;

/// Work of shapes and pixels without textures, which samples share.
WorkList untextured(std::uint64_t seed) {
    WorkList list = test::gs_random_work(seed % 2 == 0 ? test::GsSuite::Shapes : test::GsSuite::Pixels, seed);
    for (DrawState& state : list.states) state.prim.set(Prim::textured, false);
    return list;
}

/// Draws with XYOFFSET moved, except what snaps.
void draw_moved(Renderer& renderer, const WorkList& list, const render::gs::SamplePosition& by) {
    render::gs::Snapping snapping;
    for (const Work& work : list.items) {
        const auto* draw = std::get_if<Draw>(&work);
        if (draw == nullptr) continue;
        DrawState state = list.states[draw->state];
        if (!snapping.snaps(*draw, state)) {
            state.offset.set(XyOffset::x, state.offset[XyOffset::x] + static_cast<std::uint32_t>(by.x));
            state.offset.set(XyOffset::y, state.offset[XyOffset::y] + static_cast<std::uint32_t>(by.y));
        }
        renderer.perform(Draw{0, draw->vertices}, std::array{state});
    }
}

class GsSamples : public testing::TestWithParam<unsigned> {};

TEST_P(GsSamples, HoldWhatAMovedWindowShows) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const WorkList list = untextured(seed);
        const render::gs::RendererState start{.memory = test::gs_random_memory(seed)};
        Renderer all({}, GetParam()), one;
        all.restore(start);
        all.perform(list);
        for (unsigned i = 0; i < GetParam(); ++i) {
            one.restore(start);
            draw_moved(one, list, render::gs::sample_positions(GetParam())[i]);
            EXPECT_TRUE(std::ranges::equal(one.read({}), all.read_sample(i))) << "sample " << i << " of seed " << seed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Rates, GsSamples, testing::Values(2U, 4U, 8U, 16U));

} // namespace
} // namespace relit::gs_samples
