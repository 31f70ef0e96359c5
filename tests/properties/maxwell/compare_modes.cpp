// Every comparison of Maxwell, with every way to join a predicate, sign, flush and number of results; tests of the flags, and
// moves between predicates, flags and bytes.
#include "tests/support/exact_floats.hpp"
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_compare_modes {
namespace {

constexpr std::array<std::string_view, 16> kFloats = {"F",   "LT",  "EQ",  "LE",  "GT",  "NE",  "GE",  "NUM",
                                                      "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"};
constexpr std::array<std::string_view, 8> kWholes = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};
constexpr std::array<std::string_view, 3> kBools = {"AND", "OR", "XOR"};

bool joined(bool a, bool b, unsigned how) { return how == 0 ? a && b : how == 1 ? a || b : a != b; }

bool of_floats(unsigned comparison, long double a, long double b) {
    const bool unordered = std::isnan(a) || std::isnan(b);
    if (comparison == 7 || comparison == 8) return unordered == (comparison == 8);
    if (comparison == 15) return true;
    const unsigned relation = unordered ? 0 : a < b ? 1 : a == b ? 2 : 4; // less, equal, greater
    return (comparison & relation) != 0 || (unordered && comparison >= 8);
}
template <class Number>
bool of_wholes(unsigned comparison, Number a, Number b) {
    const unsigned relation = a < b ? 1 : a == b ? 2 : 4;
    return comparison == 7 || (comparison & relation) != 0;
}

/// R0 and R1, R2 and R3 are doubles or floats; R4's bits are predicates and flags.
std::vector<MaxwellGiven> given() {
    constexpr std::array<std::uint64_t, 9> kDoubles = {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000,
                                                       0xbff000003f800000, 0x7ff0000000000000, 0x7ff8000000000001,
                                                       0x000000017fc00000, 0x3ff00000ff800000, 0xfff0000080000012};
    std::vector<MaxwellGiven> samples;
    for (const std::uint64_t a : kDoubles)
        for (const std::uint64_t b : kDoubles) {
            const auto random = static_cast<std::uint32_t>(samples.size() * 0x9e3779b1U >> 7);
            samples.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32),
                               static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32), random, ~random});
        }
    return samples;
}
const std::vector<MaxwellGiven>& samples() {
    static const std::vector<MaxwellGiven> kSamples = given();
    return kSamples;
}

/// The third predicate: P0, or its opposite.
struct Third {
    unsigned how = 0;
    bool negated = false;
    [[nodiscard]] std::string_view text() const { return negated ? "!P0" : "P0"; }
    [[nodiscard]] bool of(bool holds, const MaxwellGiven& in) const {
        return joined(holds, ((in[4] & 1) != 0) != negated, how);
    }
};

using Condition = std::function<bool(const MaxwellGiven&)>;

/// One word of all ones or 1.0, with flags; `name` up to the join, operands up to the third predicate.
void check_set(const std::string& name, const std::string& operands, const Third& third, bool of_one,
               const Condition& holds) {
    const std::string text =
        fmt::format("R2P PR, R4, 0x1 ;\nR2P CC, R5, 0xf ;\n{}.{} R16.CC, {}, {} ;\nP2R R17, CC, RZ, 0xf ;", name,
                    kBools[third.how], operands, third.text());
    const auto left = left_by(text, samples());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const bool yes = third.of(holds(samples()[i]), samples()[i]);
        ASSERT_EQ(left[i][0], !yes ? 0 : of_one ? 0x3f800000U : ~0U) << text << i;
        ASSERT_EQ(left[i][1], !yes ? 1U : of_one ? 0U : 2U) << text << i;
    }
}
/// Two predicates.
void check_setp(const std::string& name, const std::string& operands, const Third& third, const Condition& holds) {
    const std::string text =
        fmt::format("R2P PR, R4, 0x1 ;\nR2P CC, R5, 0xf ;\n{}.{} P1, P2, {}, {} ;\nP2R R16, PR, RZ, 0x6 ;", name,
                    kBools[third.how], operands, third.text());
    const auto left = left_by(text, samples());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const bool yes = holds(samples()[i]);
        const unsigned wanted = (third.of(yes, samples()[i]) ? 2U : 0U) | (third.of(!yes, samples()[i]) ? 4U : 0U);
        ASSERT_EQ(left[i][0], wanted) << text << i;
    }
}

// ---- floats

struct Signs {
    bool absolute = false, negated = false;
    [[nodiscard]] std::string text(std::string_view reg) const {
        return fmt::format("{}{}{}{}", negated ? "-" : "", absolute ? "|" : "", reg, absolute ? "|" : "");
    }
    [[nodiscard]] long double of(long double value) const {
        if (absolute) value = std::fabs(value);
        return negated ? -value : value;
    }
};
Signs signs_of(unsigned how) { return {(how & 1) != 0, (how & 2) != 0}; }

