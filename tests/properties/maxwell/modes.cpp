// Modes of Maxwell's integer and predicate operations that neither a console's results nor compiled programs of the corpus
// reach, by models written from the reference.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::test::maxwell_modes {
namespace {

constexpr std::array<std::uint32_t, 8> kEdges = {0, 1, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80007fff, 0xffffffff};

std::string given(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return fmt::format("MOV32I R0, {:#x} ;\nMOV32I R1, {:#x} ;\nMOV32I R2, {:#x} ;\n", a, b, c);
}

/// What the instructions leave in R3; R0 to R2 are given.
std::uint32_t left(std::uint32_t a, std::uint32_t b, std::uint32_t c, const std::string& text) {
    const auto words =
        words_of(interpret(kernel_of(given(a, b, c) + text + "STG.E [R4], R3 ;\nEXIT ;\n", 1, 1), Warps::AreSubgroups));
    return words.empty() ? 0xdeadbeef : words[0];
}

/// Why the instructions are not translated; empty where they are.
std::string refusal(const std::string& text) {
    const auto module =
        module_of(kernel_of(given(1, 2, 3) + text + "STG.E [R4], R3 ;\nEXIT ;\n", 1, 1), Warps::AreSubgroups);
    return module ? "" : module.error().text;
}

std::vector<std::string> approximations(const std::string& text) {
    const auto file = assembled_maxwell(".code", "MOV R4, c[0x0][0x140] ;\nMOV R5, c[0x0][0x144] ;\n" + given(1, 2, 3) +
                                                     text + "STG.E [R4], R3 ;\nEXIT ;\n");
    const ir::Context context{{{"maxwell.convention", 2}}}; // deko3d
    ir::ContextReader reader(context);
    const auto module = translate::lift(isa::maxwell::kFrontend, file, reader);
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    return reader.approximations();
}
bool is_approximate(const std::string& text, std::string_view about) {
    return std::ranges::any_of(approximations(text),
                               [&](const std::string& one) { return one.find(about) != std::string::npos; });
}

// ---- IADD3

template <class Model>
void three(const std::string& text, Model&& model) {
    for (const std::uint32_t a : kEdges)
        for (const std::uint32_t b : kEdges)
            for (const std::uint32_t c : {0U, 1U, 0xffffffffU})
                EXPECT_EQ(left(a, b, c, text), model(a, b, c)) << fmt::format("{}{:#x} {:#x} {:#x}", text, a, b, c);
}

TEST(MaxwellModes, TheFirstSumOfThreeHas33BitsWhereItIsShifted) {
    three("IADD3.RS R3, R0, R1, R2 ;\n", [](std::uint64_t a, std::uint64_t b, std::uint32_t c) {
        return static_cast<std::uint32_t>((a + b) >> 16) + c;
    });
    three("IADD3.LS R3, R0, R1, R2 ;\n",
          [](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return ((a + b) << 16) + c; });
}

TEST(MaxwellModes, SumsOfThreeTakeHalvesWithoutASign) {
    three("IADD3 R3, R0.H0, R1.H1, R2 ;\n",
          [](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return (a & 0xffff) + (b >> 16) + c; });
    three("IADD3 R3, R0.H1, R1.H0, R2.H1 ;\n",
          [](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return (a >> 16) + (b & 0xffff) + (c >> 16); });
}

// Z, S, C, O are bits 0 to 3 of the flags.
TEST(MaxwellModes, SumsOfThreeLeaveTheirCarriesInTwoFlags) {
    three("IADD3 RZ.CC, R0, R1, R2 ;\nP2R R3, CC, RZ, 0xff ;\n", [](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        const std::uint64_t both = a + b, all = (both & 0xffffffff) + c;
        const auto value = static_cast<std::uint32_t>(all);
        return (value == 0 ? 1U : 0U) | value >> 31 << 1 | static_cast<std::uint32_t>(all >> 32) << 2 |
               static_cast<std::uint32_t>(both >> 32) << 3;
    });
}

// Numbers of 64 bits, as compilers add three: the low words, then the high ones with what was carried.
TEST(MaxwellModes, SumsOfThreeGoOnFromBothCarries) {
    constexpr std::string_view kText = "IADD3 R6.CC, R0, R1, R2 ;\nIADD3.X R3, R0, R1, R2 ;\n";
    three(std::string(kText), [](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        return static_cast<std::uint32_t>(a + b + c + ((a + b + c) >> 32));
    });
    EXPECT_TRUE(is_approximate(std::string(kText), "IADD3.X"));
    // differences of 64 bits: low words R0 R1 R2, high words R1 R2 R0
    for (unsigned signs = 0; signs < 7; ++signs) {
        const auto minus = [&](unsigned i) { return (signs >> i & 1) != 0 ? "-" : ""; };
        const std::string text = fmt::format("IADD3 R6.CC, {0}R0, {1}R1, {2}R2 ;\nIADD3.X R3, {0}R1, {1}R2, {2}R0 ;\n",
                                             minus(0), minus(1), minus(2));
        three(text, [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
            const auto one = [&](unsigned i, std::uint64_t value) { return (signs >> i & 1) != 0 ? 0 - value : value; };
            const std::uint64_t all = one(0, b << 32 | a) + one(1, c << 32 | b) + one(2, a << 32 | c);
            return static_cast<std::uint32_t>(all >> 32);
        });
    }
    EXPECT_TRUE(is_approximate("IADD3 R6.CC, R0, R1, R2 ;\nIADD.X R3, R0, R1 ;\n", "after IADD3.CC"));
    three("IADD R6.CC, R0, R1 ;\nIADD3.X R3, R0, R1, R2 ;\n", [](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        return static_cast<std::uint32_t>(a + b + c + ((a + b) >> 32));
    });
}

TEST(MaxwellModes, NegatedSourcesOfShiftedSumsAreADoubt) {
    EXPECT_TRUE(is_approximate("IADD3.RS R3, R0, -R1, R2 ;\n", "negated"));
    EXPECT_TRUE(is_approximate("IADD3 RZ.CC, -R0, R1, R2 ;\nP2R R3, CC, RZ, 0xff ;\n", "negated"));
    EXPECT_TRUE(approximations("IADD3 R3, -R0, R1, R2 ;\n").empty());
    EXPECT_TRUE(approximations("IADD3.RS R3, R0, R1, -R2 ;\n").empty());
}

// ---- XMAD

/// The half of a word, with its sign where it has one.
std::int64_t half_of(std::uint32_t word, bool high, bool has_sign) {
    const std::uint32_t half = high ? word >> 16 : word & 0xffff;
    return has_sign && half >= 0x8000 ? std::int64_t{half} - 0x10000 : std::int64_t{half};
}

TEST(MaxwellModes, ProductsOfHalvesTakeTheirAddendInEveryWay) {
    const std::array<std::string_view, 4> addends = {"", ".CLO", ".CHI", ".CBCC"};
    for (unsigned how = 0; how < 16; ++how) {
        const unsigned which = how % 4;
        const bool shifts = (how & 4) != 0, merges = (how & 8) != 0;
        const std::string text =
            fmt::format("XMAD{}{}{} R3, R0, R1.H1, R2 ;\n", shifts ? ".PSL" : "", merges ? ".MRG" : "", addends[which]);
        three(text, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const std::uint32_t of_two = (a & 0xffff) * (b >> 16);
            const std::array<std::uint32_t, 4> added = {c, c & 0xffff, c >> 16, c + (b << 16)};
            const std::uint32_t sum = (shifts ? of_two << 16 : of_two) + added[which];
            return merges ? (sum & 0xffff) | b << 16 : sum;
        });
    }
}

