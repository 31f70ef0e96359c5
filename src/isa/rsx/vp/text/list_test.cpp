// Listings of RSX vertex programs: the text of words, pairs, what plain text cannot say, targets, heads of lines.
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <gtest/gtest.h>

namespace relit::isa::rsx::vp {
namespace {

using File = std::vector<std::uint8_t>;
using W = Word128;

/// The listing as text, after making sure that it assembles to the file again.
std::string shown(const File& file, const TextOptions& options = {{"addresses", "none"}}) {
    const auto listing = list(file, options);
    if (!listing) return "fault: " + listing.error().text;
    std::string text = print(*listing);
    const auto again = assemble(text, {});
    EXPECT_TRUE(again.has_value()) << text << (again ? "" : again.error().text);
    EXPECT_TRUE(again && *again == file) << text;
    return text;
}
std::string shown(std::vector<Word128> words, const TextOptions& options = {{"addresses", "none"}}) {
    words.back().set(W::end, true);
    return shown(bytes_of(words), options);
}

Word128 blank() { return kSonyBlank; }
/// MOV R1, v[0]
Word128 move() { return blank().set(W::vec, Vec::Mov).set(W::vec_temp, 1U).set(W::vec_mask, 15U); }
/// RCP R2.x, c[5].w
Word128 rcp() {
    Word128 word = blank().set(W::sca, Sca::Rcp).set(W::sca_temp, 2U).set(W::sca_mask, 8U).set(W::constant, 5U);
    word.set(W::type2, Type::Constant).set(W::x2, 3U).set(W::y2, 3U).set(W::z2, 3U).set(W::w2, 3U);
    return word;
}

TEST(RsxVpList, PrintsTheWordsOfSonysCompiler) {
    // both words from the reference, section 1.2
    EXPECT_EQ(shown({Word128{{0x00009c6c, 0x005d2000, 0x0186c083, 0x60407ffc}},
                     Word128{{0x401f9c6c, 0x00dd2355, 0x0186c083, 0x6041ff84}}}),
              "MOV R1.zw, c[466].x;\nADD o[1], c[466].z, v[3];\n");
}

TEST(RsxVpList, PrintsAPairScalarFirst) {
    Word128 pair = rcp().set(W::vec, Vec::Mov).set(W::vec_temp, 1U).set(W::vec_mask, 15U);
    EXPECT_EQ(shown({pair}, {}), "000: RCP R2.x, c[5].w;\n     MOV R1, v[0];\n");
    EXPECT_EQ(shown({pair}, {{"addresses", "bytes"}}), "0x0000: RCP R2.x, c[5].w;\n        MOV R1, v[0];\n");
    EXPECT_EQ(shown({pair}), "RCP R2.x, c[5].w;\n   + MOV R1, v[0];\n");
    pair.set(W::sca, Sca::Mov);
    EXPECT_EQ(shown({pair}), "MOVS R2.x, c[5].w;\n   + MOV R1, v[0];\n");
    Word128 jump = move().set(W::sca, Sca::Bri).set(W::target, 0U);
    EXPECT_EQ(shown({jump}, {}), "L0:\n000: MOV R1, v[0];\n     BRI L0;\n");
}

TEST(RsxVpList, PrintsConditionsSaturationAndBothDestinations) {
    Word128 word = move().set(W::cc_test, true).set(W::condition, Condition::Ne).set(W::vec_mask, 12U);
    word.set(W::cc_x, 0U).set(W::cc_y, 0U).set(W::cc_z, 0U).set(W::cc_w, 0U);
    EXPECT_EQ(shown({word}), "MOV R1.xy(NE.x), v[0];\n");
    word.set(W::cc_select, 1U).set(W::cc_write, true).set(W::cc_source, 1U).set(W::saturate, true);
    EXPECT_EQ(shown({word}), "MOVC1_sat R1.xy(NE1.x), v[0];\n");
    word = move().set(W::output, 7U).set(W::out_source, 1U).set(W::abs0, true).set(W::negate0, true);
    EXPECT_EQ(shown({word}), "MOV R1, o[7], -|v[0]|;\n");
    word = blank().set(W::vec, Vec::Mov).set(W::vec_mask, 8U).set(W::cc_write, true).set(W::cc_source, 1U);
    EXPECT_EQ(shown({word}), "MOVC RC.x, v[0];\n");
}

TEST(RsxVpList, PrintsAddressRegisters) {
    Word128 word = move().set(W::address, 1U).set(W::address_lane, 2U);
    word.set(W::in_relative, true).set(W::out_relative, true).set(W::output, 3U).set(W::out_source, 1U);
    EXPECT_EQ(shown({word}), "MOV R1, o[A1.z+3], v[A1.z+0];\n");
    word = blank().set(W::vec, Vec::Arl).set(W::vec_temp, 1U).set(W::vec_mask, 2U);
    EXPECT_EQ(shown({word}), "ARL A1.z, v[0];\n");
    word.set(W::vec, Vec::Ara).set(W::vec_mask, 15U);
    EXPECT_EQ(shown({word}), "ARA A1, A0;\n");
    EXPECT_EQ(shown({blank().set(W::sca, Sca::Psh).set(W::cc_test, true).set(W::condition, Condition::Gt), move()}),
              "PSH(GT) A0;  // PSH is done in any case: not certain\nMOV R1, v[0];\n");
    EXPECT_EQ(shown({blank().set(W::sca, Sca::Psh).set(W::address, 1U), blank().set(W::sca, Sca::Pop)}),
              "PSH A1;\nPOP A0;\n");
    EXPECT_EQ(shown({blank().set(W::sca, Sca::Bra).set(W::target, 12U).set(W::address_lane, 3U)}), "BRA A0.w+12;\n");
}

TEST(RsxVpList, PrintsTargetsAsLabels) {
    const Word128 jump = blank().set(W::sca, Sca::Cli).set(W::target, 1U);
    const Word128 bit = blank().set(W::sca, Sca::Brb).set(W::target, 600U).set(W::bit, 9U).set(W::bit_wanted, false);
    EXPECT_EQ(shown({jump, bit, blank().set(W::sca, Sca::Ret)}),
              "// warning: slot 1 goes to slot 600, outside the program\n"
              "CLI L1;\nL1:\nBRB(!b9) L600;  // goes outside the program\nRET;\n");
}

/// BRI(LE.x) L2 as Sony's compiler writes it: CC.test is 0.
Word128 branch() {
    Word128 word = blank().set(W::sca, Sca::Bri).set(W::target, 2U).set(W::condition, Condition::Le);
    return word.set(W::cc_x, 0U).set(W::cc_y, 0U).set(W::cc_z, 0U).set(W::cc_w, 0U);
}

TEST(RsxVpList, PrintsTheConditionOfAJumpWhateverItsTestBit) {
    EXPECT_EQ(branch(), (Word128{{0x001f8c00, 0x4800000d, 0x8106c080, 0x40401ffc}})); // by hand, from section 1.2
    EXPECT_EQ(shown({branch(), move(), move()}), "BRI(LE.x) L2;\nMOV R1, v[0];\nL2:\nMOV R1, v[0];\n");
    const auto mesa = [](Word128 word) { return word.set(W::sca_temp, 31U); };
    EXPECT_EQ(shown({mesa(branch().set(W::cc_test, true)), mesa(move()), mesa(move())}),
              ".fill mesa\nBRI(LE.x) L2;\nMOV R1, v[0];\nL2:\nMOV R1, v[0];\n");
    // each habit in the company of the other
    EXPECT_EQ(shown({branch().set(W::cc_test, true), move(), move()}),
              "BRI(LE.x) L2 @ {CC.test=1};\nMOV R1, v[0];\nL2:\nMOV R1, v[0];\n");
    EXPECT_EQ(shown({mesa(branch()), mesa(move()), mesa(move())}),
              ".fill mesa\nBRI(LE.x) L2 @ {CC.test=0};\nMOV R1, v[0];\nL2:\nMOV R1, v[0];\n");
    EXPECT_EQ(shown({blank().set(W::sca, Sca::Ret).set(W::condition, Condition::Ne)}), "RET(NE);\n");
}

TEST(RsxVpList, PrintsWhatAConditionBesideAJumpIsAbout) {
    Word128 pair = branch().set(W::vec, Vec::Mov).set(W::vec_temp, 1U).set(W::vec_mask, 8U);
    EXPECT_EQ(shown({pair, move(), move()}),
              "MOV R1.x, v[0];\n   + BRI(LE.x) L2;\nMOV R1, v[0];\nL2:\nMOV R1, v[0];\n");
    pair.set(W::cc_test, true);
    EXPECT_EQ(shown({pair, move(), move()}),
              "MOV R1.x(LE.x), v[0];\n   + BRI(LE.x) L2;\nMOV R1, v[0];\nL2:\nMOV R1, v[0];\n");
    pair.set(W::condition, Condition::Tr).set(W::cc_test, false);
    pair.set(W::cc_y, 1U).set(W::cc_z, 2U).set(W::cc_w, 3U);
    EXPECT_EQ(shown({pair, move(), move()}), "MOV R1.x, v[0];\n   + BRI L2;\nMOV R1, v[0];\nL2:\nMOV R1, v[0];\n");
}

TEST(RsxVpList, PrintsFieldsThatPlainTextOmits) {
    EXPECT_EQ(shown({move().set(W::unused, 1U)}), "MOV R1, v[0] @ {unused=1};\n");
    EXPECT_EQ(shown({move().set(W::constant, 300U)}), "MOV R1, v[0] @ {const.index=0x0000012c};\n");
    EXPECT_EQ(shown({move().set(W::cc_test, true)}), "MOV R1, v[0] @ {CC.test=1};\n");
    EXPECT_EQ(shown({move().set(W::vec_mask, 0U)}), "MOV RC, v[0] @ {VEC.temp=1, VEC.mask=0};\n");
    EXPECT_EQ(shown({blank().set(W::output, 2U)}), "NOP @ {out.index=2};\n");
    // CLB has no room for a test; ADD reads source 2, whose lanes share their bits with the target (5: w = 1, z low)
    EXPECT_EQ(
        shown(
            {blank().set(W::sca, Sca::Clb).set(W::target, 2U).set(W::cc_test, true).set(W::condition, Condition::Eq)}),
        "// warning: slot 0 goes to slot 2, outside the program\n"
        "CLB(!b0) L2 @ {CC.test=1, CC.condition=2};  // goes outside the program\n");
    Word128 shared = move().set(W::vec, Vec::Add).set(W::sca, Sca::Bri).set(W::target, 5U);
    EXPECT_EQ(shown({shared}),
              "// warning: slot 0 goes to slot 5, outside the program\n"
              "ADD R1, v[0], v[0].xxyy;\n   + BRI L5;  // goes outside the program\n");
}

TEST(RsxVpList, KeepsWordsThatAreNoInstructions) {
    Word128 word = move();
    word.insert(W::vec, 26);
    EXPECT_EQ(shown({word, move()}, {}),
              "000: .word 0x00009c6c, 0x0680000d, 0x8106c083, 0x6041fffc"
              "  // this operation of the vector unit is not defined\n001: MOV R1, v[0];\n");
    const auto listing = list(bytes_of(std::vector{word, move().set(W::end, true)}), {});
    EXPECT_EQ(listing->unknown, 1U);
    EXPECT_FALSE(listing->lines[0].known);
}

TEST(RsxVpList, MarksEndWhereItIsNotTheLast) {
    EXPECT_EQ(shown({move().set(W::end, true), move()}), "MOV R1, v[0];\n.end\nMOV R1, v[0];\n.end\n");
    EXPECT_EQ(shown(bytes_of(std::vector{move().set(W::end, true), move()})), "MOV R1, v[0];\n.end\nMOV R1, v[0];\n");
}

TEST(RsxVpList, NamesTheFillThatFitsBest) {
    EXPECT_EQ(shown({move().set(W::sca_temp, 31U)}), ".fill mesa\nMOV R1, v[0];\n");
    EXPECT_EQ(shown({move().set(W::sca_temp, 30U)}), "MOV R1, v[0] @ {SCA.temp=30};\n");
}

} // namespace
} // namespace relit::isa::rsx::vp
