// Quotients and remainders: by constants through a product with a magic number, by variables through a reciprocal in floats.
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

namespace relit::test::division_idioms {
namespace {

std::int32_t with_sign(std::uint32_t word) { return static_cast<std::int32_t>(word); }

// ---- by constants

/// A quotient by a constant: the high word of a product with `magic`, to which a is added, shifted.
struct Magic {
    std::int32_t divisor;
    std::uint32_t magic;
    unsigned shift;
    bool adds; // the product is with magic + 2^32, or less 2^32 of a signed one
};
constexpr Magic kUnsigned[] = {{3, 0xaaaaaaab, 1, false},    {10, 0xcccccccd, 3, false}, {641, 0x00663d81, 0, false},
                               {1000, 0x10624dd3, 6, false}, {7, 0x24924925, 2, true},   {95, 0x58ed2309, 6, true}};
constexpr Magic kSigned[] = {{3, 0x55555556, 0, false},  {10, 0x66666667, 2, false}, {1000, 0x10624dd3, 6, false},
                             {-5, 0x99999999, 1, false}, {7, 0x92492493, 2, true},   {14, 0x92492493, 3, true},
                             {15, 0x88888889, 3, true}};

/// The constant's halves as numbers of the instructions, as compilers write them.
std::string quotient_text(const Magic& row) {
    const std::uint32_t low = row.magic & 0xffff, high = row.magic >> 16;
    std::string text = fmt::format(
        "XMAD R8, R0, {0:#x}, RZ ;\nXMAD R9, R0, {1:#x}, RZ ;\nXMAD R10, R0.H1, {1:#x}, RZ ;\n"
        "XMAD.CHI R8, R0.H1, {0:#x}, R8 ;\nIADD3.RS R8, R8, R9, R10 ;\n",
        low, high);
    if (row.adds) text += "IADD R9, R0, -R8 ;\nSHR.U32 R9, R9, 0x1 ;\nIADD R8, R9, R8 ;\n";
    return text + fmt::format("SHR.U32 R16, R8, {:#x} ;\n", row.shift);
}

std::string signed_quotient_text(const Magic& row) {
    std::string text = fmt::format(
        "MOV32I R11, {:#x} ;\nXMAD R8, R0, R11, RZ ;\nXMAD.U16.S16 R9, R0, R11.H1, RZ ;\n"
        "XMAD.S16.S16.CSFU R10, R0.H1, R11.H1, RZ ;\nXMAD.S16.U16.CHI R8, R0.H1, R11, R8 ;\nIADD3.RS R8, R8, R9, R10 ;\n",
        row.magic);
    if (row.adds) text += "IADD R8, R8, R0 ;\n";
    return text + fmt::format("SHR.U32 R9, R8, 0x1f ;\nSHR R8, R8, {:#x} ;\nIADD R16, R8, R9 ;\n", row.shift);
}

/// R16 = a - R16 * divisor, of a divisor of 16 bits.
std::string rest_text(std::int32_t divisor) {
    return fmt::format("IADD R9, -R16, RZ ;\nXMAD R10, R9, {0:#x}, R0 ;\nXMAD.PSL R16, R9.H1, {0:#x}, R10 ;\n",
                       divisor);
}

IdiomRows by_constants() {
    IdiomRows rows;
    for (const Magic& row : kUnsigned) {
        const auto divisor = static_cast<std::uint32_t>(row.divisor);
        rows.push_back(of_words(fmt::format("a / {}", divisor), quotient_text(row),
                                [divisor](auto a, auto, auto) { return a / divisor; },
                                {{".CHI", ".CLO"}, {".CHI", ""}, {"IADD3.RS", "IADD3"}}));
        if (row.adds) rows.back().wrongs.push_back({"SHR.U32 R9", "SHR R9"});
        rows.push_back(of_words(fmt::format("a % {}", divisor), quotient_text(row) + rest_text(row.divisor),
                                [divisor](auto a, auto, auto) { return a % divisor; }, {{".PSL", ""}, {".CHI", ""}}));
    }
    for (const Magic& row : kSigned) {
        const std::int32_t divisor = row.divisor;
        rows.push_back(
            of_words(fmt::format("signed a / {}", divisor), signed_quotient_text(row),
                     [divisor](auto a, auto, auto) { return static_cast<std::uint32_t>(with_sign(a) / divisor); },
                     {{".S16.U16.CHI", ".CHI"},
                      {".CSFU", ""},
                      {".U16.S16", ".S16.U16"},
                      {"IADD3.RS", "IADD3"},
                      {"SHR R8", "SHR.U32 R8"},
                      {"SHR.U32 R9", "SHR R9"}}));
        if (row.shift == 0) rows.back().wrongs.erase(rows.back().wrongs.begin() + 4);
        if (divisor < 0) continue;
        rows.push_back(
            of_words(fmt::format("signed a % {}", divisor), signed_quotient_text(row) + rest_text(divisor),
                     [divisor](auto a, auto, auto) { return static_cast<std::uint32_t>(with_sign(a) % divisor); },
                     {{".PSL", ""}, {".CSFU", ""}}));
    }
    return rows;
}

// ---- by powers of two

IdiomRows by_powers() {
    const auto eighth = [](auto a, auto, auto) { return static_cast<std::uint32_t>(with_sign(a) / 8); };
    const auto rest = [](auto a, auto, auto) { return static_cast<std::uint32_t>(with_sign(a) % 8); };
    return {
        of_words("signed a / 8", "SHR R8, R0, 0x1f ;\nLEA.HI R8, R8, R0, RZ, 0x3 ;\nSHR R16, R8, 0x3 ;\n", eighth,
                 {{"SHR R8", "SHR.U32 R8"}, {"SHR R16", "SHR.U32 R16"}, {"LEA.HI R8, R8, R0, RZ", "LEA R8, R8, R0"}}),
        of_words("signed a / 8 by shifts",
                 "SHR R8, R0, 0x1f ;\nSHR.U32 R8, R8, 0x1d ;\nIADD R8, R8, R0 ;\nSHR R16, R8, 0x3 ;\n", eighth,
                 {{"SHR.U32 R8", "SHR R8"}, {"SHR R16", "SHR.U32 R16"}}),
        of_words(
            "signed a % 8",
            "SHR R8, R0, 0x1f ;\nLEA.HI R8, R8, R0, RZ, 0x3 ;\nLOP32I.AND R8, R8, 0xfffffff8 ;\nIADD R16, R0, -R8 ;\n",
            rest, {{"SHR R8", "SHR.U32 R8"}, {"LOP32I.AND", "LOP32I.XOR"}, {"-R8", "R8"}}),
    };
}

// ---- by variables

constexpr int kZero = 255;

/// R15 = about 2^32 / Rb, better by one iteration; never too much.
std::string reciprocal_text(int b, std::string_view from) {
    return fmt::format(
               "I2F.F32.{} ;\nMUFU.RCP R15, R15 ;\nIADD32I R15, R15, 0xffffffe ;\n"
               "F2I.FTZ.U32.F32.TRUNC R15, R15 ;\n",
               from) +
           low_product(14, 15, b, kZero, 8) + "IADD R14, -R14, RZ ;\n" + high_product(15, 15, 14, 15, 8);
}
/// R16 = the quotient of Ra and Rb or less by up to two, R12 = what is left.
std::string estimate_text(int a, int b) {
    return high_product(16, 15, a, kZero, 8) + "IADD R13, -R16, RZ ;\n" + low_product(12, 13, b, a, 8);
}
std::string corrected_quotient(int b) {
    return fmt::format(
        "ISETP.GE.U32.AND P0, PT, R12, R{0}, PT ;\n@P0 IADD R12, -R{0}, R12 ;\n@P0 IADD32I R16, R16, 0x1 ;\n"
        "ISETP.GE.U32.AND P0, PT, R12, R{0}, PT ;\n@P0 IADD32I R16, R16, 0x1 ;\n",
        b);
}
std::string corrected_rest(int b) {
    return fmt::format(
        "ISETP.GE.U32.AND P0, PT, R12, R{0}, PT ;\n@P0 IADD R12, -R{0}, R12 ;\n"
        "ISETP.GE.U32.AND P0, PT, R12, R{0}, PT ;\n@P0 IADD R12, -R{0}, R12 ;\nMOV R16, R12 ;\n",
        b);
}
constexpr const char* kAllOnesByZero = "ISETP.EQ.U32.AND P0, PT, R2, RZ, PT ;\n@P0 LOP.PASS_B R16, RZ, ~R2 ;\n";
constexpr const char* kMagnitudes = "I2I.S32.S32 R23, |R2| ;\nI2I.S32.S32 R24, |R0| ;\n";

const Wrongs& wrong_divisions() {
    static const Wrongs kWrongs = {{"0xffffffe", "0x10000000"}, {"TRUNC", "CEIL"},
                                   {".PSL.CBCC", ".PSL"},       {".CHI", ".CLO"},
                                   {"IADD3.RS", "IADD3"},       {"-R16", "R16"}};
    return kWrongs;
}
Wrongs wrong_divisions(Wrongs more) {
    more.insert(more.end(), wrong_divisions().begin(), wrong_divisions().end());
    return more;
}

IdiomRows by_variables() {
    const std::string start = reciprocal_text(2, "U32.RP R15, R2") + estimate_text(0, 2);
    const std::string signed_start = kMagnitudes + reciprocal_text(23, "S32.RP R15, |R2|") + estimate_text(24, 23);
    const std::string quotient_sign =
        "LOP.XOR R13, R0, R2 ;\nISETP.GE.AND P0, PT, R13, RZ, PT ;\n@!P0 IADD R16, -R16, RZ ;\n";
    const std::string rest_sign = "ISETP.GE.AND P0, PT, R0, RZ, PT ;\n@!P0 IADD R16, -R16, RZ ;\n";
    const auto of_signed = [](std::uint32_t a, std::uint32_t b, bool quotient) {
        if (b == 0) return ~0U;
        const std::int64_t x = with_sign(a), y = with_sign(b);
        return static_cast<std::uint32_t>(quotient ? x / y : x % y);
    };
    return {
        of_words(
            "a / b", start + corrected_quotient(2) + kAllOnesByZero,
            [](auto a, auto b, auto) { return b == 0 ? ~0U : a / b; },
            wrong_divisions({{"GE.U32", "GE"}, {"~R2", "R2"}})),
        of_words(
            "a % b", start + corrected_rest(2) + kAllOnesByZero,
            [](auto a, auto b, auto) { return b == 0 ? ~0U : a % b; },
            wrong_divisions({{"GE.U32", "GE"}, {"-R2", "R2"}})),
        of_words(
            "signed a / b", signed_start + corrected_quotient(23) + quotient_sign + kAllOnesByZero,
            [of_signed](auto a, auto b, auto) { return of_signed(a, b, true); },
            wrong_divisions({{"|R0|", "R0"}, {"|R2|", "R2"}, {"LOP.XOR", "LOP.AND"}})),
        of_words(
            "signed a % b", signed_start + corrected_rest(23) + rest_sign + kAllOnesByZero,
            [of_signed](auto a, auto b, auto) { return of_signed(a, b, false); },
            wrong_divisions({{"|R0|", "R0"}, {"|R2|", "R2"}, {"@!P0", "@P0"}})),
    };
}

// ---- of wide numbers

/// Rd and Rd+1 = low half of the product of two pairs of registers. R8 to R15 and R23 to R24 are overwritten.
std::string low_wide_product(int d, int a, int b) {
    return high_product(15, a, b, kZero, 8) + low_product(14, a, b, kZero, 8) + low_product(15, a + 1, b, 15, 8) +
           low_product(15, a, b + 1, 15, 8) + fmt::format("MOV R{}, R14 ;\nMOV R{}, R15 ;\n", d, d + 1);
}
/// Rd and Rd+1 = high half of the product.
std::string high_wide_product(int d, int a, int b) {
    return high_product(12, a, b, kZero, 8) + low_product(13, a, b + 1, kZero, 8) +
           high_product(14, a, b + 1, kZero, 8) + "IADD R12.CC, R12, R13 ;\nIADD.X R14, R14, RZ ;\n" +
           low_product(13, a + 1, b, kZero, 8) + high_product(15, a + 1, b, kZero, 8) +
           "IADD R12.CC, R12, R13 ;\nIADD.X R14.CC, R14, R15 ;\nIADD.X R15, RZ, RZ ;\n" +
           low_product(13, a + 1, b + 1, kZero, 8) + high_product(12, a + 1, b + 1, kZero, 8) +
           fmt::format("IADD R{}.CC, R14, R13 ;\nIADD.X R{}, R15, R12 ;\n", d, d + 1);
}

/// R26 and R27 = about 2^64 / b, better by two iterations; R28 and R29 = the quotient or a little less, R30 and R31 what is left.
std::string wide_start() {
    std::string text =
        "I2F.F32.U64.RP R8, R2 ;\nMUFU.RCP R8, R8 ;\nIADD32I R8, R8, 0x1ffffffe ;\n"
        "F2I.U64.F32.TRUNC R26, R8 ;\n";
    for (int iteration = 0; iteration < 2; ++iteration)
        text += low_wide_product(28, 26, 2) + "IADD R28.CC, -R28, RZ ;\nIADD.X R29, -R29, RZ ;\n" +
                high_wide_product(30, 26, 28) + "IADD R26.CC, R26, R30 ;\nIADD.X R27, R27, R31 ;\n";
    return text + high_wide_product(28, 0, 26) + low_wide_product(30, 28, 2) +
           "IADD R30.CC, R0, -R30 ;\nIADD.X R31, R1, -R31 ;\n";
}
/// What is left becomes less than b, the quotient greater by the number of times.
std::string wide_corrections() {
    const std::string once =
        "IADD RZ.CC, R30, -R2 ;\nISETP.GE.U32.X.AND P0, PT, R31, R3, PT ;\n"
        "@P0 IADD R30.CC, R30, -R2 ;\n@P0 IADD.X R31, R31, -R3 ;\n"
        "@P0 IADD R28.CC, R28, 0x1 ;\n@P0 IADD.X R29, RZ, R29 ;\n";
    return once + once;
}
constexpr const char* kWideAllOnes =
    "IADD RZ.CC, R2, -RZ ;\nISETP.NE.U32.X.AND P0, PT, R3, RZ, PT ;\n"
    "MOV32I R8, 0xffffffff ;\n@!P0 MOV R16, R8 ;\n@!P0 MOV R17, R8 ;\n";

/// R36 becomes negative where the signs differ; then both numbers lose theirs.
constexpr const char* kWideMagnitudes = R"(LOP.XOR R36, R1, R3 ;
ISETP.LT.AND P1, PT, R1, RZ, PT ;
@P1 IADD R0.CC, -R0, RZ ;
@P1 IADD.X R1, -R1, RZ ;
ISETP.LT.AND P1, PT, R3, RZ, PT ;
@P1 IADD R2.CC, -R2, RZ ;
@P1 IADD.X R3, -R3, RZ ;
)";
constexpr const char* kWideSign = R"(ISETP.LT.AND P1, PT, R36, RZ, PT ;
@P1 IADD R28.CC, -R28, RZ ;
@P1 IADD.X R29, -R29, RZ ;
)";
/// Where the quotient is 2^63, it wraps.
std::uint64_t signed_quotient(std::uint64_t a, std::uint64_t b) {
    const auto is_negative = [](std::uint64_t wide) { return wide >> 63 != 0; };
    const auto magnitude = [&](std::uint64_t wide) { return is_negative(wide) ? 0 - wide : wide; };
    if (b == 0) return ~std::uint64_t{0};
    const std::uint64_t quotient = magnitude(a) / magnitude(b);
    return is_negative(a ^ b) ? 0 - quotient : quotient;
}