TEST(MaxwellCompareModes, FloatsAreComparedInEveryWay) {
    for (unsigned how = 0; how < 16 * 3 * 2 * 2 * 2 * 16; how += 29) {
        const unsigned comparison = how % 16;
        const Third third{how / 16 % 3, how / 48 % 2 != 0};
        const bool flushes = how / 96 % 2 != 0, wide = how / 192 % 2 != 0, of_one = how % 5 == 0;
        const Signs a = signs_of(how / 384), b = signs_of(how / 1536);
        const FloatFormat& format = kFloatFormats[wide ? 2 : 1];
        const Condition holds = [&](const MaxwellGiven& in) {
            const auto source = [&](unsigned at, const Signs& signs) {
                const std::uint64_t bits = wide ? std::uint64_t{in[at + 1]} << 32 | in[at] : in[at];
                const long double value = number_of(bits, format);
                return signs.of(flushes && !wide ? flushed(value, format) : value);
            };
            return of_floats(comparison, source(0, a), source(2, b));
        };
        const std::string operands = a.text("R0") + ", " + b.text("R2");
        const std::string modes = fmt::format("{}{}", kFloats[comparison], flushes && !wide ? ".FTZ" : "");
        const char letter = wide ? 'D' : 'F';
        check_set(fmt::format("{}SET{}.{}", letter, of_one ? ".BF" : "", modes), operands, third, of_one, holds);
        check_setp(fmt::format("{}SETP.{}", letter, modes), operands, third, holds);
    }
}

TEST(MaxwellCompareModes, FloatsComparedWithZeroChoose) {
    for (unsigned how = 0; how < 32; ++how) {
        const bool flushes = how >= 16;
        const auto left =
            left_by(fmt::format("FCMP.{}{} R16, R1, R3, R0 ;", kFloats[how % 16], flushes ? ".FTZ" : ""), samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const MaxwellGiven& in = samples()[i];
            const long double value = number_of(in[0], kFloatFormats[1]);
            const bool yes = of_floats(how % 16, flushes ? flushed(value, kFloatFormats[1]) : value, 0);
            ASSERT_EQ(left[i][0], yes ? in[1] : in[3]) << how << " " << i;
        }
    }
}

// ---- whole numbers

TEST(MaxwellCompareModes, WholeNumbersAreComparedInEveryWay) {
    for (unsigned how = 0; how < 8 * 3 * 2 * 2; ++how) {
        const unsigned comparison = how % 8;
        const Third third{how / 8 % 3, how / 24 % 2 != 0};
        const bool sign = how / 48 % 2 != 0, of_one = how % 5 == 0;
        const Condition holds = [&](const MaxwellGiven& in) {
            return sign ? of_wholes(comparison, static_cast<std::int32_t>(in[1]), static_cast<std::int32_t>(in[3]))
                        : of_wholes(comparison, in[1], in[3]);
        };
        const std::string modes = fmt::format("{}{}", kWholes[comparison], sign ? "" : ".U32");
        check_set(fmt::format("ISET{}.{}", of_one ? ".BF" : "", modes), "R1, R3", third, of_one, holds);
        check_setp("ISETP." + modes, "R1, R3", third, holds);
    }
}

// As compilers compare numbers of 64 bits: the low words are subtracted, the high ones go on from their flags.
TEST(MaxwellCompareModes, HighWordsGoOnFromTheFlagsOfLowOnes) {
    for (unsigned how = 0; how < 16; ++how) {
        const unsigned comparison = how % 8;
        const bool sign = how >= 8;
        const std::string modes = fmt::format("{}{}.X.AND", kWholes[comparison], sign ? "" : ".U32");
        const auto left =
            left_by(fmt::format("IADD RZ.CC, R0, -R2 ;\nISETP.{} P1, P2, R1, R3, PT ;\nP2R R16, PR, RZ, 0x6 ;\n"
                                "ISET.{} R17, R1, R3, PT ;",
                                modes, modes),
                    samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const MaxwellGiven& in = samples()[i];
            const std::uint64_t a = std::uint64_t{in[1]} << 32 | in[0], b = std::uint64_t{in[3]} << 32 | in[2];
            const bool yes = sign ? of_wholes(comparison, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b))
                                  : of_wholes(comparison, a, b);
            ASSERT_EQ(left[i][0], yes ? 2U : 4U) << modes << std::hex << a << " " << b;
            ASSERT_EQ(left[i][1], yes ? ~0U : 0U) << modes << std::hex << a << " " << b;
        }
    }
    for (const std::string_view joined : {"P1", "!PT"})
        EXPECT_TRUE(is_approximate(fmt::format("ISETP.LT.X.AND P0, PT, R1, R3, {} ;", joined), "X")) << joined;
    EXPECT_TRUE(caveats_of("ISETP.LT.X.AND P0, PT, R1, R3, PT ;").empty());
}

