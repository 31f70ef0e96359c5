// Products of words and of wide numbers from products of halves, and sums of products of bytes.
#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

namespace relit::test::product_idioms {
namespace {

std::uint64_t unsigned_product(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} * b; }
std::uint64_t signed_product(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b));
}
std::uint32_t high(std::uint64_t wide) { return static_cast<std::uint32_t>(wide >> 32); }

constexpr const char* kSignedHigh = R"(XMAD R8, R0, R2, RZ ;
XMAD.U16.S16 R9, R0, R2.H1, RZ ;
XMAD.S16.S16.CSFU R10, R0.H1, R2.H1, RZ ;
XMAD.S16.U16.CHI R8, R0.H1, R2, R8 ;
)";

// The order of the eight is that of nvcc's mul.wide.
constexpr const char* kWideUnsigned = R"(XMAD R8, R0, R2, RZ ;
XMAD R9, R0, R2, RZ ;
XMAD.MRG R10, R0, R2.H1, RZ ;
XMAD R11, R0, R2.H1, RZ ;
XMAD.CHI R8, R0.H1, R2, R8 ;
XMAD R12, R0.H1, R2.H1, RZ ;
XMAD.PSL.CBCC R16, R0.H1, R10.H1, R9 ;
IADD3.RS R17, R8, R11, R12 ;
)";

constexpr const char* kWideProduct = R"(XMAD R8, R0, R2, RZ ;
XMAD R9, R0, R2.H1, RZ ;
XMAD R10, R0.H1, R2.H1, RZ ;
XMAD R11, R1, R2, RZ ;
XMAD.MRG R12, R1, R2.H1, RZ ;
XMAD R13, R0, R3, RZ ;
XMAD.MRG R14, R0, R3.H1, RZ ;
XMAD.CHI R15, R0.H1, R2, R8 ;
XMAD.MRG R23, R0, R2.H1, RZ ;
XMAD.PSL.CBCC R24, R1.H1, R12.H1, R11 ;
XMAD.PSL.CBCC R14, R0.H1, R14.H1, R13 ;
IADD3.RS R15, R15, R9, R10 ;
XMAD.PSL.CBCC R16, R0.H1, R23.H1, R8 ;
IADD3 R17, R15, R14, R24 ;
)";

std::int64_t part(std::uint32_t word, unsigned at, unsigned bits, bool is_signed) {
    const std::uint32_t low = word >> at & ((1U << bits) - 1);
    return is_signed && (low >> (bits - 1) & 1) != 0 ? std::int64_t{low} - (std::int64_t{1} << bits) : low;
}
std::uint32_t dot(std::uint32_t a, std::uint32_t b, std::uint32_t c, bool is_signed) {
    std::int64_t sum = c;
    for (unsigned i = 0; i < 4; ++i) sum += part(a, 8 * i, 8, is_signed) * part(b, 8 * i, 8, is_signed);
    return static_cast<std::uint32_t>(sum);
}

IdiomRows narrow_products() {
    return {
        of_words("a * b", low_product(16, 0, 2, 255, 8), [](auto a, auto b, auto) { return a * b; },
                 {{".PSL.CBCC", ".PSL"}, {".PSL.CBCC", ".CBCC"}, {".MRG", ""}, {"R9.H1", "R9"}}),
        of_words("a * b + c", low_product(16, 0, 2, 4, 8), [](auto a, auto b, auto c) { return a * b + c; },
                 {{".PSL.CBCC", ".PSL.CLO"}, {".PSL.CBCC", ".PSL"}, {"R2.H1", "R2"}}),
        of_words("a * 28", "XMAD R8, R0, 0x1c, RZ ;\nXMAD.PSL R16, R0.H1, 0x1c, R8 ;\n",
                 [](auto a, auto, auto) { return a * 28; }, {{".PSL", ""}, {".PSL", ".PSL.CBCC"}, {"R0.H1", "R0"}}),
        of_words("a * 0x12345678",
                 "XMAD R8, R0, 0x5678, RZ ;\nXMAD.MRG R9, R0, 0x1234, RZ ;\nMOV32I R11, 0x12345678 ;\n"
                 "XMAD.MRG R9, R0, R11.H1, RZ ;\nXMAD.PSL.CBCC R16, R0.H1, R9.H1, R8 ;\n",
                 [](auto a, auto, auto) { return a * 0x12345678; }, {{".CBCC", ""}, {"R11.H1", "R11"}}),
        of_words("high word of a * b", high_product(16, 0, 2, 255, 8),
                 [](auto a, auto b, auto) { return high(unsigned_product(a, b)); },
                 {{".CHI", ".CLO"}, {".CHI", ""}, {"IADD3.RS", "IADD3"}, {"IADD3.RS", "IADD3.LS"}, {".CHI", ".CSFU"}}),
        of_words("high word of a * b + c of 64 bits", high_product(16, 0, 2, 4, 8),
                 [](auto a, auto b, auto c) { return high(unsigned_product(a, b)) + c; },
                 {{".CHI", ".CBCC"}, {"IADD3.RS", "IADD3"}}),
        of_words("high word of signed a * b", std::string(kSignedHigh) + "IADD3.RS R16, R8, R9, R10 ;\n",
                 [](auto a, auto b, auto) { return high(signed_product(a, b)); },
                 {{".CSFU", ""},
                  {".S16.S16.CSFU", ".CSFU"},
                  {".U16.S16", ""},
                  {".S16.U16.CHI", ".CHI"},
                  {".S16.U16.CHI", ".S16.S16.CHI"},
                  {"IADD3.RS", "IADD3"}}),
    };
}

