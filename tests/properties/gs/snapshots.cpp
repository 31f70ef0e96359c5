// Snapshots of the GS: what is saved in the middle goes on in another machine with another renderer as if nothing were cut.
// `./go soak gs_snapshots` runs more.
#include "tests/support/gs/snapshots.hpp"

#include <gtest/gtest.h>

namespace relit::gs_snapshots {
namespace {

void compare(unsigned samples, std::uint64_t seeds) {
    auto cuts = test::GsCuts::with(samples);
    ASSERT_TRUE(cuts) << cuts.error().text;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        EXPECT_EQ(cuts->compare_stream(seed), "") << "seed " << seed;
        EXPECT_EQ(cuts->compare_dump(seed, seed == 0), "") << "seed " << seed;
    }
}
TEST(GsSnapshots, GoOnWithAnotherRenderer) { compare(1, 6); }
TEST(GsSnapshots, GoOnWithSamples) { compare(2, 2); }

} // namespace
} // namespace relit::gs_snapshots
