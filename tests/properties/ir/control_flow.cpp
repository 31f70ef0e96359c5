// Control flow keeps its meaning on the way from blocks to a tree.
#include "pass/pass.hpp"
#include "tests/support/ir/random_module.hpp"
#include "tests/support/ir/random_values.hpp"
#include "tests/support/ir/shapes.hpp"
#include "tests/support/ir/walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace relit::test::control_flow {
namespace {

// How many choices stand around a node without a loop between them, at most. A node stands before those in it.
std::size_t deepest(const ir::Tree& tree) {
    std::vector<std::size_t> depth(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const bool loop = tree.nodes[i].kind == ir::NodeKind::Loop;
        for (const auto& body : tree.nodes[i].bodies) {
            for (const ir::NodeId inside : body) depth[inside] = loop ? 0 : depth[i] + 1;
        }
    }
    return depth.empty() ? 0 : std::ranges::max(depth);
}

// How many nodes stand in the tree.
std::size_t standing(const ir::Tree& tree) {
    std::size_t count = tree.root.size();
    for (const ir::Node& node : tree.nodes) {
        for (const auto& body : node.bodies) count += body.size();
    }
    return count;
}

TEST(ControlFlow, EveryShapeKeepsWhatItWrites) {
    for (std::size_t shape = 0; shape < kShapes; ++shape) {
        for (const std::uint32_t blocks : {5U, 30U, 150U}) {
            const ir::Module before = shaped(static_cast<Shape>(shape), blocks);
            ir::Module after = before.clone();
            ASSERT_TRUE(pass::run_passes(after, "structure,reg2mem"));
            for (std::uint32_t seed = 1; seed < 6; ++seed) {
                Walked wanted = walk_blocks(before, seed, before.files.size());
                Walked tree = walk_tree(after, seed, before.files.size());
                // Nested loops can take very long; then what was written so far must be the same.
                const bool cut = wanted.fault == kTooManySteps || tree.fault == kTooManySteps;
                const std::size_t common = cut ? std::min(wanted.writes.size(), tree.writes.size()) : 0;
                if (cut)
                    wanted.writes.resize(common), tree.writes.resize(common);
                else
                    EXPECT_EQ(tree.fault + wanted.fault, "") << kShapeNames[shape] << ' ' << blocks;
                ASSERT_EQ(tree.writes, wanted.writes) << kShapeNames[shape] << ' ' << blocks;
            }
        }
    }
}

TEST(ControlFlow, LargeFunctionsNestWithinBounds) {
    for (std::size_t shape = 0; shape < kShapes; ++shape) {
        ir::Module module = shaped(static_cast<Shape>(shape), 100000);
        ASSERT_TRUE(pass::run_passes(module, "structure,reg2mem"));
        EXPECT_LE(deepest(module.functions[0].tree), 50U) << kShapeNames[shape];
    }
}

/// Loops 1,500 and 3,000 deep. Too deep for a tree, they become one loop.
TEST(ControlFlow, LoopsThatWouldStandTooDeepKeepWhatTheyWrite) {
    for (const Shape shape : {Shape::NestedLoops, Shape::Escapes}) {
        for (const std::uint32_t blocks : {3000U, 6000U}) {
            const ir::Module before = shaped(shape, blocks);
            ir::Module after = before.clone();
            ASSERT_TRUE(pass::run_passes(after, "structure,reg2mem"));
            for (std::uint32_t seed = 1; seed < 4; ++seed) {
                Walked wanted = walk_blocks(before, seed, before.files.size());
                Walked tree = walk_tree(after, seed, before.files.size());
                const std::size_t common = std::min(wanted.writes.size(), tree.writes.size());
                if (shape == Shape::NestedLoops) {
                    EXPECT_GT(common, 3 * blocks / 2) << "it never came to the innermost";
                }
                if (wanted.fault == kTooManySteps || tree.fault == kTooManySteps)
                    wanted.writes.resize(common), tree.writes.resize(common);
                else
                    EXPECT_EQ(tree.fault + wanted.fault, "");
                ASSERT_EQ(tree.writes, wanted.writes);
            }
        }
    }
}

TEST(ControlFlow, TightBoundsKeepWhatIsWritten) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        ir::Module module = random_flow(seed, 2 + seed % 50);
        if (seed % 8 != 0) add_values(module, seed);
        const pass::StructureBounds tight{.iterations = seed % 3, .deepest_loop = seed / 3 % 5};
        EXPECT_EQ(structure_fault(module, tight, seed), "") << "seed " << seed;
    }
}

TEST(ControlFlow, TreesWriteWhatBlocksWrite) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        ir::Module before = random_flow(seed, 2 + seed % 50);
        if (seed % 8 != 0) add_values(before, seed);
        ir::Module after = before.clone();
        ASSERT_TRUE(pass::run_passes(after, "from_ssa,structure,reg2mem"));
        EXPECT_EQ(standing(after.functions[0].tree), after.functions[0].tree.nodes.size()) << "seed " << seed;
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
} // namespace relit::test::control_flow
