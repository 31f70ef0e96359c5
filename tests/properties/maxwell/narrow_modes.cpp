// Modes of Maxwell's narrow products, directed roundings and sums over a quad that neither a console's results nor compiled
// programs of the corpus reach, by models of their own: dp4a, dp2a and roundings as PTX defines them; IMADSP and FSWZADD as docs/isa/maxwell.md has
// them, without a second source.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/samples.hpp"
#include "tests/support/maxwell/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_narrow_modes {
namespace {

constexpr std::array<std::uint32_t, 6> kWords = {0, 0x7fff80ff, 0x80007f01, 0xffffffff, 0x00800100, 0x12fedcba};

/// What the instructions leave in R12 and R13; R0 to R3 and R8, R9 are given.
std::array<std::uint32_t, 2> left(const std::array<std::uint32_t, 6>& given, std::string_view text) {
    constexpr std::array<unsigned, 6> kGivenRegisters = {0, 1, 2, 3, 8, 9};
    std::string all;
    for (std::size_t i = 0; i < given.size(); ++i)
        all += fmt::format("MOV32I R{}, {:#x} ;\n", kGivenRegisters[i], given[i]);
    all += fmt::format("{} ;\nSTG.E [R4], R12 ;\nSTG.E [R4+0x4], R13 ;\nEXIT ;\n", text);
    const auto words = words_of(interpret(kernel_of(all, 1, 2), Warps::AreSubgroups));
    return words.size() == 2 ? std::array{words[0], words[1]} : std::array{0xdeadbeefU, 0xdeadbeefU};
}

std::int64_t field(std::uint32_t word, unsigned at, unsigned bits, bool has_sign) {
    const std::int64_t value = word >> at & ((std::uint64_t{1} << bits) - 1);
    return has_sign && (value >> (bits - 1) & 1) != 0 ? value - (std::int64_t{1} << bits) : value;
}

// ---- products

template <class Model>
void for_words(std::string_view text, Model&& model) {
    for (const std::uint32_t a : kWords)
        for (const std::uint32_t b : kWords)
            for (const std::uint32_t c : {0U, 0x9fff8001U})
                EXPECT_EQ(left({a, b, c, 0, 0, 0}, text)[0], static_cast<std::uint32_t>(model(a, b, c)))
                    << fmt::format("{} of {:#x} {:#x} {:#x}", text, a, b, c);
}

TEST(MaxwellNarrowModes, FourBytesAreMultiplied) {
    for (unsigned signs = 0; signs < 4; ++signs) {
        const bool sign_a = (signs & 1) != 0, sign_b = (signs & 2) != 0;
        for_words(fmt::format("IDP.4A.{}.{} R12, R0, R1, R2", sign_a ? "S8" : "U8", sign_b ? "S8" : "U8"),
                  [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
                      std::int64_t sum = c;
                      for (unsigned i = 0; i < 32; i += 8) sum += field(a, i, 8, sign_a) * field(b, i, 8, sign_b);
                      return sum;
                  });
    }
}

TEST(MaxwellNarrowModes, TwoHalvesAreMultipliedByBytesOfEitherHalf) {
    for (unsigned how = 0; how < 8; ++how) {
        const bool sign_a = (how & 1) != 0, sign_b = (how & 2) != 0, high = (how & 4) != 0;
        const std::string text = fmt::format("IDP.2A.{}.{}.{} R12, R0, R1, R2", high ? "HI" : "LO",
                                             sign_a ? "S16" : "U16", sign_b ? "S8" : "U8");
        for_words(text, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const unsigned at = high ? 16 : 0;
            return c + field(a, 0, 16, sign_a) * field(b, at, 8, sign_b) +
                   field(a, 16, 16, sign_a) * field(b, at + 8, 8, sign_b);
        });
    }
}

struct NarrowPart {
    std::string_view name;
    unsigned at, bits;
    bool has_sign;
};
constexpr std::array<NarrowPart, 8> kParts = {{{"U32", 0, 32, false},
                                               {"S32", 0, 32, true},
                                               {"U24", 0, 24, false},
                                               {"S24", 0, 24, true},
                                               {"U16H0", 0, 16, false},
                                               {"S16H0", 0, 16, true},
                                               {"U16H1", 16, 16, false},
                                               {"S16H1", 16, 16, true}}};

