// The NV2A assembler: words from the reference, and every fault with its line and column.
#include "base/text.hpp"
#include "isa/nv2a/encoding/word.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <gtest/gtest.h>

namespace relit::isa::nv2a {
namespace {

using Words = std::vector<std::array<std::uint32_t, 4>>;

Words words_of(std::string_view text, const TextOptions& options = {}) {
    const auto bytes = assemble(text, options);
    if (!bytes) {
        ADD_FAILURE() << bytes.error().line << ":" << bytes.error().column << ": " << bytes.error().text;
        return {};
    }
    Words words(bytes->size() / 16);
    Cursor in(*bytes);
    for (auto& word : words)
        for (auto& raw : word) raw = in.u32le();
    return words;
}

TEST(Nv2aAssemble, GivesTheWordsThatAnotherAssemblerGave) {
    // words from the comments of nv2a_vsh_asm's simple test; the last instruction has FINAL
    EXPECT_EQ(words_of("MOV R1.xyzw, v0\nRCP oFog.xyzw, v0.w\nADD R6.xyz, c17, -R10"),
              (Words{{0, 0x0020001b, 0x0836106c, 0x2f100ff8},
                     {0, 0x0400001b, 0x083613fc, 0x2070f82c},
                     {0, 0x0062201b, 0x0c36146e, 0x9e600ff9}}));
}

TEST(Nv2aAssemble, ReadsTheSameWordHoweverItIsSpelled) {
    const Words want = words_of("mul r4, v3, c5 + rsq r1.w, r0.x");
    for (const std::string_view text : {
             "MUL R4.xyzw, iDiffuse, C[5]\n+ RSQ r1.a, r0.xxxx ; comment",
             "rsq r1.w, r0.x + \n mul r4.rgba, v3.xyzw, c[ 5 ] // comment",
             "/* two\nlines */ #five vector 5\nmul r4, v[3], #five + rsq r1.w, r0.r",
             "#four matrix4 4\nmul r4, v3, #FOUR[1] + rsq r1.w, r0.x",
             "MUL R4,xyzw, v3, c[5] + RSQ R1,w, R0.x",
             "!!VP1.1\nMUL R4, v[COL0], c[5] +\n RSQ R1.w, R0.x; # comment\nEND",
             ".constants d3d\nmul r4, v3, c[-91] + rsq r1.w, r0.x",
             ".constants gl\nmul r4, v3, c101 + rsq r1.w, r0.x",
         })
        EXPECT_EQ(words_of(text), want) << text;
}

TEST(Nv2aAssemble, ReadsRelativeConstantsInEveryForm) {
    const Words want = words_of("mov oT0, c[A0+3]");
    EXPECT_EQ(want, (Words{{0, 0x0020601b, 0x0c36106c, 0x2070f84b}})); // the corpus has it without FINAL
    EXPECT_EQ(words_of("mov oTex0, c[a0 + 3]"), want);
    EXPECT_EQ(words_of("!!VP1.1 MOV o[TEX0], c[A0.x+3]; END"), want);
    EXPECT_EQ(words_of(".constants d3d\nmov oT0, c[A0-93]"), want);
}

TEST(Nv2aAssemble, FillsShortSwizzlesWithTheirLastLane) {
    EXPECT_EQ(words_of("mov r0, v0.xy"), words_of("mov r0, v0.xyyy"));
    EXPECT_EQ(words_of("mov r0, v0.zyx"), words_of("mov r0, v0.zyxx"));
}

TEST(Nv2aAssemble, MovesUseTheUnitThatIsFree) {
    EXPECT_EQ(words_of("mul r0, v0, v0 + mov r1, c0"), words_of("mul r0, v0, v0 + imov r1, c0"));
    EXPECT_EQ(words_of("arl a0, v0.x + mov r1, c0"), words_of("imov r1, c0 + arl a0, v0.x"));
    EXPECT_NE(words_of("mov r1, c0"), words_of("imov r1, c0"));
    EXPECT_EQ(words_of("sub r0, v0, c1"), words_of("add r0, v0, -c1"));
    EXPECT_EQ(words_of("abs r0, v0"), words_of("max r0, v0, -v0"));
}

TEST(Nv2aAssemble, SetsFinalByOption) {
    EXPECT_EQ(words_of("mov r0, v0\nmov r1, v0").back()[3] & 1, 1U);
    const Words with_nop = words_of("mov r0, v0", {{"final", "nop"}});
    ASSERT_EQ(with_nop.size(), 2U);
    EXPECT_EQ(with_nop[0][3] & 1, 0U);
    EXPECT_EQ(with_nop[1], (std::array<std::uint32_t, 4>{0, 0x0000001b, 0x0836106c, 0x20700ff9}));
    const Words early = words_of("mov r0, v0\n.final\nmov r1, v0");
    EXPECT_EQ(early[0][3] & 1, 1U);
    EXPECT_EQ(early[1][3] & 1, 0U);
}

TEST(Nv2aAssemble, FinalOfAWordCountsAsThatOfAnInstruction) {
    constexpr std::string_view kWord = ".word 0x0, 0x0020001b, 0x0836106c, 0x2070f800\n",
                               kFinal = ".word 0x0, 0x0020001b, 0x0836106c, 0x2070f801\n", kMoveLine = "mov r0, v0\n";
    const auto finals = [](std::initializer_list<std::string_view> lines, const TextOptions& options = {}) {
        std::string text, found;
        for (const std::string_view line : lines) text += line;
        for (const auto& word : words_of(text, options)) found += (word[3] & 1) != 0 ? '1' : '0';
        return found;
    };
    EXPECT_EQ(finals({kFinal, kMoveLine}), "10");
    EXPECT_EQ(finals({kFinal, kWord, kMoveLine}), "100");
    EXPECT_EQ(finals({kMoveLine, ".final\n", kWord, kMoveLine}), "100");
    EXPECT_EQ(finals({kWord, kMoveLine}), "01");
    EXPECT_EQ(finals({kFinal, kMoveLine}, {{"final", "nop"}}), "10");
    EXPECT_EQ(finals({kMoveLine, kWord}, {{"final", "nop"}}), "001");
}

struct Wrong {
    std::string_view text;
    std::uint32_t line, column;
    std::string_view message; // its beginning
};

void check(std::span<const Wrong> rows) {
    for (const Wrong& row : rows) {
        const auto bytes = assemble(row.text, {});
        ASSERT_FALSE(bytes) << row.text;
        EXPECT_TRUE(bytes.error().text.starts_with(row.message)) << row.text << "\n" << bytes.error().text;
        EXPECT_EQ(bytes.error().line, row.line) << row.text << "\n" << bytes.error().text;
        EXPECT_EQ(bytes.error().column, row.column) << row.text << "\n" << bytes.error().text;
    }
}

TEST(Nv2aAssemble, ReportsErrorsAndTheirLocation) {
    constexpr Wrong kRows[] = {
        {"mov r0, v0\nadd r0, c1, c2", 2, 13, "two different constants in one word: c[1] and c[2]"},
        {"mul r0, c1, c[A0+1]", 1, 13, "two different constants in one word"},
        {"mul r0, v1, v2", 1, 13, "two different inputs in one word: v1 and v2"},
        {"add r0, v0, r1 + rcp r1, r2.x", 1, 26, "the MAC and the ILU read different sources C"},
        {"mul r0, v0, v0 + rcp r2, r3.x", 1, 22, "beside an operation of the MAC, the ILU writes R1"},
        {"arl r0, v0.x", 1, 5, "arl writes A0 and nothing else"},
        {"mov a0, v0.x", 1, 5, "only arl writes A0"},
        {"mul r0, v0, v0 + add r1, v0, v0", 1, 18, "two operations of the MAC in one word"},
        {"rcp r0, v0.x + rsq r1, v0.x", 1, 16, "two operations of the ILU in one word"},
        {"mov oPos, v0 + mov oT0, v0", 1, 20, "two outputs in one word"},
        {"foo r0, v0", 1, 1, "'foo' is not an operation"},
        {"mov r16, v0", 1, 5, "'r16' is not a register"},
        {"mov r0, v16", 1, 9, "'v16' is not a register"},
        {"mov r0, c192", 1, 9, "there is no constant 192 in raw numbers"},
        {"mov r0.yx, v0", 1, 8, "a mask names lanes of xyzw in order"},
        {"mov r0, v0.xyq", 1, 12, "a swizzle names one to four lanes of xyzw"},
        {"mov r0", 1, 7, "'mov' takes 1 source"},
        {"mov r0, v0 v1", 1, 12, "the end of the line is expected"},
        {"mov r0, #what", 1, 9, "'#what' is not defined"},
        {"#m matrix4 190\nmov r0, v0", 1, 12, "there is no such constant"},
        {"%what r0 v0 c0", 1, 1, "'%what' is not a macro"},
        {".what", 1, 1, "'.what' is not a directive"},
        {"mov r0, v0 @ {what=1}", 1, 15, "this is not a field of the word"},
        {"mov r0, v0 @ {A.reg=16}", 1, 21, "a number that fits the field is expected"},
        {"; nothing", 1, 10, "there is no instruction"},
        {".pushbuffer\n; nothing", 2, 10, "there is nothing after .pushbuffer"},
        {"!!VP1.1\nMOV R0, v[0];", 2, 14, "END is missing"},
        {"!!VP1.1\nMOV R0, v[0]\nEND", 3, 1, "';' is expected"},
        {"!!VP2.0\nEND", 1, 1, "the text must begin with !!VP1.1"},
        {std::string_view("\x7f"
                          "ELF\0",
                          5),
         1, 1, "an operation is expected"},
    };
    check(kRows);
}

TEST(Nv2aAssemble, ReportsErrorsInConstants) {
    constexpr Wrong kRows[] = {
        {"mov r0, c[A0+A0]", 1, 14, "A0 can be added, and only once"},
        {"mov r0, c[5-A0]", 1, 13, "A0 can be added, and only once"},
        {"mov r0, c[5+]", 1, 13, "the number of a constant is expected"},
        {"mov r0, c[A0.y+5]", 1, 11, "A0 has only lane x"},
        {"mov r0, c[90000000000]", 1, 11, "the number of a constant is expected"},
        {"mov r0, c-5", 1, 10, "'[' is expected"}, // as in Direct3D
        {"#m matrix4 5\nmov #m[4], r0", 2, 5, "'#m' has no row 4"},
        {"#m matrix4 5\nmov #m[A0], r0", 2, 5, "a write to c[] cannot be relative"},
        {"mov #m, r0", 1, 5, "'#m' is not defined"},
    };
    check(kRows);
}

TEST(Nv2aAssemble, ReportsErrorsInMacros) {
    constexpr Wrong kRows[] = {
        {"#v vector 5\n%matmul4x4 r0 v0 #v", 2, 18, "a matrix4 is expected, and this is one vector"},
        {"#m matrix4 5\n%matmul4x4 r0 v0 #m[1]", 2, 18, "a matrix4 is expected, and this is one vector"},
        {"#m matrix4 5\n%matmul4x4 r0 v0 -#m", 2, 19, "a matrix has no sign and no swizzle"},
        {"#m matrix4 5\n%matmul4x4 r0 v0 #m.x", 2, 18, "a matrix has no sign and no swizzle"},
        {"%matmul4x4 r0 v0 r1", 1, 18, "a matrix in c[] is expected"},
        {"%matmul4x4 r0 v0 c189", 1, 18, "the matrix ends outside c[]"},
        {"#m matrix4 5\n%matmul4x4 r0 r0 #m", 2, 12, "the vector is still read when its first lane is overwritten"},
        {"#m matrix4 5\n%matmul4x4 oPos r12 #m", 2, 12, "the vector is still read"},
        {"#m matrix4 5\n%matmul4x4 #m[1] r0 #m", 2, 12, "the matrix is still read"},
        {"#m matrix4 5\n%matmul4x4 r0.xyz v0 #m", 2, 12, "this macro writes xyzw, no other lanes"},
        {"#m matrix4 5\n%matmul4x4 r12 v0 #m", 2, 12, "R12 cannot be written"},
        {"%norm3 r2 v2 r12", 1, 14, "R12 cannot be written"},
        {"%norm3 r2 v2 oPos", 1, 14, "a temporary is expected"},
        {"%norm3 r2 r0 r0", 1, 14, "the vector itself would be overwritten before it is scaled"},
        {"%norm3 r2.xw v0 r0", 1, 8, "this macro writes xyz, no other lanes"},
        {"%norm3 a0 v0 r0", 1, 8, "only arl writes A0"},
        {"%m4x4 r0 v0 c0", 1, 1, "'%m4x4' is not a macro"},
        {"m4x4 r0, v0, c0", 1, 1, "'m4x4' is not an operation"},
    };
    check(kRows);
}

TEST(Nv2aAssemble, ReportsErrorsInOtherTexts) {
    constexpr Wrong kRows[] = {
        {"xvs.1.1\nm4x4 r0.xyz, v0, c0", 2, 6, "this macro writes xyzw, no other lanes"},
        {"xvs.1.1\nm4x3 r0.xyzw, v0.x, -c0", 2, 22, "a matrix has no sign and no swizzle"},
        {"xvs.1.1\nm3x2 r0, v0, c95", 2, 14, "the matrix ends outside c[]"},
        {"xvs.1.1\nmov r0, c96", 2, 9, "there is no constant 96 in d3d numbers"},
        {"vs.1.1 mov r0, v0", 1, 8, "the end of the line is expected"},
        {"vs.1.1\nlog r0, v0.x", 2, 1, "log has full precision"},
        {"vs.1.1\nfrc r0.y, v0.x", 2, 1, "frc is not an NV2A instruction"},
        {"vs.2.0\nmov r0, v0", 1, 1, "'vs' is not an operation"},
        {"0x00000000 12 0x2", 1, 12, "a hex word of 32 bits is expected"},
        {"0x00000000 0x1g 0x2 0x3", 1, 12, "a hex word of 32 bits is expected"},
        {"0x00000000 0x 0x2 0x3", 1, 12, "a hex word of 32 bits is expected"},
        {"0x00000000 0x1 0x2", 1, 19, "the last slot has 3 of its 4 words"},
        {"DP4 oPos,yx, v0, c[96]", 1, 10, "'yx' is not a source"},
        {"DP4(oPos,x, v0)", 1, 15, "'DP4' takes 2 sources"},
        {"DP4(oPos,x, v0, c[96])", 1, 23, "';' is expected"},
        {"DP4(oPos,yx, v0, c[96]);", 1, 10, "a mask names lanes of xyzw in order"},
        {"DP4(oPos v0, c[96]);", 1, 10, "the lanes of the destination are expected"},
        {"dp4(oPos,x, v0, c[96]);", 1, 1, "'dp4' is not one of xemu's calls"},
        {"MUL(_temp_vec,x, v0, v0);\nMUL(_temp_vec,x, v0, v0);", 2, 5, "a value is kept already"},
        {"MUL(_temp_vec,x, v0, v0);\nR0.y = _temp_vec.y;", 2, 1, "'R0' is not an operation"},
    };
    check(kRows);
}

TEST(Nv2aAssemble, Takes136SlotsAndNoMore) {
    std::string text;
    for (unsigned i = 0; i < kMaxSlots; ++i) text += "mov r0, v0\n";
    EXPECT_TRUE(assemble(text, {}));
    EXPECT_FALSE(assemble(text, {{"final", "nop"}}));
    for (const std::string_view more :
         {"mov r0, v0\n", ".word 0x0, 0x0020001b, 0x0836106c, 0x2070f801\n", "%matmul4x4 r0 v0 c0\n"}) {
        const auto bytes = assemble(text + std::string(more), {});
        ASSERT_FALSE(bytes) << more;
        EXPECT_EQ(bytes.error().text, "more than 136 slots");
        EXPECT_EQ(bytes.error().line, 137U);
        EXPECT_EQ(bytes.error().column, 1U);
    }
}

TEST(Nv2aAssemble, OtherTextsHave136SlotsAtMostToo) {
    const auto repeated = [](std::string_view line, unsigned count) {
        std::string text;
        for (unsigned i = 0; i < count; ++i) text += line;
        return text;
    };
    constexpr std::string_view kHex = "0x00000000 0x0020001b 0x0836106c 0x2070f801\n", kCall = "MOV(oPos,xyzw, v0);\n";
    for (const std::string_view line : {kHex, kCall}) {
        const auto most = assemble(repeated(line, kMaxSlots), {});
        ASSERT_TRUE(most) << most.error().text;
        EXPECT_EQ(most->size(), std::size_t{136} * 16);
        const std::string text = repeated(line, kMaxSlots + 1);
        check(std::array{Wrong{text, 137, 1, "more than 136 slots"}});
    }
    // a push buffer is no program
    const auto slots = assemble(".pushbuffer\n" + repeated("mov r0, v0\n", kMaxSlots + 1), {});
    ASSERT_TRUE(slots) << slots.error().text;
    EXPECT_EQ(slots->size(), std::size_t{137} * 16);
}

TEST(Nv2aAssemble, FillsAPushBufferOf16MiBAndNoMore) {
    const auto full = assemble(".pushbuffer\n.fill 4194304, 7\n", {});
    ASSERT_TRUE(full) << full.error().text;
    EXPECT_EQ(full->size(), std::size_t{16} << 20);
    const auto joined = assemble(".pushbuffer\n.data 7\n.fill 4194303, 7\n", {});
    ASSERT_TRUE(joined) << joined.error().text;
    EXPECT_TRUE(*joined == *full);
    constexpr Wrong kRows[] = {
        {".pushbuffer\n.fill 4194305, 7", 2, 7, "the file grows too large"},
        {".pushbuffer\n.fill 4294967295, 7", 2, 7, "the file grows too large"},
        {".pushbuffer\n.byte 7\n.fill 4194304, 7", 3, 7, "the file grows too large"},
    };
    check(kRows);
}

} // namespace
} // namespace relit::isa::nv2a
