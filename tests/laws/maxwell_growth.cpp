// Large Maxwell programs: straight code, switches, deep nests, flow that no language can say. What is written for ten times as
// much is about ten times as much, and it is right.
#include "tests/support/maxwell_kernel.hpp"
#include "tests/support/spirv_check.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::test {
namespace {

constexpr std::string_view kStore = "STG.E [R4], R7 ;\nSTG.E [R4+0x4], R8 ;\nEXIT ;\n";

std::string straight(unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
        text += fmt::format("IADD R{}, R{}, R{} ;\n", 6 + i % 16, 6 + (i + 1) % 16, 6 + (i * 7 + 3) % 16);
    return text;
}

/// R7 becomes 3 i + 1 where c[2][0] is i.
std::string cases(unsigned count) {
    std::string text = "MOV R6, c[0x2][0x0] ;\nMOV R7, RZ ;\nSSY END ;\n";
    for (unsigned i = 0; i < count; ++i)
        text += fmt::format("ISETP.EQ.AND P0, PT, R6, {:#x}, PT ;\n@P0 BRA C{} ;\n", i, i);
    text += "SYNC ;\n";
    for (unsigned i = 0; i < count; ++i) text += fmt::format("C{}:\nMOV32I R7, {:#x} ;\nSYNC ;\n", i, 3 * i + 1);
    return text + "END:\n";
}

/// The same by a branch to the sum of a constant and the place behind the branch.
std::string computed(unsigned count) {
    std::string text = "MOV R6, c[0x2][0x0] ;\nSSY END ;\nBRX R6, 0x0 ;\n";
    for (unsigned i = 0; i < count; ++i) text += fmt::format("MOV32I R7, {:#x} ;\nSYNC ;\n", 3 * i + 1);
    return text + "END:\n";
}

/// Each register is one more than the one before; then each join adds its number to R7.
std::string nest(unsigned count) {
    std::string text = "MOV R6, RZ ;\n";
    for (unsigned i = 0; i < count; ++i)
        text +=
            fmt::format("ISETP.LT.AND P0, PT, R{0}, {1:#x}, PT ;\nSSY J{1} ;\n@P0 SYNC ;\nIADD32I R{2}, R{0}, 0x1 ;\n",
                        6 + i % 16, i, 6 + (i + 1) % 16);
    for (unsigned i = count; i-- > 0;) text += fmt::format("SYNC ;\nJ{0}:\nIADD32I R7, R7, {1:#x} ;\n", i, i + 1);
    return text;
}

std::string tangle(unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
        text +=
            fmt::format("A{0}:\nISETP.LT.AND P0, PT, R{1}, {0:#x}, PT ;\n@P0 BRA A{2} ;\nIADD32I R{1}, R{1}, 0x1 ;\n",
                        i, 6 + i % 16, (i * 7 + 3) % count);
    return text;
}

/// Words of SPIR-V; they are checked.
std::size_t words_of_program(const std::string& text) {
    const MaxwellVector kernel = kernel_of(text + std::string(kStore), 1, 2);
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

struct Shape {
    const char* name;
    std::string (*text)(unsigned count);
    unsigned most; // of which a tenth is the small one
};

class MaxwellGrowth : public testing::TestWithParam<Shape> {};

TEST_P(MaxwellGrowth, TenTimesTheProgramIsTenTimesTheOutput) {
    const Shape& shape = GetParam();
    const std::size_t small = words_of_program(shape.text(shape.most / 10)),
                      large = words_of_program(shape.text(shape.most));
    EXPECT_LE(large, small * 12) << small << " words, then " << large;
}

INSTANTIATE_TEST_SUITE_P(Shapes, MaxwellGrowth,
                         testing::Values(Shape{"straight", straight, 20000}, Shape{"cases", cases, 2000},
                                         Shape{"computed", computed, 2000}, Shape{"nest", nest, 200},
                                         Shape{"tangle", tangle, 600}),
                         [](const auto& one) { return std::string(one.param.name); });

std::vector<std::uint32_t> stored(const std::string& text, std::uint32_t input) {
    MaxwellVector kernel = kernel_of(text + std::string(kStore), 1, 1);
    for (unsigned i = 0; i < 4; ++i) kernel.input.push_back(static_cast<std::uint8_t>(input >> (8 * i)));
    return words_of(interpret(kernel, Warps::AreSubgroups));
}

TEST(MaxwellLarge, ASwitchOf2000CasesFindsEach) {
    const std::string text = cases(2000);
    for (const std::uint32_t i : {0U, 1U, 999U, 1999U})
        EXPECT_EQ(stored(text, i), std::vector<std::uint32_t>{3 * i + 1});
    EXPECT_EQ(stored(text, 2000), std::vector<std::uint32_t>{0});
}

// Two instructions before the branch, then three, come before the schedule of each fourth word.
TEST(MaxwellLarge, AComputedBranchFindsEachOf2000Places) {
    const std::string text = computed(2000);
    const auto address = [](std::uint32_t index) { return 8 * (index + index / 3 + 1); };
    constexpr std::uint32_t kBranch = 4; // kernel_of() begins with two instructions
    for (const std::uint32_t i : {0U, 1U, 999U, 1999U})
        EXPECT_EQ(stored(text, address(kBranch + 1 + 2 * i) - address(kBranch) - 8),
                  std::vector<std::uint32_t>{3 * i + 1});
}

TEST(MaxwellLarge, TwoHundredNestedChoicesJoinInOrder) {
    constexpr std::uint32_t kCount = 200;
    // The last register of the chain that is R7 is that of 193; all joins add 1 + 2 + ... + 200.
    EXPECT_EQ(stored(nest(kCount), 0), std::vector<std::uint32_t>{193 + kCount * (kCount + 1) / 2});
}

} // namespace
} // namespace relit::test
