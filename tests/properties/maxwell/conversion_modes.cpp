// Every size, rounding, part, sign and bound of Maxwell's conversions, by a model with numbers of the host's widest kind: F2F
// and F2I as PTX and what was asserted of a console have them, I2F and I2I as docs/isa/maxwell.md does.
#include "tests/support/exact_floats.hpp"
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_conversion_modes {
namespace {

const FloatFormat &kF16 = kFloatFormats[0], &kF32 = kFloatFormats[1], &kF64 = kFloatFormats[2];

/// Words of every kind as R0 and R1, which are a double together.
std::vector<MaxwellGiven> source_words() {
    constexpr std::array<std::uint64_t, 46> kEdges = {
        // doubles
        0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0x3fe0000000000000, 0x4004000000000000,
        0xc00c000000000000, 0xbff8000000000000, 0x41dfffffffe00000, 0x41f0000000000000, 0xc3e0000000000000,
        0x43f0000000000000, 0x43efffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
        0x0000000000000001, 0x3810000000000000, 0x3690000000000000, 0x36a0000010000000, 0x47efffffe0000000,
        0x47efffffefffffff, 0x40effe0000000000, 0xc0e0001000000000, 0x3f10000000000000, 0x3e60000000000000,
        // floats
        0x3f800000, 0xbf000000, 0x40200000, 0x00000001, 0x80012345, 0x7f800000, 0xff800000, 0x7fc00000, 0x4effffff,
        0x4f000000, 0xdf000000, 0x477fe000, 0x477ff000, 0x33000001, 0x387fe000,
        // halves, two each
        0x3c013800, 0x7bff0001, 0x83ff7c00, 0xfc007e00, 0xc5004100, 0x40404d01};
    std::vector<MaxwellGiven> samples;
    for (const std::uint64_t word : kEdges)
        samples.push_back({static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
    std::uint64_t random = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < 60; ++i) {
        random = random * 6364136223846793005 + 1442695040888963407;
        const std::uint64_t word = random ^ random >> 29;
        samples.push_back({static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
    }
    return samples;
}
const std::vector<MaxwellGiven>& samples() {
    static const std::vector<MaxwellGiven> kSamples = source_words();
    return kSamples;
}

struct Signs {
    bool absolute = false, negated = false;
    [[nodiscard]] std::string text(std::string_view part) const {
        return fmt::format("{}{}R0{}{}", negated ? "-" : "", absolute ? "|" : "", absolute ? "|" : "", part);
    }
    [[nodiscard]] long double of(long double value) const {
        if (absolute) value = std::fabs(value);
        return negated ? -value : value;
    }
};
constexpr std::array<Signs, 4> kSigns = {{{false, false}, {true, false}, {false, true}, {true, true}}};

long double source_of(const MaxwellGiven& in, const FloatFormat& format, bool high) {
    if (format.bits == 64) return number_of(std::uint64_t{in[1]} << 32 | in[0], format);
    return number_of(format.bits == 16 ? (high ? in[0] >> 16 : in[0] & 0xffff) : in[0], format);
}

bool is_odd_pair(int from, int to) { return std::max(from, to) == 64 && std::min(from, to) <= 16; }

std::uint64_t left_in(const MaxwellLeft& left, int bits) {
    return bits == 64 ? std::uint64_t{left[1]} << 32 | left[0] : left[0];
}

// ---- floats to floats

/// One combination of modes: between two formats, or to a whole number in one.
struct ToFloat {
    const FloatFormat &from, &to;
    unsigned rounding = 0; // from 4 on to a whole number
    bool flushes = false, saturates = false, high = false;
    Signs signs;

    [[nodiscard]] std::string text() const {
        constexpr std::array<std::string_view, 8> kRoundings = {"",       ".RM",    ".RP",   ".RZ",
                                                                ".ROUND", ".FLOOR", ".CEIL", ".TRUNC"};
        return fmt::format("F2F{}.{}.{}{}{} R16, {} ;", flushes ? ".FTZ" : "", to.name, from.name, kRoundings[rounding],
                           saturates ? ".SAT" : "", signs.text(high ? ".H1" : ""));
    }
    [[nodiscard]] std::uint64_t of(const MaxwellGiven& in) const {
        const bool is_wide = from.bits == 64 || to.bits == 64;
        long double value = signs.of(source_of(in, from, high));
        if (flushes && !is_wide && from.bits == 32) value = flushed(value, from);
        if (rounding >= 4) value = std::copysign(whole(value, kDirections[rounding - 4].direction), value);
        const Direction direction = rounding < 4 ? kDirections[rounding].direction : Direction::Nearest;
        long double made = number_of(rounded_to(value, to, direction), to);
        if (saturates && !is_wide) made = std::isnan(made) ? 0.0L : std::clamp(made, 0.0L, 1.0L);
        return rounded_to(made, to, Direction::Nearest);
    }
};

void check(const ToFloat& modes) {
    const auto left = left_by(modes.text(), samples());
    ASSERT_EQ(left.size(), samples().size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::uint64_t got = left_in(left[i], modes.to.bits), wanted = modes.of(samples()[i]);
        const long double number = number_of(wanted, modes.to);
        if (modes.saturates && number == 0) { // of -0 nothing is known
            ASSERT_EQ(got & ~(std::uint64_t{1} << (modes.to.bits - 1)), 0U) << modes.text();
        } else if (std::isnan(number) && modes.to.bits != 16) {
            ASSERT_TRUE(std::isnan(number_of(got, modes.to))) << modes.text() << i;
        } else {
            ASSERT_EQ(got, wanted) << modes.text() << fmt::format(" {:#x} {:#x}", samples()[i][0], samples()[i][1]);
        }
    }
}

TEST(MaxwellConversionModes, FloatsBecomeFloatsOfEverySize) {
    for (const FloatFormat& from : kFloatFormats)
        for (const FloatFormat& to : kFloatFormats)
            for (unsigned how = 0; how < 8 * 2 * 2 * 2 * 4; ++how) {
                const ToFloat modes{
                    from, to, how % 8, (how & 8) != 0, (how & 16) != 0, (how & 32) != 0, kSigns[how / 64]};
                if (is_odd_pair(from.bits, to.bits) || (modes.high && from.bits != 16)) continue;
                if (&from == &to ? modes.rounding < 4 && modes.rounding != 0 : modes.rounding >= 4) continue;
                check(modes);
            }
}

TEST(MaxwellConversionModes, DenormalHalvesStayWhereFloatsOf32BitsAreFlushed) {
    const auto of = [](std::string_view text, std::uint32_t word) {
        return left_by(text, std::array<MaxwellGiven, 1>{{{word}}})[0][0];
    };
    EXPECT_EQ(of("F2F.FTZ.F16.F32 R16, R0 ;", 0x358637bd), 0x0011U); // 1e-6
    EXPECT_EQ(of("F2F.FTZ.F32.F16 R16, R0 ;", 0x00000011), 0x35880000U);
    EXPECT_EQ(of("F2I.FTZ.S32.F16.CEIL R16, R0 ;", 0x00000001), 1U);
    EXPECT_EQ(of("F2I.FTZ.S32.F32.CEIL R16, R0 ;", 0x00000001), 0U);
    EXPECT_EQ(of("F2I.S32.F32.CEIL R16, R0 ;", 0x00000001), 1U);
}

TEST(MaxwellConversionModes, OddPairsOfSizesAndNumbersAsHalvesAreDoubtful) {
    for (const std::string_view text : {"F2F.F16.F64 R16, R0 ;", "F2F.F64.F16 R16, R0 ;", "F2I.U64.F16 R16, R0 ;",
                                        "F2I.S64.F16 R16, R0 ;", "F2I.S16.F64 R16, R0 ;"})
        EXPECT_TRUE(is_approximate(text, "console stops")) << text;
    EXPECT_TRUE(caveats_of("F2F.F32.F64 R16, R0 ;").empty());
    EXPECT_TRUE(caveats_of("F2I.S64.F32 R16, R0 ;").empty());
    EXPECT_NE(refusal_of("F2F.F32.F16 R16, 1 ;").find("half"), std::string::npos);
    EXPECT_NE(refusal_of("F2I.S32.F16 R16, 1 ;").find("half"), std::string::npos);
    EXPECT_EQ(refusal_of("F2I.S32.F32 R16, 1 ;"), "");
}

// ---- floats to whole numbers

struct Whole {
    std::string_view name;
    int bits;
    bool has_sign;
    [[nodiscard]] long double most() const { return std::ldexp(1.0L, bits - (has_sign ? 1 : 0)) - 1; }
    [[nodiscard]] long double least() const { return has_sign ? -std::ldexp(1.0L, bits - 1) : 0.0L; }
};
constexpr std::array<Whole, 8> kWholes = {{{"U8", 8, false},
                                           {"U16", 16, false},
                                           {"U32", 32, false},
                                           {"U64", 64, false},
                                           {"S8", 8, true},
                                           {"S16", 16, true},
                                           {"S32", 32, true},
                                           {"S64", 64, true}}};

/// What comes of a float: held in the range; of no number 0, or the highest bit where a side has 64.
std::uint64_t whole_bits(long double value, const Whole& to, int from_bits) {
    if (std::isnan(value)) {
        if (to.bits == 64) return std::uint64_t{1} << 63;
        return to.bits == 32 && from_bits == 64 ? 0x80000000 : 0;
    }
    const long double held = std::clamp(value, to.least(), to.most());
    const std::uint64_t bits = held < 0 ? 0 - static_cast<std::uint64_t>(-held) : static_cast<std::uint64_t>(held);
    return to.bits == 64 ? bits : bits & 0xffffffff;
}

TEST(MaxwellConversionModes, FloatsBecomeWholeNumbersOfEverySize) {
    constexpr std::array<std::string_view, 4> kRoundings = {"", ".FLOOR", ".CEIL", ".TRUNC"};
    for (const FloatFormat& from : kFloatFormats)
        for (const Whole& to : kWholes)
            for (unsigned how = 0; how < 4 * 2 * 2 * 4; ++how) {
                const bool flushes = (how & 4) != 0, high = (how & 8) != 0;
                if (to.bits == 8 || is_odd_pair(from.bits, to.bits) || (high && from.bits != 16)) continue;
                const std::string text =
                    fmt::format("F2I{}.{}.{}{} R16, {} ;", flushes ? ".FTZ" : "", to.name, from.name,
                                kRoundings[how % 4], kSigns[how / 16].text(high ? ".H1" : ""));
                const auto left = left_by(text, samples());
                for (std::size_t i = 0; i < left.size(); ++i) {
                    long double value = kSigns[how / 16].of(source_of(samples()[i], from, high));
                    if (flushes && from.bits == 32 && to.bits != 64) value = flushed(value, from);
                    const long double made = whole(value, kDirections[how % 4].direction);
                    ASSERT_EQ(left_in(left[i], to.bits), whole_bits(made, to, from.bits))
                        << text << fmt::format(" {:#x} {:#x}", samples()[i][0], samples()[i][1]);
                }
            }
}

// ---- whole numbers

/// Instructions of the translation that have a direction of rounding but do not round.
std::size_t stray_roundings(const ir::Module& module) {
    std::size_t count = 0;
    for (const ir::Inst& inst : module.insts)
        count += inst.mode[ir::FloatMode::rounding] != 0 && !ir::info(inst.op).has(ir::kRounds) ? 1 : 0;
    return count;
}

TEST(MaxwellConversionModes, OnlyWhatRoundsHasADirection) {
    for (const std::string_view source : {"R0", "-R0", "|R0|", "-|R0|"})
        for (const std::string_view type : {"S8", "S32", "U32", "S64"}) {
            const auto kernel = kernel_over(fmt::format("I2F.F32.{}.RP R16, {} ;", type, source), samples());
            ASSERT_TRUE(kernel) << kernel.error().text;
            const auto module = module_of(*kernel, Warps::AreSubgroups);
            ASSERT_TRUE(module) << module.error().text;
            EXPECT_EQ(stray_roundings(*module), 0U) << type << " " << source;
        }
}

/// A part of the register pair, with the signs that wrap in its width.
__extension__ using Wide = __int128;
Wide part_of(const MaxwellGiven& in, const Whole& from, unsigned byte) {
    const std::uint64_t both = std::uint64_t{in[1]} << 32 | in[0];
    const std::uint64_t word = from.bits == 64 ? both : in[0] >> (8 * byte);
    const Wide low = word & (from.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << from.bits) - 1);
    const bool below = from.has_sign && (low >> (from.bits - 1) & 1) != 0;
    return below ? low - (Wide{1} << from.bits) : low;
}
Wide signed_as(Wide value, const Whole& from, const Signs& signs) {
    const Wide least = -(Wide{1} << (from.bits - 1));
    if (signs.absolute && value < 0 && value != least) value = -value;
    return signs.negated && value != least ? -value : value;
}

TEST(MaxwellConversionModes, WholeNumbersBecomeFloatsOfEverySize) {
    for (const Whole& from : kWholes)
        for (const FloatFormat& to : kFloatFormats)
            for (unsigned how = 0; how < 4 * 4 * 4; ++how) {
                const unsigned byte = how / 4 % 4;
                const Signs& signs = kSigns[how / 16];
                const NamedDirection& rounding = kDirections[how % 4];
                if ((byte != 0 && from.bits > 16) || (byte % 2 != 0 && from.bits == 16)) continue;
                if (!from.has_sign && signs.negated && how % 4 != 0) continue; // a doubt
                const std::string part = byte == 0 ? "" : fmt::format(".B{}", byte);
                const std::string text =
                    fmt::format("I2F.{}.{}{} R16, {} ;", to.name, from.name, rounding.suffix, signs.text(part));
                const auto left = left_by(text, samples());
                for (std::size_t i = 0; i < left.size(); ++i) {
                    const Wide given = part_of(samples()[i], from, byte);
                    Wide value = from.has_sign ? signed_as(given, from, signs) : given;
                    if (!from.has_sign && signs.negated) value = -value;
                    if (value == 0 && !from.has_sign) continue; // its sign is not known
                    ASSERT_EQ(left_in(left[i], to.bits),
                              rounded_to(static_cast<long double>(value), to, rounding.direction))
                        << text << fmt::format(" {:#x} {:#x}", samples()[i][0], samples()[i][1]);
                }
            }
}

/// Without SAT the low bits, zeros above; with it what the range holds, its sign spread. To U32 a console gives 0.
std::uint32_t resized(Wide value, const Whole& to, bool saturates) {
    const Wide most = (Wide{1} << (to.bits - (to.has_sign ? 1 : 0))) - 1, least = to.has_sign ? -most - 1 : 0;
    if (saturates && to.bits == 32 && !to.has_sign) return 0;
    if (saturates) return static_cast<std::uint32_t>(std::clamp(value, least, most));
    const auto word = static_cast<std::uint32_t>(value);
    return to.bits == 32 ? word : word & ((1U << to.bits) - 1);
}

TEST(MaxwellConversionModes, WholeNumbersBecomeWholeNumbersOfEverySize) {
    for (const Whole& from : kWholes)
        for (const Whole& to : kWholes)
            for (unsigned how = 0; how < 2 * 4 * 4; ++how) {
                const bool saturates = (how & 1) != 0;
                const unsigned byte = how / 2 % 4;
                const Signs& signs = kSigns[how / 8];
                if (from.bits == 64 || to.bits == 64 || (!from.has_sign && (signs.absolute || signs.negated))) continue;
                if ((byte != 0 && from.bits > 16) || (byte % 2 != 0 && from.bits == 16)) continue;
                const std::string part = byte == 0 ? "" : fmt::format(".B{}", byte);
                const std::string text = fmt::format("I2I.{}.{}{} R16.CC, {} ;\nP2R R17, CC, RZ, 0xf ;", to.name,
                                                     from.name, saturates ? ".SAT" : "", signs.text(part));
                const auto left = left_by(text, samples());
                for (std::size_t i = 0; i < left.size(); ++i) {
                    const Wide given = signed_as(part_of(samples()[i], from, byte), from, signs);
                    const std::uint32_t wanted = resized(given, to, saturates);
                    ASSERT_EQ(left[i][0], wanted) << text << fmt::format(" {:#x}", samples()[i][0]);
                    ASSERT_EQ(left[i][1], (wanted == 0 ? 1U : 0U) | wanted >> 31 << 1) << text;
                }
            }
}

TEST(MaxwellConversionModes, UndocumentedModesOfWholeNumbersAreDoubtful) {
    EXPECT_TRUE(is_approximate("I2I.S32.U8 R16, -R0 ;", "sign of a number without"));
    EXPECT_TRUE(is_approximate("I2I.S32.U32 R16, |R0| ;", "sign of a number without"));
    EXPECT_TRUE(is_approximate("I2F.F32.U16 R16, R0.B1 ;", "odd byte"));
    EXPECT_TRUE(is_approximate("I2I.S32.S16 R16, R0.B3 ;", "odd byte"));
    EXPECT_TRUE(is_approximate("I2F.F32.S32 R16, R0.B2 ;", "place in the register"));
    EXPECT_TRUE(is_approximate("F2I.U8.F32 R16, R0 ;", "byte"));
    for (const std::string_view text : {"I2I.S32.S8 R16, -R0 ;", "I2I.U8.S32 R16, -|R0| ;", "I2F.F32.U16 R16, R0.B2 ;",
                                        "I2F.F32.U8 R16, R0.B3 ;", "I2F.F32.U32 R16, R0 ;", "F2I.U16.F32 R16, R0 ;"})
        EXPECT_TRUE(caveats_of(text).empty()) << text;
}

} // namespace
} // namespace relit::test::maxwell_conversion_modes
