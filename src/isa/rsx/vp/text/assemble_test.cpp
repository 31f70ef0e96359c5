// The RSX vertex program assembler: every spelling gives the same word, and every fault has its line and column.
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <gtest/gtest.h>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

std::vector<Word128> words_of(std::string_view text) {
    const auto bytes = assemble(text, {});
    if (!bytes) {
        ADD_FAILURE() << text << "\n"
                      << bytes.error().line << ":" << bytes.error().column << ": " << bytes.error().text;
        return {Word128{}};
    }
    return load_binary(*bytes).value().slots;
}

TEST(RsxVpAssemble, GivesTheWordsOfSonysCompiler) {
    // both words from the reference, section 1.2; the last one has END
    EXPECT_EQ(words_of("MOV R1.zw, c[466].x;\nADD o[1], c[466].z, v[3];"),
              (std::vector{Word128{{0x00009c6c, 0x005d2000, 0x0186c083, 0x60407ffc}},
                           Word128{{0x401f9c6c, 0x00dd2355, 0x0186c083, 0x6041ff85}}}));
}

TEST(RsxVpAssemble, ReadsTheSameWordsHoweverTheyAreSpelled) {
    const auto want = words_of("RCP R1.x, R0.w; + MUL R2, v[0], c[3];\nBRI(NE.x) L0;");
    for (const std::string_view text : {
             "000: RCP R1.x, R0.w;\n     MUL R2, v[0], c[3];\nL9: 001: BRI(NE.x) L0; // back",
             "rcp r1.r, r0.wwww; + mul r2.xyzw, V[0], c[ 3 ].xyzw; bri ( ne0.xxxx ) 0; # back",
             "again: MUL R2, v[0], c[3]; /* the\nother */ + RCP R1.x, R0.w;\nBRI(NE.x) again;",
             "0x0000: RCP R1.x, R0.w;\n\tMUL R2, v[0], c[3];\n0x0010: BRI(NE.x) L0;",
         })
        EXPECT_EQ(words_of(text), want) << text;
    // without a slot number an indented line is a word of its own
    EXPECT_EQ(words_of("RCP R1.x, R0.w;\n     MUL R2, v[0], c[3];").size(), 2U);
}

TEST(RsxVpAssemble, GivesAMoveToTheUnitThatIsFree) {
    EXPECT_EQ(words_of("MOV R1, v[0];")[0][W::vec], Vec::Mov);
    EXPECT_EQ(words_of("MOVS R1, v[0];")[0][W::sca], Sca::Mov);
    EXPECT_EQ(words_of("MOV R1, v[0]; + RCP R2.x, v[0].x;")[0][W::vec], Vec::Mov);
    EXPECT_EQ(words_of("MOV R1, v[0]; + MUL R2, v[0], c[0];")[0][W::sca_temp], 1U);
    const Word128 two = words_of("MOV R1, v[0]; + MOV R2, v[0];")[0];
    EXPECT_EQ(two[W::sca_temp], 1U);
    EXPECT_EQ(two[W::vec_temp], 2U);
}

TEST(RsxVpAssemble, FindsLabelsBeforeSlots) {
    EXPECT_EQ(words_of("BRI L1; NOP; L1: NOP;")[0][W::target], 2U);
    EXPECT_EQ(words_of("BRI L1; NOP; NOP;")[0][W::target], 1U);
    EXPECT_EQ(words_of("BRI L700; NOP;")[0][W::target], 700U);
    EXPECT_EQ(words_of("BRI L1023; NOP;")[0][W::target], 1023U);
    EXPECT_FALSE(assemble("BRI L1024; NOP;", {}));
    EXPECT_EQ(words_of("CLI 1; NOP;")[0][W::target], 1U);
    EXPECT_EQ(words_of("NOP; BRA A1.w+513;")[1][W::target], 513U);
}

TEST(RsxVpAssemble, SetsEndOnTheLastByDefault) {
    const auto plain = words_of("NOP; NOP;"), said = words_of("NOP; .end NOP;");
    EXPECT_TRUE(!plain[0][W::end] && plain[1][W::end]);
    EXPECT_TRUE(said[0][W::end] && !said[1][W::end]);
    EXPECT_FALSE(load_binary(assemble(".word 0, 0, 0, 0", {}).value()));
}

struct Wrong {
    std::string_view text;
    std::uint32_t line, column;
    std::string_view message;
};