// The sign of the addend is that of the first factor's type: they share a bit.
TEST(MaxwellNarrowModes, PartsOfEveryTypeAreMultipliedAndAdded) {
    for (const NarrowPart& part_a : kParts)
        for (std::size_t b = 2; b < 6; ++b)
            for (std::size_t of_c = part_a.has_sign ? 1 : 0; of_c < kParts.size(); of_c += 2) {
                const NarrowPart &part_b = kParts[b], &part_c = kParts[of_c];
                const std::string text =
                    fmt::format("IMADSP.{}.{}.{} R12, R0, R1, R2", part_a.name, part_b.name, part_c.name);
                for (std::size_t i = 0; i + 2 < kWords.size(); ++i) {
                    const std::uint32_t first = kWords[i], second = kWords[i + 1], third = kWords[i + 2];
                    const auto of = [](std::uint32_t word, const NarrowPart& part) {
                        return static_cast<std::uint64_t>(field(word, part.at, part.bits, part.has_sign));
                    };
                    const std::uint64_t sum = of(first, part_a) * of(second, part_b) + of(third, part_c);
                    EXPECT_EQ(left({first, second, third, 0, 0, 0}, text)[0], static_cast<std::uint32_t>(sum)) << text;
                }
            }
}

TEST(MaxwellNarrowModes, ASignOfTheSecondFactorAloneIsReported) {
    EXPECT_TRUE(is_approximate("IMADSP.U32.S24.U16H0 R12, R0, R1, R2 ;", "IMADSP"));
    EXPECT_FALSE(is_approximate("IMADSP.U32.S24.U32 R12, R0, R1, R2 ;", "IMADSP"));
    EXPECT_FALSE(is_approximate("IMADSP.S32.S24.S16H0 R12, R0, R1, R2 ;", "IMADSP"));
}

// ---- directed roundings

struct Rounding {
    std::string_view name;
    int mode;
};
constexpr std::array<Rounding, 4> kRoundings = {
    {{"", FE_TONEAREST}, {".RM", FE_DOWNWARD}, {".RP", FE_UPWARD}, {".RZ", FE_TOWARDZERO}}};

/// What the host's own arithmetic gives in a rounding; nothing is known before it runs.
template <class Float, class Compute>
Float in_mode(int mode, Float a, Float b, Float c, Compute&& compute) {
    volatile Float x = a, y = b, z = c;
    std::fesetround(mode);
    volatile Float result = compute(x, y, z);
    std::fesetround(FE_TONEAREST);
    return result;
}

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

constexpr std::array<float, 10> kFloats = {1.0F,     -1.0F,   0x1.000002p0F,   0x1p-30F, -0x1p-149F,
                                           0x1p127F, -0.333F, 0x1.fffffep127F, 0.0F,     -0x1.8p-126F};

TEST(MaxwellNarrowModes, FloatsAreRoundedInEveryDirection) {
    for (const Rounding& rounding : kRoundings)
        for (const float a : kFloats)
            for (const float b : kFloats) {
                const float c = -a;
                const std::array<std::uint32_t, 6> given = {bits(a), bits(b), bits(c), 0, 0, 0};
                const auto check = [&](std::string_view op, std::string_view operands, auto compute) {
                    const float wanted = in_mode(rounding.mode, a, b, c, compute);
                    const std::uint32_t got = left(given, fmt::format("{}{} R12, {}", op, rounding.name, operands))[0];
                    if (std::isnan(wanted)) return;
                    EXPECT_EQ(got, bits(wanted)) << op << rounding.name << " " << a << " " << b;
                };
                check("FADD", "R0, R1", [](float x, float y, float) { return x + y; });
                check("FADD", "-R0, |R1|", [](float x, float y, float) { return -x + std::fabs(y); });
                check("FMUL", "R0, R1", [](float x, float y, float) { return x * y; });
                check("FMUL", "R0, -R1", [](float x, float y, float) { return x * -y; });
                check("FFMA", "R0, R1, R2", [](float x, float y, float z) { return std::fma(x, y, z); });
                check("FFMA", "R0, -R1, -R2", [](float x, float y, float z) { return std::fma(x, -y, -z); });
            }
}

constexpr std::array<double, 6> kDoubles = {1.0,      -0x1.0000000000001p0, 0x1p-60, 0x1.fffffffffffffp1023, -0.1,
                                            0x1p-1074};

TEST(MaxwellNarrowModes, DoublesAreRoundedInEveryDirection) {
    for (const Rounding& rounding : kRoundings)
        for (const double a : kDoubles)
            for (const double b : kDoubles) {
                const double c = -b;
                const auto word = [](double value, unsigned at) {
                    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> at);
                };
                const std::array<std::uint32_t, 6> given = {word(a, 0),  word(a, 32), word(b, 0),
                                                            word(b, 32), word(c, 0),  word(c, 32)};
                const auto check = [&](std::string_view op, std::string_view operands, auto compute) {
                    const double wanted = in_mode(rounding.mode, a, b, c, compute);
                    const auto [low, high] = left(given, fmt::format("{}{} R12, {}", op, rounding.name, operands));
                    EXPECT_EQ(low | std::uint64_t{high} << 32, std::bit_cast<std::uint64_t>(wanted))
                        << op << rounding.name << " " << a << " " << b;
                };
                check("DADD", "R0, R2", [](double x, double y, double) { return x + y; });
                check("DADD", "-R0, |R2|", [](double x, double y, double) { return -x + std::fabs(y); });
                check("DMUL", "R0, R2", [](double x, double y, double) { return x * y; });
                check("DFMA", "R0, R2, R8", [](double x, double y, double z) { return std::fma(x, y, z); });
            }
}

