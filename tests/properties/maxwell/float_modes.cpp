// Modes of Maxwell's floats and conversions that no compiled program of the corpus reaches, by models written from the
// reference (PTX, and what was measured on a console).
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace relit::test::maxwell_float_modes {
namespace {

constexpr std::uint32_t kSign = 0x80000000, kInf = 0x7f800000, kDenormal = 0x00012345;

/// What the instructions leave in R3 and R7; R0 to R2 are given.
std::array<std::uint32_t, 2> pair_left(std::uint32_t a, std::uint32_t b, std::uint32_t c, const std::string& text) {
    const std::string given = fmt::format("MOV32I R0, {:#x} ;\nMOV32I R1, {:#x} ;\nMOV32I R2, {:#x} ;\n", a, b, c);
    const auto words = words_of(interpret(
        kernel_of(given + text + "STG.E [R4], R3 ;\nSTG.E [R4+0x4], R7 ;\nEXIT ;\n", 1, 2), Warps::AreSubgroups));
    return words.size() == 2 ? std::array{words[0], words[1]} : std::array{0xdeadbeefU, 0xdeadbeefU};
}
std::uint32_t left(std::uint32_t a, std::uint32_t b, std::uint32_t c, const std::string& text) {
    return pair_left(a, b, c, text)[0];
}

// ---- the smaller and the larger one

TEST(MaxwellFloatModes, PlusZeroIsMoreThanMinusZero) {
    for (const std::string_view op : {"FMNMX", "FMNMX.FTZ"})
        for (const std::uint32_t a : {0U, kSign})
            for (const std::uint32_t b : {0U, kSign}) {
                const auto of = [&](std::string_view text) { return left(a, b, 0, fmt::format("{}{} ;\n", op, text)); };
                EXPECT_EQ(of(" R3, R0, R1, PT"), a | b);
                EXPECT_EQ(of(" R3, R0, R1, !PT"), a & b);
                EXPECT_EQ(of(" R3, R0, -R1, PT"), a | (b ^ kSign));
                EXPECT_EQ(of(" R3, R0, RZ, PT"), a);
                EXPECT_EQ(of(" R3, R0, RZ, !PT"), 0U);
                EXPECT_EQ(of(" R3, RZ, R0, PT"), a);
                EXPECT_EQ(of(" R3, RZ, R0, !PT"), 0U);
                EXPECT_EQ(of(" R3, R0, -0.0, PT"), kSign);
                EXPECT_EQ(of(" R3, R0, -0.0, !PT"), a);
            }
}

TEST(MaxwellFloatModes, FlushedDenormalsAreZerosOfTheirSign) {
    EXPECT_EQ(left(kDenormal, kDenormal | kSign, 0, "FMNMX.FTZ R3, R0, R1, PT ;\n"), kSign);
    EXPECT_EQ(left(kDenormal, kDenormal | kSign, 0, "FMNMX.FTZ R3, R0, R1, !PT ;\n"), 0U);
    EXPECT_EQ(left(kDenormal | kSign, kDenormal, 0, "FMNMX.FTZ R3, R0, R1, !PT ;\n"), 0U);
    EXPECT_EQ(left(kDenormal | kSign, kDenormal, 0, "FMNMX R3, R0, R1, PT ;\n"), kDenormal | kSign);
    EXPECT_EQ(left(kDenormal, 0, 0, "FMNMX.FTZ R3, R0, 1, PT ;\n"), 0U);
}

// The rest as ever: numbers by their order, and NaN gives the other.
TEST(MaxwellFloatModes, OthersAreOrderedAndNoNumberGivesTheOther) {
    const std::array<float, 5> values = {-INFINITY, -2.5F, 1e-41F, 3.0F, INFINITY};
    for (const float a : values)
        for (const float b : values) {
            EXPECT_EQ(left(bits(a), bits(b), 0, "FMNMX R3, R0, R1, PT ;\n"), bits(std::min(a, b)));
            EXPECT_EQ(left(bits(a), bits(b), 0, "FMNMX R3, R0, R1, !PT ;\n"), bits(std::max(a, b)));
        }
    for (const std::uint32_t number : {kSign, 0U, bits(2.0F)}) {
        EXPECT_EQ(left(0x7fc00000, number, 0, "FMNMX R3, R0, R1, PT ;\n"), number);
        EXPECT_EQ(left(number, 0x7fc00000, 0, "FMNMX R3, R0, R1, !PT ;\n"), number);
    }
}

TEST(MaxwellFloatModes, DoublesOrderTheirZerosToo) {
    for (const std::uint32_t a : {0U, kSign})
        for (const std::uint32_t b : {0U, kSign}) {
            const auto high = [&](std::string_view last) {
                const std::string pairs = "MOV R6, RZ ;\nMOV R7, R0 ;\nMOV R8, RZ ;\nMOV R9, R1 ;\n";
                return pair_left(a, b, 0, pairs + fmt::format("DMNMX R6, R6, R8, {} ;\n", last))[1];
            };
            EXPECT_EQ(high("PT"), a | b);
            EXPECT_EQ(high("!PT"), a & b);
        }
}

// ---- the scale of a product: exact in a double, then rounded once

struct Scale {
    std::string_view name;
    double factor;
};
constexpr std::array<Scale, 6> kScales = {{{"D2", 0.5}, {"D4", 0.25}, {"D8", 0.125}, {"M8", 8}, {"M4", 4}, {"M2", 2}}};

TEST(MaxwellFloatModes, ScalesAreOfTheProduct) {
    const std::vector<float> values = {1e38F,     -1e38F,      1e-5F,          3.4028235e38F,    0x1p127F,
                                       0x1p-126F, 0x1.8p-149F, -0x1p-149F,     0x1.234567p-126F, 1.1F,
                                       -0.0F,     0x1p-1F,     0x1.fffffep-2F, INFINITY};
    for (const Scale& scale : kScales)
        for (const float a : values)
            for (const float b : values) {
                const double product = static_cast<double>(a) * static_cast<double>(b) * scale.factor;
                const auto wanted = static_cast<float>(product);
                const auto got =
                    std::bit_cast<float>(left(bits(a), bits(b), 0, fmt::format("FMUL.{} R3, R0, R1 ;\n", scale.name)));
                if (std::isnan(wanted)) {
                    EXPECT_TRUE(std::isnan(got)) << scale.name << a << " " << b;
                } else {
                    EXPECT_EQ(bits(got), bits(wanted)) << scale.name << " " << a << " " << b;
                }
            }
}

TEST(MaxwellFloatModes, ScaledProductsSaturateAndFlushAtTheEnd) {
    const auto of = [](float a, float b, std::string_view modes) {
        return std::bit_cast<float>(left(bits(a), bits(b), 0, fmt::format("FMUL{} R3, R0, R1 ;\n", modes)));
    };
    EXPECT_EQ(of(1e38F, 1e-5F, ".M8"), static_cast<float>(double{1e38F} * double{1e-5F} * 8));
    EXPECT_EQ(of(0.5F, 0.5F, ".M8.SAT"), 1.0F);
    EXPECT_EQ(of(2.0F, 0.25F, ".D2.SAT"), 0.25F);
    EXPECT_EQ(of(0x1p-100F, 0x1p-25F, ".FTZ.D4"), 0.0F);      // 2^-127
    EXPECT_EQ(of(0x1p-100F, 0x1p-27F, ".FTZ.M8"), 0x1p-124F); // denormal but for the scale
    EXPECT_EQ(of(0x1p-127F, 0x1p100F, ".FTZ.M8"), 0.0F);
    EXPECT_EQ(of(0.0F, INFINITY, ".FMZ.M2"), 0.0F);
    EXPECT_EQ(of(0x1p127F, 0x1p127F, ".RZ.M8"), std::numeric_limits<float>::max());
    EXPECT_EQ(of(-0x1p127F, -0x1p127F, ".RM.M8"), std::numeric_limits<float>::max());
    EXPECT_EQ(of(0x1p-149F, -0x1p-149F, ".RM.D8"), -0x1p-149F);
    EXPECT_EQ(left(bits(1e38F), 0, 0, "FMUL.D4 R3, R0, 3 ;\n"), bits(static_cast<float>(double{1e38F} * 3 / 4)));
    EXPECT_EQ(left(bits(1e38F), 0, 0, "FMUL.D4 R3, R0, -3 ;\n"), bits(static_cast<float>(double{1e38F} * -3 / 4)));
}

// ---- functions

TEST(MaxwellFloatModes, FunctionsTakeDenormalsAsZerosOfTheirSign) {
    const auto of = [](std::uint32_t x, std::string_view function) {
        return left(x, 0, 0, fmt::format("MUFU.{} R3, R0 ;\n", function));
    };
    for (const std::uint32_t sign : {0U, kSign}) {
        const std::uint32_t x = kDenormal | sign;
        EXPECT_EQ(of(x, "LG2"), kInf | kSign);
        EXPECT_EQ(of(x, "RCP"), kInf | sign);
        EXPECT_EQ(of(x, "RSQ"), kInf | sign);
        EXPECT_EQ(of(x, "SQRT"), sign);
        EXPECT_EQ(of(x, "EX2"), bits(1.0F));
        EXPECT_EQ(of(x, "COS"), bits(1.0F));
        EXPECT_EQ(of(x, "RCP64H"), 0x7ff00000 | sign);
        EXPECT_EQ(of(x, "RSQ64H"), 0x7ff00000 | sign);
        EXPECT_EQ(left(x, 0, 0, "RRO.SINCOS R3, R0 ;\nMUFU.SIN R3, R3 ;\n"), 0U);
    }
    EXPECT_EQ(left(bits(0.5F), 0, 0, "RRO.SINCOS R3, -R0 ;\n"), bits(-0.5F));
}

// ---- division: the short way is a reciprocal, a product with it, and one correction of that

/// Whether FCHK says that the short way will not do.
bool is_checked(std::uint32_t a, std::uint32_t b, std::string_view sources = "R0, R1") {
    return left(a, b, 0, fmt::format("FCHK.DIVIDE P0, {} ;\nMOV R3, RZ ;\n@P0 MOV32I R3, 0x1 ;\n", sources)) == 1;
}
/// A float by its exponent as it is stored.
constexpr std::uint32_t with_exponent(std::uint32_t exponent, std::uint32_t fraction = 0x2aaaab) {
    return exponent << 23 | fraction;
}
float divided_by_reciprocal(float a, float b) {
    float reciprocal = 1 / b; // rounded rightly; denormals are made zero
    if (std::fabs(reciprocal) < 0x1p-126F) reciprocal = 0;
    const float quotient = a * reciprocal;
    return std::fma(reciprocal, std::fma(-b, quotient, a), quotient);
}

TEST(MaxwellFloatModes, UncheckedDivisionIsRightTheShortWay) {
    constexpr std::array<std::uint32_t, 17> kExponents = {0,   1,   2,   3,   23,  24,  25,  26, 127,
                                                          128, 230, 231, 251, 252, 253, 254, 255};
    for (const std::uint32_t of_a : kExponents)
        for (const std::uint32_t of_b : kExponents)
            for (const std::uint32_t fraction : {0U, 1U, 0x2aaaabU, 0x400000U}) {
                const std::uint32_t a = with_exponent(of_a, 0x7fffff), b = with_exponent(of_b, fraction);
                if (is_checked(a, b)) continue;
                const float x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
                EXPECT_EQ(bits(divided_by_reciprocal(x, y)), bits(x / y)) << x << " / " << y;
            }
}

// From exponent 24 of a down its rest, some 47 bits further down, cannot be told; from 253 of b on its reciprocal is a
// denormal; quotients 128 away are infinite or have lost too much.
TEST(MaxwellFloatModes, DivisionIsCheckedAtTheEndsOfTheExponents) {
    const auto checks_a = [](std::uint32_t exponent) {
        return is_checked(with_exponent(exponent), with_exponent(exponent / 2 + 64));
    };
    const auto checks_b = [](std::uint32_t exponent) {
        return is_checked(with_exponent(exponent / 2 + 64), with_exponent(exponent));
    };
    for (std::uint32_t exponent = 25; exponent < 255; ++exponent) EXPECT_FALSE(checks_a(exponent)) << exponent;
    for (const std::uint32_t exponent : {1U, 23U, 24U, 255U}) EXPECT_TRUE(checks_a(exponent)) << exponent;
    for (std::uint32_t exponent = 2; exponent < 253; ++exponent) EXPECT_FALSE(checks_b(exponent)) << exponent;
    for (const std::uint32_t exponent : {0U, 253U, 254U, 255U}) EXPECT_TRUE(checks_b(exponent)) << exponent;
    for (const std::uint32_t of_a : {64U, 65U, 189U, 190U}) {
        const auto checks_apart = [&](std::uint32_t by) {
            return is_checked(with_exponent(of_a), with_exponent(of_a < 127 ? of_a + by : of_a - by));
        };
        EXPECT_FALSE(checks_apart(125)) << of_a;
        EXPECT_TRUE(checks_apart(128)) << of_a;
    }
}

TEST(MaxwellFloatModes, CheckOfDivisionUsesOnlyExponents) {
    for (const std::uint32_t sign : {0U, kSign})
        for (const std::uint32_t fraction : {0U, 0x7fffffU}) {
            EXPECT_FALSE(is_checked(with_exponent(25, fraction) | sign, with_exponent(127)));
            EXPECT_TRUE(is_checked(with_exponent(127), with_exponent(253, fraction) | sign));
            EXPECT_FALSE(is_checked(with_exponent(127) | sign, with_exponent(252, fraction) | sign, "-|R0|, -|R1|"));
        }
    EXPECT_TRUE(is_checked(with_exponent(127), 0)); // by zero
}

// ---- whole numbers

struct Type {
    std::string_view name;
    unsigned bits;
    bool has_sign;
};
constexpr std::array<Type, 6> kTypes = {
    {{"U8", 8, false}, {"U16", 16, false}, {"U32", 32, false}, {"S8", 8, true}, {"S16", 16, true}, {"S32", 32, true}}};
constexpr std::array<std::uint32_t, 10> kWords = {0,      0x7f,       0x80,       0xff,       0x7fff,
                                                  0x8000, 0x8080ffff, 0x80000000, 0x7fffffff, 0xfffffff0};

std::int64_t taken(std::uint32_t word, const Type& type) {
    const std::uint64_t low = word & ((std::uint64_t{1} << type.bits) - 1);
    const bool below = type.has_sign && (low >> (type.bits - 1) & 1) != 0;
    return static_cast<std::int64_t>(low) - (below ? std::int64_t{1} << type.bits : 0);
}

/// With a sign and less than a word, -x and |x| wrap: the lowest number stays.
std::int64_t signed_as(std::int64_t value, const Type& type, bool absolute, bool negated) {
    const std::int64_t lowest = type.has_sign && type.bits < 32 ? -(std::int64_t{1} << (type.bits - 1)) : 0;
    if ((absolute || negated) && lowest != 0 && value == lowest) return value;
    if (absolute && value < 0) value = -value;
    return negated ? -value : value;
}

std::string operand(bool absolute, bool negated) {
    return fmt::format("{}{}R0{}", negated ? "-" : "", absolute ? "|" : "", absolute ? "|" : "");
}

TEST(MaxwellFloatModes, ShortIntegersWrapWhenNegated) {
    for (const Type& type : kTypes) {
        if (!type.has_sign) continue;
        for (const std::uint32_t word : kWords)
            for (unsigned how = 0; how < 4; ++how) {
                const bool absolute = (how & 1) != 0, negated = (how & 2) != 0;
                if (type.bits == 32 && word == kSign) continue; // which a word wraps, too
                const std::int64_t value = signed_as(taken(word, type), type, absolute, negated);
                const std::string from = operand(absolute, negated);
                EXPECT_EQ(left(word, 0, 0, fmt::format("I2F.F32.{} R3, {} ;\n", type.name, from)),
                          bits(static_cast<float>(value)))
                    << type.name << " " << word << from;
                EXPECT_EQ(left(word, 0, 0, fmt::format("I2I.S32.{} R3, {} ;\n", type.name, from)),
                          static_cast<std::uint32_t>(value))
                    << type.name << " " << word << from;
            }
    }
}

TEST(MaxwellFloatModes, SaturatedShortNumbersKeepTheirSignInTheWord) {
    for (const Type& to : kTypes)
        for (const Type& from : kTypes) {
            if (!to.has_sign) continue;
            for (const std::uint32_t word : kWords) {
                const std::int64_t most = (std::int64_t{1} << (to.bits - 1)) - 1;
                const std::int64_t value = std::clamp(taken(word, from), -most - 1, most);
                EXPECT_EQ(left(word, 0, 0, fmt::format("I2I.{}.{}.SAT R3, R0 ;\n", to.name, from.name)),
                          static_cast<std::uint32_t>(value))
                    << to.name << from.name << word;
            }
        }
    EXPECT_EQ(left(0xffffff80, 0, 0, "I2I.S8.S32 R3, R0 ;\n"), 0x80U); // without SAT nothing is above
}

// ---- doubles take no notice of FTZ

TEST(MaxwellFloatModes, ConversionsOfDoublesDoNotFlush) {
    const auto made = pair_left(kDenormal, 0, 0, "F2F.FTZ.F64.F32 R6, R0 ;\nMOV R3, R6 ;\n");
    const auto bits = std::uint64_t{made[1]} << 32 | made[0];
    EXPECT_EQ(std::bit_cast<double>(bits), double{std::bit_cast<float>(kDenormal)});
    EXPECT_EQ(left(kDenormal, 0, 0, "F2F.FTZ.F32.F32 R3, R0 ;\n"), 0U);
}

} // namespace
} // namespace relit::test::maxwell_float_modes
