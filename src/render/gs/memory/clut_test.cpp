#include "render/gs/memory/clut.hpp"
#include "machine/gs/state/palette.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs {
namespace {

using machine::gs::address_of, machine::gs::Tex0, machine::gs::TexClut;

constexpr std::uint32_t kBase = 0x100;

Tex0 indexed(PixelFormat format, std::uint32_t entries, std::uint32_t offset = 0, bool linear = false) {
    Tex0 tex0;
    tex0.set(Tex0::format, format).set(Tex0::clut_format, entries).set(Tex0::clut_offset, offset);
    return tex0.set(Tex0::clut_base, kBase).set(Tex0::clut_linear, linear);
}
/// Memory in which pixel (x, y) of the buffer at kBase holds x + 256 * y in the low half, and the same + 0x4000 above.
Memory numbered(PixelFormat format, std::uint32_t width, std::uint32_t columns, std::uint32_t rows) {
    Memory memory;
    const Buffer buffer{format, kBase, width};
    for (std::uint32_t y = 0; y < rows; ++y)
        for (std::uint32_t x = 0; x < columns; ++x)
            memory.set_raw(PixelBits(format), address_of(buffer, x, y), (x + 256 * y) | (x + 256 * y + 0x4000) << 16);
    return memory;
}
std::uint32_t low(std::uint32_t entry) { return entry & 0xffff; }

TEST(GsClut, RectanglesSwapBitsThreeAndFour) {
    for (const auto& [code, format] :
         {std::pair{0U, PixelFormat::Ct32}, std::pair{2U, PixelFormat::Ct16}, std::pair{10U, PixelFormat::Ct16s}}) {
        Clut clut;
        const Tex0 tex0 = indexed(PixelFormat::T8, code);
        clut.load(numbered(format, 1, 16, 16), tex0, {});
        EXPECT_EQ(low(clut.raw(tex0, 0)), 0U);
        EXPECT_EQ(low(clut.raw(tex0, 7)), 7U);
        EXPECT_EQ(low(clut.raw(tex0, 8)), 256U); // the second row
        EXPECT_EQ(low(clut.raw(tex0, 16)), 8U);  // the second rectangle of 8 by 2
        EXPECT_EQ(low(clut.raw(tex0, 24)), 256U + 8);
        EXPECT_EQ(low(clut.raw(tex0, 32)), 512U);
        EXPECT_EQ(low(clut.raw(tex0, 255)), 15U * 256 + 15);
    }
}

TEST(GsClut, WordsLieInTwoHalves) {
    Clut clut;
    clut.load(numbered(PixelFormat::Ct32, 1, 16, 16), indexed(PixelFormat::T8, 0), {});
    EXPECT_EQ(clut.halfwords()[33], 513U);
    EXPECT_EQ(clut.halfwords()[256 + 33], 513U + 0x4000);
    EXPECT_EQ(clut.raw(indexed(PixelFormat::T8, 0), 33), 513U | (513U + 0x4000) << 16);
    // read as 16 bits: entry 16 * 17 + 1 is an upper half
    EXPECT_EQ(clut.raw(indexed(PixelFormat::T4, 2, 17), 1), 9U + 0x4000);
}

TEST(GsClut, FourBitsLoadSixteenEntriesAtTheOffset) {
    for (const std::uint32_t code : {0U, 2U}) {
        const std::uint32_t offset = code == 0 ? 15 : 31;
        Clut clut;
        const Tex0 tex0 = indexed(PixelFormat::T4hh, code, offset);
        clut.load(numbered(code == 0 ? PixelFormat::Ct32 : PixelFormat::Ct16, 1, 16, 16), tex0, {});
        EXPECT_EQ(low(clut.raw(tex0, 9)), 257U); // the offset cancels out
        EXPECT_EQ(clut.halfwords()[offset * 16 + 9], 257U);
        EXPECT_EQ(clut.halfwords()[9], 0U);
        EXPECT_EQ(clut.halfwords()[offset * 16 - 1], 0U);
    }
}

TEST(GsClut, OffsetOfFourBitsIsTakenModuloSixteenForWords) {
    Clut clut;
    const Tex0 tex0 = indexed(PixelFormat::T4, 0, 17);
    clut.load(numbered(PixelFormat::Ct32, 1, 16, 16), tex0, {});
    EXPECT_EQ(clut.halfwords()[16 + 9], 257U);
}

TEST(GsClut, OffsetIsOredToGroupsOf256Words) {
    Clut clut;
    const Tex0 tex0 = indexed(PixelFormat::T8, 0, 5);
    clut.load(numbered(PixelFormat::Ct32, 1, 16, 16), tex0, {});
    const Tex0 plain = indexed(PixelFormat::T8, 0);
    EXPECT_EQ(clut.raw(tex0, 0x00), clut.raw(plain, 0x50));
    EXPECT_EQ(clut.raw(tex0, 0x23), clut.raw(plain, 0x73)); // 2 | 5, not 2 + 5 as sums would also have it
    EXPECT_EQ(clut.raw(tex0, 0x41), clut.raw(plain, 0x51)); // 4 | 5: sums would read group 9
    EXPECT_EQ(low(clut.raw(tex0, 0x41)), 1U + 8 + 4 * 256); // group 5: second rectangle of the third pair of rows
    EXPECT_EQ(clut.raw(plain, 0x4f), 0U);                   // groups before the offset were not loaded
}

TEST(GsClut, RowsOfSixteenBits) {
    TexClut texclut;
    texclut.set(TexClut::width, 4U).set(TexClut::u, 3U).set(TexClut::v, 5U);
    Clut clut;
    const Tex0 tex0 = indexed(PixelFormat::T8, 10, 2, true);
    clut.load(numbered(PixelFormat::Ct16s, 4, 256, 8), tex0, texclut);
    EXPECT_EQ(clut.raw(tex0, 0), 48U + 5 * 256);
    EXPECT_EQ(clut.raw(tex0, 200), 248U + 5 * 256);
    EXPECT_EQ(clut.halfwords()[32], 48U + 5 * 256);
}

TEST(GsClut, RowsOfWordsBeginLateAndRepeat) {
    TexClut texclut;
    texclut.set(TexClut::width, 8U).set(TexClut::u, 1U);
    const Memory memory = numbered(PixelFormat::Ct32, 8, 512, 1);
    Clut clut;
    const Tex0 wide = indexed(PixelFormat::T8, 0, 0, true), narrow = indexed(PixelFormat::T4, 0, 0, true);
    clut.load(memory, wide, texclut);
    EXPECT_EQ(low(clut.raw(wide, 0)), 16U + 128);
    EXPECT_EQ(low(clut.raw(wide, 127)), 16U + 255);
    EXPECT_EQ(low(clut.raw(wide, 128)), 16U + 128);
    clut.load(memory, narrow, texclut);
    EXPECT_EQ(low(clut.raw(narrow, 3)), 19U);
}

TEST(GsClut, TwoBitsOfTheFormatCount) {
    const auto format = [](std::uint32_t code) { return machine::gs::entry_format(indexed(PixelFormat::T8, code)); };
    for (const std::uint32_t code : {0U, 1U, 4U, 5U, 8U, 9U, 12U}) EXPECT_EQ(format(code), PixelFormat::Ct32);
    for (const std::uint32_t code : {2U, 3U, 6U, 7U}) EXPECT_EQ(format(code), PixelFormat::Ct16);
    for (const std::uint32_t code : {10U, 11U, 14U, 15U}) EXPECT_EQ(format(code), PixelFormat::Ct16s);
}

TEST(GsClut, TexaGivesAlphaToEntriesOfSixteenBits) {
    Memory memory;
    const Buffer buffer{PixelFormat::Ct16, kBase, 1};
    memory.set_raw(PixelBits(buffer.format), address_of(buffer, 1, 0), 0x801f);
    memory.set_raw(PixelBits(buffer.format), address_of(buffer, 2, 0), 0x0001);
    Clut clut;
    const Tex0 tex0 = indexed(PixelFormat::T4, 2);
    clut.load(memory, tex0, {});
    const auto colours = clut.colours(tex0, {0x11, 0x22, true});
    EXPECT_EQ(colours[0], 0U);
    EXPECT_EQ(colours[1], 0x220000f8U);
    EXPECT_EQ(colours[2], 0x11000008U);
    EXPECT_EQ(colours[16], 0U);
}

} // namespace
} // namespace relit::render::gs
