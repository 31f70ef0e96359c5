#include "isa/r500/text/dword_text.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500 {
namespace {

std::vector<std::uint32_t> dwords_of(std::string_view text) {
    EXPECT_TRUE(is_dword_text(text)) << text;
    const auto read = read_dword_text(text);
    EXPECT_TRUE(read) << text << (read ? "" : read.error().text);
    return read ? read->dwords : std::vector<std::uint32_t>{};
}

TEST(R500DwordText, ReadsListsAsCAndPeopleWriteThem) {
    const std::vector<std::uint32_t> wanted = {0x138a, 2};
    EXPECT_EQ(dwords_of("0x138a, 0x2"), wanted);
    EXPECT_EQ(dwords_of("0x0000138a // a head\r\n0x00000002 // a value\r\n"), wanted);
    EXPECT_EQ(dwords_of("/* a\nlist */ 0x138AU,/* 0x7 */ 2UL"), wanted);
    EXPECT_EQ(dwords_of("#include <stdint.h>\nstatic const uint32_t x[] = {0x138a, 0x2};\n"), wanted);
    EXPECT_EQ(dwords_of("static const uint32_t x[ 2 ] =\n{\n 0x138a, 2,\n};\n"), wanted);
    EXPECT_EQ(dwords_of("uint32_t x[]={ 5002, 2 };"), wanted);
    EXPECT_EQ(dwords_of("0000138A 00000002\n"), wanted) << "hex digits alone";
}

TEST(R500DwordText, EightDigitsAreHexWhereAllAre) {
    EXPECT_EQ(dwords_of("00001380 00000010"), (std::vector<std::uint32_t>{0x1380, 0x10}));
    EXPECT_EQ(dwords_of("0x00001380 00000010"), (std::vector<std::uint32_t>{0x1380, 10})) << "of C";
}

void expect_fault(std::string_view text, std::uint32_t line, std::uint32_t column, std::string_view wanted) {
    const auto read = read_dword_text(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().text, wanted);
    EXPECT_EQ(read.error().line, line) << text;
    EXPECT_EQ(read.error().column, column) << text;
}

TEST(R500DwordText, NamesWhatIsNoDword) {
    expect_fault("0x1,\n 0x123456789", 2, 2, "0x123456789 is no dword");
    expect_fault("uint32_t a[] = {0x1};\nuint32_t b[] = {0x2};", 2, 1,
                 "uint32_t is no dword: a file lists those of one stream");
    expect_fault("uint32_t a[];", 1, 1, "uint32_t is no dword, and no array is declared");
    expect_fault("0x1 /* 0x2", 1, 5, "nothing ends this comment");
    EXPECT_FALSE(is_dword_text("RB3D_CCTL = 0"));
    EXPECT_FALSE(is_dword_text("-- nothing"));
}

} // namespace
} // namespace relit::isa::r500
