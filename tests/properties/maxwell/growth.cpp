// Large Maxwell programs: straight code, switches, deep nests, flow that no language can say. What is written for ten times as
// much is about ten times as much, and it is right.
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/shapes.hpp"
#include "tests/support/spirv_check.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace relit::test::maxwell_growth {
namespace {

/// Words of SPIR-V; they are checked.
std::size_t words_of_program(const std::string& text) {
    const MaxwellVector kernel = kernel_of(text, 1, 2);
    const ir::Context context{{{"maxwell.convention", 2}}};
    lang::Target target;
    target.debug_lines = false;
    const auto made = translate::translate(isa::maxwell::kFrontend, kernel.code, context, target);
    if (!made) {
        ADD_FAILURE() << made.error().text;
        return 0;
    }
    EXPECT_EQ(spirv_error(made->artifact.words), "");
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
TEST(MaxwellLarge, AComputedBranchFindsEachOf2000Targets) {
    const std::string text = maxwell_computed(2000);
    const auto address = [](std::uint32_t index) { return 8 * (index + index / 3 + 1); };
    constexpr std::uint32_t kBranch = 4; // kernel_of() begins with two instructions
    for (const std::uint32_t i : {0U, 1U, 999U, 1999U})
        EXPECT_EQ(stored(text, address(kBranch + 1 + 2 * i) - address(kBranch) - 8),
                  std::vector<std::uint32_t>{3 * i + 1});
}

// Every tenth case stands in a table behind the number that chooses; the table is told, or not.
TEST(MaxwellLarge, ABranchThroughATableFindsItsCase) {
    std::string text = "MOV R7, c[0x2][0x0] ;\nSHL R7, R7, 0x2 ;\nLDC R6, c[0x2][R7+0x4] ;\nSSY END ;\nBRX R6, 0x0 ;\n";
    for (unsigned i = 0; i < 100; ++i) text += fmt::format("MOV32I R7, {:#x} ;\nSYNC ;\n", 3 * i + 1);
    text += "END:\nSTG.E [R4], R7 ;\nEXIT ;\n";
    const auto address = [](std::uint32_t index) { return 8 * (index + index / 3 + 1); };
    constexpr std::uint32_t kBranch = 6;
    std::size_t sizes[2] = {};
    for (const bool told : {false, true}) {
        for (std::uint32_t choice = 0; choice < 10; ++choice) {
            MaxwellVector kernel = kernel_of(text, 1, 1);
            std::vector<std::uint32_t> words{choice};
            for (std::uint32_t i = 0; i < 10; ++i)
                words.push_back(address(kBranch + 1 + 20 * i) - address(kBranch) - 8);
            kernel.input.resize(4 * words.size());
            std::memcpy(kernel.input.data(), words.data(), kernel.input.size());
            for (std::size_t i = 1; told && i < words.size(); ++i)
                kernel.context[fmt::format("maxwell.constants2.word{}", i)] = words[i];
            if (told) kernel.context["maxwell.constants2.words"] = words.size();
            EXPECT_EQ(words_of(interpret(kernel, Warps::AreSubgroups)), std::vector<std::uint32_t>{30 * choice + 1});
            const auto module = module_of(kernel, Warps::AreSubgroups);
            ASSERT_TRUE(module);
            sizes[told ? 1 : 0] = module->functions[0].blocks.size();
        }
    }
    EXPECT_LT(sizes[1] * 3, sizes[0]);
}

TEST(MaxwellLarge, TwoHundredNestedChoicesJoinInOrder) {
    constexpr std::uint32_t kCount = 200;
    // The last register of the chain that is R7 is that of 193; all joins add 1 + 2 + ... + 200.
    EXPECT_EQ(stored(maxwell_nest(kCount), 0), std::vector<std::uint32_t>{193 + kCount * (kCount + 1) / 2});
}

} // namespace
} // namespace relit::test::maxwell_growth
