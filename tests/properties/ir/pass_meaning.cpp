// Passes keep the meaning of random programs: each alone, after others in any order, and the list that translations
// run. The interpreter gives the same before and after.
#include "pass/pass.hpp"
#include "tests/support/ir/meaning.hpp"

#include <gtest/gtest.h>

namespace relit::pass::pass_meaning {
namespace {

TEST(PassMeaning, EachPassKeepsIt) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const ir::Module before = test::random_program(seed);
        for (const Pass& pass : all_passes()) {
            const std::string list(pass.name);
            ASSERT_EQ(test::difference_after(before, list, seed), "") << "seed " << seed;
            ASSERT_EQ(test::difference_after(before, "to_ssa," + list, seed), "") << "seed " << seed;
        }
    }
}

TEST(PassMeaning, PassesInAnyOrderKeepIt) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const ir::Module before = test::random_program(seed);
        ASSERT_EQ(test::difference_after(before, test::random_passes(seed), seed), "") << "seed " << seed;
    }
}

TEST(PassMeaning, OptimisingPassesKeepIt) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const ir::Module before = test::random_program(seed);
        const std::string list(optimising_passes());
        ASSERT_EQ(test::difference_after(before, list, seed), "") << "seed " << seed;
        ASSERT_EQ(test::difference_after(before, "to_ssa,copy_propagation,fold,unroll,licm,scalarise," + list, seed),
                  "")
            << "seed " << seed;
    }
}

} // namespace
} // namespace relit::pass::pass_meaning
