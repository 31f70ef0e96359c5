// Traces of random programs; ./go soak traces runs more.
#include "tests/support/guests/traces.hpp"

#include "guests/guests.hpp"

#include <gtest/gtest.h>

namespace relit::traces {
namespace {

constexpr std::size_t kPrograms = 60;  // of each guest
constexpr std::uint64_t kSeeds = 1500; // most samples of Maxwell are refused

TEST(Traces, StepsWriteWhatTheProgramLeaves) {
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr) continue;
        test::TraceCounts counts;
        for (std::uint64_t seed = 0; counts.programs < kPrograms && seed < kSeeds; ++seed)
            ASSERT_EQ(test::fault_of_trace(*guest, seed, counts), "");
        EXPECT_GT(counts.programs, kPrograms / 2) << guest->name();
        EXPECT_GT(counts.steps, counts.programs) << guest->name();
    }
}

} // namespace
} // namespace relit::traces
