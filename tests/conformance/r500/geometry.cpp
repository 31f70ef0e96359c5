// Every draw of every capture becomes triangles: the card drew all of them.
#include "machine/r500/capture/walk.hpp"
#include "render/r500/geometry/triangles.hpp"
#include "tests/support/r500/corpus.hpp"

#include <gtest/gtest.h>

#include <set>

namespace relit::render::r500::r500_geometry {
namespace {

/// What the draws of a capture come to.
struct Sum {
    std::size_t draws = 0, empty = 0;
    std::set<std::string> approximate;
};

Sum sum_of(const std::filesystem::path& folder) {
    SCOPED_TRACE(folder.string());
    const test::R500Capture read = test::read_r500_capture(folder);
    machine::r500::Memory memory(read.loaded.capture);
    Geometry geometry;
    Sum sum;
    for (machine::r500::Walker walker(read.loaded.capture); walker.next();) {
        if (walker.draw() == nullptr) continue;
        memory.advance(walker.submission());
        ++sum.draws;
        const auto made = geometry.triangles_of(*walker.draw(), memory);
        if (!made) {
            ADD_FAILURE() << "draw " << sum.draws << ": " << made.error().text;
            continue;
        }
        sum.empty += made->triangles.empty() ? 1 : 0;
        sum.approximate.insert(made->approximate.begin(), made->approximate.end());
        for (const Triangle& triangle : made->triangles)
            for (const Corner& corner : triangle.corners) EXPECT_GT(corner.position[3], 0);
    }
    return sum;
}

/// The positions of its cube have a negative W, so they lie behind the eye.
constexpr std::string_view kBehindTheEye = "drm_texture_cube_warping";

void check(const std::filesystem::path& folder) {
    const Sum sum = sum_of(folder);
    EXPECT_GT(sum.draws, 0U) << folder;
    EXPECT_EQ(sum.empty, folder.filename() == kBehindTheEye ? sum.draws / 2 : 0) << folder;
    EXPECT_EQ(sum.approximate, std::set<std::string>{}) << folder;
}

TEST(R500GeometryProperties, DrawsOfTheRepositoryBecomeTriangles) {
    const auto captures = test::r500_data();
    EXPECT_FALSE(captures.empty());
    for (const auto& folder : captures) check(folder);
}

TEST(R500GeometryProperties, DrawsOfTheCorpusBecomeTriangles) {
    const auto captures = test::r500_corpus_captures();
    if (captures.empty()) GTEST_SKIP() << "no corpus at " << test::r500_corpus() << ": set RELIT_CORPUS";
    for (const auto& folder : captures) check(folder);
}

} // namespace
} // namespace relit::render::r500::r500_geometry
