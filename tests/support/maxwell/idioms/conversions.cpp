// Conversions between whole numbers, numbers with a fixed point, and floats of three sizes, in all directions of rounding.
#include "tests/support/exact_floats.hpp"
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace relit::test::conversion_idioms {
namespace {

const FloatFormat &kHalf = kFloatFormats[0], &kFloat = kFloatFormats[1], &kDouble = kFloatFormats[2];

/// Held in the range of a result; no number is 0, or the highest bit where a side has 64 bits.
std::uint64_t held(long double value, int bits, bool has_sign, bool is_wide) {
    const std::uint64_t highest = std::uint64_t{1} << (bits - 1);
    if (std::isnan(value)) return is_wide ? highest : 0;
    const long double least = has_sign ? -std::ldexp(1.0L, bits - 1) : 0.0L;
    const long double most = std::ldexp(1.0L, bits - (has_sign ? 1 : 0)) - 1;
    const long double in_range = std::clamp(value, least, most);
    const std::uint64_t all =
        in_range < 0 ? 0 - static_cast<std::uint64_t>(-in_range) : static_cast<std::uint64_t>(in_range);
    return bits == 64 ? all : all & 0xffffffff;
}

struct Rounding {
    std::string_view of_whole, of_float, wrong_whole, wrong_float;
    Direction direction;
};
constexpr Rounding kRoundings[] = {{"", "", ".TRUNC", ".RZ", Direction::Nearest},
                                   {".FLOOR", ".RM", ".TRUNC", ".RZ", Direction::Down},
                                   {".CEIL", ".RP", ".FLOOR", ".RM", Direction::Up},
                                   {".TRUNC", ".RZ", ".CEIL", ".RP", Direction::Zero}};

struct WholeType {
    std::string_view name, wrong;
    int bits;
    bool has_sign;
};
constexpr WholeType kWholeTypes[] = {
    {"S32", "U32", 32, true}, {"U32", "S32", 32, false}, {"S64", "U64", 64, true}, {"U64", "S64", 64, false}};

/// The wrong direction stands behind the type, as the right one does.
std::string wide_name(const WholeType& type, const FloatFormat& format, std::string_view rounding) {
    return fmt::format("{}.{}{}", type.name, format.name, rounding);
}

/// What an unsigned number shows: down is to zero there.
bool is_up_shown(const WholeType& type, const Rounding& rounding) {
    return !type.has_sign && rounding.direction == Direction::Down;
}

MaxwellIdiom to_whole(const WholeType& type, const FloatFormat& from, const Rounding& rounding) {
    const std::string_view wrong_whole = is_up_shown(type, rounding) ? ".CEIL" : rounding.wrong_whole;
    const bool of_double = from.bits == 64, is_wide = of_double || type.bits == 64;
    const auto plain = [type, rounding, of_double, is_wide](const MaxwellGiven& in) {
        const long double value = of_double ? static_cast<long double>(double_at(in, 0)) : float_at(in, 0);
        return left_wide(held(whole(value, rounding.direction), type.bits, type.has_sign, is_wide));
    };
    return of_given("F2I " + wide_name(type, from, rounding.of_whole), of_double ? Operands::Doubles : Operands::Floats,
                    type.bits == 64 ? Outcome::Wide : Outcome::Word,
                    fmt::format("F2I.{}.{}{} R16, R0 ;\n", type.name, from.name, rounding.of_whole), plain,
                    {rounding.of_whole.empty() ? MaxwellIdiom::Wrong{" R16", ".TRUNC R16"}
                                               : MaxwellIdiom::Wrong{rounding.of_whole, wrong_whole},
                     {type.name, type.wrong}});
}

MaxwellIdiom from_whole(const WholeType& type, const FloatFormat& to, const Rounding& rounding) {
    const auto plain = [type, to, rounding](const MaxwellGiven& in) {
        const std::uint64_t wide = wide_at(in, 0);
        const long double value = type.bits == 64
                                      ? (type.has_sign ? static_cast<long double>(static_cast<std::int64_t>(wide))
                                                       : static_cast<long double>(wide))
                                      : (type.has_sign ? static_cast<long double>(static_cast<std::int32_t>(in[0]))
                                                       : static_cast<long double>(in[0]));
        return left_wide(rounded_to(value, to, rounding.direction));
    };
    const std::string_view wrong_float = is_up_shown(type, rounding) ? ".RP" : rounding.wrong_float;
    Wrongs wrongs = {{type.name, type.wrong}};
    if (type.bits == 64 || to.bits == 32) // the others are exact
        wrongs.push_back(rounding.of_float.empty() ? MaxwellIdiom::Wrong{" R16", ".RZ R16"}
                                                   : MaxwellIdiom::Wrong{rounding.of_float, wrong_float});
    return of_given(fmt::format("I2F {}.{}{}", to.name, type.name, rounding.of_float), Operands::Words,
                    to.bits == 64 ? Outcome::Wide : Outcome::Word,
                    fmt::format("I2F.{}.{}{} R16, R0 ;\n", to.name, type.name, rounding.of_float), plain,
                    std::move(wrongs));
}

IdiomRows whole_numbers() {
    IdiomRows rows;
    for (const WholeType& type : kWholeTypes)
        for (const FloatFormat* format : {&kFloat, &kDouble})
            for (const Rounding& rounding : kRoundings) {
                rows.push_back(to_whole(type, *format, rounding));
                rows.push_back(from_whole(type, *format, rounding));
            }
    return rows;
}

IdiomRows between_floats() {
    IdiomRows rows;
    for (const Rounding& rounding : kRoundings) {
        const Direction direction = rounding.direction;
        const MaxwellIdiom::Wrong wrong = rounding.of_float.empty()
                                              ? MaxwellIdiom::Wrong{" R16", ".RZ R16"}
                                              : MaxwellIdiom::Wrong{rounding.of_float, rounding.wrong_float};
        rows.push_back(of_given(fmt::format("double to float{}", rounding.of_float), Operands::Doubles, Outcome::Float,
                                fmt::format("F2F.F32.F64{} R16, R0 ;\n", rounding.of_float),
                                [direction](const MaxwellGiven& in) {
                                    return left_wide(
                                        rounded_to(static_cast<long double>(double_at(in, 0)), kFloat, direction));
                                },
                                {wrong}));
        rows.push_back(of_given(
            fmt::format("float to half{}", rounding.of_float), Operands::Floats, Outcome::Word,
            fmt::format("F2F.F16.F32{} R16, R0 ;\n", rounding.of_float),
            [direction](const MaxwellGiven& in) { return left_wide(rounded_to(float_at(in, 0), kHalf, direction)); },
            {wrong}));
        const std::string_view mode = rounding.of_whole.empty() ? ".ROUND" : rounding.of_whole;
        rows.push_back(of_given(fmt::format("float to a whole one{}", mode), Operands::Floats, Outcome::Float,
                                fmt::format("F2F.F32.F32{} R16, R0 ;\n", mode),
                                [direction](const MaxwellGiven& in) {
                                    const float value = float_at(in, 0);
                                    const auto made = static_cast<float>(whole(value, direction));
                                    return MaxwellLeft{std::bit_cast<std::uint32_t>(std::copysign(made, value))};
                                },
                                {{mode, rounding.wrong_whole}}));
    }
    rows.push_back(of_given(
        "float to double", Operands::Floats, Outcome::Double, "F2F.F64.F32 R16, R0 ;\n",
        [](const MaxwellGiven& in) { return left_wide(std::bit_cast<std::uint64_t>(double{float_at(in, 0)})); },
        {{"R0", "-R0"}}));
    return rows;
}

IdiomRows fixed_points() {
    const auto to_fixed = [](const MaxwellGiven& in) {
        return left_wide(
            held(whole(static_cast<long double>(float_at(in, 0)) * 65536, Direction::Nearest), 32, true, false));
    };
    const auto from_fixed = [](const MaxwellGiven& in) {
        return left_wide(
            rounded_to(static_cast<long double>(static_cast<std::int32_t>(in[0])) / 65536, kFloat, Direction::Nearest));
    };
    return {
        of_given("float to 16.16", Operands::NearFloats, Outcome::Word, "FMUL R8, R0, 65536 ;\nF2I.S32.F32 R16, R8 ;\n",
                 to_fixed, {{" R16", ".TRUNC R16"}, {"65536", "32768"}, {".S32", ".U32"}}),
        of_given("16.16 to float", Operands::Words, Outcome::Word,
                 "I2F.F32.S32 R8, R0 ;\nMOV32I R9, 0x37800000 ;\nFMUL R16, R8, R9 ;\n", from_fixed,
                 {{".S32", ".U32"}, {".S32 ", ".S32.RZ "}}),
        of_given("unsigned normalised byte", Operands::NearFloats, Outcome::Word,
                 "FADD.SAT R8, R0, -RZ ;\nFMUL R8, R8, 255 ;\nF2I.U32.F32 R16, R8 ;\n",
                 [](const MaxwellGiven& in) {
                     const float value = std::clamp(float_at(in, 0), 0.0F, 1.0F) * 255;
                     return left_wide(held(whole(value, Direction::Nearest), 32, false, false));
                 },
                 {{".SAT", ""}, {" R16", ".TRUNC R16"}}),
        // The sum that is cut keeps the float just below a half from becoming 1.
        of_floats("roundf", Operands::Floats,
                  "LOP32I.AND R8, R0, 0x80000000 ;\nLOP32I.OR R8, R8, 0x3f000000 ;\nFADD.RZ R8, R0, R8 ;\n"
                  "F2F.F32.F32.TRUNC R16, R8 ;\n",
                  [](float a, float, float) { return std::round(a); },
                  {{".RZ", ""}, {".TRUNC", ".FLOOR"}, {".TRUNC", ".ROUND"}}),
    };
}

} // namespace

IdiomRows rows() {
    IdiomRows all = whole_numbers();
    for (IdiomRows group : {between_floats(), fixed_points()}) all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::conversion_idioms
