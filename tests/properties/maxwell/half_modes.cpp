// Modes of Maxwell's operations on two halves: parts, signs, merges, flushing, bounds, comparisons, by a model that computes in
// whole numbers of 2^-48 (a fused product and sum is exact there) and rounds once.
#include "tests/support/exact_floats.hpp"
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_half_modes {
namespace {

const FloatFormat &kHalf = kFloatFormats[0], &kSingle = kFloatFormats[1];
__extension__ using Wide = __int128;
__extension__ using Size = unsigned __int128;

/// R0 to R2 as halves, or floats; R3 what is merged with.
std::vector<MaxwellGiven> words() {
    constexpr std::array<std::uint32_t, 12> kEdges = {0x3c003c01, 0x00018001, 0x7bff0400, 0x7c003555,
                                                      0xfc007e00, 0x80000000, 0x3f800000, 0x00012345,
                                                      0x3a6b1000, 0x3c01b801, 0x14001001, 0x03ff8400};
    std::vector<MaxwellGiven> samples;
    for (std::size_t i = 0; i < kEdges.size(); ++i)
        for (std::size_t j = 0; j < kEdges.size(); j += 5)
            samples.push_back({kEdges[i], kEdges[(i + j) % 12], kEdges[(2 * i + 5 * j + 1) % 12], 0xabcd1234});
    std::uint32_t random = 1;
    const auto next = [&] { return (random = random * 1664525 + 1013904223) >> 3; };
    // Exponents that lie near each other, so that sums are rounded at every bit.
    const auto near_one = [&] { return (next() & 0x83ff83ff) + ((next() % 12 + 9) << 10) + ((next() % 12 + 9) << 26); };
    for (unsigned i = 0; i < 30; ++i) samples.push_back({near_one(), near_one(), near_one(), next()});
    return samples;
}
const std::vector<MaxwellGiven>& samples() {
    static const std::vector<MaxwellGiven> kSamples = words();
    return kSamples;
}

constexpr std::array<std::string_view, 4> kSwizzles = {"", ".F32", ".H0_H0", ".H1_H1"};
constexpr std::array<std::string_view, 4> kMerges = {"", ".F32", ".MRG_H0", ".MRG_H1"};
constexpr std::array<std::string_view, 3> kFlushes = {"", ".FTZ", ".FMZ"};

/// A source: which halves of its word, and its sign.
struct HalfSource {
    unsigned swizzle = 0;
    bool absolute = false, negated = false;

    [[nodiscard]] bool is_float() const { return swizzle == 1; }
    [[nodiscard]] long double of(std::uint32_t word, unsigned lane, bool flushes) const {
        const unsigned which = swizzle == 0 ? lane : swizzle - 2;
        const FloatFormat& format = is_float() ? kSingle : kHalf;
        long double value = number_of(is_float() ? word : word >> (16 * which) & 0xffff, format);
        if (flushes) value = flushed(value, format);
        if (absolute) value = std::fabs(value);
        return negated ? -value : value;
    }
    [[nodiscard]] std::string text(std::string_view name, bool has_swizzle = true) const {
        return fmt::format("{}{}{}{}{}", negated ? "-" : "", absolute ? "|" : "", name, absolute ? "|" : "",
                           has_swizzle ? kSwizzles[swizzle] : "");
    }
};

/// Rounded once to a half, from units of 2^-48.
std::uint64_t half_of_units(Wide units) {
    const bool below = units < 0;
    auto size = static_cast<Size>(below ? -units : units);
    unsigned shift = 24; // of the smallest denormal
    while (size >> shift >= 2048) ++shift;
    const auto rest = size & ((static_cast<Size>(1) << shift) - 1);
    const auto middle = static_cast<Size>(1) << (shift - 1);
    size >>= shift;
    if (rest > middle || (rest == middle && (size & 1) != 0)) ++size;
    const long double value = std::ldexp(static_cast<long double>(size), static_cast<int>(shift) - 48);
    return rounded_to(below ? -value : value, kHalf, Direction::Nearest);
}
Wide units_of(long double value) { return static_cast<Wide>(std::ldexp(value, 48)); }

// ---- sums, products, both

enum class Kind : std::uint8_t { Sum, Product, Both };

/// One combination of modes.
struct Modes {
    Kind kind = Kind::Sum;
    std::array<HalfSource, 3> parts;
    unsigned merge = 0, flush = 0;
    bool saturates = false;

    [[nodiscard]] bool of_halves() const {
        return !parts[0].is_float() && !parts[1].is_float() && (kind != Kind::Both || !parts[2].is_float());
    }
    /// In floats of 32 bits: what has one as a source, or as its result.
    [[nodiscard]] float single(float a, float b, float c) const {
        const bool nothing = flush == 2 && (a == 0 || b == 0);
        const float made = kind == Kind::Sum       ? a + b
                           : kind == Kind::Product ? (nothing ? 0 : a * b)
                                                   : std::fma(nothing ? 0 : a, nothing ? 0 : b, c);
        return flush == 0 || of_halves() ? made : static_cast<float>(flushed(made, kSingle));
    }
    /// Exactly, where all is finite.
    [[nodiscard]] std::uint64_t half(long double a, long double b, long double c) const {
        const bool nothing = flush == 2 && (a == 0 || b == 0);
        if (nothing) a = b = 0;
        const long double rough = kind == Kind::Sum ? a + b : kind == Kind::Product ? a * b : a * b + c;
        if (!std::isfinite(rough) || rough == 0) return rounded_to(rough, kHalf, Direction::Nearest);
        const Wide product = static_cast<Wide>(std::ldexp(a, 24)) * static_cast<Wide>(std::ldexp(b, 24));
        return half_of_units(kind == Kind::Sum       ? units_of(a) + units_of(b)
                             : kind == Kind::Product ? product
                                                     : product + units_of(c));
    }
    [[nodiscard]] long double bounded(long double value) const {
        return !saturates ? value : value > 0 ? std::min(value, 1.0L) : 0.0L; // of -0 nothing is known
    }
    [[nodiscard]] std::uint32_t lane(const std::array<std::uint32_t, 3>& words, unsigned i) const {
        std::array<long double, 3> of{};
        for (unsigned at = 0; at < 3; ++at) of[at] = parts[at].of(words[at], i, flush != 0);
        const float rough = single(static_cast<float>(of[0]), static_cast<float>(of[1]), static_cast<float>(of[2]));
        if (merge == 1) return std::bit_cast<std::uint32_t>(static_cast<float>(bounded(rough)));
        std::uint64_t made = of_halves() ? half(of[0], of[1], of[2]) : rounded_to(rough, kHalf, Direction::Nearest);
        made = rounded_to(bounded(number_of(made, kHalf)), kHalf, Direction::Nearest);
        return static_cast<std::uint32_t>(
            flush != 0 ? rounded_to(flushed(number_of(made, kHalf), kHalf), kHalf, Direction::Nearest) : made);
    }
    [[nodiscard]] std::uint32_t of(const std::array<std::uint32_t, 3>& words, std::uint32_t old) const {
        const std::uint32_t low = lane(words, 0), high = merge == 1 ? 0 : lane(words, 1);
        switch (merge) {
            case 1: return low;
            case 2: return (old & 0xffff0000) | low;
            case 3: return (old & 0xffff) | high << 16;
            default: return low | high << 16;
        }
    }
    /// Modifiers between the mnemonic and the destination.
    [[nodiscard]] std::string modifiers() const {
        return fmt::format("{}{}{}", kMerges[merge], kFlushes[flush], saturates ? ".SAT" : "");
    }
};

/// NaN of 32 bits are as good as each other.
bool is_right(std::uint32_t got, std::uint32_t wanted, const Modes& modes) {
    if (got == wanted) return true;
    if (modes.merge == 1 && std::isnan(std::bit_cast<float>(wanted))) return std::isnan(std::bit_cast<float>(got));
    return false;
}

using Words = std::array<std::uint32_t, 3>;
template <class WordsOf>
void check(const std::string& instruction, const Modes& modes, WordsOf&& words_of) {
    const auto left = left_by("MOV R16, R3 ;\n" + instruction + " ;", samples());
    ASSERT_EQ(left.size(), samples().size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Words words = words_of(samples()[i]);
        const std::uint32_t wanted = modes.of(words, samples()[i][3]);
        ASSERT_TRUE(is_right(left[i][0], wanted, modes))
            << instruction
            << fmt::format(" {:#x} {:#x} {:#x}: {:#x}, not {:#x}", words[0], words[1], words[2], left[i][0], wanted);
    }
}
Words registers(const MaxwellGiven& in) { return {in[0], in[1], in[2]}; }
std::uint32_t constant() { return samples()[0][2]; } // c[0x2][0x8]

TEST(MaxwellHalfModes, SumsOfEveryPartSignAndMerge) {
    for (unsigned how = 0; how < 16 * 4 * 2 * 2 * 16; how += 29) {
        Modes modes{Kind::Sum, {{{how % 4}, {how / 4 % 4}, {}}}, how / 16 % 4, how / 64 % 2, how / 128 % 2 != 0};
        for (unsigned i = 0; i < 2; ++i) {
            modes.parts[i].absolute = (how / 256 >> i & 1) != 0;
            modes.parts[i].negated = (how / 1024 >> i & 1) != 0;
        }
        check(
            fmt::format("HADD2{} R16, {}, {}", modes.modifiers(), modes.parts[0].text("R0"), modes.parts[1].text("R1")),
            modes, registers);
    }
}

TEST(MaxwellHalfModes, ProductsOfEveryPartSignAndMerge) {
    for (unsigned how = 0; how < 16 * 4 * 3 * 2 * 8; how += 19) {
        Modes modes{Kind::Product, {{{how % 4}, {how / 4 % 4}, {}}}, how / 16 % 4, how / 64 % 3, how / 192 % 2 != 0};
        modes.parts[0].absolute = (how / 384 & 1) != 0;
        modes.parts[1].absolute = (how / 384 & 2) != 0;
        modes.parts[1].negated = (how / 384 & 4) != 0;
        check(
            fmt::format("HMUL2{} R16, {}, {}", modes.modifiers(), modes.parts[0].text("R0"), modes.parts[1].text("R1")),
            modes, registers);
    }
}

TEST(MaxwellHalfModes, FusedSumsOfEveryPartSignAndMerge) {
    for (unsigned how = 0; how < 64 * 4 * 3 * 2 * 4; how += 31) {
        Modes modes{
            Kind::Both, {{{how % 4}, {how / 4 % 4}, {how / 16 % 4}}}, how / 64 % 4, how / 256 % 3, how / 768 % 2 != 0};
        modes.parts[1].negated = (how / 1536 & 1) != 0;
        modes.parts[2].negated = (how / 1536 & 2) != 0;
        check(fmt::format("HFMA2{} R16, {}, {}, {}", modes.modifiers(), modes.parts[0].text("R0"),
                          modes.parts[1].text("R1"), modes.parts[2].text("R2")),
              modes, registers);
    }
}

// 3 times 683 / 2048 is the middle between two halves; what is added to it is too small for a float of 32 bits to show.
TEST(MaxwellHalfModes, FusedSumsAreRoundedOnce) {
    const std::array<MaxwellGiven, 1> given = {{{0x42004200, 0x35563556, 0x80010001}}};
    EXPECT_EQ(left_by("HFMA2 R16, R0, R1, R2 ;", given)[0][0], 0x3c003c01U);
}

// Constants hold one float; numbers are two halves.
TEST(MaxwellHalfModes, ConstantsAndNumbersHaveTheirKind) {
    for (unsigned how = 0; how < 4 * 4 * 2 * 2; how += 3) {
        const unsigned merge = how / 4 % 4, flush = how / 16 % 2;
        const HalfSource a{how % 4}, c{1, false, how / 32 != 0}, numbers{};
        const auto with = [](std::uint32_t b) {
            return [b](const MaxwellGiven& in) { return Words{in[0], b, in[2]}; };
        };
        const auto text = [&](std::string_view op, const Modes& modes, std::string_view rest) {
            return fmt::format("{}{} R16, {}, {}", op, modes.modifiers(), a.text("R0"), rest);
        };
        Modes modes{Kind::Sum, {a, c, {}}, merge, flush, false};
        check(text("HADD2", modes, c.text("c[0x2][0x8]", false)), modes, with(constant()));
        modes.parts[1] = numbers;
        check(text("HADD2", modes, "-4, 2"), modes, with(0xc4004000));
        modes.kind = Kind::Product;
        check(text("HMUL2", modes, "-4, 2"), modes, with(0xc4004000));
        modes.kind = Kind::Both;
        modes.parts[1] = c;
        check(text("HFMA2", modes, c.text("c[0x2][0x8]", false) + ", R2"), modes, with(constant()));
        modes.parts[1] = numbers;
        modes.parts[2].swizzle = 3;
        check(text("HFMA2", modes, "-4, 2, R2.H1_H1"), modes, with(0xc4004000));
        modes.parts = {a, {2, false, c.negated}, {1}};
        check(text("HFMA2", modes, modes.parts[1].text("R1") + ", c[0x2][0x8]"), modes,
              [](const MaxwellGiven& in) { return Words{in[0], in[1], constant()}; });
    }
}

TEST(MaxwellHalfModes, WordsOfNumbersAreTwoHalves) {
    for (unsigned how = 0; how < 4 * 2 * 2 * 2; ++how) {
        HalfSource a{how % 4, false, how / 4 % 2 != 0};
        const bool saturates = how / 16 != 0;
        const unsigned flush = how / 8 % 2;
        const auto numbers = [](const MaxwellGiven& in) { return Words{in[0], 0xc2003555, in[3]}; };
        const Modes sum{Kind::Sum, {a, {}, {}}, 0, flush, saturates};
        check(fmt::format("HADD2_32I{} R16, {}, -3, 0.33325", sum.modifiers(), a.text("R0")), sum, numbers);
        a.negated = false;
        const Modes product{Kind::Product, {a, {}, {}}, 0, 2 * flush, saturates};
        check(fmt::format("HMUL2_32I{} R16, {}, -3, 0.33325", product.modifiers(), a.text("R0")), product, numbers);
        const HalfSource c{0, false, how / 4 % 2 != 0};
        const Modes both{Kind::Both, {a, {}, c}, 0, 2 * flush, false};
        check(fmt::format("HFMA2_32I{} R16, {}, -3, 0.33325, {}", both.modifiers(), a.text("R0"), c.text("R16", false)),
              both, numbers);
    }
}

// ---- comparisons

bool compared(unsigned comparison, long double a, long double b) {
    const bool unordered = std::isnan(a) || std::isnan(b);
    if (comparison == 7 || comparison == 8) return unordered == (comparison == 8);
    if (comparison == 15) return true;
    const unsigned relation = unordered ? 0 : a < b ? 1 : a == b ? 2 : 4; // less, equal, greater
    return (comparison & relation) != 0 || (unordered && comparison >= 8);
}
bool joined(bool a, bool b, unsigned how) { return how == 0 ? a && b : how == 1 ? a || b : a != b; }

constexpr std::array<std::string_view, 16> kComparisons = {"F",   "LT",  "EQ",  "LE",  "GT",  "NE",  "GE",  "NUM",
                                                           "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"};
constexpr std::array<std::string_view, 3> kBools = {"AND", "OR", "XOR"};

/// P0 is bit 0 of R4.
struct Comparison {
    unsigned comparison, how;
    std::array<HalfSource, 2> parts;
    bool flushes, negated; // Ps
    [[nodiscard]] bool of(const MaxwellGiven& in, unsigned lane) const {
        return compared(comparison, parts[0].of(in[0], lane, flushes), parts[1].of(in[1], lane, flushes));
    }
    [[nodiscard]] bool with_third(bool holds, const MaxwellGiven& in) const {
        return joined(holds, ((in[4] & 1) != 0) != negated, how);
    }
    [[nodiscard]] std::string operands() const {
        return fmt::format("{}, {}, {}P0", parts[0].text("R0"), parts[1].text("R1"), negated ? "!" : "");
    }
};
Comparison comparison_of(unsigned how) {
    Comparison all{how % 16, how / 16 % 3, {{{how / 48 % 4}, {how / 192 % 4}}}, (how & 5) == 0, (how & 3) == 0};
    all.parts[0].absolute = how % 7 == 0;
    all.parts[0].negated = how % 5 == 0;
    all.parts[1].absolute = how % 11 == 0;
    all.parts[1].negated = how % 3 == 0;
    return all;
}

TEST(MaxwellHalfModes, PairsAreComparedToHalvesOfAWord) {
    for (unsigned how = 0; how < 16 * 3 * 16; how += 5) {
        const Comparison all = comparison_of(how);
        const bool of_float = (how & 1) != 0;
        const std::string text =
            fmt::format("R2P PR, R4, 0x1 ;\nHSET2{}.{}{}.{} R16, {} ;", of_float ? ".BF" : "",
                        kComparisons[all.comparison], all.flushes ? ".FTZ" : "", kBools[all.how], all.operands());
        const auto left = left_by(text, samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const std::uint32_t yes = of_float ? 0x3c00 : 0xffff;
            std::uint32_t wanted = 0;
            for (unsigned lane = 0; lane < 2; ++lane)
                if (all.with_third(all.of(samples()[i], lane), samples()[i])) wanted |= yes << (16 * lane);
            ASSERT_EQ(left[i][0], wanted) << text << i;
        }
    }
}

TEST(MaxwellHalfModes, PairsAreComparedToPredicates) {
    for (unsigned how = 0; how < 2 * 16 * 3 * 16; how += 11) {
        const Comparison all = comparison_of(how / 2);
        const bool both = (how & 1) != 0;
        const std::string text = fmt::format("R2P PR, R4, 0x1 ;\nHSETP2.{}{}{}.{} P1, P2, {} ;\nP2R R16, PR, RZ, 0x6 ;",
                                             kComparisons[all.comparison], both ? ".H_AND" : "",
                                             all.flushes ? ".FTZ" : "", kBools[all.how], all.operands());
        const auto left = left_by(text, samples());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const MaxwellGiven& in = samples()[i];
            const bool low = all.of(in, 0), high = all.of(in, 1), all_of = low && high;
            const bool first = all.with_third(both ? all_of : low, in),
                       second = all.with_third(both ? !all_of : high, in);
            ASSERT_EQ(left[i][0], (first ? 2U : 0U) | (second ? 4U : 0U)) << text << i;
        }
    }
}

TEST(MaxwellHalfModes, UndocumentedModesAreDoubtful) {
    EXPECT_TRUE(is_approximate("HSETP2.LT.H_AND.OR P0, P1, R0, R1, P2 ;", "H_AND"));
    EXPECT_TRUE(is_approximate("HSETP2.LT.H_AND.AND P0, P1, R0, R1, P2 ;", "H_AND"));
    EXPECT_TRUE(caveats_of("HSETP2.LT.H_AND.AND P0, P1, R0, R1, PT ;").empty());
    EXPECT_TRUE(caveats_of("HSETP2.LT.OR P0, P1, R0, R1, P2 ;").empty());
    EXPECT_TRUE(is_approximate("HFMA2.F32 R16, R0, R1, R2 ;", "one float"));
    EXPECT_TRUE(is_approximate("HMUL2.F32 R16, R0, R1 ;", "one float"));
    EXPECT_TRUE(caveats_of("HADD2.F32 R16, -RZ, R0.H1_H1 ;").empty());
    EXPECT_TRUE(caveats_of("HADD2 R16, R1, R0.H1_H1 ;").empty());
}

} // namespace
} // namespace relit::test::maxwell_half_modes