IdiomRows of_wide_numbers() {
    const std::string start = wide_start() + wide_corrections();
    return {
        of_wides("wide a / b", start + "MOV R16, R28 ;\nMOV R17, R29 ;\n" + kWideAllOnes,
                 [](auto a, auto b, auto) { return b == 0 ? ~std::uint64_t{0} : a / b; },
                 {{"0x1ffffffe", "0x20000000"},
                  {"GE.U32.X", "GE.U32"},
                  {"GE.U32.X", "GE.X"},
                  {"IADD.X R29, R15", "IADD R29, R15"},
                  {"@P0 IADD.X R31", "@P0 IADD R31"},
                  {"NE.U32.X", "NE.U32"}}),
        of_wides("wide signed a / b",
                 kWideMagnitudes + start + kWideSign + "MOV R16, R28 ;\nMOV R17, R29 ;\n" + kWideAllOnes,
                 [](auto a, auto b, auto) { return signed_quotient(a, b); },
                 {{"LOP.XOR", "LOP.AND"},
                  {"IADD.X R1", "IADD R1"},
                  {"IADD.X R3", "IADD R3"},
                  {"IADD.X R29, -R29", "IADD R29, -R29"}}),
        of_wides("wide a % b", start + "MOV R16, R30 ;\nMOV R17, R31 ;\n" + kWideAllOnes,
                 [](auto a, auto b, auto) { return b == 0 ? ~std::uint64_t{0} : a % b; },
                 {{"0x1ffffffe", "0x20000000"}, {"GE.U32.X", "GE.U32"}, {"IADD.X R31, R1, ", "IADD R31, R1, "}}),
    };
}

} // namespace

IdiomRows rows() {
    IdiomRows all = by_constants();
    for (IdiomRows group : {by_powers(), by_variables(), of_wide_numbers()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::division_idioms
