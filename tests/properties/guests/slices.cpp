// Slices of random programs (docs/run.md, "Why"): whatever is changed outside of a slice, its value stays, and with most that is in
// it the value changes. Not with all: a minimum may take its other operand, a product have a factor of zero, a mask leave bits out.
#include "tests/support/guests/slices.hpp"

#include "guests/guests.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::test {
namespace {

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
        EXPECT_GT(counts.moved, counts.inside * 4 / 10) << guest->name();
        std::ranges::sort(counts.sizes);
        std::string unmoved;
        for (const auto& [word, count] : counts.unmoved) unmoved += " " + word + " " + std::to_string(count) + ",";
        std::cout << guest->name() << ": median " << counts.sizes[counts.sizes.size() / 2] << " steps; "
                  << counts.outside << " outside, " << counts.moved << " of " << counts.inside << " inside:" << unmoved
                  << "\n";
    }
}

} // namespace
} // namespace relit::test