// ---- predicates and flags

/// By the reference's table: n, z, c, v are sign, zero, carry, overflow.
bool passes(unsigned test, std::uint32_t flags) {
    const bool z = (flags & 1) != 0, n = (flags & 2) != 0, c = (flags & 4) != 0, v = (flags & 8) != 0;
    const bool all[32] = {false,
                          (n && !z) != v,
                          z && !n,
                          n != (z || v),
                          !((n != v) || z),
                          !z,
                          n == v,
                          !(n && z),
                          n && z,
                          n != v,
                          z,
                          (n != v) || z,
                          n == (z || v),
                          n || !z,
                          (n && !z) == v,
                          true,
                          !v,
                          !c,
                          !n,
                          z || !c,
                          c && !z,
                          n,
                          c,
                          v,
                          true,
                          true,
                          true,
                          true,
                          true,
                          true,
                          n || z,
                          !(n || z)};
    return all[test];
}
constexpr std::array<std::string_view, 32> kTests = {
    "F",   "LT", "EQ",  "LE", "GT", "NE",  "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T",
    "OFF", "LO", "SFF", "LS", "HI", "SFT", "HS", "OFT", "",    "",    "",    "",    "",    "",    "RLE", "RGT"};

TEST(MaxwellCompareModes, FlagsAreTestedInEveryWay) {
    for (unsigned test = 0; test < 32; ++test) {
        if (kTests[test].empty()) continue;
        for (unsigned how = 0; how < 6; ++how) {
            const Third third{how % 3, how >= 3};
            const Condition holds = [&](const MaxwellGiven& in) { return passes(test, in[5]); };
            const std::string operand = fmt::format("CC.{}", kTests[test]);
            check_set(how % 2 != 0 ? "CSET.BF" : "CSET", operand, third, how % 2 != 0, holds);
            check_setp("CSETP", operand, third, holds);
        }
        // The same tests decide branches.
        const auto left =
            left_by(fmt::format("R2P CC, R5, 0xf ;\nMOV R16, 0x1 ;\nBRA CC.{}, L ;\nMOV R16, 0x2 ;\nL:", kTests[test]),
                    samples());
        for (std::size_t i = 0; i < left.size(); ++i)
            ASSERT_EQ(left[i][0], passes(test, samples()[i][5]) ? 1U : 2U) << kTests[test] << i;
    }
}

TEST(MaxwellCompareModes, ThreePredicatesAreJoinedToAWord) {
    for (unsigned how = 0; how < 9 * 8; ++how) {
        const unsigned first = how % 3, second = how / 3 % 3, inverted = how / 9;
        const std::string text =
            fmt::format("R2P PR, R4, 0x7 ;\nPSET{}.{}.{} R16.CC, {}P0, {}P1, {}P2 ;\nP2R R17, CC, RZ, 0xf ;",
                        how % 2 != 0 ? ".BF" : "", kBools[first], kBools[second], (inverted & 1) != 0 ? "!" : "",
                        (inverted & 2) != 0 ? "!" : "", (inverted & 4) != 0 ? "!" : "");
        const auto left = left_by(text, samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const auto p = [&](unsigned at) { return ((samples()[i][4] ^ inverted) >> at & 1) != 0; };
            const bool yes = joined(joined(p(0), p(1), first), p(2), second);
            ASSERT_EQ(left[i][0], !yes ? 0 : how % 2 != 0 ? 0x3f800000U : ~0U) << text;
        }
    }
}

TEST(MaxwellCompareModes, BytesArePredicatesOrFlagsAndBack) {
    constexpr std::array<std::string_view, 4> kBytes = {"", ".B1", ".B2", ".B3"};
    for (unsigned how = 0; how < 8; ++how) {
        const bool flags = how >= 4;
        const unsigned shift = 8 * (how % 4);
        const std::uint32_t all = flags ? 15 : 127;
        const std::string text = fmt::format("R2P {0}, R1, 0xff ;\nR2P{1} {0}, R4, R5 ;\nP2R{1} R16, {0}, R2, R3 ;",
                                             flags ? "CC" : "PR", kBytes[how % 4]);
        const auto left = left_by(text, samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const MaxwellGiven& in = samples()[i];
            const std::uint32_t held = ((in[1] & ~in[5]) | (in[4] >> shift & in[5])) & all, mask = in[3] & 0xff;
            ASSERT_EQ(left[i][0], (in[2] & ~(mask << shift)) | (held & mask) << shift) << text << i;
        }
    }
}

} // namespace
} // namespace relit::test::maxwell_compare_modes
