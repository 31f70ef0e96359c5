#include "render/gs/memory/transfer.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace relit::render::gs {
namespace {

using machine::gs::address_of, machine::gs::BitBltBuf, machine::gs::TrxPos, machine::gs::TrxReg;
using Values = std::vector<std::uint8_t>;

StartTransfer transfer(const Buffer& from, const Buffer& to, std::uint32_t width, std::uint32_t height) {
    StartTransfer start;
    start.bitbltbuf.set(BitBltBuf::source, from.base).set(BitBltBuf::source_width, from.width);
    start.bitbltbuf.set(BitBltBuf::source_format, from.format).set(BitBltBuf::destination_format, to.format);
    start.bitbltbuf.set(BitBltBuf::destination, to.base).set(BitBltBuf::destination_width, to.width);
    start.trxreg.set(TrxReg::width, width).set(TrxReg::height, height);
    return start;
}
void from_corner(StartTransfer& start, std::uint32_t x, std::uint32_t y) {
    start.trxpos.set(TrxPos::source_x, x).set(TrxPos::source_y, y);
}
void to_corner(StartTransfer& start, std::uint32_t x, std::uint32_t y) {
    start.trxpos.set(TrxPos::destination_x, x).set(TrxPos::destination_y, y);
}
std::uint32_t pixel(const Memory& memory, const Buffer& buffer, std::uint32_t x, std::uint32_t y) {
    return memory.raw(PixelBits(buffer.format), address_of(buffer, x, y));
}
Values counting(std::size_t count) {
    Values values(count);
    std::iota(values.begin(), values.end(), std::uint8_t{1});
    return values;
}

TEST(GsTransfer, TwentyFourBitsAreThreeBytes) {
    Memory memory;
    for (std::uint32_t i = 0; i < 64; ++i) memory.set_word(i, 0xaa000000);
    const Buffer to{PixelFormat::Ct24, 0, 1};
    Upload upload(transfer({}, to, 2, 2));
    upload.take(memory, counting(12));
    EXPECT_EQ(pixel(memory, to, 0, 0), 0x030201U);
    EXPECT_EQ(pixel(memory, to, 1, 0), 0x060504U);
    EXPECT_EQ(pixel(memory, to, 1, 1), 0x0c0b0aU);
    EXPECT_EQ(memory.word(0), 0xaa030201U);
}

TEST(GsTransfer, PiecesOfPixelsWaitForTheRest) {
    const Buffer to{PixelFormat::Ct24, 0, 1};
    Memory memory;
    Upload upload(transfer({}, to, 3, 1));
    const Values bytes = counting(9);
    upload.take(memory, Bytes(bytes).first(2));
    EXPECT_EQ(pixel(memory, to, 0, 0), 0U);
    upload.take(memory, Bytes(bytes).subspan(2, 3));
    EXPECT_EQ(pixel(memory, to, 0, 0), 0x030201U);
    EXPECT_EQ(pixel(memory, to, 1, 0), 0U);
    upload.take(memory, Bytes(bytes).subspan(5));
    EXPECT_EQ(pixel(memory, to, 2, 0), 0x090807U);
    EXPECT_TRUE(upload.is_done());
}

TEST(GsTransfer, LowNibbleIsFirstAndOddCornersShiftNothing) {
    const Buffer to{PixelFormat::T4, 0, 2};
    Memory memory;
    StartTransfer start = transfer({}, to, 3, 2);
    to_corner(start, 5, 7);
    Upload upload(start);
    upload.take(memory, Values{0x21, 0x43, 0x65});
    for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(pixel(memory, to, 5 + i % 3, 7 + i / 3), i + 1);
    EXPECT_EQ(pixel(memory, to, 4, 7), 0U);
    EXPECT_EQ(pixel(memory, to, 8, 7), 0U);
}

TEST(GsTransfer, SurplusIsDropped) {
    Memory memory;
    Upload upload(transfer({}, {PixelFormat::T4, 0, 2}, 3, 1));
    upload.take(memory, Values{0x11, 0xf1, 0xff, 0xff});
    EXPECT_TRUE(upload.is_done());
    EXPECT_EQ(pixel(memory, {PixelFormat::T4, 0, 2}, 3, 0), 0U);
    Download download(transfer({PixelFormat::T4, 0, 2}, {}, 3, 1));
    Values read(4, 0xee);
    download.read(memory, read);
    EXPECT_EQ(read, (Values{0x11, 0x01, 0, 0}));
    EXPECT_TRUE(download.is_done());
}

TEST(GsTransfer, NoWidthOrHeightMovesNothing) {
    for (const auto& [width, height] : {std::pair{0U, 5U}, std::pair{5U, 0U}}) {
        Memory memory;
        Upload upload(transfer({}, {PixelFormat::Ct32, 0, 1}, width, height));
        EXPECT_TRUE(upload.is_done());
        upload.take(memory, counting(64));
        memory.set_word(7, 1);
        copy(memory, transfer({PixelFormat::Ct32, 0, 1}, {PixelFormat::Ct32, 64, 1}, width, height));
        memory.set_word(7, 0);
        EXPECT_EQ(memory, Memory());
    }
}

TEST(GsTransfer, CoordinatesWrapAt2048) {
    const Buffer to{PixelFormat::T8, 0, 32};
    Memory memory;
    StartTransfer start = transfer({}, to, 4, 2);
    to_corner(start, 2046, 2047);
    Upload upload(start);
    upload.take(memory, counting(8));
    EXPECT_EQ(pixel(memory, to, 2046, 2047), 1U);
    EXPECT_EQ(pixel(memory, to, 0, 2047), 3U);
    EXPECT_EQ(pixel(memory, to, 2047, 0), 6U);
    EXPECT_EQ(pixel(memory, to, 1, 0), 8U);
}

TEST(GsTransfer, GoesOnWhereASavedStateLeftIt) {
    const Buffer to{PixelFormat::Ct32, 0, 1};
    for (const std::uint32_t arrived : {0U, 3U, 8U, 19U, 23U, 24U, 99U}) {
        Memory memory;
        StartTransfer start = transfer({}, to, 8, 3);
        start.arrived = arrived;
        Upload upload(start);
        EXPECT_EQ(upload.is_done(), arrived >= 24);
        upload.take(memory, Values(4 * 24, 7));
        for (std::uint32_t i = 0; i < 24; ++i)
            EXPECT_EQ(pixel(memory, to, i % 8, i / 8), i < arrived ? 0U : 0x07070707U) << arrived << " " << i;
    }
}

/// A row of ten bytes 0..9 after a copy of the first six by `distance`.
std::string moved(std::uint32_t from, std::uint32_t to, bool leftwards, std::uint32_t first_column = 0) {
    const Buffer buffer{PixelFormat::T8, 0, 4};
    Memory memory;
    const auto at = [&](std::uint32_t x) { return address_of(buffer, first_column + x, 3); };
    for (std::uint32_t x = 0; x < 10; ++x) memory.set_byte(at(x), static_cast<std::uint8_t>('0' + x));
    StartTransfer start = transfer(buffer, buffer, 6, 1);
    from_corner(start, first_column + from, 3);
    to_corner(start, first_column + to, 3);
    start.trxpos.set(TrxPos::leftwards, leftwards);
    copy(memory, start);
    std::string text;
    for (std::uint32_t x = 0; x < 10; ++x) text += static_cast<char>(memory.byte(at(x)));
    return text;
}

TEST(GsTransfer, OverlappingCopiesWithinAPageKeepTheSource) {
    EXPECT_EQ(moved(0, 2, false), "0101234589"); // as if the source had been read first
    EXPECT_EQ(moved(0, 2, true), "0101234589");
    EXPECT_EQ(moved(2, 0, false), "2345676789");
    EXPECT_EQ(moved(2, 0, true), "2345676789");       // not from right to left, over what it has yet to read
    EXPECT_EQ(moved(0, 2, false, 127), "0101010189"); // pages begin at 128: not in one page, so it reads what it wrote
}

TEST(GsTransfer, RowsOfOverlappingCopiesKeepTheSource) {
    const Buffer buffer{PixelFormat::Ct32, 0, 1};
    for (const auto& [from, to] : {std::pair{0U, 5U}, std::pair{5U, 0U}}) {
        for (const bool upwards : {false, true}) {
            Memory memory;
            for (std::uint32_t y = 0; y < 32; ++y) memory.set_word(address_of(buffer, 0, y), y);
            StartTransfer start = transfer(buffer, buffer, 1, 20);
            from_corner(start, 0, from);
            to_corner(start, 0, to);
            start.trxpos.set(TrxPos::upwards, upwards);
            copy(memory, start);
            for (std::uint32_t y = 0; y < 20; ++y) EXPECT_EQ(memory.word(address_of(buffer, 0, to + y)), from + y);
        }
    }
}

TEST(GsTransfer, UnequalDepthsMoveLowBits) {
    const Buffer words{PixelFormat::Ct32, 0, 1}, halves{PixelFormat::Ct16, 32, 1}, top{PixelFormat::T8h, 64, 1};
    Memory memory;
    memory.set_word(0, 0x12345678);
    copy(memory, transfer(words, halves, 1, 1));
    EXPECT_EQ(pixel(memory, halves, 0, 0), 0x5678U);
    copy(memory, transfer(words, top, 1, 1));
    EXPECT_EQ(pixel(memory, top, 0, 0), 0x78U);
    copy(memory, transfer(halves, words, 1, 1));
    EXPECT_EQ(memory.word(0), 0x5678U);
}

TEST(GsTransfer, BytesOfASize) {
    TrxReg size;
    size.set(TrxReg::width, 3U).set(TrxReg::height, 3U);
    EXPECT_EQ(packed_bytes(PixelFormat::Ct32, size), 36U);
    EXPECT_EQ(packed_bytes(PixelFormat::Z24, size), 27U);
    EXPECT_EQ(packed_bytes(PixelFormat::T4hh, size), 5U);
}

} // namespace
} // namespace relit::render::gs
