// Every combination of modes of Maxwell's sums and products of whole numbers, with the flags that each leaves, by one model of
// an adder of 33 bits (docs/agreement.md says which of it are assumptions).
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_sum_modes {
namespace {

constexpr std::array<std::uint32_t, 5> kWords = {0, 1, 0x80007fff, 0x7fffffff, 0xffffffff};
constexpr std::uint32_t kCarry = 4; // of the flags: zero 1, sign 2, overflow 8

const std::vector<MaxwellGiven>& samples() {
    static const std::vector<MaxwellGiven> kSamples = triples_of(kWords, 1);
    return kSamples;
}

std::int64_t with_sign(std::uint32_t word) { return static_cast<std::int32_t>(word); }

/// What the adder leaves: R16, and in R17 the flags.
struct Sum {
    std::uint32_t value = 0, flags = 0;
};
std::uint32_t zero_and_sign(std::uint32_t value) { return (value == 0 ? 1U : 0U) | value >> 31 << 1; }
Sum added(std::uint32_t a, std::uint32_t b, std::uint32_t carry_in, bool saturates = false) {
    const std::uint64_t wide = std::uint64_t{a} + b + carry_in;
    const std::int64_t exact = with_sign(a) + with_sign(b) + carry_in;
    auto value = static_cast<std::uint32_t>(wide);
    const bool overflows = exact != with_sign(value);
    if (saturates && overflows) value = exact < 0 ? 0x80000000 : 0x7fffffff;
    const auto carry = static_cast<std::uint32_t>(wide >> 32);
    return {value, zero_and_sign(value) | carry << 2 | (overflows ? 8U : 0U)};
}

/// The flags are given by R3 before, and come to R17.
std::string with_flags(std::string_view text) {
    return fmt::format("R2P CC, R3, 0xf ;\n{} ;\nP2R R17, CC, RZ, 0xf ;", text);
}

using Model = std::function<Sum(const MaxwellGiven&)>;
void check_over(std::span<const MaxwellGiven> over, const std::string& text, const Model& model, bool of_flags) {
    const auto left = left_by(of_flags ? with_flags(text) : text + " ;", over);
    ASSERT_EQ(left.size(), over.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const MaxwellGiven& in = over[i];
        const Sum wanted = model(in);
        ASSERT_EQ(left[i][0], wanted.value)
            << fmt::format("{}: {:#x} {:#x} {:#x} {:x}", text, in[0], in[1], in[2], in[3]);
        if (!of_flags) continue;
        ASSERT_EQ(left[i][1], wanted.flags)
            << fmt::format("{}: {:#x} {:#x} {:#x} {:x}", text, in[0], in[1], in[2], in[3]);
    }
}
void check(const std::string& text, const Model& model) { check_over(samples(), text, model, true); }
/// The value alone, of fewer samples where there are many texts.
void check_value(const std::string& text, const Model& model, std::size_t first = 0, std::size_t count = 250) {
    check_over(std::span(samples()).subspan(first, count), text, model, false);
}

std::uint32_t carry_of(const MaxwellGiven& in) { return (in[3] & kCarry) != 0 ? 1 : 0; }

// ---- sums of two

/// 0 plain, 1 minus the last, 2 minus the first, 3 plus 1: what is added is the number with its bits turned, and 1.
struct Negation {
    std::string_view mode, first, last;
};
constexpr std::array<Negation, 4> kNegations = {{{"", "", ""}, {"", "", "-"}, {"", "-", ""}, {".PO", "", ""}}};

Sum negated_sum(unsigned how, std::uint32_t a, std::uint32_t b, const MaxwellGiven& in, bool goes_on, bool saturates) {
    const std::uint32_t one = how == 0 ? 0 : 1;
    return added(how == 2 ? ~a : a, how == 1 ? ~b : b, goes_on ? carry_of(in) : one, saturates);
}

/// The second source in its ways: a register, a number, a constant.
struct Second {
    std::string_view text;
    std::uint32_t (*of)(const MaxwellGiven& in);
};
constexpr std::array<Second, 4> kSeconds = {{{"R1", [](const MaxwellGiven& in) { return in[1]; }},
                                             {"0x7abcd", [](const MaxwellGiven&) { return 0x7abcdU; }},
                                             {"-0x3", [](const MaxwellGiven&) { return ~2U; }},
                                             {"c[0x2][0x10]", [](const MaxwellGiven&) { return samples()[0][4]; }}}};

TEST(MaxwellSumModes, SumsOfTwoTakeEveryNegationWithCarryAndBounds) {
    for (const Second& second : kSeconds)
        for (unsigned how = 0; how < 16; ++how) {
            const Negation& negation = kNegations[how % 4];
            const bool goes_on = (how & 4) != 0, saturates = (how & 8) != 0;
            const bool is_number = second.text[0] != 'R' && second.text[0] != 'c';
            if (is_number && how % 4 == 1) continue; // a number's sign is its own there
            for (const std::string_view cc : {"", ".CC"}) {
                const std::string text =
                    fmt::format("IADD{}{}{} R16{}, {}R0, {}{}", negation.mode, goes_on ? ".X" : "",
                                saturates ? ".SAT" : "", cc, negation.first, negation.last, second.text);
                const Model model = [&](const MaxwellGiven& in) {
                    return negated_sum(how % 4, in[0], second.of(in), in, goes_on, saturates);
                };
                if (!cc.empty()) check(text, model);
                if (cc.empty() && !goes_on) check_value(text, model);
            }
        }
}

TEST(MaxwellSumModes, SumsWithAWordDoTheSame) {
    for (unsigned how = 0; how < 16; ++how) {
        if (how % 4 == 1) continue;
        const Negation& negation = kNegations[how % 4];
        const bool goes_on = (how & 4) != 0, saturates = (how & 8) != 0;
        check(fmt::format("IADD32I{}{}{} R16.CC, {}R0, 0x7ffffffe", negation.mode, goes_on ? ".X" : "",
                          saturates ? ".SAT" : "", negation.first),
              [&](const MaxwellGiven& in) { return negated_sum(how % 4, in[0], 0x7ffffffe, in, goes_on, saturates); });
    }
}

TEST(MaxwellSumModes, ScaledSumsShiftBeforeTheyAreNegated) {
    for (const unsigned shift : {0U, 1U, 16U, 31U})
        for (unsigned how = 0; how < 4; ++how) {
            const Negation& negation = kNegations[how];
            for (const Second& second : {kSeconds[0], kSeconds[3]})
                check(fmt::format("ISCADD{} R16.CC, {}R0, {}{}, {:#x}", negation.mode, negation.first, negation.last,
                                  second.text, shift),
                      [&](const MaxwellGiven& in) {
                          return negated_sum(how, in[0] << shift, second.of(in), in, false, false);
                      });
        }
    check("ISCADD32I R16.CC, R0, 0x12345678, 0x7",
          [](const MaxwellGiven& in) { return added(in[0] << 7, 0x12345678, 0); });
}

TEST(MaxwellSumModes, AddressesAreScaledSumsOfOneOrTwoWords) {
    for (const unsigned shift : {0U, 3U, 31U})
        for (unsigned how = 0; how < 4; ++how) {
            const bool minus = (how & 1) != 0, goes_on = (how & 2) != 0;
            const auto on_base = [&](std::uint32_t scaled, std::uint32_t base, const MaxwellGiven& in) {
                return added(base, minus ? ~scaled : scaled, goes_on ? carry_of(in) : minus ? 1 : 0);
            };
            check(fmt::format("LEA{} R16.CC, {}R0, R1, {:#x}", goes_on ? ".X" : "", minus ? "-" : "", shift),
                  [&](const MaxwellGiven& in) { return on_base(in[0] << shift, in[1], in); });
            for (const std::string_view base : {"R1", "c[0x2][0x10]"})
                check(fmt::format("LEA.HI{} R16.CC, {}R0, {}, R2, {:#x}", goes_on ? ".X" : "", minus ? "-" : "", base,
                                  shift),
                      [&](const MaxwellGiven& in) {
                          const std::uint64_t scaled = (std::uint64_t{in[2]} << 32 | in[0]) << shift;
                          return on_base(static_cast<std::uint32_t>(scaled >> 32),
                                         base == "R1" ? in[1] : samples()[0][4], in);
                      });
        }
}

// By arithmetic of 64 bits: LEA and LEA.HI.X take a scaled number from a wide one, and IADD.X goes on from LEA as from ISCADD.
TEST(MaxwellSumModes, AddressesGoDownOverTwoWords) {
    const auto left = left_by("LEA R16.CC, -R0, R1, 0x4 ;\nLEA.HI.X R17, -R0, R2, R3, 0x4 ;", samples());
    const auto carries = left_by("LEA R16.CC, -R0, R1, 0x4 ;\nIADD.X R17, RZ, RZ ;", samples());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const MaxwellGiven& in = samples()[i];
        const std::uint64_t from = std::uint64_t{in[2]} << 32 | in[1];
        const std::uint64_t wanted = from - ((std::uint64_t{in[3]} << 32 | in[0]) << 4);
        ASSERT_EQ(std::uint64_t{left[i][1]} << 32 | left[i][0], wanted) << i;
        ASSERT_EQ(carries[i][1], in[1] >= in[0] << 4 ? 1U : 0U) << i;
    }
    EXPECT_TRUE(is_approximate("LEA.HI R16, -R0, R1, R2, 0x2 ;", "negate"));
    EXPECT_TRUE(is_approximate("LEA.X R16, -R0, R1, 0x2 ;", "negate"));
    EXPECT_FALSE(is_approximate("LEA R16, -R0, R1, 0x2 ;", "negate"));
}

TEST(MaxwellSumModes, ThePredicateOfAnAddressIsItsCarry) {
    const auto left = left_by("LEA P1, R16, R0, R1, 0x2 ;\nP2R R17, PR, RZ, 0x2 ;", samples());
    for (std::size_t i = 0; i < left.size(); ++i)
        ASSERT_EQ(left[i][1] != 0, ((std::uint64_t{samples()[i][0] << 2} + samples()[i][1]) >> 32) != 0) << i;
    EXPECT_TRUE(is_approximate("LEA P1, R16, R0, R1, 0x2 ;", "predicate"));
    EXPECT_TRUE(is_approximate("LEA.HI P1, R16, R0, R1, R2, 0x2 ;", "predicate"));
    EXPECT_TRUE(caveats_of("LEA R16, R0, R1, 0x2 ;").empty());
}

// ---- sums of three

std::uint32_t half(std::uint32_t word, unsigned which) {
    return which == 1 ? word & 0xffff : which == 2 ? word >> 16 : word;
}

/// Which half, then the sign: of each of three sources.
struct Three {
    unsigned halves = 0, signs = 0, shift = 0;
    [[nodiscard]] std::uint32_t of(const MaxwellGiven& in, unsigned i) const {
        const std::uint32_t value = half(in[i], halves / (i == 0 ? 1U : i == 1 ? 3U : 9U) % 3);
        return (signs >> i & 1) != 0 ? 0 - value : value;
    }
    [[nodiscard]] std::string text(std::string_view cc) const {
        constexpr std::array<std::string_view, 3> kHalves = {"", ".H0", ".H1"}, kShifts = {"", ".RS", ".LS"};
        const auto one = [&](unsigned i) {
            return fmt::format("{}R{}{}", (signs >> i & 1) != 0 ? "-" : "", i,
                               kHalves[halves /
                                       (i == 0   ? 1U
                                        : i == 1 ? 3U
                                                 : 9U) %
                                       3]);
        };
        return fmt::format("IADD3{} R16{}, {}, {}, {}", kShifts[shift], cc, one(0), one(1), one(2));
    }
};

TEST(MaxwellSumModes, SumsOfThreeTakeEveryHalfSignAndShift) {
    for (unsigned how = 0; how < 27 * 8 * 3; ++how) {
        const Three three{how % 27, how / 27 % 8, how / 216};
        if (three.shift == 1 && (three.signs & 3) != 0) continue; // bit 32 of a negated number: a doubt
        const Model model = [&](const MaxwellGiven& in) {
            const std::uint64_t both = std::uint64_t{three.of(in, 0)} + three.of(in, 1);
            const std::uint64_t moved = three.shift == 1 ? both >> 16 : three.shift == 2 ? both << 16 : both;
            return Sum{static_cast<std::uint32_t>(moved) + three.of(in, 2)};
        };
        check_value(three.text(""), model, 110, 30); // edges and chance
    }
}

// The first carry goes to the overflow flag, before the shift; the second to the carry flag (measured on a console).
TEST(MaxwellSumModes, SumsOfThreeLeaveBothCarriesAfterShiftsToo) {
    for (unsigned shift = 0; shift < 3; ++shift) {
        const Three three{5, 4, shift};
        check(three.text(".CC"), [&](const MaxwellGiven& in) {
            const std::uint64_t both = std::uint64_t{three.of(in, 0)} + three.of(in, 1);
            const std::uint64_t moved = shift == 1 ? both >> 16 : shift == 2 ? both << 16 : both;
            const std::uint32_t complement = ~(0 - three.of(in, 2)); // R2 is negated: its complement, and 1
            const std::uint64_t all = (moved & 0xffffffff) + complement + 1;
            const auto value = static_cast<std::uint32_t>(all);
            const auto first = static_cast<std::uint32_t>(both >> 32), second = static_cast<std::uint32_t>(all >> 32);
            return Sum{value, zero_and_sign(value) | second << 2 | first << 3};
        });
    }
}

TEST(MaxwellSumModes, SumsOfThreeTakeNumbersAndConstants) {
    check_value("IADD3 R16, -R0, 0x7abcd, R2", [](const MaxwellGiven& in) { return Sum{0x7abcd - in[0] + in[2]}; });
    check_value("IADD3 R16, R0, -c[0x2][0x10], -R2",
                [](const MaxwellGiven& in) { return Sum{in[0] - samples()[0][4] - in[2]}; });
}

// ---- what is not known

TEST(MaxwellSumModes, CombinedModesAreDoubtful) {
    const std::string looked_at = " ;\nP2R R17, CC, RZ, 0xf ;";
    EXPECT_TRUE(is_approximate("IADD.PO.X R16, R0, R1 ;", "PO with X"));
    EXPECT_TRUE(is_approximate("IADD32I.PO.X R16, R0, 0x5 ;", "PO with X"));
    EXPECT_TRUE(is_approximate("IADD.SAT R16.CC, R0, R1" + looked_at, "SAT"));
    EXPECT_TRUE(is_approximate("IADD3 R16.CC, R0, R1, R2" + looked_at, "overflow flag of IADD3"));
    for (const std::string_view text : {"IADD.PO R16, R0, R1 ;", "IADD.X R16, R0, R1 ;", "IADD.SAT R16, R0, R1 ;",
                                        "IADD.SAT R16.CC, R0, R1 ;", "IADD3 R16.CC, R0, R1, R2 ;"})
        EXPECT_TRUE(caveats_of(text).empty()) << text;
}

} // namespace
} // namespace relit::test::maxwell_sum_modes
