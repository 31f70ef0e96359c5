// Every combination of modes of Maxwell's products of whole numbers - IMUL, IMAD, XMAD - with the flags that they leave, by
// models of their own (docs/agreement.md says which of it are assumptions).
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

namespace relit::test::maxwell_product_modes {
namespace {

constexpr std::array<std::uint32_t, 5> kWords = {0, 3, 0x8001ffff, 0x7fff8000, 0xffffffff};

const std::vector<MaxwellGiven>& samples() {
    static const std::vector<MaxwellGiven> kSamples = triples_of(kWords, 2);
    return kSamples;
}
std::uint32_t constant() { return samples()[0][4]; } // c[0x2][0x10]

/// A value, and the flags: zero 1, sign 2, carry 4, overflow 8.
struct Left {
    std::uint32_t value = 0, flags = 0;
};
std::uint32_t zero_and_sign(std::uint32_t value) { return (value == 0 ? 1U : 0U) | value >> 31 << 1; }
std::int64_t with_sign(std::uint32_t word) { return static_cast<std::int32_t>(word); }

Left added(std::uint32_t a, std::uint32_t b, std::uint32_t carry_in, bool saturates = false) {
    const std::uint64_t wide = std::uint64_t{a} + b + carry_in;
    const std::int64_t exact = with_sign(a) + with_sign(b) + carry_in;
    auto value = static_cast<std::uint32_t>(wide);
    const bool overflows = exact != with_sign(value);
    if (saturates && overflows) value = exact < 0 ? 0x80000000 : 0x7fffffff;
    return {value, zero_and_sign(value) | static_cast<std::uint32_t>(wide >> 32) << 2 | (overflows ? 8U : 0U)};
}

std::uint32_t carry_of(const MaxwellGiven& in) { return in[3] >> 2 & 1; }

/// The flags are those of R3 before, and come to R17.
void check(const std::string& text, const std::function<Left(const MaxwellGiven&)>& model) {
    const auto left =
        left_by(fmt::format("MOV R16, R2 ;\nR2P CC, R3, 0xf ;\n{} ;\nP2R R17, CC, RZ, 0xf ;", text), samples());
    ASSERT_EQ(left.size(), samples().size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const MaxwellGiven& in = samples()[i];
        const Left wanted = model(in);
        ASSERT_EQ(left[i][0], wanted.value) << fmt::format("{}: {:#x} {:#x} {:#x}", text, in[0], in[1], in[2]);
        ASSERT_EQ(left[i][1], wanted.flags) << fmt::format("{}: {:#x} {:#x} {:#x}", text, in[0], in[1], in[2]);
    }
}

// ---- products of words

constexpr std::array<std::string_view, 4> kSigns = {".U32.U32", ".S32.U32", ".U32.S32", ""};

/// A half of a product, of which bit 0 of `signs` says that the first has a sign, bit 1 the second.
std::uint32_t product(std::uint32_t a, std::uint32_t b, unsigned signs, bool high, bool minus) {
    __extension__ using Wide = __int128;
    const Wide x = (signs & 1) != 0 ? Wide{with_sign(a)} : Wide{a}, y = (signs & 2) != 0 ? Wide{with_sign(b)} : Wide{b};
    const auto wide = static_cast<std::uint64_t>(minus ? -(x * y) : x * y);
    return static_cast<std::uint32_t>(high ? wide >> 32 : wide);
}

/// The second factor in its ways.
struct Factor {
    std::string_view text;
    std::uint32_t (*of)(const MaxwellGiven& in);
};
constexpr std::array<Factor, 3> kFactors = {{{"R1", [](const MaxwellGiven& in) { return in[1]; }},
                                             {"-0x7", [](const MaxwellGiven&) { return ~6U; }},
                                             {"c[0x2][0x10]", [](const MaxwellGiven&) { return constant(); }}}};

TEST(MaxwellProductModes, ProductsHaveTwoHalvesAndSigns) {
    for (const Factor& factor : kFactors)
        for (unsigned how = 0; how < 8; ++how) {
            const bool high = (how & 4) != 0;
            const unsigned signs = how % 4;
            check(fmt::format("IMUL{}{} R16.CC, R0, {}", kSigns[signs], high ? ".HI" : "", factor.text),
                  [&](const MaxwellGiven& in) {
                      const std::uint32_t value = product(in[0], factor.of(in), signs, high, false);
                      return Left{value, zero_and_sign(value)};
                  });
        }
    for (unsigned how = 0; how < 8; ++how)
        check(fmt::format("IMUL32I{}{} R16.CC, R0, 0x87654321", kSigns[how % 4], how >= 4 ? ".HI" : ""),
              [&](const MaxwellGiven& in) {
                  const std::uint32_t value = product(in[0], 0x87654321, how % 4, how >= 4, false);
                  return Left{value, zero_and_sign(value)};
              });
}

/// Plain, minus the addend, minus the product, plus 1.
struct Negation {
    std::string_view mode, first, last;
};
constexpr std::array<Negation, 4> kNegations = {{{"", "", ""}, {"", "", "-"}, {"", "-", ""}, {".PO", "", ""}}};

Left multiplied_and_added(std::uint32_t of_two, unsigned how, std::uint32_t c, const MaxwellGiven& in, bool goes_on,
                          bool saturates) {
    const std::uint32_t one = how == 1 || how == 3 ? 1 : 0;
    return added(of_two, how == 1 ? ~c : c, goes_on ? carry_of(in) : one, saturates);
}

TEST(MaxwellProductModes, ProductsAreAddedInEveryWay) {
    for (unsigned how = 0; how < 4 * 2 * 4 * 2 * 2; ++how) {
        const unsigned signs = how % 4, negation = how / 8 % 4;
        const bool high = (how & 4) != 0, goes_on = (how & 32) != 0, saturates = (how & 64) != 0;
        const Negation& spelled = kNegations[negation];
        check(fmt::format("IMAD{}{}{}{}{} R16.CC, {}R0, R1, {}R2", kSigns[signs], high ? ".HI" : "",
                          goes_on ? ".X" : "", spelled.mode, saturates ? ".SAT" : "", spelled.first, spelled.last),
              [&](const MaxwellGiven& in) {
                  const std::uint32_t of_two = product(in[0], in[1], signs, high, negation == 2);
                  return multiplied_and_added(of_two, negation, in[2], in, goes_on, saturates);
              });
    }
}

TEST(MaxwellProductModes, ProductsTakeNumbersAndConstantsInEitherOperand) {
    check("IMAD R16.CC, R0, -0x7, R2",
          [](const MaxwellGiven& in) { return added(product(in[0], ~6U, 3, false, false), in[2], 0); });
    check("IMAD.U32.U32.HI R16.CC, R0, c[0x2][0x10], R2",
          [](const MaxwellGiven& in) { return added(product(in[0], constant(), 0, true, false), in[2], 0); });
    check("IMAD.HI R16.CC, R0, R1, c[0x2][0x10]",
          [](const MaxwellGiven& in) { return added(product(in[0], in[1], 3, true, false), constant(), 0); });
    for (unsigned how = 0; how < 32; ++how) {
        const unsigned signs = how % 4, negation = how / 8;
        const bool high = (how & 4) != 0;
        const Negation& spelled = kNegations[negation];
        check(fmt::format("IMAD32I{}{}{} R16.CC, {}R0, 0x87654321, {}R16", kSigns[signs], high ? ".HI" : "",
                          spelled.mode, spelled.first, spelled.last),
              [&](const MaxwellGiven& in) {
                  const std::uint32_t of_two = product(in[0], 0x87654321, signs, high, negation == 2);
                  return multiplied_and_added(of_two, negation, in[2], in, false, false);
              });
    }
}

// ---- products of halves

constexpr std::array<std::string_view, 4> kHalfSigns = {"", ".S16.U16", ".U16.S16", ".S16.S16"};
constexpr std::array<std::string_view, 5> kAddends = {"", ".CLO", ".CHI", ".CSFU", ".CBCC"};

std::int64_t half(std::uint32_t word, bool high, bool sign) {
    const std::uint32_t bits = high ? word >> 16 : word & 0xffff;
    return sign && bits >= 0x8000 ? std::int64_t{bits} - 0x10000 : std::int64_t{bits};
}

/// One combination of the modes of XMAD.
struct Halves {
    unsigned signs = 0, addend = 0;
    bool high_a = false, high_b = false, shifts = false, merges = false, goes_on = false;