TEST(MaxwellNarrowModes, WholeNumbersAreRoundedInEveryDirection) {
    for (const Rounding& rounding : kRoundings)
        for (const std::uint32_t word :
             {1U, 0x1000001U, 0x1000003U, 0x7fffffffU, 0x80000000U, 0xffffffffU, 0xfeffffffU}) {
            volatile std::uint32_t plain = word;
            volatile auto with_sign = static_cast<std::int32_t>(word);
            std::fesetround(rounding.mode);
            volatile auto of_plain = static_cast<float>(plain);
            volatile auto of_sign = static_cast<float>(with_sign);
            std::fesetround(FE_TONEAREST);
            const auto got = [&](std::string_view type) {
                return left({word, 0, 0, 0, 0, 0}, fmt::format("I2F.F32.{}{} R12, R0", type, rounding.name))[0];
            };
            EXPECT_EQ(got("U32"), bits(of_plain)) << rounding.name << " " << word;
            EXPECT_EQ(got("S32"), bits(of_sign)) << rounding.name << " " << word;
        }
}

std::vector<std::string> approximations(const std::string& text) {
    const auto file = assembled_maxwell(".code", text +
                                                     "MOV R4, c[0x0][0x140] ;\nMOV R5, c[0x0][0x144] ;\n"
                                                     "STG.E [R4], R12 ;\nEXIT ;\n");
    const ir::Context context{{{"maxwell.convention", 2}}}; // deko3d
    ir::ContextReader reader(context);
    EXPECT_TRUE(translate::lift(isa::maxwell::kFrontend, file, reader));
    return reader.approximations();
}

TEST(MaxwellNarrowModes, NegatedNumbersWithoutASignAreADoubtWhereRoundingHasADirection) {
    EXPECT_EQ(approximations("I2F.F32.U32.RM R12, -R0 ;\n").size(), 1U);
    EXPECT_TRUE(approximations("I2F.F32.U32 R12, -R0 ;\n").empty());
    EXPECT_TRUE(approximations("I2F.F32.S32.RM R12, -R0 ;\n").empty());
    EXPECT_TRUE(approximations("I2F.F32.U32.RM R12, R0 ;\n").empty());
}

TEST(MaxwellNarrowModes, NarrowerFloatsAreRoundedInEveryDirection) {
    for (const Rounding& rounding : kRoundings)
        for (const double value : {0x1.0000001p0, -0x1.0000001p0, 0x1.fffffffp127, -0x1.fffffffp127, 0x1p-160, 0.1}) {
            volatile double wide = value;
            std::fesetround(rounding.mode);
            volatile auto narrow = static_cast<float>(wide);
            std::fesetround(FE_TONEAREST);
            const std::uint64_t all = std::bit_cast<std::uint64_t>(value);
            const std::array<std::uint32_t, 6> given = {static_cast<std::uint32_t>(all),
                                                        static_cast<std::uint32_t>(all >> 32)};
            EXPECT_EQ(left(given, fmt::format("F2F.F32.F64{} R12, R0", rounding.name))[0], bits(narrow))
                << rounding.name << " " << value;
        }
}

// ---- sums over a quad

// Two bits for each thread, the first thread's highest: a + b, b - a, a - b, b.
TEST(MaxwellNarrowModes, EveryThreadOfAQuadHasItsOwnSigns) {
    for (unsigned signs = 0; signs < 256; signs += 5) {
        const auto text = fmt::format(
            "S2R R0, SR_TID.X ;\nI2F.F32.U32 R1, R0 ;\nFADD R2, R1, 16 ;\nFADD R3, R1, 2 ;\n"
            "FSWZADD R12, R2, R3, {:#x} ;\nSHL R0, R0, 0x2 ;\nIADD R4.CC, R4, R0 ;\n"
            "IADD.X R5, R5, RZ ;\nSTG.E [R4], R12 ;\nEXIT ;\n",
            signs);
        const auto words = words_of(interpret(kernel_of(text, 4, 4), Warps::AreSubgroups));
        ASSERT_EQ(words.size(), 4U);
        for (unsigned thread = 0; thread < 4; ++thread) {
            const float a = static_cast<float>(thread) + 16, b = static_cast<float>(thread) + 2;
            const std::array<float, 4> wanted = {a + b, b - a, a - b, b};
            EXPECT_EQ(words[thread], bits(wanted[signs >> (6 - 2 * thread) & 3])) << signs << " " << thread;
        }
    }
}

} // namespace
} // namespace relit::test::maxwell_narrow_modes