// 65536 is taken off for each half that is negative, where the low half of the other source is not 0.
TEST(MaxwellModes, ProductsOfHalvesCorrectTheirAddendForSigns) {
    constexpr std::array<std::string_view, 4> kSigns = {"", ".S16.U16", ".U16.S16", ".S16.S16"};
    for (unsigned how = 0; how < 16; ++how) {
        const bool high_a = (how & 1) != 0, high_b = (how & 2) != 0, sign_a = (how & 4) != 0, sign_b = (how & 8) != 0;
        const std::string text = fmt::format("XMAD{}.CSFU R3, R0{}, R1{}, R2 ;\n", kSigns[how / 4], high_a ? ".H1" : "",
                                             high_b ? ".H1" : "");
        three(text, [&](std::uint32_t word_a, std::uint32_t word_b, std::uint32_t c) {
            const std::int64_t a = half_of(word_a, high_a, sign_a), b = half_of(word_b, high_b, sign_b);
            const bool less_a = a < 0 && (word_b & 0xffff) != 0, less_b = b < 0 && (word_a & 0xffff) != 0;
            return static_cast<std::uint32_t>(a * b + c - (less_a ? 65536 : 0) - (less_b ? 65536 : 0));
        });
    }
}

// The sequence by which a compiler makes the high word of a product of two numbers with signs.
TEST(MaxwellModes, SignedProductsOfFourHalvesHaveTheirHighWord) {
    three(
        "XMAD R5, R0, R1, RZ ;\nXMAD.U16.S16 R6, R0, R1.H1, RZ ;\nXMAD.S16.S16.CSFU R7, R0.H1, R1.H1, RZ ;\n"
        "XMAD.S16.U16.CHI R5, R0.H1, R1, R5 ;\nIADD3.RS R3, R5, R6, R7 ;\n",
        [](std::uint32_t a, std::uint32_t b, std::uint32_t) {
            const std::int64_t wide = std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b);
            return static_cast<std::uint32_t>(wide >> 32);
        });
}

