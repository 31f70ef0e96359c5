#include "isa/r500/encoding/stream.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500 {
namespace {

std::vector<std::uint8_t> bytes_of(std::initializer_list<std::uint32_t> dwords) {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t dword : dwords)
        for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(dword >> shift));
    return bytes;
}

// Heads as the captured streams of the corpus have them: index 0x880, data 0x882 with the bit of one register.
const std::vector<std::uint8_t> kStream = bytes_of({
    0x000008a1, 0,                                           // VAP_PVS_STATE_FLUSH_REG
    0x00000880, 0,          0x00038882, 1,          2, 3, 4, // an instruction
    0x00000880, 0x402,      0x00038882, 5,          6, 7, 8, // constant 2
    kFiller,    0x000108b4, 0x00100400, 0x00020000,          // VAP_PVS_CODE_CNTL_0 and CONST_CNTL
});

TEST(R500Stream, PacketsAreWrittenBack) {
    const auto packets = parse_packets(kStream);
    ASSERT_TRUE(packets) << packets.error().text;
    ASSERT_EQ(packets->size(), 7U);
    std::vector<std::uint8_t> again;
    for (const RegisterPacket& packet : *packets) write_packet(again, packet);
    EXPECT_EQ(again, kStream);
}

TEST(R500Stream, LeavesAState) {
    const StreamState state = state_of(*parse_packets(kStream));
    EXPECT_EQ(state.read(reg::VAP_PVS_CODE_CNTL_0), 0x00100400U);
    EXPECT_EQ(state.read(reg::VAP_PVS_CONST_CNTL), 0x00020000U);
    EXPECT_FALSE(state.read(reg::VAP_PVS_CODE_CNTL_1));
    EXPECT_FALSE(state.read(reg::VAP_PVS_VECTOR_INDX_REG)) << "memory, not a register";
    EXPECT_EQ(state.vertex.size(), 8U);
    EXPECT_EQ(state.vertex.at(3), (Written{4, 32}));
    EXPECT_EQ(state.vertex.at(4 * (kVertexConstants + 2)), (Written{5, 48}));
}

TEST(R500Stream, UploadsAreRecognised) {
    const auto packets = parse_packets(kStream);
    EXPECT_EQ(upload_at(*packets, 1), (Upload{Upload::Memory::VertexCode, 0}));
    EXPECT_EQ(upload_at(*packets, 3), (Upload{Upload::Memory::VertexConstants, 2}));
    EXPECT_FALSE(upload_at(*packets, 0));
    EXPECT_FALSE(upload_at(*packets, 6));
}

TEST(R500Stream, FragmentConstantsAreClampedIfTheIndexHasTheBit) {
    const StreamState state = state_of(
        *parse_packets(bytes_of({0x00001094, 0x00030001, 0x00039095, 0x40000000, 0xc0000000, 0x3f000000, 0x7fc00000})));
    EXPECT_EQ(state.fragment_constants.at(4).value, 0x3f800000U);
    EXPECT_EQ(state.fragment_constants.at(5).value, 0xbf800000U);
    EXPECT_EQ(state.fragment_constants.at(6).value, 0x3f000000U);
}

TEST(R500Stream, OtherPacketsAreRefusedAtTheirOffset) {
    const auto other = parse_packets(bytes_of({kFiller, 0xc0001000, 0}));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().offset, 4U);
    const auto cut = parse_packets(bytes_of({0x00010880, 0}));
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().text, "a packet is cut off");
    EXPECT_FALSE(parse_packets(bytes_of({0x80000001})));
}

} // namespace
} // namespace relit::isa::r500
