// Control flow keeps its meaning on the way from blocks to a tree.
#include "ir/cfg.hpp"
#include "pass/pass.hpp"
#include "tests/support/random_module.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/walk.hpp"

#include <gtest/gtest.h>

namespace relit::test {
namespace {

TEST(ControlFlow, TreesWriteWhatBlocksWrite) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        ir::Module before = random_flow(seed, 2 + seed % 50);
        if (seed % 8 != 0) add_values(before, seed);
        ir::Module after = before.clone();
        ASSERT_TRUE(pass::run_passes(after, "from_ssa,structure,demote"));
        const Walked wanted = walk_blocks(before, seed, before.files.size());
        ASSERT_EQ(wanted.fault, "") << "seed " << seed;
        const Walked tree = walk_tree(after, seed, before.files.size());
        EXPECT_EQ(tree.fault, "") << "seed " << seed;
        ASSERT_EQ(tree.writes, wanted.writes) << "seed " << seed;
        const Walked blocks = walk_blocks(after, seed, before.files.size());
        ASSERT_EQ(blocks.writes, wanted.writes) << "seed " << seed;
    }
}

} // namespace
} // namespace relit::test
