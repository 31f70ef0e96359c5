// Bits and bytes of words: counts, fields, permutations, tables of three words, parts of words that video operations take.
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace relit::test::bit_idioms {
namespace {

std::uint32_t reversed(std::uint32_t word) {
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 32; ++i) result |= (word >> i & 1) << (31 - i);
    return result;
}
std::uint32_t count(auto value) { return static_cast<std::uint32_t>(std::popcount(value)); }
std::uint32_t zeros_above(auto value) { return static_cast<std::uint32_t>(std::countl_zero(value)); }

IdiomRows counts() {
    return {
        of_words("popcount", "POPC R16, R0 ;\n", [](auto a, auto, auto) { return count(a); }, {{"R0", "~R0"}}),
        of_wides("popcount of a wide number", "POPC R8, R0 ;\nPOPC R9, R1 ;\nIADD R16, R8, R9 ;\nMOV R17, RZ ;\n",
                 [](auto a, auto, auto) { return std::uint64_t{count(a)}; }, {{"R1", "R0"}, {"R1", "~R1"}}),
        of_words("zeros above", "FLO.U32 R8, R0 ;\nIADD R16, -R8, 0x1f ;\n",
                 [](auto a, auto, auto) { return zeros_above(a); }, {{".U32", ""}, {".U32", ".U32.SH"}, {"R0", "~R0"}}),
        of_wides("zeros above of a wide number",
                 "FLO.U32 R8, R1 ;\nFLO.U32 R9, R0 ;\nIADD R8, -R8, 0x1f ;\nIADD R9, -R9, 0x3f ;\n"
                 "ISETP.EQ.AND P0, PT, R1, RZ, PT ;\nSEL R16, R9, R8, P0 ;\nMOV R17, RZ ;\n",
                 [](auto a, auto, auto) { return std::uint64_t{zeros_above(a)}; },
                 {{".U32", ""}, {".EQ", ".NE"}, {".U32 R9", " R9"}}),
        of_words("first bit set", "BFE.U32.BREV R8, R0, 0x2000 ;\nFLO.U32.SH R8, R8 ;\nIADD R16, R8, 0x1 ;\n",
                 [](auto a, auto, auto) { return a == 0 ? 0U : static_cast<std::uint32_t>(std::countr_zero(a)) + 1; },
                 {{".BREV", ""}, {".SH", ""}, {".U32.SH", ".SH"}}),
        of_words("highest bit that is not the sign", "FLO R16, R0 ;\n",
                 [](auto a, auto, auto) { return 31 - zeros_above(static_cast<std::int32_t>(a) < 0 ? ~a : a); },
                 {{"FLO", "FLO.U32"}, {"FLO", "FLO.SH"}}),
        of_words("bits reversed", "BFE.U32.BREV R16, R0, 0x2000 ;\n", [](auto a, auto, auto) { return reversed(a); },
                 {{".BREV", ""}}),
    };
}

// ---- fields, as PTX describes bfe and bfi

std::uint32_t extracted(std::uint32_t a, std::uint32_t at, std::uint32_t length, bool has_sign) {
    const std::uint32_t top = std::min(at + length - 1, 31U);
    const std::uint32_t sign = has_sign && length != 0 ? a >> top & 1 : 0;
    std::uint32_t result = 0;
    for (std::uint32_t i = 0; i < 32; ++i) result |= (i < length && at + i <= 31 ? a >> (at + i) & 1 : sign) << i;
    return result;
}
std::uint32_t inserted(std::uint32_t a, std::uint32_t into, std::uint32_t at, std::uint32_t length) {
    for (std::uint32_t i = 0; i < length && at + i <= 31; ++i)
        into = (into & ~(1U << (at + i))) | (a >> i & 1) << (at + i);
    return into;
}

IdiomRows fields() {
    const auto with_both = [](std::string name, std::string text, auto plain, Wrongs wrongs) {
        const auto left = [plain](const MaxwellGiven& in) {
            return MaxwellLeft{plain(in[0], in[2], in[4] & 63, in[5] & 63)};
        };
        return of_given(std::move(name), Operands::Words, Outcome::Word,
                        "LOP32I.AND R8, R4, 0x3f ;\nLOP32I.AND R9, R5, 0x3f ;\nPRMT R8, R8, 0x7740, R9 ;\n" + text,
                        left, std::move(wrongs));
    };
    return {
        with_both("bfe.u32", "BFE.U32 R16, R0, R8 ;\n",
                  [](auto a, auto, auto at, auto length) { return extracted(a, at, length, false); },
                  {{".U32", ""}, {"0x7740", "0x7704"}, {"BFE.U32", "BFE.U32.BREV"}}),
        with_both("bfe.s32", "BFE R16, R0, R8 ;\n",
                  [](auto a, auto, auto at, auto length) { return extracted(a, at, length, true); },
                  {{"BFE", "BFE.U32"}, {"0x7740", "0x7704"}}),
        with_both("bfi", "BFI R16, R0, R8, R2 ;\n",
                  [](auto a, auto b, auto at, auto length) { return inserted(a, b, at, length); },
                  {{"0x7740", "0x7704"}, {"R0, R8, R2", "R2, R8, R0"}}),
        of_words("second byte", "BFE.U32 R16, R0, 0x808 ;\n", [](auto a, auto, auto) { return a >> 8 & 0xff; },
                 {{".U32", ""}, {"0x808", "0x810"}}),
        of_words("signed byte", "I2I.S32.S8 R16, R0.B1 ;\n",
                 [](auto a, auto, auto) { return static_cast<std::uint32_t>(static_cast<std::int8_t>(a >> 8)); },
                 {{".S8", ".U8"}, {".B1", ".B2"}}),
        of_words("byte into a word", "BFI R16, R0, 0x810, R2 ;\n",
                 [](auto a, auto b, auto) { return (b & 0xff00ffff) | (a & 0xff) << 16; }, {{"0x810", "0x808"}}),
    };
}

// ---- bytes

std::uint32_t byte_of(std::uint64_t both, std::uint32_t which) {
    return static_cast<std::uint32_t>(both >> (8 * (which & 7))) & 0xff;
}

std::uint32_t chosen_bytes(std::uint32_t a, std::uint32_t digits, std::uint32_t c) {
    const std::uint64_t both = std::uint64_t{c} << 32 | a;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const std::uint32_t digit = digits >> (4 * i) & 15, byte = byte_of(both, digit);
        result |= (digit < 8 ? byte : byte >= 0x80 ? 0xffU : 0U) << (8 * i);
    }
    return result;
}

