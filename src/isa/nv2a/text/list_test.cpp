// Listings of NV2A files: the text of words, what plain text cannot say, push buffers, explanations and properties.
#include "isa/nv2a/encoding/test_file.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"

#include <gtest/gtest.h>

namespace relit::isa::nv2a {
namespace {

/// The listing as text, after making sure that it assembles to the file again.
std::string shown(const File& file, const TextOptions& options = {}) {
    const auto listing = list(file, options);
    if (!listing) return "fault: " + listing.error().text;
    std::string text = print(*listing);
    const auto again = assemble(text, {});
    EXPECT_TRUE(again && *again == file) << text;
    return text;
}

// "mul oPos.xyz, r12, c58 + rcc r1.x, r12.w" of the corpus' matmul, with FINAL
const File kPair = file_of({0, 0x0647401b, 0xc4361bff, 0x1018e801});

TEST(Nv2aList, PrintsBothDialectsAndEveryNumbering) {
    EXPECT_EQ(shown(kPair), "mul oPos.xyz, R12, c[58] + rcc R1.x, R12.w\n");
    EXPECT_EQ(shown(kPair, {{"dialect", "gl"}}), "!!VP1.1\nMUL o[HPOS].xyz, R12, c[58] + RCC R1.x, R12.w;\nEND\n");
    EXPECT_EQ(shown(kPair, {{"constants", "d3d"}}), ".constants d3d\nmul oPos.xyz, R12, c[-38] + rcc R1.x, R12.w\n");
    EXPECT_EQ(shown(kPair, {{"constants", "gl"}}), ".constants gl\nmul oPos.xyz, R12, c[154] + rcc R1.x, R12.w\n");
    EXPECT_EQ(list(kPair, {{"dialect", "what"}}).error().kind, FaultKind::Usage);
}

TEST(Nv2aList, PrintsFieldsThatPlainTextOmits) {
    EXPECT_EQ(shown(file_of({5, 0x0020001b, 0x0836106c, 0x2070f801})), "mov oPos, v0 @ {W0=0x00000005}\n");
    EXPECT_EQ(shown(file_of({0, 0x0020001b, 0x3836106c, 0x2070f801})), "mov oPos, v0 @ {A.reg=3}\n");
    EXPECT_EQ(shown(file_of({0, 0x0020001b, 0x0836106c, 0x20700801})), "mov _, v0 @ {out.address=0}\n");
    EXPECT_EQ(shown(file_of({0, 0x0000001b, 0x0836106c, 0x20700ff9})), "nop\n");
}

TEST(Nv2aList, NamesTheFillOfUnusedFields) {
    // A word of a game: unused operands are v0.xxxx, and operands have the low bits of v1 and c[121] in the field of a
    // temporary (corpus, nv2a/dontcare.bin).
    const File game = file_of({0, 0x004f221b, 0x18373800, 0x2f600001});
    EXPECT_EQ(shown(game), ".fill xvs\nmul R6, v1, c[121]\n");
    EXPECT_EQ(shown(game, {{"fill", "plain"}}),
              "mul R6, v1, c[121] @ {A.reg=1, B.reg=9, C.y=0, C.z=0, C.w=0, "
              "out.bank=0, out.address=0}\n");
    EXPECT_EQ(list(game, {{"fill", "what"}}).error().kind, FaultKind::Usage);
    EXPECT_EQ(shown(file_of({0, 0x004f221b, 0x18373800, 0x2f600009})),
              ".fill xvs\nmul R6, v1, c[121] @ {out.address=1}\n"); // one bit that differs
    // ARL; an output alone with another temporary; the reciprocal beside an output
    EXPECT_EQ(shown(file_of({0, 0x01a00e00, 0x78001000, 0x20000000, 0, 0x00ed001b, 0xb4371800, 0x20808800, 0,
                             0x0647401a, 0xc4355bff, 0x10b8e801})),
              ".fill xvs\narl A0, v7.x\ndp4 oPos.x, R11, c[104] @ {temp=8}\n"
              "mul oPos.xyz, R12.xyzz, c[58].xyzz + rcc R1.x, R12.w\n");
    // The word that the SDK appends, and one of nxdk's compiler
    EXPECT_EQ(shown(file_of({0, 0x0647401b, 0xc4361bff, 0x1078e801})),
              ".fill sdk\nmul oPos.xyz, R12, c[58] + rcc R1.x, R12.w\n");
    EXPECT_EQ(shown(file_of({0, 0x004c2055, 0x0836186c, 0x2f0007f9})), ".fill cg\nmul R0, v0.y, c[97]\n");
}

TEST(Nv2aList, FillsOfPushBuffersAreWordsToo) {
    const File file = file_of({4U << 18 | 0xb00, 0, 0x004f221b, 0x18373800, 0x2f600001, 4U << 18 | 0x100, 7, 7, 7, 7});
    EXPECT_EQ(shown(file),
              ".fill xvs\n.pushbuffer\n.method SET_TRANSFORM_PROGRAM, 4\nmul R6, v1, c[121]\n.final\n"
              ".method 0x0100, 4\n.data 0x00000007, 0x00000007, 0x00000007, 0x00000007\n");
}

TEST(Nv2aList, KeepsWordsThatAreNoInstructions) {
    const File file = file_of({0, 0x01c0001b, 0x0836106c, 0x2070f801}); // MAC 14
    EXPECT_EQ(shown(file),
              ".word 0x00000000, 0x01c0001b, 0x0836106c, 0x2070f801  // this MAC operation is not defined\n");
    EXPECT_EQ(list(file, {})->unknown, 1U);
    EXPECT_EQ(list(file_of({0, 0x0020001b, 0x0036106c, 0x2070f801}), {})->unknown, 1U); // source A from nowhere
}

TEST(Nv2aList, MarksFinalWhereItIsNotTheLast) {
    EXPECT_EQ(shown(file_of({0, 0x0020001b, 0x0836106c, 0x2070f801, 0, 0x0020001b, 0x0836106c, 0x2070f800})),
              "// warning: slots from 1 on are after FINAL and do not run\nmov oPos, v0\n.final\nmov oPos, v0\n");
}

TEST(Nv2aList, WritesToConstantsAreAStateProgramInGl) {
    // "mov c41, c40" of the corpus' state_rsq_c
    EXPECT_EQ(shown(file_of({0, 0x0025001b, 0x0c36106c, 0x2070f149}), {{"dialect", "gl"}}),
              "!!VSP1.0\nMOV c[41], c[40];\nEND\n");
}

TEST(Nv2aList, HoldsAWholePushBuffer) {
    File file = file_of({1U << 18 | 0x1e94, 6, 4U << 18 | 0xb00, 0, 0x0020001b, 0x0836106c, 0x2070f801,
                         0x40000000 | 2U << 18 | 3U << 13 | 0x100, 7, 7, 0x20001000, 1});
    file.push_back(9);
    EXPECT_EQ(shown(file),
              "// warning: offset 40 holds a jump of the old form; what follows is not read\n"
              "// warning: the file does not end with a whole word\n"
              ".pushbuffer\n"
              ".method SET_TRANSFORM_EXECUTION_MODE, 1\n"
              ".data 0x00000006\n"
              ".method SET_TRANSFORM_PROGRAM, 4\n"
              "mov oPos, v0\n"
              ".final\n"
              ".method 0x0100, 2, subchannel 3, fixed\n"
              ".data 0x00000007, 0x00000007\n"
              ".data 0x20001000  // a jump of the old form; what follows is not read\n"
              ".data 0x00000001\n"
              ".byte 0x09\n");
}

TEST(Nv2aConstants, NumberingsRoundTrip) {
    for (const Numbering numbering : {Numbering::Raw, Numbering::Gl, Numbering::D3d})
        for (std::uint32_t raw = 0; raw < kConstants; ++raw)
            EXPECT_EQ(raw_constant(shown_constant(raw, numbering), numbering), raw);
    EXPECT_EQ(shown_constant(96, Numbering::D3d), 0);
    EXPECT_EQ(shown_constant(0, Numbering::D3d), -96);
    EXPECT_EQ(shown_constant(96, Numbering::Gl), 0);
    EXPECT_EQ(shown_constant(0, Numbering::Gl), 96);
    EXPECT_FALSE(raw_constant(96, Numbering::D3d));
    EXPECT_FALSE(raw_constant(192, Numbering::Gl));
    EXPECT_FALSE(raw_constant(-1, Numbering::Raw));
}

std::string explanation_of(const Explanation& explanation, std::string_view field) {
    for (const ExplainedField& one : explanation.fields)
        if (one.name == field) return one.explanation;
    return "no such field";
}

TEST(Nv2aList, TakesTimeInProportionToALongFill) {
    // What follows a jump is not read: 2 million words of zeros, hours where each looks at all before it.
    File file = file_of({0x00041e9c, 0, 0x00000001});
    file.resize(8 << 20);
    EXPECT_EQ(shown(file),
              "// warning: offset 8 holds a jump; what follows is not read\n"
              ".pushbuffer\n.method SET_TRANSFORM_PROGRAM_LOAD, 1\n.data 0x00000000\n"
              ".data 0x00000001  // a jump; what follows is not read\n.fill 2097149, 0x00000000\n");
}

TEST(Nv2aExplain, ExplainsTheRulesOfAWord) {
    const auto explained = explain(kPair, {});
    ASSERT_TRUE(explained);
    ASSERT_EQ(explained->size(), 1U);
    const Explanation& pair = explained->front();
    EXPECT_EQ(explanation_of(pair, "ILU.mask"), "x of R1 from the ILU (always R1 beside an operation of the MAC)");
    EXPECT_EQ(explanation_of(pair, "A.reg"), "R12: oPos as it was before this word");
    EXPECT_EQ(explanation_of(pair, "C.index"), "c[58]");
    EXPECT_EQ(explanation_of(pair, "C.x"), "lane x is taken from lane w");
    EXPECT_EQ(explanation_of(pair, "out.mask"), "xyz of the output");
    EXPECT_EQ(explanation_of(pair, "W0"), "not stored by the hardware");
    EXPECT_EQ(explanation_of(pair, "FINAL"), "the last instruction");
    const auto fog = explain(file_of({0, 0x00200a1b, 0x0836106c, 0x20701829}), {});
    EXPECT_NE(explanation_of(fog->front(), "out.address").find("most significant written one (x first) is the fog"),
              std::string::npos);
}

std::string property(const File& file, std::string_view name) {
    const auto all = properties(file);
    for (const Property& one : all.value())
        if (one.name == name) return text_of(one);
    return "no such property";
}

TEST(Nv2aProperties, ListWhatAProgramUses) {
    EXPECT_EQ(property(kPair, "slots"), "1");
    EXPECT_EQ(property(kPair, "FINAL"), "slot 0");
    EXPECT_EQ(property(kPair, "temporaries"), "R1 R12");
    EXPECT_EQ(property(kPair, "inputs read"), "none");
    EXPECT_EQ(property(kPair, "constants read"), "c58");
    EXPECT_EQ(property(kPair, "outputs written"), "oPos");
    EXPECT_EQ(property(kPair, "paired instructions"), "1");
    EXPECT_EQ(property(kPair, "state program"), "no");
    const File state = file_of({0, 0x0025001b, 0x0c36106c, 0x2070f149});
    EXPECT_EQ(property(state, "state program"), "yes: it writes c[] and no output");
    EXPECT_EQ(property(state, "constants written"), "c41");
    EXPECT_EQ(property(file_of({0, 0x0020601b, 0x0c36106c, 0x2070f84b}), "relative addressing"), "yes");
    EXPECT_EQ(property(file_of({0, 0x0020001b, 0xd436106c, 0x2070f801}), "warning"), "slot 0: R13 to R15 do not exist");
}

TEST(Nv2aCanonical, IsTheSameForTextAndWords) {
    const std::string_view text = "mul oPos.xyz, R12, c[58] + rcc R1.x, R12.w\n";
    const auto of_text = canonical(kFrontend, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    const auto of_words = canonical(kFrontend, kPair);
    ASSERT_TRUE(of_text && of_words);
    EXPECT_EQ(*of_text, *of_words);
}

} // namespace
} // namespace relit::isa::nv2a
