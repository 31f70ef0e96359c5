#include "machine/gs/raw/raw.hpp"

#include "codec/codec.hpp"
#include "codec/numbers.hpp"
#include "machine/gs/dump/builder.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::machine::gs {
namespace {

/// The data of a transfer that draws one point, written by the builder of dumps.
std::vector<std::uint8_t> a_point() {
    Builder builder;
    builder.set<Address::FRAME_1>(Frame{}.set(Frame::width, 1U));
    builder.packed({Descriptor::PRIM, Descriptor::XYZ2}, {Qword{}, packed_vertex(1, 2, 3)});
    const auto dump = builder.finish();
    return dump ? dump->data : std::vector<std::uint8_t>();
}

TEST(RawPackets, AreReadToTheirEnd) {
    const auto bytes = a_point();
    const auto packets = read_raw(bytes);
    ASSERT_TRUE(packets) << packets.error().text;
    EXPECT_TRUE(packets->transfers);
    EXPECT_TRUE(std::ranges::equal(packets->bytes(), bytes));
    EXPECT_EQ(recognise_raw(bytes).sureness, Sureness::Plausible);
}

TEST(RawPackets, ThatAreCutOffAreNone) {
    const auto bytes = a_point();
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_EQ(recognise_raw(Bytes(bytes).first(size)).sureness, Sureness::No) << size;
    const auto cut = read_raw(Bytes(bytes).first(bytes.size() - 16));
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().offset, bytes.size() - 16);
}

TEST(RawPackets, ThatGoOnBehindWhatIsLookedAtAreRecognised) {
    const auto point = a_point();
    std::vector<std::uint8_t> bytes;
    std::string text = "unsigned char packets[] = {\n";
    while (bytes.size() <= codec::kLookedAt) bytes.insert(bytes.end(), point.begin(), point.end());
    for (std::size_t i = 0; text.size() < codec::kLookedAt; ++i) text += fmt::format("0x{:02x},\n", bytes[i]);
    const auto sureness_of = [](Bytes file, std::size_t size) { return recognise_raw(file.first(size)).sureness; };
    const Bytes spelled{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
    for (const std::size_t cut : {16, 8}) { // inside a packet, inside a quadword
        const Bytes shifted = Bytes(bytes).subspan(point.size());
        const std::size_t size = shifted.size() / point.size() * point.size() - cut;
        EXPECT_EQ(sureness_of(shifted, size), Sureness::No) << "a file that ends inside a packet";
    }
    EXPECT_NE(codec::kLookedAt % point.size(), 0U);
    EXPECT_EQ(sureness_of(bytes, codec::kLookedAt), Sureness::Plausible);
    EXPECT_EQ(sureness_of(spelled, codec::kLookedAt), Sureness::Plausible);
    EXPECT_EQ(sureness_of(spelled, codec::kLookedAt - 1), Sureness::No);
}

TEST(RawPackets, ThatAreCutBehindTheirMiddleHaveAFault) {
    const auto bytes = a_point();
    EXPECT_FALSE(fault_of_raw(bytes));
    const auto fault = fault_of_raw(Bytes(bytes).first(bytes.size() - 8));
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->offset, bytes.size() - 16);
    auto wrong = bytes;
    wrong[24] = 0x77; // the address of the first A+D, with most of the file behind it
    EXPECT_FALSE(fault_of_raw(wrong));
    EXPECT_FALSE(fault_of_raw(std::vector<std::uint8_t>(64)));
}

TEST(RawPackets, WriteRegistersThatExist) {
    auto bytes = a_point();
    bytes[24] = 0x77; // the address of the first A+D
    const auto packets = read_raw(bytes);
    ASSERT_FALSE(packets);
    EXPECT_EQ(packets.error().offset, 16U);
}

TEST(RawPackets, TellWhatTheyRelyOn) {
    const auto bytes = a_point();
    const auto packets = read_raw(bytes);
    ASSERT_TRUE(packets);
    const Front front = front_of(*packets);
    ASSERT_EQ(front.warnings.size(), 3U);
    EXPECT_TRUE(front.warnings[0].contains("SCISSOR_1"));
    EXPECT_FALSE(front.warnings[0].contains("FRAME_1"));
    EXPECT_TRUE(front.warnings[1].contains("PRMODECONT"));
    EXPECT_TRUE(front.warnings[2].contains("FBW=1, PSM=CT32, 1x1"));
}

TEST(RawNumbers, AreElementsOfTheDeclaredType) {
    using Expected = std::vector<std::uint8_t>;
    EXPECT_EQ(codec::bytes_of_numbers("u16 a[] = { 0x1234, 5 };").value_or(Expected()), (Expected{0x34, 0x12, 5, 0}));
    EXPECT_EQ(codec::bytes_of_numbers("unsigned int a[] = { 1 };").value_or(Expected()), (Expected{1, 0, 0, 0}));
    EXPECT_EQ(codec::bytes_of_numbers("unsigned long long a[] = { 0x1UL };").value_or(Expected()),
              (Expected{1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(codec::bytes_of_numbers("00000000: 0102 03  ..a\n").value_or(Expected()), (Expected{1, 2, 3}));
    EXPECT_EQ(codec::bytes_of_numbers("0x04030201").value_or(Expected()), (Expected{1, 2, 3, 4}));
}

TEST(RawNumbers, HaveAPlaceWhereTheyAreWrong) {
    const auto fault = [](std::string_view text) {
        const auto bytes = codec::bytes_of_numbers(text);
        return bytes ? std::pair(0U, 0U) : std::pair(bytes.error().line, bytes.error().column);
    };
    EXPECT_EQ(fault("u8 a[] = {\n  1, 256 };"), std::pair(2U, 6U));
    EXPECT_EQ(fault("u64 a[] = { GIF_TAG }"), std::pair(1U, 13U));
    EXPECT_EQ(fault("u64 a[] = { 010 };"), std::pair(1U, 13U)); // octal
    EXPECT_EQ(fault("a = { 1 };"), std::pair(1U, 5U));
    EXPECT_EQ(fault("u64 a[] = { 1"), std::pair(1U, 14U));
    EXPECT_EQ(fault("0102\n*\n0304"), std::pair(2U, 1U));
}

TEST(RawNumbers, LeadBackToTheirLines) {
    const auto location = [](std::string_view text, std::uint64_t byte) {
        const codec::NumberLocation found = codec::location_of_byte(text, byte);
        return std::pair(found.line, found.column);
    };
    EXPECT_EQ(location("u16 a[] = { 1,\n  2, 3 };", 1), std::pair(1U, 13U));
    EXPECT_EQ(location("u16 a[] = { 1,\n  2, 3 };", 2), std::pair(2U, 3U));
    EXPECT_EQ(location("u16 a[] = { 1,\n  2, 3 };", 5), std::pair(2U, 6U));
    EXPECT_EQ(location("0102\n# a comment\n0304\n", 1), std::pair(1U, 1U));
    EXPECT_EQ(location("0102\n# a comment\n0304\n", 2), std::pair(3U, 1U));
    EXPECT_EQ(location("0102\n0304", 4), std::pair(2U, 1U)) << "behind the last";
}

} // namespace
} // namespace relit::machine::gs
