#include "isa/r500/text/program_dump.hpp"

#include "base/words.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500 {
namespace {

// Words that Mesa printed of a vertex program that copies an input (a log of freedesktop.org's bug tracker).
constexpr std::string_view kMove =
    "Final vertex program code:\n"
    "0: op: 0x00f00203 dst: 0o op: VE_ADD\n"
    " src0: 0x00d10001 reg: 0i swiz:  X/  Y/  Z/  W\n"
    " src1: 0x01248001 reg: 0i swiz:  0/  0/  0/  0\n"
    " src2: 0x01248001 reg: 0i swiz:  0/  0/  0/  0\n";
constexpr std::string_view kNoFlow = "Flow Control Ops: 0x00000000\n";
constexpr std::string_view kTexture =
    "R500 Fragment Program:\n--------\n"
    "0\t0:CMN_INST   0x00007c03:TEX TEX_WAIT    wmask: ARGB omask: NONE\n"
    "\t1:TEX_INST:  0x02400000: id: 0 op:LD, ACQ,  SCALED\n"
    "\t2:TEX_ADDR:  0xe400f400: src: 0 R/R/R/R dst: 0 R/G/B/A\n"
    "\t3:TEX_DXDY:  0x00000000\n\n";
constexpr std::string_view kJump =
    "1\t0:CMN_INST   0x00000002:FC     wmask: NONE omask: NONE\n"
    "\t2:FC_INST    0x00000001:0x00 0 JUMP NONE NONE NONE 0 0 3\n"
    "\t3:FC_ADDR    0x00030000:BOOL: 0x00, INT: 0x00, JUMP_ADDR: 3, JMP_GLBL: 0\n\n";

std::vector<std::uint8_t> bytes_of_words(std::initializer_list<std::uint32_t> words) {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : words) add_word(bytes, word);
    return bytes;
}
std::vector<std::uint8_t> bytes_of(const std::string& text, ProgramKind kind) {
    EXPECT_TRUE(is_program_dump(text, kind)) << text;
    const auto bytes = bytes_of_dump(text, kind);
    EXPECT_TRUE(bytes) << text << (bytes ? "" : bytes.error().text);
    return bytes.value_or(std::vector<std::uint8_t>{});
}
void expect_fault(const std::string& text, ProgramKind kind, std::uint32_t line, std::string_view wanted) {
    const auto bytes = bytes_of_dump(text, kind);
    ASSERT_FALSE(bytes) << text;
    EXPECT_EQ(bytes.error().text, wanted);
    EXPECT_EQ(bytes.error().line, line) << text;
}

TEST(R500ProgramDump, WordsOfVertexProgramsAreFound) {
    const auto wanted = bytes_of_words({0x00f00203, 0x00d10001, 0x01248001, 0x01248001});
    const std::string listing =
        "Vertex Program: before compilation\n0: MOV output[0], input[0];\n" + std::string(kMove);
    EXPECT_EQ(bytes_of(listing + std::string(kNoFlow), ProgramKind::Vertex), wanted);
    EXPECT_EQ(bytes_of(listing + std::string(kNoFlow) + listing, ProgramKind::Vertex), wanted) << "printed twice";
    EXPECT_FALSE(is_mesa_listing(listing, ProgramKind::Fragment));
}

TEST(R500ProgramDump, FlowControlBecomesRegisters) {
    const std::string listing = std::string(kMove) +
                                "Flow Control Ops: 0x00000002\n"
                                "LOOP: uw-> 0x00010002 lw-> 0x00030004 loop data->0x00000005\n"
                                "Before = 4 First = 1 Last = 2\n";
    EXPECT_EQ(bytes_of(listing, ProgramKind::Vertex),
              bytes_of_words({0x22dc / 4, 2, 0x2500 / 4, 0x00030004, 0x2504 / 4, 0x00010002, 0x2290 / 4, 5, 0x2200 / 4,
                              0, 3U << 16 | 1U << 15 | 0x2208 / 4, 0x00f00203, 0x00d10001, 0x01248001, 0x01248001}));
}

TEST(R500ProgramDump, WordsOfFragmentProgramsAreFound) {
    EXPECT_EQ(bytes_of(std::string(kTexture) + std::string(kJump), ProgramKind::Fragment),
              bytes_of_words({0x00007c03, 0x02400000, 0xe400f400, 0, 0, 0, 2, 0, 1, 0x00030000, 0, 0}));
}

TEST(R500ProgramDump, NamesWhatIsWrong) {
    const std::string move(kMove), texture(kTexture);
    expect_fault(move.substr(0, move.find(" src2")), ProgramKind::Vertex, 2,
                 "the instruction is cut off: words of it are missing");
    expect_fault(move.substr(0, move.size() - 36), ProgramKind::Vertex, 5, "src2: 0x has no eight hex digits");
    expect_fault(move + "2: op: 0x00f00203\n", ProgramKind::Vertex, 6, "instruction 1 is expected");
    expect_fault(texture + std::string(kJump) + "R500 Fragment Program:\n" + texture, ProgramKind::Fragment, 15,
                 "2 different programs are printed, at lines 3, 15: disasm --program selects one");
    expect_fault("ib[1]=0x00000001\nib[3]=0x00000001\n", ProgramKind::Vertex, 1,
                 "the log has gaps or several streams: --isa r500 lists what it has");
}

TEST(R500ProgramDump, ListsOfWordsAreFiles) {
    EXPECT_EQ(bytes_of("static const u32 code[] = {0x1, 0x2};", ProgramKind::Fragment), bytes_of_words({1, 2}));
    EXPECT_EQ(bytes_of("ib[0]=0x00000001\nib[1]=0x00000002\n", ProgramKind::Vertex), bytes_of_words({1, 2}));
    EXPECT_FALSE(is_program_dump("out[0].xyzw = VE_ADD in[0].xyzw in[0].0000 in[0].0000 ;", ProgramKind::Vertex));
}

} // namespace
} // namespace relit::isa::r500