// ---- words of wide numbers

// R0 and R1 against R1 and R2, and so on: the low words of the pair, then its high words.
TEST(MaxwellModes, ExtremesOfWideNumbersComeWordByWord) {
    const auto wide = [](std::uint64_t high, std::uint64_t low) { return high << 32 | low; };
    for (unsigned how = 0; how < 8; ++how) {
        const bool is_signed = (how & 1) != 0, least = (how & 2) != 0, low_word = (how & 4) != 0;
        const std::string text = fmt::format(
            "IMNMX{0}.XHI R6.CC, R0, R1, {1} ;\nIMNMX.U32.XLO R7, R1, R2, {1} ;\n"
            "MOV R3, {2} ;\n",
            is_signed ? "" : ".U32", least ? "PT" : "!PT", low_word ? "R7" : "R6");
        three(text, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const std::uint64_t x = wide(a, b), y = wide(b, c);
            const bool less = is_signed ? static_cast<std::int64_t>(x) < static_cast<std::int64_t>(y) : x < y;
            const std::uint64_t chosen = less == least ? x : y;
            return static_cast<std::uint32_t>(low_word ? chosen : chosen >> 32);
        });
    }
    EXPECT_TRUE(is_approximate("IMNMX.U32.XLO R3, R0, R1, PT ;\n", "IMNMX.XHI"));
    EXPECT_TRUE(approximations("IMNMX.XHI R6.CC, R0, R1, PT ;\nIMNMX.U32.XLO R3, R0, R1, PT ;\n").empty());
}

// Of three words each: the middle ones stand between.
TEST(MaxwellModes, ExtremesGoOnOverThreeWords) {
    three("IMNMX.XHI R6.CC, R0, R1, PT ;\nIMNMX.U32.XMED R7.CC, R1, R2, PT ;\nIMNMX.U32.XLO R3, R2, R0, PT ;\n",
          [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
              if (a != b) return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) ? c : a;
              if (b != c) return b < c ? c : a;
              return c < a ? c : a;
          });
}

// ---- predicates

bool joined(bool a, bool b, unsigned how) { return how == 0 ? a && b : how == 1 ? a || b : a != b; }

// Of every three predicates, by every two operators: P4 and P5 in bits 0 and 1.
TEST(MaxwellModes, OnlyTheFirstPredicateIsOppositeInTheSecondResult) {
    constexpr std::array<std::string_view, 3> kOps = {"AND", "OR", "XOR"};
    for (unsigned i = 0; i < 9; ++i)
        for (unsigned bits = 0; bits < 8; ++bits) {
            const bool a = (bits & 1) != 0, b = (bits & 2) != 0, c = (bits & 4) != 0;
            const unsigned first = i % 3, second = i / 3;
            const std::string text = fmt::format(
                "MOV32I R6, {:#x} ;\nR2P PR, R6, 0x7f ;\nPSETP.{}.{} P4, P5, P0, P1, P2 ;\nP2R R3, PR, RZ, 0x30 ;\n",
                bits, kOps[first], kOps[second]);
            const bool yes = joined(joined(a, b, first), c, second), no = joined(joined(!a, b, first), c, second);
            EXPECT_EQ(left(0, 0, 0, text), (yes ? 16U : 0U) | (no ? 32U : 0U)) << text;
        }
}

