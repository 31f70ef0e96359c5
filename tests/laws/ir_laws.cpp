// What holds for every module: the verifier accepts what the generators make, and text is as good as the module.
#include "ir/parse.hpp"
#include "ir/print.hpp"
#include "ir/verify.hpp"
#include "tests/support/random_module.hpp"

#include <gtest/gtest.h>

namespace relit::test::ir_laws {
namespace {

void accept(const ir::Module& module, std::uint64_t seed) {
    const Status status = ir::verify(module);
    ASSERT_TRUE(status) << "seed " << seed << ": " << status.error().text;
}

TEST(IrLaws, random_flow_is_legal) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        accept(random_flow(seed, 2 + static_cast<std::uint32_t>(seed % 60)), seed);
    }
}

TEST(IrLaws, text_is_as_good_as_the_module) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::string text = ir::print(random_flow(seed, 2 + static_cast<std::uint32_t>(seed % 60)));
        const Result<ir::Module> again = ir::parse(text);
        ASSERT_TRUE(again) << "seed " << seed << ": " << describe(again.error(), "text");
        ASSERT_EQ(ir::print(*again), text) << "seed " << seed;
        accept(*again, seed);
    }
}

TEST(IrLaws, random_straight_code_is_legal_and_survives_text) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const ir::Module module = random_straight(seed, 20 + static_cast<std::uint32_t>(seed % 100));
        accept(module, seed);
        const std::string text = ir::print(module);
        const Result<ir::Module> again = ir::parse(text);
        ASSERT_TRUE(again) << "seed " << seed << ": " << describe(again.error(), "text");
        ASSERT_EQ(ir::print(*again), text) << "seed " << seed;
    }
}

TEST(IrLaws, random_flow_is_the_same_for_the_same_seed) {
    EXPECT_EQ(ir::print(random_flow(7, 30)), ir::print(random_flow(7, 30)));
    EXPECT_NE(ir::print(random_flow(7, 30)), ir::print(random_flow(8, 30)));
}

} // namespace
} // namespace relit::test::ir_laws
