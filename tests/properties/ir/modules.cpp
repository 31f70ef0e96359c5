// What holds for every module: the verifier accepts what the generators make, and text is as good as the module.
#include "ir/text/print.hpp"
#include "ir/verify/text.hpp"
#include "ir/verify/verify.hpp"
#include "tests/support/ir/check.hpp"
#include "tests/support/ir/meaning.hpp"
#include "tests/support/ir/random_module.hpp"

#include <gtest/gtest.h>

namespace relit::test::ir_properties {
namespace {

void accept(const ir::Module& module, std::uint64_t seed) {
    const Status status = ir::verify(module);
    ASSERT_TRUE(status) << "seed " << seed << ": " << status.error().text;
}

TEST(IrProperties, random_flow_is_legal) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        accept(random_flow(seed, 2 + static_cast<std::uint32_t>(seed % 60)), seed);
    }
}

/// The share of ./go soak ir_text.
TEST(IrProperties, text_reads_back_and_means_the_same) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) ASSERT_EQ(difference_by_text(seed), "") << "seed " << seed;
}

/// The share of ./go soak ir_mutants.
TEST(IrProperties, damaged_text_is_refused_or_means_what_it_says) {
    std::size_t loaded = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::string text = damaged_ir_text(seed);
        ASSERT_EQ(fault_of_ir_text(text), "") << "seed " << seed;
        loaded += ir::parse_and_verify(text) ? 1 : 0;
    }
    EXPECT_GT(loaded, 50U);
    EXPECT_LT(loaded, 290U);
}

TEST(IrProperties, random_flow_is_the_same_for_the_same_seed) {
    EXPECT_EQ(ir::print(random_flow(7, 30)), ir::print(random_flow(7, 30)));
    EXPECT_NE(ir::print(random_flow(7, 30)), ir::print(random_flow(8, 30)));
}

} // namespace
} // namespace relit::test::ir_properties
