// What of Maxwell's video operations saturates, and at how many bits: a model as PTX describes them (vadd, vabsdiff, vmin,
// vmax, vshl, vshr, vmad).
#include "tests/support/maxwell/kernel.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace relit::test::maxwell_video_modes {
namespace {

constexpr std::uint32_t kC = 0x81c2a3f4;
constexpr std::array<std::uint32_t, 4> kWords = {1, 0x8000, 0x12345678, 0x80000000};

std::uint32_t left(std::uint32_t a, std::uint32_t b, const std::string& text) {
    const auto words =
        words_of(interpret(kernel_of(fmt::format("MOV32I R0, {:#x} ;\nMOV32I R1, {:#x} ;\nMOV32I R2, {:#x} ;\n{} ;\n"
                                                 "STG.E [R4], R3 ;\nEXIT ;\n",
                                                 a, b, kC, text),
                                     1, 1),
                           Warps::AreSubgroups));
    return words.empty() ? 0xdeadbeef : words[0];
}

/// What becomes of a result and C: bits that are kept, and where they come to.
struct Second {
    std::string_view name;
    unsigned bits, at;
};
constexpr std::array<Second, 5> kSeconds = {
    {{"", 32, 0}, {".MRG_16H", 16, 16}, {".MRG_16L", 16, 0}, {".MRG_8B0", 8, 0}, {".MRG_8B2", 8, 16}}};

/// A result as an exact double, clamped where it saturates.
std::uint32_t merged(double value, const Second& second, bool has_sign, bool saturates) {
    if (saturates) {
        const double most = std::ldexp(1.0, static_cast<int>(second.bits) - (has_sign ? 1 : 0)) - 1;
        value = std::clamp(value, has_sign ? -most - 1 : 0.0, most);
    }
    const double wrapped = value - std::floor(value / 0x1p32) * 0x1p32;
    const auto word = static_cast<std::uint32_t>(static_cast<std::uint64_t>(wrapped));
    const std::uint32_t mask = second.bits == 32 ? ~0U : ((1U << second.bits) - 1) << second.at;
    return (kC & ~mask) | (word << second.at & mask);
}

double number(std::uint32_t word, bool has_sign) {
    return has_sign ? static_cast<double>(static_cast<std::int32_t>(word)) : static_cast<double>(word);
}

struct Operation {
    std::string_view name;
    double (*of)(double a, double b);
    bool shifts;
};
constexpr std::array<Operation, 6> kOperations = {{
    {"VADD", [](double a, double b) { return a + b; }, false},
    {"VABSDIFF", [](double a, double b) { return std::fabs(a - b); }, false},
    {"VMNMX.MN", [](double a, double b) { return std::min(a, b); }, false},
    {"VMNMX.MX", [](double a, double b) { return std::max(a, b); }, false},
    {"VSHL", [](double a, double b) { return std::ldexp(a, static_cast<int>(std::min(b, 32.0))); }, true},
    {"VSHR", [](double a, double b) { return std::floor(std::ldexp(a, -static_cast<int>(std::min(b, 32.0)))); }, true},
}};

/// The mnemonic with modifiers: VMNMX has one of its own behind UD and SD.
std::string spelled(const Operation& op, bool has_sign, bool saturates, const Second& second) {
    const std::size_t dot = op.name.find('.');
    return fmt::format("{}.{}{}{}{}", op.name.substr(0, dot), has_sign ? "SD" : "UD",
                       dot == std::string_view::npos ? "" : op.name.substr(dot), saturates ? ".SAT" : "", second.name);
}

TEST(MaxwellVideoModes, ResultsAreClampedToWhatIsKept) {
    for (const Operation& op : kOperations)
        for (const Second& second : kSeconds)
            for (unsigned how = 0; how < 16; ++how) {
                const bool to_signed = (how & 1) != 0, a_signed = (how & 2) != 0, saturates = (how & 8) != 0;
                const bool b_signed = (how & 4) != 0 && !op.shifts;
                for (const std::uint32_t a : kWords)
                    for (const std::uint32_t b : {5U, 31U, 200U, 0xffffffffU}) {
                        const std::string text =
                            fmt::format("{} R3, R0.{}32, R1.{}32, R2", spelled(op, to_signed, saturates, second),
                                        a_signed ? "S" : "U", b_signed ? "S" : "U");
                        const double value = op.of(number(a, a_signed), number(b, b_signed));
                        ASSERT_EQ(left(a, b, text), merged(value, second, to_signed, saturates))
                            << text << fmt::format(" {:#x} {:#x}", a, b);
                    }
            }
}

// A product of two words without a sign takes all 64 bits.
TEST(MaxwellVideoModes, ProductsWithoutASignSaturateAndShiftAsSuch) {
    EXPECT_EQ(left(0xffffffff, 0xffffffff, "VMAD.SAT R3, R0.U32, R1.U32, R2"), 0xffffffffU);
    EXPECT_EQ(left(0xffffffff, 0x100, "VMAD.SAT.SHR_15 R3, R0.U32, R1.U32, RZ"),
              static_cast<std::uint32_t>((std::uint64_t{0xffffffff} * 0x100) >> 15));
    EXPECT_EQ(left(0xffffffff, 0xffffffff, "VMAD.SHR_7 R3, R0.U32, R1.U32, RZ"),
              static_cast<std::uint32_t>((std::uint64_t{0xffffffff} * 0xffffffff) >> 7));
    EXPECT_EQ(left(0x80000000, 0x7fffffff, "VMAD.SAT R3, R0.S32, R1.S32, R2"), 0x80000000U);
    EXPECT_EQ(left(0x80000000, 0x80000000, "VMAD.SAT R3, R0.S32, R1.S32, R2"), 0x7fffffffU);
    EXPECT_EQ(left(0x80000000, 0x3, "VMAD.SHR_15 R3, R0.S32, R1.S32, RZ"),
              static_cast<std::uint32_t>((std::int64_t{-0x80000000LL} * 3) >> 15));
}

} // namespace
} // namespace relit::test::maxwell_video_modes
