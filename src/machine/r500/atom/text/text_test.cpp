#include "machine/r500/atom/text/text.hpp"

#include "machine/r500/atom/builder.hpp"
#include "machine/r500/atom/codec.hpp"
#include "machine/r500/atom/test_image.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::machine::r500::atom {
namespace {

using Octets = std::vector<std::uint8_t>;

std::string text_of_file(const Octets& file, const codec::TextOptions& options = {}) {
    const auto listing = codec::list(kCodec, file, options);
    return listing ? codec::print(*listing) : describe(listing.error(), "file");
}

TEST(AtomText, RandomImagesComeBackFromTheirText) {
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        for (const char* names : {"registers", "numbers"}) {
            const Octets file = kCodec.sample(seed);
            const std::string text = text_of_file(file, {{"names", names}});
            const auto again = codec::assemble(kCodec, text);
            ASSERT_TRUE(again) << seed << ": " << describe(again.error(), "text") << "\n" << text;
            ASSERT_EQ(*again, file) << seed << "\n" << text;
        }
}

TEST(AtomText, DamagedImagesComeBackFromTheirText) {
    const Octets file = kCodec.sample(3);
    std::size_t listed = 0;
    for (std::size_t at = 0; at < file.size(); ++at) {
        Octets damaged = file;
        damaged[at] ^= static_cast<std::uint8_t>(1U << at % 8);
        const auto listing = codec::list(kCodec, damaged);
        if (!listing) continue;
        ++listed;
        const auto again = codec::assemble(kCodec, codec::print(*listing));
        ASSERT_TRUE(again) << at << ": " << describe(again.error(), "text");
        ASSERT_EQ(*again, damaged) << at;
    }
    EXPECT_GT(listed, file.size() / 2);
}

/// Bytes by hand from reference sections 9.2 and 9.3.
TEST(AtomText, InstructionsAssembleToTheirBytes) {
    const std::pair<const char*, Octets> rows[] = {
        {"MOVE_REG REG[0x1EC0][7:0], 0x01", {1, 0x25, 0xc0, 0x1e, 0x01}},
        {"MOVE_REG DACA_ENABLE[15:8], PS[0][31:24]", {1, 0x79, 0x00, 0x1e, 0x00}},
        {"MOVE_WS WS[QUOTIENT], 0x12345678", {3, 0x05, 0x40, 0x78, 0x56, 0x34, 0x12}},
        {"AND_PS PS[1][31:16], 0x00FF", {8, 0x8d, 0x01, 0xff, 0x00}},
        {"SHIFT_LEFT_WS WS[1], 10", {21, 0x05, 0x01, 10}},
        {"SHIFT_RIGHT_WS WS[1][31:24], 4", {27, 0x3d, 0x01, 4}},
        {"CLEAR_REG REG[0x183B][23:16]", {84, 0x30, 0x3b, 0x18}},
        {"MASK_REG REG[0x0001][7:0], 0xF0, 0x0A", {92, 0x25, 0x01, 0x00, 0xf0, 0x0a}},
        {"MASK_WS WS[2][15:8], 0xF0, ID[0x0010][7:0]", {94, 0x64, 0x02, 0xf0, 0x10, 0x00}},
        {"SWITCH WS[0][7:0], 0x20: 0x0006, 0x21: 0x0007",
         {66, 0x22, 0, 0x63, 0x20, 6, 0, 0x63, 0x21, 7, 0, 0x5a, 0x5a}},
        {"SET_ATI_PORT PCIE_PORT", {55, 4, 0}},
        {"SET_REG_BLOCK 0x0200", {58, 0, 2}},
        {"SET_DATA_BLOCK MC_InitParameter", {102, 24}},
        {"SET_DATA_BLOCK SELF", {102, 255}},
        {"SET_DATA_BLOCK NONE", {102, 0}},
        {"CALL_TABLE EnableCRTC", {82, 35}},
        {"CALL_TABLE Command200", {82, 200}},
        {"DELAY_MICROSEC 20", {81, 20}},
        {"CTB_DS 0102ff", {122, 3, 0, 1, 2, 0xff}},
        {"CTB_DS", {122, 0, 0}},
        {"MOVE_FB FB[3], WS[REGISTER_BLOCK]", {4, 0x02, 0x03, 0x48}},
        {"OR_MC MC[0xF0][7:0], PLL[0x0C][7:0]", {18, 0x26, 0xf0, 0x0c}},
        {"MOVE_WS WS[0], 0x0001 attr=0xCD", {3, 0xcd, 0x00, 0x01, 0x00}}, // a word at position 3: the dword
        {"SET_FB_BASE 0x05 attr=0x25", {59, 0x25, 0x05}},
        {"IIO_MOVE_INDEX 7, 9, 16", {6, 7, 9, 16}},
        {"IIO_WRITE MC_IND_INDEX", {3, 0x1c, 0}},
    };
    for (const auto& [text, bytes] : rows) {
        const auto made = assemble_image(text, {});
        ASSERT_TRUE(made) << text << ": " << made.error().text;
        EXPECT_EQ(*made, bytes) << text;
    }
}

TEST(AtomText, LabelsAndCommentsAreRead) {
    const Octets code =
        code_of_text("again: // here\nSWITCH WS[0][7:0], 0x01: out, 0x02: again\nJUMP again -- there\nout:\nEOT");
    EXPECT_EQ(code, (Octets{66, 0x22, 0, 0x63, 1, 22, 0, 0x63, 2, 6, 0, 0x5a, 0x5a, 67, 6, 0, 91}));
}

TEST(AtomText, ErrorsAreReportedWithTheirLocation) {
    const std::tuple<const char*, unsigned, const char*> rows[] = {
        {"EOT\nFOO", 2, "\"FOO\" is no operation"},
        {"MOVE_REG WS[1], 1", 1, "MOVE_REG has a destination of REG"},
        {"MOVE_WS WS[1][7:0], 256", 1, "the number does not fit"},
        {"MOVE_WS WS[1][7:1], 2", 1,
         "[7:1] is none of [31:0], [15:0], [23:8], [31:16], [7:0], [15:8], [23:16], [31:24]"},
        {"MOVE_WS WS[1][7:0], WS[2]", 1, "the destination has [31:0] and not [7:0] with this source"},
        {"MOVE_WS WS[1], NO_SUCH", 1, "\"NO_SUCH\" is no operand"},
        {"MOVE_WS WS[256], 1", 1, "256 is more than 255"},
        {"MOVE_WS WS[NOTHING], 1", 1, "\"NOTHING\" is no name of WS"},
        {"MOVE_WS WS[1] 1", 1, "expected \",\""},
        {"JUMP nowhere", 1, "a jump to a label stands outside of tables"},
        {".command T format 1 content 1 workspace 0 parameters 0\nJUMP nowhere\n.end", 2, "no label \"nowhere\""},
        {".command T format 1 content 1 workspace 0 parameters 0\nEOT", 2, "a table has no .end"},
        {".end", 1, "no table has begun"},
        {".table T format 1\n.end", 1, "expected \"content\" and a number"},
        {".offset T", 1, "no label \"T\""},
        {".fill 20000000, 1", 1, "20000000 is more than 16777216"},
        {".bytes 123", 1, "expected pairs of hex digits"},
        {".text \"abc", 1, "the text has no end"},
        {".foo", 1, "\".foo\" is no directive"},
        {"EOT EOT", 1, "unexpected \"EOT\""},
        {"CTB_DS 1", 1, "expected pairs of hex digits"},
        {"CALL_TABLE Foo", 1, "\"Foo\" is no command table"},
        {"SET_DATA_BLOCK Foo", 1, "\"Foo\" is no data table"},
        {"SET_ATI_PORT Foo", 1, "\"Foo\" is no port"},
        {"MOVE_WS WS[1], 1 attr=0x02", 1, "attr= names another source"},
    };
    for (const auto& [text, line, message] : rows) {
        const auto made = assemble_image(text, {});
        ASSERT_FALSE(made) << text;
        EXPECT_EQ(made.error().text, message) << text;
        EXPECT_EQ(made.error().line, line) << text;
    }
}

/// Where a port is selected, REG is no register of the card; where a block is, the note says which register is meant.
TEST(AtomText, RegistersAreNamedOnlyWhereTheyAreThose) {
    const std::string text =
        text_of_file(image_of_text("MOVE_REG D1CRTC_CONTROL, 0x00000001\n"
                                   "SET_REG_BLOCK 0x0200\n"
                                   "CLEAR_REG REG[0x1820]\n"
                                   "SET_ATI_PORT PLL\n"
                                   "CLEAR_REG REG[0x000D]\n"
                                   "SET_ATI_PORT MC\n"
                                   "CLEAR_REG REG[0xE604]\n"
                                   "EOT"));
    EXPECT_NE(text.find("\nMOVE_REG D1CRTC_CONTROL, 0x00000001\n"), text.npos) << text;
    EXPECT_NE(text.find("\nCLEAR_REG D1CRTC_CONTROL  // D2CRTC_CONTROL\n"), text.npos);
    EXPECT_NE(text.find("\nCLEAR_REG REG[0x000D]  // DYN_SCLK_PWMEM_PIPE\n"), text.npos);
    EXPECT_NE(text.find("\nCLEAR_REG REG[0xE604]  // RV515_MC_AGP_BASE_2, R520_MC_FB_LOCATION\n"), text.npos);
}

TEST(AtomText, PortsAreFollowedThroughJumpsAndCalls) {
    const std::string one_of_two =
        text_of_file(image_of_text("COMPARE_PS PS[0][7:0], 0x00\nJUMP_EQUAL over\n"
                                   "SET_ATI_PORT MC\nover:\nCLEAR_REG REG[0x1820]\nEOT"));
    EXPECT_NE(one_of_two.find("CLEAR_REG REG[0x1820]\n"), one_of_two.npos);
    const std::string called = text_of_file(
        image_of_text("CALL_TABLE GetDisplaySurfaceSize\nCLEAR_REG REG[0x0008]\nEOT", "SET_ATI_PORT PLL\nEOT"));
    EXPECT_NE(called.find("CLEAR_REG REG[0x0008]  // GENERAL_PWRMGT\n"), called.npos);
    const std::string itself = text_of_file(image_of_text("CALL_TABLE ASIC_Init\nCLEAR_REG REG[0x1820]\nEOT"));
    EXPECT_NE(itself.find("CLEAR_REG REG[0x1820]\n"), itself.npos);
}

TEST(AtomText, ExplanationsOwnEveryBitOfInstructions) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Octets file = kCodec.sample(seed);
        const auto image = read_image(file);
        ASSERT_TRUE(image);
        const ImageText text = text_of(*image, {});
        const auto explained = codec::explain(kCodec, file);
        ASSERT_TRUE(explained);
        ASSERT_EQ(explained->size(), text.instructions.size() + text.io_instructions.size());
        std::size_t next = 0;
        for (const codec::Explanation& one : *explained) {
            EXPECT_FALSE(one.summary.empty());
            if (next == text.instructions.size() || text.instructions[next].line != one.line) continue;
            const Instruction& instruction = text.instructions[next++].instruction;
            std::size_t bits = 8 * instruction.data.size();
            for (const codec::ExplainedField& field : one.fields)
                for (const BitRun& run : field.runs) bits += run.width;
            ASSERT_EQ(bits, 8 * instruction.size) << one.summary;
        }
        EXPECT_EQ(next, text.instructions.size());
    }
}

TEST(AtomText, TextIsKnownByItsMark) {
    EXPECT_EQ(kCodec.recognise_text(text_of_file(kCodec.sample(1))).sureness, Sureness::Certain);
    EXPECT_EQ(kCodec.recognise_text("// warning: a table\n\n  .atombios\n").sureness, Sureness::Certain);
    EXPECT_EQ(kCodec.recognise_text("// .atombios\n").sureness, Sureness::No);
    EXPECT_EQ(kCodec.recognise_text("MOV R0, R1").sureness, Sureness::No);
}

} // namespace
} // namespace relit::machine::r500::atom