// The other two that give two predicates negate the whole comparison; so do those of numbers.
TEST(MaxwellModes, ComparisonsAreOppositeAsAWhole) {
    const auto two = [](const std::string& text) { return left(5, 5, 0, text + "P2R R3, PR, RZ, 0x30 ;\n"); };
    EXPECT_EQ(two("ISETP.EQ.AND P4, P5, R0, R1, PT ;\n"), 16U);
    EXPECT_EQ(two("ISETP.NE.OR P4, P5, R0, R1, !PT ;\n"), 32U);
    EXPECT_EQ(two("FSETP.LT.AND P4, P5, R0, R1, PT ;\n"), 32U);
    EXPECT_EQ(two("IADD RZ.CC, R0, -R1 ;\nCSETP.AND P4, P5, CC.EQ, PT ;\n"), 16U);
}

// ---- unknown modes

TEST(MaxwellModes, ExtendedLogicAndShiftsAreRefused) {
    for (const std::string_view text :
         {"LOP.AND.X R3, R0, R1", "LOP32I.AND.X R3, R0, 0x5", "LOP3.LUT.X R3, R0, R1, R2, 0x96", "SHL.X R3, R0, R1",
          "SHF.L.X R3, R0, R1, R2", "SHF.R.XHI R3, R0, R1, R2", "SHR.XMED R3, R0, R1"}) {
        const std::string why = refusal(std::string(text) + " ;\n");
        EXPECT_TRUE(why.find("known") != std::string::npos) << text << ": " << why;
    }
    EXPECT_EQ(refusal("SHF.R.HI R3, R0, R1, R2 ;\n"), "");
}

/// A value of a field of the instruction's word, put there as it is.
std::string word_with(const std::string& text, unsigned bit, std::uint64_t bits) {
    return text + fmt::format(" @ {{bits=0x{:016x}}} ;\n", bits << bit);
}

// By bits of words, for text has no name for such values.
TEST(MaxwellModes, ValuesWithoutAMeaningAreRefused) {
    struct Case {
        std::string text;
        unsigned bit;
        std::uint64_t bits;
    };
    const Case cases[] = {{"ISETP.EQ.AND P0, PT, R0, R1, PT", 45, 3}, // AND, OR, XOR are 0 to 2
                          {"PRMT R3, R0, R1, R2", 48, 7},
                          {"IADD3 R3, R0, R1, R2", 37, 3},
                          {"IADD3 R3, R0, R1, R2", 35, 3},
                          {"SHF.R R3, R0, R1, R2", 37, 1},
                          {"XMAD R3, R0, R1, R2", 50, 5},
                          {"VOTE.ALL R3, PT, PT", 48, 3},
                          {"FMUL R3, R0, R1", 41, 7}};
    for (const Case& one : cases) {
        const std::string text = word_with(one.text, one.bit, one.bits) + "@P0 MOV R3, RZ ;\n";
        EXPECT_NE(refusal(text).find("known"), std::string::npos) << text << refusal(text);
    }
}

TEST(MaxwellModes, OrdersOfBytesWithoutAMeaningAreRefused) {
    const std::string text = "VABSDIFF4.UD.U8.U8.XYZW R3, R0.3210, R1.7654, R2"; // 4 in both fields
    EXPECT_EQ(refusal(text + " ;\n"), "");
    for (const unsigned field : {28U, 32U})
        for (const std::uint64_t bits : {1U, 10U})
            EXPECT_NE(refusal(word_with(text, field, bits)).find("meaning"), std::string::npos) << field << bits;
}

TEST(MaxwellModes, UnknownBitsAreReported) {
    EXPECT_TRUE(is_approximate(word_with("IADD R3, R0, R1", 31, 1), "bits 0x0000000080000000"));
    EXPECT_TRUE(approximations("IADD R3, R0, R1 ;\n").empty());
}

} // namespace
} // namespace relit::test::maxwell_modes
