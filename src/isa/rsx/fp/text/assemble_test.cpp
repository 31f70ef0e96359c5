// Assembling fragment programs: what people write, and the faults with their lines and columns.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"

#include <gtest/gtest.h>

namespace relit::isa::rsx::fp {
namespace {

std::string relisted(std::string_view text) {
    const auto bytes = assemble(text, {});
    if (!bytes)
        return std::to_string(bytes.error().line) + ":" + std::to_string(bytes.error().column) + ": " +
               bytes.error().text;
    const auto listing = list(*bytes, {{"addresses", "none"}});
    return listing ? print(*listing) : "fault: " + listing.error().text;
}

Word128 word_of(std::string_view text) {
    const auto program = load({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    EXPECT_TRUE(program && program->from_text) << program.error().text;
    return program->instructions.front().word;
}

TEST(RsxFpAssemble, LeavesWhatTheCompilerLeaves) {
    // Instructions of the program that the console's compiler made, and of Mesa's.
    EXPECT_EQ(word_of("MOVR R1.xyz, f[TEX2];").raw,
              (std::array<std::uint32_t, 4>{0x0100ce03, 0x1c9dc801, 0x0001c800, 0x3fe1c800}));
    EXPECT_EQ(word_of("nrmh h0.xyz, h0_n;").raw,
              (std::array<std::uint32_t, 4>{0x39400e81, 0x1c9dc900, 0x0029c800, 0x0001c800}));
    EXPECT_EQ(word_of("MOVRC RC.x, f[TEX0];").raw,
              (std::array<std::uint32_t, 4>{0x4100837f, 0x1c9dc801, 0x0001c800, 0x3fe1c800}));
    EXPECT_EQ(word_of(".fill mesa\nKILR (LT);").raw,
              (std::array<std::uint32_t, 4>{0x52000001, 0x1c85c801, 0x0001c801, 0x0001c801}));
    EXPECT_EQ(word_of(".fill mesa\nREPH {255, 255, -1};\nBRK;\nENDREP;\nNOP;").raw,
              (std::array<std::uint32_t, 4>{0x44400000, 0x1c9c0000, 0x87fbfffc, 8}));
}

TEST(RsxFpAssemble, TakesNumbersAsPeopleWriteThem) {
    EXPECT_EQ(relisted("MAD R0, {0.5, -1, 3.14, 0}.x, R1, {0.5,-1.0,314e-2,0};"),
              "MADR R0, {0x3f000000(0.5), 0xbf800000(-1), 0x4048f5c3(3.14), 0x00000000(0)}.x, R1, "
              "{0x3f000000(0.5), 0xbf800000(-1), 0x4048f5c3(3.14), 0x00000000(0)}; # last instruction\n");
    EXPECT_EQ(relisted("MOVR R0, -|{2}|;"),
              "MOVR R0, -|{0x40000000(2), 0x40000000(2), 0x40000000(2), 0x40000000(2)}|; # last instruction\n");
    EXPECT_EQ(relisted("MULR R0, {0x7fc00001(nan), 0xff800000(-inf), 0, 0x1(1.4e-45)}, R1;"),
              "MULR R0, {0x7fc00001(nan), 0xff800000(-inf), 0x00000000(0), 0x00000001(1.4013e-45)}, R1; "
              "# last instruction\n");
}

TEST(RsxFpAssemble, FindsAddressesItself) {
    EXPECT_EQ(relisted("LOOP {5};\n"
                       "  IFE (NE.x);\n"
                       "    CAL helper;\n" // not a name of a label that text can have
                       "  ENDIF;\n"
                       "ENDLOOP;\n"),
              "3:9: a slot in hex digits or a label is expected");
    EXPECT_EQ(relisted("LOOP {5};\n"
                       "  IFE (NE.x);\n"
                       "    CAL L_helper;\n"
                       "  ELSE;\n"
                       "    MOVR R0, {1}; BRK (EQ1.y);\n"
                       "  ENDIF;\n"
                       "ENDLOOP;\n"
                       "MOVR R1, g[aL-2].x; .end\n"
                       "L_helper: RET;\n"
                       "NOP;\n"),
              "LOOPR {5, 0, 0} [006];\n"
              "IFER (NE.x) [003, 006];\n"
              "CALR L7;\n"
              "ELSE;\n"
              "MOVR R0, {0x3f800000(1), 0x3f800000(1), 0x3f800000(1), 0x3f800000(1)};\n"
              "BRKR (EQ1.y);\n"
              "ENDIF;\n"
              "ENDLOOP;\n"
              "MOVR R1, g[aL-2].x; # last instruction  // f[aL + n] outside of TEX0 to TEX9 is 0\n"
              ".end\n"
              "L7:\n"
              "RETR;\n"
              ".pad 16\n");
}

TEST(RsxFpAssemble, TakesEveryModifier) {
    const std::string text =
        "MADHC1_m4_bx2_sat HC.xw(LE1.wzyx), -|H63_b.yxwz|, g[TEX9]_s, R47_x.w; # last instruction\n";
    EXPECT_EQ(relisted(text), text);
    EXPECT_EQ(relisted("004: TXD R0, R1, R2, R3, TEX15; 012|00c: TXD R0, R1, R2, TEX1;"),
              "TXDR R0, R1, R2, R3, TEX15;\nTXDR R0, R1, R2, TEX1; # last instruction\n");
}

TEST(RsxFpAssemble, ReportsTheLocationOfErrors) {
    EXPECT_EQ(relisted(""), "1:1: there is no instruction");
    EXPECT_EQ(relisted("MOVR R0, R1\n"), "2:1: ';' is expected");
    EXPECT_EQ(relisted("MOVQ R0, R1;"), "1:1: 'MOVQ' is not an operation");
    EXPECT_EQ(relisted("MOVR R64, R1;"), "1:6: 'R64' is not a destination");
    EXPECT_EQ(relisted("MOVR R0, f[TEX10];"), "1:12: 'TEX10' is not an attribute");
    EXPECT_EQ(relisted("ADDR R0, R1;"), "1:12: 'ADD' takes 2 sources");
    EXPECT_EQ(relisted("ADDR R0, R1, R2, R3;"), "1:18: 'ADD' has more sources than it reads");
    EXPECT_EQ(relisted("ADDR R0, f[TEX0],\n  f[TEX1];"), "2:3: an instruction reads one attribute, in one way");
    EXPECT_EQ(relisted("ADDR R0, {1},\n  {2};"), "2:3: an instruction can have one constant only");
    EXPECT_EQ(relisted("MOVR R0, {1, 2};"), "1:11: a constant has four numbers, or one that stands for all");
    EXPECT_EQ(relisted("TEXR R0, R1;"), "1:12: ',' and a texture unit, TEX0 to TEX15, are expected");
    EXPECT_EQ(relisted("TEXR R0, R1, TEX16;"), "1:14: 'TEX16' is not a texture unit");
    EXPECT_EQ(relisted("MOVR R0(LX), R1;"), "1:9: FL, LT, EQ, LE, GT, NE, GE or TR is expected");
    EXPECT_EQ(relisted("KILR_sat;"), "1:1: 'KIL' has no result to change");
    EXPECT_EQ(relisted("IFE (NE.x);\nNOP;"), "2:5: ENDIF is missing");
    EXPECT_EQ(relisted("NOP;\nELSE;"), "2:1: ELSE ends nothing here");
    EXPECT_EQ(relisted("CAL L1;"), "1:5: 'L1' is not defined");
    EXPECT_EQ(relisted("MOVR R0, R1 @ {src1.type=2};\nNOP;"),
              "2:1: the instruction before reads a constant: .constant is expected");
    EXPECT_EQ(relisted("MOVR R0, {1} @ {src0.type=0};"), "1:1: no source is a constant any more, but the text has one");
    EXPECT_EQ(relisted("NOP;\n.constant 1"), "2:1: the instruction before has no constant that its text does not show");
    EXPECT_EQ(relisted("NOP;\n.pad 2097152"), "2:1: the file grows too large");
    EXPECT_EQ(relisted("L1: NOP;\nL1: NOP;"), "2:1: 'L1' is defined twice");
}

TEST(RsxFpAssemble, TakesAddressesThatDoNotNest) {
    const std::string text = "IFER (NE.x) [003, 002];\nREPR {1, 0, 0} [000];\nNOPR;\nNOPR; # last instruction\n";
    EXPECT_EQ(relisted(text),
              "// warning: slot 0: its addresses do not nest in those of the instructions around it\n" + text);
    // The end of the choice lies outside the loop that it stands in.
    const std::string crossed =
        "REPR {1, 0, 0} [003];\nIFER (NE.x) [002, 004];\nNOPR;\nNOPR;\nNOPR; # last instruction\n";
    EXPECT_EQ(relisted(crossed),
              "// warning: slot 1: its addresses do not nest in those of the instructions around it\n" + crossed);
}

TEST(RsxFpAssemble, GivesEndToTheLastInstruction) {
    EXPECT_EQ(relisted("NOP;\nNOP;\n.pad 16"), "NOPR;\nNOPR; # last instruction\n.pad 16\n");
    EXPECT_EQ(relisted("NOP;\n.word 0, 0, 0, 0"),
              "// warning: no instruction has END: this is all up to the end of the bytes\nNOPR;\nNOPR;\n.noend\n");
    EXPECT_EQ(relisted("NOP;\n.word 1, 0, 0, 0"), "NOPR;\nNOPR; # last instruction\n");
}

} // namespace
} // namespace relit::isa::rsx::fp
