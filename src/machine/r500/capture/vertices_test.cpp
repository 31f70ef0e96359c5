#include "machine/r500/capture/vertices.hpp"

#include "machine/r500/capture/walk.hpp"
#include "machine/r500/stream/packet_text.hpp"
#include "machine/r500/stream/program.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace relit::machine::r500 {
namespace {

using Floats = std::array<float, 4>;

/// An element that is written whole, its components in order.
Element element(std::uint32_t type, bool is_signed = false, bool is_normalised = false, std::uint32_t method = 0) {
    return {type, 0, 0, is_signed, is_normalised, method, {0, 1, 2, 3}, 15};
}
Floats floats_of(const Element& element, std::vector<std::uint32_t> dwords) {
    const auto value = decode(element, dwords);
    EXPECT_TRUE(value);
    Floats floats{};
    for (std::size_t i = 0; i < 4 && value; ++i) floats[i] = std::bit_cast<float>(value->bits[i]);
    return floats;
}

TEST(VertexElements, AreDecodedByTheirType) {
    constexpr std::uint32_t kOne = 0x3f800000, kTwo = 0x40000000;
    EXPECT_EQ(floats_of(element(0), {kTwo}), (Floats{2, 0, 0, 1})) << "what is missing is 0, 0, 1";
    EXPECT_EQ(floats_of(element(3), {kOne, kTwo, kOne, kTwo}), (Floats{1, 2, 1, 2}));
    EXPECT_EQ(floats_of(element(4), {0x04030201}), (Floats{1, 2, 3, 4}));
    EXPECT_EQ(floats_of(element(5), {0x04030201}), (Floats{3, 2, 1, 4})) << "X and Z exchanged";
    EXPECT_EQ(floats_of(element(6), {0x0002ffff}), (Floats{65535, 2, 0, 1}));
    EXPECT_EQ(floats_of(element(6, true), {0x0002ffff}), (Floats{-1, 2, 0, 1}));
    EXPECT_EQ(floats_of(element(7), {0x00020001, 0x00040003}), (Floats{1, 2, 3, 4}));
    EXPECT_EQ(floats_of(element(8), {1 | 2 << 10 | 3 << 20}), (Floats{1, 2, 3, 1}));
    EXPECT_EQ(floats_of(element(9), {1 | 2 << 11 | 3 << 22}), (Floats{1, 2, 3, 1}));
    EXPECT_EQ(floats_of(element(11), {0xc0003c00}), (Floats{1, -2, 0, 1}));
    const auto eight = decode(element(10), std::vector<std::uint32_t>{kOne, 0, kTwo, 0, 5, 6, 7, 8});
    ASSERT_TRUE(eight);
    EXPECT_EQ(eight->bits, (std::array<std::uint32_t, 4>{kOne, 0, kTwo, 0}));
    EXPECT_EQ(eight->second, (std::array<std::uint32_t, 4>{5, 6, 7, 8}));
    EXPECT_FALSE(decode(element(3), std::vector<std::uint32_t>(8))->second) << "four are all";
    EXPECT_FALSE(decode(element(13), std::vector<std::uint32_t>(8))) << "no such type";
    EXPECT_FALSE(decode(element(3), std::vector<std::uint32_t>(3))) << "too few dwords";
}

// VAP_PSC_SGN_NORM_CNTL: 0 divides by 127, 1 clamps that to -1, 2 has no zero.
TEST(VertexElements, BecomeFractions) {
    EXPECT_EQ(floats_of(element(4, false, true), {0x0000ff00}), (Floats{0, 1, 0, 0}));
    EXPECT_EQ(floats_of(element(4, true, true, 0), {0x00008100}), (Floats{0, -1, 0, 0}));
    EXPECT_LT(floats_of(element(4, true, true, 0), {0x80})[0], -1);
    EXPECT_EQ(floats_of(element(4, true, true, 1), {0x80})[0], -1);
    EXPECT_EQ(floats_of(element(4, true, true, 2), {0x80}), (Floats{-1, 1.0F / 255, 1.0F / 255, 1.0F / 255}));
}

TEST(VertexElements, SelectTheirComponents) {
    Element one = element(1);
    one.select = {1, 0, 4, 5};
    EXPECT_EQ(floats_of(one, {0x3f800000, 0x40000000}), (Floats{2, 1, 0, 1}));
}

// Indices in the packet, the low half first; the first element's last dword is skipped.
TEST(Vertices, AreReadByIndices) {
    const auto dwords = parse_packets(R"(
VAP_PROG_STREAM_CNTL_0 = {DATA_TYPE_0=FLOAT_1, SKIP_DWORDS_0=1, DATA_TYPE_1=FLOAT_1, DST_VEC_LOC_1=3, LAST_VEC_1=1}
VAP_PROG_STREAM_CNTL_EXT_0 = {WRITE_ENA_0=1, SWIZZLE_SELECT_X_1=SELECT_FP_ONE, WRITE_ENA_1=3}
VAP_INDEX_OFFSET = 0x1ffffff
VAP_VF_MAX_VTX_INDX = 5
3D_LOAD_VBPNTR {VTX_NUM_ARRAYS=1}
+ {VTX_AOS_COUNT0=3, VTX_AOS_STRIDE0=3}, 4
NOP 0
3D_DRAW_INDX_2 {PRIM_TYPE=POINTS, PRIM_WALK=INDICES, NUM_VERTICES=3}
+ 0x00020001, 9
)");
    ASSERT_TRUE(dwords) << dwords.error().text;
    Capture capture;
    capture.buffers[1] = {64, 0};
    capture.submissions.push_back({.dwords = *dwords, .relocations = {{{1, 4, 4, 0}}}, .updates = {{1, {}}}});
    Walker walker(capture);
    while (walker.next() && walker.draw() == nullptr) {}
    ASSERT_NE(walker.draw(), nullptr);
    Memory memory(capture);
    memory.advance(0);
    VertexReader reader(*walker.draw(), memory);
    EXPECT_EQ(reader.index(0), 1U);
    EXPECT_EQ(reader.index(1), 2U);
    EXPECT_EQ(reader.vertex_number(0), 0U) << "the offset is -1";
    EXPECT_EQ(reader.vertex_number(2), 4U) << "9 is clamped to 5 before";
    EXPECT_EQ(reader.index(4), std::nullopt);
    const auto vertex = reader.vertex(4);
    ASSERT_TRUE(vertex) << "bytes 52 to 64";
    ASSERT_EQ(vertex->size(), 2U);
    EXPECT_EQ((*vertex)[1].input, 3U);
    EXPECT_EQ((*vertex)[1].bits[0], 0x3f800000U);
    EXPECT_FALSE(reader.vertex(5));
}

// The program of a draw: registers that matter, constants that it names, and its code.
TEST(Programs, AreStreamsOfRegisterWrites) {
    const auto dwords = parse_packets(R"(
VAP_PVS_CODE_CNTL_0 = {PVS_FIRST_INST=1, PVS_LAST_INST=1}
VAP_PVS_CONST_CNTL = {PVS_MAX_CONST_ADDR=0}
VAP_PVS_VECTOR_INDX_REG = 0
VAP_PVS_VECTOR_DATA_REG_128 <= 1, 2, 3, 4, 0x00f00203, 0x00d10001, 0x01248001, 0x01ffe001
VAP_PVS_VECTOR_INDX_REG = 1024
VAP_PVS_VECTOR_DATA_REG_128 <= 5, 6, 7, 8, 9, 9, 9, 9
ZB_FORMAT = 2
)");
    Capture capture;
    capture.submissions.push_back({.dwords = *dwords, .relocations = {}, .updates = {}});
    Walker walker(capture);
    while (walker.next()) {}
    const std::vector<std::uint8_t> stream = program_stream(walker.state(), Stage::Vertex);
    const auto packets = isa::r500::parse_packets(stream);
    ASSERT_TRUE(packets);
    const auto left = isa::r500::state_of(*packets);
    EXPECT_EQ(left.registers.size(), 2U) << "ZB_FORMAT is none of a program's";
    EXPECT_EQ(left.vertex.size(), 8U) << "constant 1 is above the highest, instruction 0 before the first";
    EXPECT_EQ(left.vertex.at(4).value, 0x00f00203U);
    EXPECT_EQ(left.vertex.at(4 * 1024).value, 5U);
    EXPECT_TRUE(program_stream(walker.state(), Stage::Fragment).empty());
}

} // namespace
} // namespace relit::machine::r500
