#include "render/gs/memory/memory.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs {
namespace {

TEST(GsMemory, PixelsOwnTheirBitsOfAWord) {
    struct Case {
        PixelFormat format;
        std::uint32_t value, word;
    };
    for (const Case& c :
         {Case{PixelFormat::Ct32, 0x12345678, 0x12345678}, Case{PixelFormat::Ct24, 0xff345678, 0xa5345678},
          Case{PixelFormat::T8h, 0x77, 0x77a5a5a5}, Case{PixelFormat::T4hl, 0x7, 0xa7a5a5a5},
          Case{PixelFormat::T4hh, 0x7, 0x75a5a5a5}, Case{PixelFormat::Ct16, 0x1234, 0xa5a51234},
          Case{PixelFormat::T8, 0x34, 0xa5a5a534}, Case{PixelFormat::T4, 0xf3, 0xa5a5a5a3}}) {
        Memory memory;
        memory.set_word(0, 0xa5a5a5a5);
        memory.set_raw(PixelBits(c.format), 0, c.value);
        EXPECT_EQ(memory.word(0), c.word) << static_cast<int>(c.format);
        EXPECT_EQ(memory.raw(PixelBits(c.format), 0), c.value & layout_of(c.format).value_mask());
        EXPECT_EQ(memory.word(1), 0U);
    }
}

TEST(GsMemory, LastElementsAreInMemory) {
    Memory memory;
    for (const Layout& layout : machine::gs::kLayouts) {
        const PixelBits bits(layout);
        const std::uint32_t last = kMemoryBytes * 8U / (1U << layout.element) - 1;
        memory.set_raw(bits, last, layout.value_mask());
        EXPECT_EQ(memory.raw(bits, last), layout.value_mask());
    }
}

TEST(GsMemory, SmallParts) {
    Memory memory;
    memory.set_word(2, 0x89abcdef);
    EXPECT_EQ(memory.halfword(5), 0x89ab);
    EXPECT_EQ(memory.byte(9), 0xcd);
    EXPECT_EQ(memory.nibble(16), 0xf);
    EXPECT_EQ(memory.nibble(23), 0x8);
    memory.set_halfword(4, 0x1122);
    memory.set_byte(11, 0x77);
    EXPECT_EQ(memory.word(2), 0x77ab1122U);
}

TEST(GsMemory, SixteenBitsMoveUpWithoutRepeating) {
    EXPECT_EQ(colour_of_16(0xffff), 0x80f8f8f8U);
    EXPECT_EQ(colour_of_16(0x0001), 0x00000008U);
    EXPECT_EQ(colour_of_16(0x0020), 0x00000800U);
    EXPECT_EQ(colour_of_16(0x0400), 0x00080000U);
    for (std::uint32_t raw = 0; raw < 0x10000; ++raw) ASSERT_EQ(colour_to_16(colour_of_16(raw)), raw);
    EXPECT_EQ(colour_to_16(0x7f070707), 0U);
}

TEST(GsMemory, TexaGivesAlpha) {
    const Texa plain(0x12, 0x34, false), clear(0x12, 0x34, true);
    EXPECT_EQ(expand(PixelFormat::Ct24, 0xffabcdef, plain), 0x12abcdefU);
    EXPECT_EQ(expand(PixelFormat::Z24, 0xff000000, plain), 0x12000000U);
    EXPECT_EQ(expand(PixelFormat::Ct24, 0xff000000, clear), 0U);
    EXPECT_EQ(expand(PixelFormat::Ct16, 0x001f, plain), 0x120000f8U);
    EXPECT_EQ(expand(PixelFormat::Ct16s, 0x8000, plain), 0x34000000U);
    EXPECT_EQ(expand(PixelFormat::Z16, 0x8000, clear), 0x34000000U); // black, but not all sixteen bits are 0
    EXPECT_EQ(expand(PixelFormat::Ct16, 0x0000, clear), 0U);
    EXPECT_EQ(expand(PixelFormat::Ct32, 0x00abcdef, clear), 0x00abcdefU);
}

TEST(GsMemory, BufferImageReadsARectangle) {
    Memory memory;
    const Buffer frame{PixelFormat::Ct16, 64, 10};
    memory.set_raw(PixelBits(frame.format), machine::gs::address_of(frame, 101, 33), 0x801f);
    const Image image = buffer_image(memory, frame, {100, 32, 3, 2});
    ASSERT_EQ(image.rgba.size(), 24U);
    const std::vector<std::uint8_t> pixel(image.rgba.begin() + 16, image.rgba.begin() + 20);
    EXPECT_EQ(pixel, (std::vector<std::uint8_t>{0xf8, 0, 0, 0x80}));
    EXPECT_EQ(buffer_image(memory, frame, {100, 32, 3, 2}, true).rgba[3], 255);
    EXPECT_EQ(buffer_image(memory, {PixelFormat::T4, 0, 2}, {0, 0, 1, 1}).rgba,
              (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

TEST(GsMemory, ReportsWritesToWatchedBits) {
    Memory memory;
    WordWatch watch;
    watch.add(7, 0xffff0000);
    memory.set_watch(&watch);
    memory.set_word(6, 1);
    memory.set_raw(PixelBits(PixelFormat::Ct16), 14, 0xffff); // the lower half of word 7
    memory.set_byte(29, 1);
    memory.set_halfword(14, 1);
    EXPECT_FALSE(watch.is_hit());
    memory.set_byte(31, 1);
    EXPECT_EQ(watch.written(7), 0xff000000U);
    watch.clear();
    memory.set_raw(PixelBits(PixelFormat::T4hl), 7, 0); // what was there: a write all the same
    EXPECT_EQ(watch.written(7), 0x0f000000U);
    memory.set_halfword(15, 1);
    memory.set_word(7, 1);
    EXPECT_EQ(watch.written(7), 0xffff0000U);
}

} // namespace
} // namespace relit::render::gs