/// Modes of prmt: which of eight bytes each byte takes, by the low two bits of the selector (PTX's table).
struct PermuteMode {
    std::string_view name;
    std::uint8_t bytes[4][4]; // of the selector, from the lowest byte up
};
constexpr PermuteMode kPermuteModes[] = {
    {".F4E", {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}},
    {".B4E", {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}}},
    {".RC8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}},
    {".ECL", {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}}},
    {".ECR", {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}},
    {".RC16", {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}}},
};

IdiomRows bytes() {
    IdiomRows rows = {
        of_words("bytes swapped", "PRMT R16, R0, 0x123, RZ ;\n",
                 [](auto a, auto, auto) { return a >> 24 | (a >> 8 & 0xff00) | (a << 8 & 0xff0000) | a << 24; },
                 {{"0x123", "0x3210"}, {"PRMT", "PRMT.F4E"}}),
        of_words("sign of a byte spread", "PRMT R16, R0, 0x9991, RZ ;\n",
                 [](auto a, auto, auto) { return static_cast<std::uint32_t>(static_cast<std::int8_t>(a >> 8)); },
                 {{"0x9991", "0x1111"}, {"0x9991", "0xaaa1"}}),
        of_words("halves packed", "PRMT R16, R0, 0x5410, R2 ;\n",
                 [](auto a, auto b, auto) { return (a & 0xffff) | b << 16; }, {{"0x5410", "0x7632"}}),
        of_given("prmt", Operands::Words, Outcome::Word, "PRMT R16, R0, R6, R2 ;\n",
                 [](const MaxwellGiven& in) { return MaxwellLeft{chosen_bytes(in[0], in[6], in[2])}; },
                 {{"R6, R2", "R6, RZ"}, {"PRMT", "PRMT.ECL"}}),
    };
    for (const PermuteMode& mode : kPermuteModes) {
        const auto plain = [mode](const MaxwellGiven& in) {
            std::uint32_t result = 0;
            for (unsigned i = 0; i < 4; ++i)
                result |= byte_of(std::uint64_t{in[2]} << 32 | in[0], mode.bytes[in[6] & 3][i]) << (8 * i);
            return MaxwellLeft{result};
        };
        rows.push_back(of_given(fmt::format("prmt{}", mode.name), Operands::Words, Outcome::Word,
                                fmt::format("PRMT{} R16, R0, R6, R2 ;\n", mode.name), plain,
                                {{mode.name, ""}, {mode.name, mode.name == ".ECR" ? ".ECL" : ".ECR"}}));
    }
    return rows;
}

