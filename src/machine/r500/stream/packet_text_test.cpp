#include "machine/r500/stream/packet_text.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::machine::r500 {
namespace {

using Words = std::vector<std::uint32_t>;

std::string text_of(const Words& dwords) {
    std::string text;
    PacketReader reader(dwords);
    while (const auto packet = reader.next())
        for (const PacketLine& line : lines_of(*packet, dwords)) text += line.text + "\n";
    return text;
}

Words words_of(std::string_view text) {
    const auto dwords = parse_packets(text);
    EXPECT_TRUE(dwords) << describe(dwords ? Fault{} : dwords.error(), "text");
    return dwords.value_or(Words{});
}

// Heads by hand from the reference: type 0 of one register 0x4E00, of two from 0x4F00, of one register several times, type 2, type 3.
TEST(PacketText, ReadsAndPrintsPackets) {
    const Words dwords = {0x00001380, 0x4000, 0x000113c0, 7, 0, 0x00038882, 1, 2, 3, 4, 0x80000000, 0xc0001000, 4};
    const std::string text = text_of(dwords);
    EXPECT_EQ(text,
              "RB3D_CCTL = {INDEPENDENT_COLORFORMAT_ENABLE=ENABLE}\n"
              "ZB_CNTL = {STENCIL_ENABLE=1, Z_ENABLE=1, ZWRITEENABLE=1}\n"
              "+ ZB_ZSTENCILCNTL = 0\n"
              "VAP_PVS_VECTOR_DATA_REG_128 <= 0x00000001, 0x00000002, 0x00000003, 0x00000004\n"
              "FILLER\n"
              "NOP 0x00000004\n");
    EXPECT_EQ(words_of(text), dwords);
}

TEST(PacketText, AnythingPrintsToTextThatReadsBack) {
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
        Words dwords(1 + random() % 24);
        for (std::uint32_t& dword : dwords) dword = static_cast<std::uint32_t>(random());
        // Short bodies, so that packets of every type come whole; now and then of a register or operation that is known.
        for (std::uint32_t& dword : dwords)
            if (random() % 2 == 0) dword &= 0xc003ffff;
        if (i % 3 == 0) dwords[0] = register_header(4 * (random() % 0x2000), random() % 2 == 0, 1 + random() % 4);
        if (i % 3 == 1) dwords[0] = command_header(random() % 0x40, 1 + random() % 4);
        EXPECT_EQ(words_of(text_of(dwords)), dwords) << text_of(dwords);
    }
}

TEST(PacketText, ReadsWhatPeopleWrite) {
    EXPECT_EQ(words_of("rb3d_cctl = 16384 // a comment"), (Words{0x00001380, 0x4000}));
    EXPECT_EQ(words_of("VAP_VPORT_XSCALE = 64"), (Words{0x00000766, 64})) << "a number without a point is the bits";
    EXPECT_EQ(words_of("VAP_VPORT_XSCALE = 64.0"), (Words{0x00000766, 0x42800000}));
    EXPECT_EQ(words_of("reg[0x0100] = 1"), (Words{0x00000040, 1}));
}

TEST(PacketText, MistakesAreFaultsWithTheirLocation) {
    const auto fault_of = [](std::string_view text) {
        const auto dwords = parse_packets(text);
        return dwords ? "no fault" : describe(dwords.error(), "t");
    };
    EXPECT_EQ(fault_of("FILLER\nRB3D_CCTX = 0"), "t:2:1: error: RB3D_CCTX is no register and no operation");
    EXPECT_EQ(fault_of("RB3D_CCTL 0"), "t:1:11: error: expected = or <= after a register");
    EXPECT_EQ(fault_of("RB3D_CCTL = {NUM_MULTIWRITE=1}"),
              "t:1:14: error: RB3D_CCTL has no field NUM_MULTIWRITE; the nearest is NUM_MULTIWRITES");
    EXPECT_EQ(fault_of("RB3D_CCTL = {NUM_MULTIWRITES=4}"),
              "t:1:14: error: 4 does not fit the 2 bits of NUM_MULTIWRITES");
    EXPECT_EQ(fault_of("+ NOP 0"), "t:1:2: error: no packet stands in front that could go on");
    EXPECT_EQ(fault_of("ZB_CNTL = 0\n+ ZB_FORMAT = 0"), "t:2:3: error: the packet goes on with ZB_ZSTENCILCNTL");
    EXPECT_EQ(fault_of(".words 1"), "t:1:1: error: .words is no directive: there are .r500, .submission and .dword");
}

} // namespace
} // namespace relit::machine::r500
