// Halves, two in a word.
#include "tests/support/exact_floats.hpp"
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

#include <cmath>

namespace relit::test::half_idioms {
namespace {

const FloatFormat& kHalf = kFloatFormats[0];

long double low(std::uint32_t word) { return number_of(word & 0xffff, kHalf); }
long double high(std::uint32_t word) { return number_of(word >> 16, kHalf); }
std::uint32_t half_bits(long double value) {
    return static_cast<std::uint32_t>(rounded_to(value, kHalf, Direction::Nearest));
}
std::uint32_t both(long double of_high, long double of_low) { return half_bits(of_high) << 16 | half_bits(of_low); }

/// `plain` of three words of halves.
template <class Function>
MaxwellIdiom of_halves(std::string name, std::string text, Function plain, Wrongs wrongs) {
    const auto left = [plain](const MaxwellGiven& in) { return MaxwellLeft{plain(in[0], in[2], in[4])}; };
    return of_given(std::move(name), Operands::Halves, Outcome::Word, std::move(text), left, std::move(wrongs));
}

IdiomRows arithmetic() {
    return {
        of_halves("halves a + b", "HADD2 R16, R0, R2 ;\n",
                  [](auto a, auto b, auto) { return both(high(a) + high(b), low(a) + low(b)); },
                  {{"R0", "R0.H0_H0"}, {"R2", "-R2"}, {"HADD2", "HADD2.SAT"}}),
        of_halves("half a + b", "HADD2 R16, R0.H0_H0, R2.H1_H1 ;\n",
                  [](auto a, auto b, auto) { return both(low(a) + high(b), low(a) + high(b)); },
                  {{".H0_H0", ""}, {".H1_H1", ".H0_H0"}}),
        of_halves("halves a * b", "HMUL2 R16, R0, R2 ;\n",
                  [](auto a, auto b, auto) { return both(high(a) * high(b), low(a) * low(b)); },
                  {{"R0", "R0.H1_H1"}, {"HMUL2", "HMUL2.FTZ"}}),
        of_halves("halves a * b + c", "HFMA2 R16, R0, R2, R4 ;\n",
                  [](auto a, auto b, auto c) { return both(high(a) * high(b) + high(c), low(a) * low(b) + low(c)); },
                  {{"R4", "-R4"}, {"HFMA2", "HFMA2.SAT"}, {"HFMA2", "HFMA2.FTZ"}, {"HFMA2", "HFMA2.FMZ"}}),
        of_halves("halves a * b + c with two roundings", "HMUL2 R8, R0, R2 ;\nHADD2 R16, R8, R4 ;\n",
                  [](auto a, auto b, auto c) {
                      const std::uint32_t product = both(high(a) * high(b), low(a) * low(b));
                      return both(high(product) + high(c), low(product) + low(c));
                  },
                  {{"R8, R4", "R8, R4.H0_H0"}}),
        of_halves("low half a - b into c", "MOV R16, R4 ;\nHADD2.MRG_H0 R16, R0, -R2 ;\n",
                  [](auto a, auto b, auto c) { return (c & 0xffff0000) | half_bits(low(a) - low(b)); },
                  {{".MRG_H0", ".MRG_H1"}, {".MRG_H0", ""}, {"-R2", "R2"}}),
    };
}

IdiomRows conversions() {
    const auto to_float = [](std::string name, std::string text, bool of_high, Wrongs wrongs) {
        const auto left = [of_high](const MaxwellGiven& in) {
            const auto value = static_cast<float>(of_high ? high(in[0]) : low(in[0]));
            return MaxwellLeft{std::bit_cast<std::uint32_t>(value)};
        };
        return of_given(std::move(name), Operands::Halves, Outcome::Float, std::move(text), left, std::move(wrongs));
    };
    const auto packed = [](const MaxwellGiven& in) {
        return MaxwellLeft{both(static_cast<long double>(float_at(in, 2)), static_cast<long double>(float_at(in, 0)))};
    };
    return {
        to_float("half to float", "HADD2.F32 R16, -RZ, R0.H0_H0 ;\n", false,
                 {{"H0_H0", "H1_H1"}, {".F32", ""}, {"-RZ", "R0"}}),
        to_float("high half to float", "HADD2.F32 R16, -RZ, R0.H1_H1 ;\n", true, {{"H1_H1", "H0_H0"}, {".F32", ""}}),
        to_float("half to float by F2F", "F2F.F32.F16 R16, R0 ;\n", false, {{"R0", "R0.H1"}}),
        to_float("high half to float by F2F", "F2F.F32.F16 R16, R0.H1 ;\n", true, {{".H1", ""}}),
        of_given("two floats to halves", Operands::Floats, Outcome::Word,
                 "F2F.F16.F32 R8, R0 ;\nF2F.F16.F32 R9, R2 ;\nPRMT R16, R8, 0x5410, R9 ;\n", packed,
                 {{"R0 ;", "-R0 ;"}, {"F32 R9", "F32.RP R9"}, {"0x5410", "0x1054"}}),
        // Halves are added as floats, and rounded once more.
        of_halves(
            "half a + b by floats",
            "HADD2.F32 R8, -RZ, R0.H0_H0 ;\nHADD2.F32 R9, -RZ, R2.H0_H0 ;\nFADD R8, R8, R9 ;\nF2F.F16.F32 R16, R8 ;\n",
            [](auto a, auto b, auto) { return half_bits(low(a) + low(b)); },
            {{"F16.F32", "F16.F32.RM"}, {"F16.F32", "F16.F32.RP"}, {"F16.F32", "F16.F32.RZ"}}),
    };
}

IdiomRows comparisons_of_halves() {
    const auto tested = [](std::string mode, bool (*holds)(long double, long double), std::string_view wrong) {
        return of_halves(fmt::format("halves {}", mode),
                         fmt::format("HSETP2.{}.AND P0, P1, R0, R2, PT ;\nMOV32I R8, 0x1 ;\nMOV32I R9, 0x10000 ;\n"
                                     "SEL R8, R8, RZ, P0 ;\nSEL R9, R9, RZ, P1 ;\nIADD R16, R8, R9 ;\n",
                                     mode),
                         [holds](auto a, auto b, auto) {
                             return (holds(high(a), high(b)) ? 0x10000U : 0U) | (holds(low(a), low(b)) ? 1U : 0U);
                         },
                         {{"HSETP2.", wrong}, {"R0, R2", "R2, R0"}});
    };
    IdiomRows rows = {tested(
                          "LT", [](long double a, long double b) { return a < b; }, "HSETP2.F"),
                      tested("GEU", [](long double a, long double b) { return !(a < b); }, "HSETP2.")};
    rows[0].wrongs[0] = {".LT", ".LTU"};
    rows[1].wrongs[0] = {".GEU", ".GE"};
    return rows;
}

} // namespace

IdiomRows rows() {
    IdiomRows all = arithmetic();
    for (IdiomRows group : {conversions(), comparisons_of_halves()}) all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::half_idioms