// ---- tables of three words

struct Table {
    std::string_view name, number;
    std::uint32_t (*plain)(std::uint32_t a, std::uint32_t b, std::uint32_t c);
};
constexpr Table kTables[] = {
    {"a ^ b ^ c", "0x96", [](auto a, auto b, auto c) { return a ^ b ^ c; }},
    {"a ? b : c", "0xca", [](auto a, auto b, auto c) { return (a & b) | (~a & c); }},
    {"majority", "0xe8", [](auto a, auto b, auto c) { return (a & b) | (a & c) | (b & c); }},
    {"(a & b) ^ c", "0x6a", [](auto a, auto b, auto c) { return c ^ (a & b); }},
    {"(a | b) & c", "0xa8", [](auto a, auto b, auto c) { return (a | b) & c; }},
};

IdiomRows tables() {
    IdiomRows rows;
    for (const Table& row : kTables) {
        const auto plain = [row](const MaxwellGiven& in) { return MaxwellLeft{row.plain(in[0], in[2], in[6])}; };
        rows.push_back(of_given(std::string(row.name), Operands::Words, Outcome::Word,
                                fmt::format("LOP3.LUT R16, R0, R2, R6, {} ;\n", row.number), plain,
                                {{row.number, "0x1b"}, {"R0, R2", "R0, R6"}}));
    }
    // Four sums of bytes in a word without carries between them, as headers of CUDA write them out.
    rows.push_back(of_words("vadd4",
                            "LOP32I.AND R8, R0, 0x7f7f7f7f ;\nLOP32I.AND R9, R2, 0x7f7f7f7f ;\nIADD R8, R8, R9 ;\n"
                            "MOV32I R10, 0x80808080 ;\nLOP.XOR R9, R0, R2 ;\nLOP3.LUT R16, R9, R10, R8, 0x6a ;\n",
                            [](auto a, auto b, auto) {
                                std::uint32_t result = 0;
                                for (unsigned i = 0; i < 32; i += 8) result |= (((a >> i) + (b >> i)) & 0xff) << i;
                                return result;
                            },
                            {{"0x6a", "0x78"}, {"LOP.XOR", "LOP.OR"}}));
    return rows;
}

// ---- video

std::uint32_t byte(std::uint32_t word, unsigned which) { return word >> (8 * which) & 0xff; }

IdiomRows video() {
    return {
        of_words("vabsdiff4 with a sum", "VABSDIFF4.UD.U8.U8.ACC.XYZW R16, R0.3210, R2.7654, R4 ;\n",
                 [](auto a, auto b, auto c) {
                     for (unsigned i = 0; i < 4; ++i)
                         c += byte(a, i) > byte(b, i) ? byte(a, i) - byte(b, i) : byte(b, i) - byte(a, i);
                     return c;
                 },
                 {{".ACC", ""}, {".U8.U8", ".S8.S8"}}),
        of_words("vadd of bytes and a third", "VADD.UD.ACC R16, R0.U8.B1, R2.S8.B3, R4 ;\n",
                 [](auto a, auto b, auto c) {
                     return byte(a, 1) + static_cast<std::uint32_t>(static_cast<std::int8_t>(b >> 24)) + c;
                 },
                 {{".S8", ".U8"}, {".B1", ".B0"}, {".ACC", ".MAX"}}),
        of_words("vset counts", "VSET.LT.ACC R16, R0.U8.B0, R2.U8.B0, R4 ;\n",
                 [](auto a, auto b, auto c) { return c + (byte(a, 0) < byte(b, 0) ? 1 : 0); },
                 {{".LT", ".LE"}, {".U8.B0, R2.U8", ".S8.B0, R2.S8"}, {".ACC", ".MIN"}}),
        of_words("sum of differences", "VABSDIFF.UD.ACC R16, R0.U32, R2.U32, R4 ;\n",
                 [](auto a, auto b, auto c) { return (a > b ? a - b : b - a) + c; },
                 {{"R0.U32, R2.U32", "R0.S32, R2.S32"}, {".ACC", ".MIN"}}),
    };
}

} // namespace

IdiomRows rows() {
    IdiomRows all = counts();
    for (IdiomRows group : {fields(), bytes(), tables(), video()}) all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::bit_idioms
