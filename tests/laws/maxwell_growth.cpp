// Large Maxwell programs: straight code, switches, deep nests, flow that no language can say. What is written for ten times as
// much is about ten times as much, and it is right.
#include "tests/support/maxwell_kernel.hpp"
#include "tests/support/maxwell_shapes.hpp"
#include "tests/support/spirv_check.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

namespace relit::test {
namespace {

/// Words of SPIR-V; they are checked.
std::size_t words_of_program(const std::string& text) {
    const MaxwellVector kernel = kernel_of(text, 1, 2);
    const ir::Context facts{{{"maxwell.convention", 2}}};
    lang::Target target;
    target.debug_lines = false;
    const auto made = translate::translate(isa::maxwell::kGuest, kernel.code, facts, target);
    if (!made) {
        ADD_FAILURE() << made.error().text;
        return 0;
    }
    EXPECT_EQ(spirv_complaint(made->artifact.words), "");
    return made->artifact.words.size();
}

class MaxwellGrowth : public testing::TestWithParam<MaxwellShape> {};

TEST_P(MaxwellGrowth, TenTimesTheProgramIsTenTimesTheOutput) {
    const MaxwellShape& shape = GetParam();
    const std::size_t small = words_of_program(shape.text(shape.most / 10)),
                      large = words_of_program(shape.text(shape.most));
    EXPECT_LE(large, small * 12) << small << " words, then " << large;
}

INSTANTIATE_TEST_SUITE_P(Shapes, MaxwellGrowth, testing::ValuesIn(maxwell_shapes()),
                         [](const auto& one) { return std::string(one.param.name); });

std::vector<std::uint32_t> stored(const std::string& text, std::uint32_t input) {
    MaxwellVector kernel = kernel_of(text, 1, 1);
    for (unsigned i = 0; i < 4; ++i) kernel.input.push_back(static_cast<std::uint8_t>(input >> (8 * i)));
    return words_of(interpret(kernel, Warps::AreSubgroups));
}

TEST(MaxwellLarge, ASwitchOf2000CasesFindsEach) {
    const std::string text = maxwell_cases(2000);
    for (const std::uint32_t i : {0U, 1U, 999U, 1999U})
        EXPECT_EQ(stored(text, i), std::vector<std::uint32_t>{3 * i + 1});
    EXPECT_EQ(stored(text, 2000), std::vector<std::uint32_t>{0});
}

// Two instructions before the branch, then three, come before the schedule of each fourth word.
TEST(MaxwellLarge, AComputedBranchFindsEachOf2000Places) {
    const std::string text = maxwell_computed(2000);
    const auto address = [](std::uint32_t index) { return 8 * (index + index / 3 + 1); };
    constexpr std::uint32_t kBranch = 4; // kernel_of() begins with two instructions
    for (const std::uint32_t i : {0U, 1U, 999U, 1999U})
        EXPECT_EQ(stored(text, address(kBranch + 1 + 2 * i) - address(kBranch) - 8),
                  std::vector<std::uint32_t>{3 * i + 1});
}

TEST(MaxwellLarge, TwoHundredNestedChoicesJoinInOrder) {
    constexpr std::uint32_t kCount = 200;
    // The last register of the chain that is R7 is that of 193; all joins add 1 + 2 + ... + 200.
    EXPECT_EQ(stored(maxwell_nest(kCount), 0), std::vector<std::uint32_t>{193 + kCount * (kCount + 1) / 2});
}

} // namespace
} // namespace relit::test