IdiomRows wide_products() {
    const auto given_wide = [](std::string name, std::string text, auto plain, Wrongs wrongs) {
        return of_given(
            std::move(name), Operands::Words, Outcome::Wide, std::move(text),
            [plain](const MaxwellGiven& in) { return left_wide(plain(in[0], in[2])); }, std::move(wrongs));
    };
    return {
        given_wide("a * b in 64 bits", kWideUnsigned, unsigned_product,
                   {{".CHI", ".CLO"}, {".PSL.CBCC", ".PSL"}, {".MRG", ""}, {"IADD3.RS", "IADD3"}}),
        given_wide("signed a * b in 64 bits",
                   kSignedHigh + low_product(16, 0, 2, 255, 11) + "IADD3.RS R17, R8, R9, R10 ;\n", signed_product,
                   {{".CSFU", ".CHI"}, {".U16.S16", ".S16.U16"}, {".PSL.CBCC", ".PSL"}, {"IADD3.RS", "IADD3"}}),
        of_wides(
            "wide a * b", kWideProduct, [](auto a, auto b, auto) { return a * b; },
            {{".CHI", ""}, {".PSL.CBCC", ".PSL"}, {".MRG", ""}, {"IADD3.RS", "IADD3"}, {"IADD3 R17", "IADD3.RS R17"}}),
    };
}

IdiomRows products_of_parts() {
    const auto by_halves = [](auto a, auto b, auto c) {
        return static_cast<std::uint32_t>(part(a, 0, 16, true) * part(b, 0, 8, true) +
                                          part(a, 16, 16, true) * part(b, 8, 8, true) + c);
    };
    const auto video = [](auto a, auto b, auto c) {
        return static_cast<std::uint32_t>(part(a, 8, 8, true) * part(b, 16, 16, false) + std::int64_t{c});
    };
    return {
        of_words("dp4a, signed", "IDP.4A.S8.S8 R16, R0, R2, R4 ;\n",
                 [](auto a, auto b, auto c) { return dot(a, b, c, true); },
                 {{".S8.S8", ".U8.U8"}, {".S8.S8", ".S8.U8"}, {".S8.S8", ".U8.S8"}}),
        of_words("dp4a", "IDP.4A.U8.U8 R16, R0, R2, R4 ;\n", [](auto a, auto b, auto c) { return dot(a, b, c, false); },
                 {{".U8.U8", ".S8.S8"}}),
        of_words("dp2a.lo, signed", "IDP.2A.LO.S16.S8 R16, R0, R2, R4 ;\n", by_halves,
                 {{".LO", ".HI"}, {".S16.S8", ".U16.S8"}, {".S16.S8", ".S16.U8"}}),
        of_words("vmad of a byte and a half", "VMAD R16, R0.S8.B1, R2.U16.H1, R4 ;\n", video,
                 {{".S8", ".U8"}, {".U16.H1", ".U16.H0"}, {".B1", ".B2"}}),
    };
}

} // namespace

IdiomRows rows() {
    IdiomRows all = narrow_products();
    for (IdiomRows group : {wide_products(), products_of_parts()}) all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace relit::test::product_idioms
