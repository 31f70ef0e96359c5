#include "machine/r500/atom/run/listed_values.hpp"

#include <gtest/gtest.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::uint32_t kStatus = 0x609c / 4, kControl = 0x6080 / 4;

TEST(AtomListedValues, OneLineIsAStateAndSeveralAreWhatReadsGive) {
    auto values = ListedValues::parse("D1CRTC_CONTROL 0x10 -- state\n# a comment\n\n0x609C 1\n  REG[0x1827]  2\r\n");
    ASSERT_TRUE(values) << values.error().text;
    EXPECT_EQ(values->read(Space::Register, kControl), 0x10U);
    values->write(Space::Register, kControl, 0x11);
    EXPECT_EQ(values->read(Space::Io, kControl), 0x11U) << "indirect IO reaches the same registers";
    EXPECT_EQ(values->read(Space::Register, kStatus), 1U);
    values->write(Space::Register, kStatus, 9);
    EXPECT_EQ(values->read(Space::Register, kStatus), 2U) << "0x609c is dword 0x1827";
    EXPECT_EQ(values->read(Space::Register, kStatus), 2U);
    values->write(Space::Register, kStatus, 9);
    EXPECT_EQ(values->read(Space::Register, kStatus), 9U);
    EXPECT_TRUE(values->unknown().empty());
}

TEST(AtomListedValues, WhatNobodyListedIsNamedOnce) {
    ListedValues values;
    values.write(Space::Memory, 8, 7);
    EXPECT_EQ(values.read(Space::Memory, 8), 7U);
    EXPECT_EQ(values.read(Space::Memory, 4), 0U);
    EXPECT_EQ(values.read(Space::Memory, 4), 0U);
    EXPECT_EQ(values.read(Space::Register, kStatus), 0U);
    ASSERT_EQ(values.unknown().size(), 2U);
    EXPECT_EQ(name_of(values.unknown()[0]), "FB[0x0001]");
    EXPECT_EQ(name_of(values.unknown()[1]), "D1CRTC_STATUS");
    EXPECT_EQ(name_of({Space::Register, 0x1fff}), "REG[0x1FFF]");
    EXPECT_EQ(name_of({Space::Memory, 6}), "FB, byte 0x6");
}

// The write enable of the PLLs (bit 7) and the parts of the memory controller (bits 16 on) are no number.
TEST(AtomListedValues, DataRegistersReachWhatTheirIndexNames) {
    auto values = ListedValues::parse("PLL[8] 0x80\nMC[0x0104] 5\nFB[2] 6\nD1CRTC_STATUS 3\n");
    ASSERT_TRUE(values) << values.error().text;
    values->write(Space::Io, 8 / 4, 0x88);
    EXPECT_EQ(values->read(Space::Io, 0xc / 4), 0x80U);
    values->write(Space::Io, 0x70 / 4, 0x7f0104);
    EXPECT_EQ(values->read(Space::Io, 0x74 / 4), 5U);
    values->write(Space::Io, 0x74 / 4, 4);
    EXPECT_EQ(values->read(Space::MemoryController, 0x104), 4U);
    values->write(Space::Register, 0, 0x609c);
    EXPECT_EQ(values->read(Space::Register, 1), 3U);
    EXPECT_EQ(values->read(Space::Memory, 8), 6U) << "FB counts dwords";
}

TEST(AtomListedValues, MistakesNameTheirLocation) {
    constexpr std::tuple<const char*, std::uint32_t, const char*> kRows[] = {
        {"\nD9CRTC_STATUS 1", 1, "D9CRTC_STATUS is no register"},
        {"\nPLL[8 1", 7, "expected ]"},
        {"\nPLL[65536] 1", 5, "65536 is no number up to 0xffff"},
        {"\n0x80000000 1", 1, "0x80000000 is no number up to 0x7fffffff"},
        {"\n0x609D 1", 1, "an address is a multiple of 4"},
        {"\n0x609C", 7, "expected a number"},
        {"\n0x609C 0x100000000", 8, "0x100000000 is no number up to 0xffffffff"},
        {"\n0x609C 1 2", 10, "expected the end of the line after a value"},
        {"\n= 1", 1, "expected a register or SPACE[N]"},
    };
    for (const auto& [text, column, says] : kRows) {
        const auto values = ListedValues::parse(text);
        ASSERT_FALSE(values) << text;
        EXPECT_EQ(values.error().line, 2U) << text;
        EXPECT_EQ(values.error().column, column) << text;
        EXPECT_EQ(values.error().text, says) << text;
    }
}

// R600 and later have registers there; MM_INDEX reaches them.
TEST(AtomListedValues, RegistersBeyondThoseThatAreMapped) {
    auto values = ListedValues::parse("0x8010 7\nREG[0x4000] 8\nMM_INDEX 0x8010\n0x10000 9\n");
    ASSERT_TRUE(values) << values.error().text;
    EXPECT_EQ(values->read(Space::Register, 0x8010 / 4), 7U);
    EXPECT_EQ(values->read(Space::Register, 1), 7U) << "MM_DATA";
    EXPECT_EQ(values->read(Space::Register, 0x4000), 8U) << "dword 0x4000 is byte 0x10000: the first of two values";
    EXPECT_EQ(values->read(Space::Register, 0x4000), 9U);
    EXPECT_EQ(name_of({Space::Register, 0x8010 / 4}), "REG[0x2004]");
}

TEST(AtomListedValues, NamesAreThoseOfR500Alone) {
    EXPECT_EQ(name_of({Space::Register, kStatus}, RegisterNames::None), "REG[0x1827]");
    const auto values = ListedValues::parse("D1CRTC_STATUS 1\n", RegisterNames::None);
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().text, "D1CRTC_STATUS is a register of R500, and the image is for another chip");
}

} // namespace
} // namespace relit::machine::r500::atom
