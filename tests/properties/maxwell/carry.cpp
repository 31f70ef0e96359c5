// Carries of Maxwell's sums against arithmetic of 64 bits, for numbers where an off-by-one comparison would show.
#include "tests/support/maxwell/kernel.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace relit::test::maxwell_carry {
namespace {

constexpr std::uint32_t kNumbers[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x12345678};

/// A sum of two numbers whose carry becomes a word: 0 or 1.
struct Sum {
    const char* text; // of R0 and R1 to R2.CC, with P0 and the carry flag as `carry_in`
    std::uint32_t (*carry)(std::uint64_t a, std::uint64_t b, std::uint64_t carry_in);
};
constexpr Sum kSums[] = {
    {"IADD R2.CC, R0, R1 ;\n", [](auto a, auto b, auto) { return static_cast<std::uint32_t>((a + b) >> 32); }},
    {"IADD R2.CC, R0, -R1 ;\n", [](auto a, auto b, auto) { return a >= b ? 1U : 0U; }}, // nothing is borrowed
    {"IADD R2.CC, -R0, R1 ;\n", [](auto a, auto b, auto) { return b >= a ? 1U : 0U; }},
    {"IADD.X R2.CC, R0, R1 ;\n",
     [](auto a, auto b, auto carry_in) { return static_cast<std::uint32_t>((a + b + carry_in) >> 32); }},
};

/// All pairs of numbers, with the flag off and on before: the carry that each leaves.
std::vector<std::uint32_t> carries_of(const Sum& sum) {
    std::string text;
    std::uint32_t at = 0;
    for (const std::uint32_t carry_in : {0U, 1U})
        for (const std::uint32_t a : kNumbers)
            for (const std::uint32_t b : kNumbers) {
                text += fmt::format("MOV32I R0, 0x{:x} ;\nMOV32I R1, 0x{:x} ;\nMOV32I R6, 0x{:x} ;\n", a, b, carry_in);
                text += "MOV32I R7, 0xffffffff ;\nIADD R8.CC, R6, R7 ;\n"; // the flag is carry_in
                text += fmt::format("{}IADD.X R3, RZ, RZ ;\nSTG.E [R4+0x{:x}], R3 ;\n", sum.text, 4 * at++);
            }
    return words_of(interpret(kernel_of(text + "EXIT ;\n", 1, at), Warps::AreSubgroups));
}

TEST(MaxwellCarry, IsThatOfTheWideSum) {
    for (const Sum& sum : kSums) {
        const std::vector<std::uint32_t> got = carries_of(sum);
        ASSERT_EQ(got.size(), 2 * std::size(kNumbers) * std::size(kNumbers)) << sum.text;
        std::size_t at = 0;
        for (const std::uint32_t carry_in : {0U, 1U})
            for (const std::uint32_t a : kNumbers)
                for (const std::uint32_t b : kNumbers)
                    EXPECT_EQ(got[at++], sum.carry(a, b, carry_in))
                        << sum.text << std::hex << a << " " << b << " " << carry_in;
    }
}

} // namespace
} // namespace relit::test::maxwell_carry