TEST(RsxVpAssemble, ReportsTheLocationOfAnError) {
    const Wrong rows[] = {
        {"", 1, 1, "there is no instruction"},
        {"NOP;\nFOO R1, v[0];", 2, 1, "'FOO' is not an operation"},
        {"MOV R1, v[0]", 1, 13, "';' is expected"},
        {"MOV R64, v[0];", 1, 5, "'R64' is not a register"},
        {"MOV R63, v[0];", 1, 5, "'R63' is not a register"},
        {"MOV v1, v[0];", 1, 5, "'v1' is not a destination"},
        {"MOV A0, v[0];", 1, 5, "only ARL, ARR and ARA write address registers"},
        {"ARL R0, v[0];", 1, 5, "an address register is expected"},
        {"ARLC A0, v[0];", 1, 1, "the suffix C requires an operation with a value"},
        {"BRI_sat L1;", 1, 1, "_sat requires an operation with a value"},
        {"MOV R1, v[16];", 1, 11, "the number of an input, up to 15, is expected"},
        {"MOV o[31], v[0];", 1, 7, "the number of an output, up to 30, is expected"},
        {"MOV R1.yx, v[0];", 1, 8, "a mask names lanes of xyzw in order"},
        {"MOV R1(XX), v[0];", 1, 8, "a condition is expected: FL, LT, EQ, LE, GT, NE, GE or TR"},
        {"ADD R1, v[0];", 1, 13, "',' is expected"},
        {"TXL R1, v[0], TEX4;", 1, 15, "a texture unit TEX0 to TEX3 is expected"},
        {"BRB(x) L0;", 1, 5, "a branch bit b0 to b31 is expected"},
        {"BRI nowhere;", 1, 5, "there is no label 'nowhere'"},
        {"BRI 1024;", 1, 5, "a slot up to 1023 is expected"},
        {"here: NOP; here: NOP;", 1, 12, "the label 'here' stands twice"},
        {"MUL R1, v[0], v[1];", 1, 15, "one word reads one input"},
        {"MUL R1, c[0], c[A0.x+0];", 1, 15, "one word reads one constant"},
        {"MUL R1, c[A0.x+0], v[A1.x+0];", 1, 20, "one word uses one address register"},
        {"MUL R1, c[A0.x+0], v[A0.y+0];", 1, 20, "one word uses one lane of an address register"},
        {"MUL R1, o[2].x, v[0], c[0];", 1, 9, "both destinations have the same mask and condition"},
        {"MUL o[1], v[0], c[0]; + RCP o[1], v[0];", 1, 29, "one word writes one output"},
        {"MUL R1, v[0], c[0]; + ADD R2, v[0], c[0];", 1, 23, "two operations of the vector unit in one word"},
        {"RCP R1, v[0]; + RSQ R2, v[0];", 1, 17, "two operations of the scalar unit in one word"},
        {"ADD R1, v[0], c[0]; + RSQ R2, v[0];", 1, 31, "both operations read source 2: it must be the same"},
        {"MUL R1(GE), v[0], c[0]; + RSQ R2, v[0];", 1, 31, "both operations of a word test the same condition"},
        {"MUL R1(GE), v[0], c[0]; + BRI L0;", 1, 27, "both operations of a word test the same condition"},
        {"MUL R1(GE), v[0], c[0]; + BRI(LT) L0;", 1, 27, "both operations of a word test the same condition"},
        {"MULC1 R1, v[0], c[0]; + BRI(LT) L0;", 1, 25, "a word tests and writes the same condition register"},
        {"MULC1 R1(GE), v[0], c[0];", 1, 1, "a word tests and writes the same condition register"},
        {"MULC R1, v[0], c[0]; + RSQC R2, v[0];", 1, 24, "one operation of a word writes the condition register"},
        {"MUL_sat R1, v[0], c[0]; + RSQ R2, v[0];", 1, 27, "_sat is of both operations of a word, or of none"},
        {"ADD R1, v[0], c[0]; + BRI L0;", 1, 27, "the target shares its place with source 2, which says otherwise"},
        {"ADD R1, v[0], R2; + BRB(b1) L323;", 1, 21, "the branch bit shares its place with source 2, which says"},
        {"+ NOP;", 1, 2, "there is no operation to join"},
        {"NOP; + NOP; + NOP;", 1, 14, "there is no operation to join"},
        {"12 NOP;", 1, 1, "a slot number and ':' are expected"},
        {".what", 1, 1, "'.what' is not a directive"},
        {".end", 1, 1, ".end follows the instruction that it means"},
        {".fill ati", 1, 7, "sony or mesa is expected"},
        {".word 1, 2, 3", 1, 14, "four numbers are expected"},
        {"NOP @ {what=1};", 1, 8, "this is not a field of the word"},
        {"NOP @ {src0.temp=64};", 1, 18, "a number that fits the field is expected"},
    };
    for (const Wrong& row : rows) {
        const auto bytes = assemble(row.text, {});
        ASSERT_FALSE(bytes) << row.text;
        EXPECT_TRUE(bytes.error().text.starts_with(row.message)) << row.text << "\n" << bytes.error().text;
        EXPECT_EQ(bytes.error().line, row.line) << row.text << "\n" << bytes.error().text;
        EXPECT_EQ(bytes.error().column, row.column) << row.text << "\n" << bytes.error().text;
    }
}

TEST(RsxVpAssemble, Takes544SlotsAndNoMore) {
    std::string text;
    for (unsigned i = 0; i < kMaxSlots; ++i) text += "NOP;\n";
    EXPECT_TRUE(assemble(text, {}));
    const auto bytes = assemble(text + "NOP;\n", {});
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().text, "more than 544 slots");
    EXPECT_EQ(bytes.error().line, 545U);
}

} // namespace
} // namespace relit::isa::rsx::vp
