// Slices of random programs (docs/run.md, "Why"): whatever is changed outside of a slice, its value stays, and with most that is in
// it the value changes. Not with all: a minimum may take its other operand, a product have a factor of zero, a mask leave bits out.
#include "tests/support/guests/slices.hpp"

#include "guests/guests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace relit::test {
namespace {

/// In percent, how many changes inside of slices must change the value: what the random programs of the guest do, little less.
struct Share {
    std::string_view guest;
    std::size_t least;
};
constexpr Share kShares[] = {{"nv2a", 90},    {"rsx.vp", 50},  {"rsx.fp", 70},
                             {"maxwell", 60}, {"r500.vs", 70}, {"r500.fs", 90}};
constexpr std::size_t kPrograms = 30;  // of each guest
constexpr std::uint64_t kSeeds = 1500; // most samples of Maxwell are refused

TEST(Slices, HoldWhatAValueDependsOn) {
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr || guest->name() == "ir")
            continue; // its modules have no instructions of a guest
        SliceCounts counts;
        for (std::uint64_t seed = 0; counts.programs < kPrograms && seed < kSeeds; ++seed)
            ASSERT_EQ(fault_of_slice(*guest, seed, counts), "") << "seed " << seed;
        EXPECT_GT(counts.programs, kPrograms / 2) << guest->name();
        const auto* const share = std::ranges::find(kShares, guest->name(), &Share::guest);
        ASSERT_NE(share, std::end(kShares)) << guest->name() << " has no row";
        std::string unmoved;
        for (const auto& [word, count] : counts.unmoved) unmoved += " " + word + " " + std::to_string(count) + ",";
        EXPECT_GE(counts.moved * 100, counts.inside * share->least)
            << counts.moved << " of " << counts.inside << ", not" << unmoved;
    }
}

} // namespace
} // namespace relit::test