    [[nodiscard]] std::uint32_t added_to(std::uint32_t c, std::uint32_t a, std::uint32_t b, std::int64_t x,
                                         std::int64_t y) const {
        const std::uint32_t less_a = x < 0 && (b & 0xffff) != 0 ? 65536 : 0;
        const std::uint32_t less = less_a + (y < 0 && (a & 0xffff) != 0 ? 65536 : 0);
        const std::array<std::uint32_t, 5> all = {c, c & 0xffff, c >> 16, c - less, c + (b << 16)};
        return all[addend];
    }
    [[nodiscard]] Left of(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t carry) const {
        const std::int64_t x = half(a, high_a, (signs & 1) != 0), y = half(b, high_b, (signs & 2) != 0);
        const auto of_two = static_cast<std::uint32_t>(x * y);
        Left left = added(shifts ? of_two << 16 : of_two, added_to(c, a, b, x, y), goes_on ? carry : 0);
        if (merges) {
            left.value = (left.value & 0xffff) | b << 16;
            left.flags = (left.flags & 12) | zero_and_sign(left.value);
        }
        return left;
    }
    [[nodiscard]] std::string text(std::string_view d, std::string_view a, std::string_view b,
                                   std::string_view c) const {
        return fmt::format("XMAD{}{}{}{}{} {}, {}{}, {}{}, {}", kHalfSigns[signs], shifts ? ".PSL" : "",
                           merges ? ".MRG" : "", kAddends[addend], goes_on ? ".X" : "", d, a, high_a ? ".H1" : "", b,
                           high_b ? ".H1" : "", c);
    }
    /// The second factor and the addend.
    [[nodiscard]] std::string text(std::string_view b, std::string_view c) const { return text("R16.CC", "R0", b, c); }
};
Halves halves_of(unsigned how, unsigned addend) {
    return {how % 4, addend, (how & 4) != 0, (how & 8) != 0, (how & 16) != 0, (how & 32) != 0, (how & 64) != 0};
}

TEST(MaxwellProductModes, ProductsOfHalvesDoEveryCombination) {
    for (unsigned addend = 0; addend < 5; ++addend)
        for (unsigned how = 0; how < 128; ++how) {
            const Halves modes = halves_of(how, addend);
            check(modes.text("R1", "R2"),
                  [&](const MaxwellGiven& in) { return modes.of(in[0], in[1], in[2], carry_of(in)); });
        }
}

TEST(MaxwellProductModes, ProductsOfHalvesTakeNumbersAndConstants) {
    for (unsigned addend = 0; addend < 5; ++addend)
        for (unsigned how = 0; how < 128; how += 5) {
            Halves modes = halves_of(how, addend);
            if (addend < 4)
                check(modes.text("c[0x2][0x10]", "R2"),
                      [&](const MaxwellGiven& in) { return modes.of(in[0], constant(), in[2], carry_of(in)); });
            modes.high_b = false;
            check(modes.text("0x8765", "R2"),
                  [&](const MaxwellGiven& in) { return modes.of(in[0], 0x8765, in[2], carry_of(in)); });
            modes = halves_of(how & ~48U, addend % 4);
            check(modes.text("R1", "c[0x2][0x10]"),
                  [&](const MaxwellGiven& in) { return modes.of(in[0], in[1], constant(), carry_of(in)); });
        }
}

// ---- the three that make a product of words, which a translation takes for one: and what is only like them

struct ProductStep {
    Halves modes;
    unsigned d = 0, a = 0, b = 0, c = 0; // registers
};
constexpr unsigned kNone = 255;
using Steps = std::array<ProductStep, 3>;
constexpr Steps kProduct = {{{{}, 16, 0, 1, 2},
                             {{.high_b = true, .merges = true}, 17, 0, 1, kNone},
                             {{.addend = 4, .high_a = true, .high_b = true, .shifts = true}, 18, 0, 17, 16}}};

std::string name(unsigned reg) { return reg == kNone ? "RZ" : fmt::format("R{}", reg); }

void check_steps(const Steps& steps) {
    std::string text;
    for (const ProductStep& step : steps)
        text += step.modes.text(name(step.d), name(step.a), name(step.b), name(step.c)) + " ;\n";
    const auto left = left_by(text, samples());
    ASSERT_EQ(left.size(), samples().size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::array<std::uint32_t, 256> registers{};
        for (unsigned at = 0; at < 8; ++at) registers[at] = samples()[i][at];
        for (const ProductStep& step : steps)
            registers[step.d] = step.modes.of(registers[step.a], registers[step.b], registers[step.c], 0).value;
        for (unsigned at = 0; at < 4; ++at) ASSERT_EQ(left[i][at], registers[16 + at]) << text << i << " R" << 16 + at;
    }
}

TEST(MaxwellProductModes, ThreeProductsOfHalvesAreOneOfWords) {
    check_steps(kProduct);
    const auto left = left_by(
        "XMAD R16, R0, R1, R2 ;\nXMAD.MRG R17, R0, R1.H1, RZ ;\n"
        "XMAD.PSL.CBCC R16, R0.H1, R17.H1, R16 ;",
        samples());
    for (std::size_t i = 0; i < left.size(); ++i)
        ASSERT_EQ(left[i][0], samples()[i][0] * samples()[i][1] + samples()[i][2]) << i;
}

TEST(MaxwellProductModes, WhatIsOnlyLikeAProductOfWordsIsNone) {
    for (unsigned at = 0; at < 3; ++at) {
        const auto with = [&](auto change) {
            Steps steps = kProduct;
            change(steps[at]);
            check_steps(steps);
        };
        with([](ProductStep& step) { step.modes.high_a = !step.modes.high_a; });
        with([](ProductStep& step) { step.modes.high_b = !step.modes.high_b; });
        with([](ProductStep& step) { step.modes.shifts = !step.modes.shifts; });
        with([](ProductStep& step) { step.modes.merges = !step.modes.merges; });
        for (unsigned signs = 1; signs < 4; ++signs) with([&](ProductStep& step) { step.modes.signs = signs; });
        for (unsigned addend = 0; addend < 5; ++addend) with([&](ProductStep& step) { step.modes.addend = addend; });
        for (const unsigned reg : {0U, 1U, 2U, 16U, 17U, kNone}) {
            with([&](ProductStep& step) { step.a = reg; });
            with([&](ProductStep& step) { step.b = reg; });
            with([&](ProductStep& step) { step.c = reg; });
        }
        for (const unsigned reg : {0U, 1U, 16U, 17U}) with([&](ProductStep& step) { step.d = reg; });
    }
}

TEST(MaxwellProductModes, CombinedModesAreDoubtful) {
    const std::string looked_at = " ;\nP2R R17, CC, RZ, 0xf ;";
    EXPECT_TRUE(is_approximate("IMAD.SAT R16, R0, R1, R2 ;", "SAT"));
    EXPECT_TRUE(is_approximate("IMAD.PO.X R16, R0, R1, R2 ;", "PO with X"));
    EXPECT_TRUE(is_approximate("IMAD R16.CC, -R0, R1, R2" + looked_at, "negated product"));
    for (const std::string_view modes : {".PSL", ".MRG", ".CBCC", ".CSFU"})
        EXPECT_TRUE(is_approximate(fmt::format("XMAD{} R16.CC, R0, R1, R2{}", modes, looked_at), "flags of XMAD"));
    EXPECT_TRUE(caveats_of("XMAD R16.CC, R0, R1, R2" + looked_at).empty());
    EXPECT_TRUE(caveats_of("XMAD.PSL.CBCC R16, R0.H1, R1.H1, R2 ;").empty());
    EXPECT_TRUE(caveats_of("IMAD.HI.SAT R16, R0, R1, R2 ;").empty());
    EXPECT_TRUE(caveats_of("IMAD R16, -R0, R1, R2 ;").empty());
}

} // namespace
} // namespace relit::test::maxwell_product_modes
