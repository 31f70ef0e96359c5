#include "render/gs/display/scanout.hpp"
#include "render/gs/display/feedback.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs {
namespace {

using machine::gs::address_of;
using namespace machine::gs; // the words of the registers

/// Interlaced NTSC, both circuits off, each set to 512 by 448 pixels of a buffer of its own.
Privileged display(bool frame_mode = false) {
    Privileged registers;
    registers.SMODE1.set(SMode1::cmod, 2U).set(SMode1::lc, 32U);
    registers.SMODE2.set(SMode2::interlaced, true).set(SMode2::frame_mode, frame_mode);
    registers.DISPFB1.set(DispFb::width, 8U);
    registers.DISPFB2.set(DispFb::width, 8U).set(DispFb::base, 0xe0U);
    for (Display* circuit : {&registers.DISPLAY1, &registers.DISPLAY2}) {
        circuit->set(Display::x, 636U).set(Display::y, 50U).set(Display::magnify_x, 4U);
        circuit->set(Display::width, 2559U).set(Display::height, 447U);
    }
    registers.PMODE.set(PMode::fixed_alpha, true).set(PMode::alpha, 255U);
    return registers;
}
Buffer buffer_of(const DispFb& source) {
    return {source[DispFb::format], source[DispFb::base] * 32, source[DispFb::width]};
}
/// Pixel (x, y) of a buffer shows x and y in red and green.
void number(Memory& memory, const Buffer& buffer, std::uint32_t width = 512, std::uint32_t height = 448) {
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            memory.set_word(address_of(buffer, x, y), (x & 255) | (y & 255) << 8 | 0x80000000);
}
Colour at(const Image& image, std::uint32_t x, std::uint32_t y) {
    Colour colour = 0;
    for (std::size_t i = 4; i-- > 0;) colour = colour << 8 | image.rgba[(std::size_t{y} * image.width + x) * 4 + i];
    return colour;
}
Image show(const Memory& memory, const Privileged& registers, unsigned field = 0, const ScanoutOptions& options = {}) {
    Fields fields;
    return scanout(memory, registers, field, options, fields);
}

TEST(GsScanout, ShowsABufferPixelByPixel) {
    Memory memory;
    Privileged registers = display();
    registers.PMODE.set(PMode::circuit1, true);
    number(memory, buffer_of(registers.DISPFB1));
    const Image image = show(memory, registers);
    ASSERT_EQ(image.width, 512U);
    ASSERT_EQ(image.height, 448U);
    EXPECT_EQ(at(image, 0, 0), 0xff000000U);
    EXPECT_EQ(at(image, 511, 447), 0xff00bfffU);
    EXPECT_EQ(at(image, 10, 20), 0xff00140aU);
}

TEST(GsScanout, MagnifiesAndMoves) {
    Memory memory;
    Privileged registers = display();
    number(memory, buffer_of(registers.DISPFB1));
    registers.PMODE.set(PMode::circuit1, true);
    registers.BGCOLOR.set(BgColour::b, 0x77U);
    registers.DISPFB1.set(DispFb::x, 10U).set(DispFb::y, 7U);
    registers.DISPLAY1.set(Display::x, 636U + 50).set(Display::y, 50U + 20).set(Display::magnify_y, 1U);
    registers.DISPLAY1.set(Display::width, 999U).set(Display::height, 99U);
    const Image image = show(memory, registers);
    EXPECT_EQ(at(image, 9, 30), 0xff770000U); // ten pixels of five clocks to the left of it
    EXPECT_EQ(at(image, 10, 19), 0xff770000U);
    EXPECT_EQ(at(image, 10, 20), 0xff00070aU);
    EXPECT_EQ(at(image, 10, 21), 0xff00070aU); // each row twice
    EXPECT_EQ(at(image, 10, 22), 0xff00080aU);
    EXPECT_EQ(at(image, 209, 119), 0xff0038d1U);
    EXPECT_EQ(at(image, 210, 119), 0xff770000U);
    EXPECT_EQ(at(image, 209, 120), 0xff770000U);
}

TEST(GsScanout, ImagesThatFillTheScreenAreNotCropped) {
    Memory memory;
    Privileged registers = display();
    number(memory, buffer_of(registers.DISPFB1));
    registers.PMODE.set(PMode::circuit1, true);
    registers.DISPLAY1.set(Display::x, 686U).set(Display::y, 60U);
    EXPECT_EQ(at(show(memory, registers), 0, 0), 0xff000000U);
    EXPECT_EQ(at(show(memory, registers), 12, 13), 0xff000d0cU);
    const ScanoutOptions keeps{.keeps_offsets = true};
    EXPECT_EQ(at(show(memory, registers, 0, keeps), 12, 13), 0xff000302U);
}

TEST(GsScanout, BuffersWrapAt2048) {
    Memory memory;
    Privileged registers = display();
    registers.PMODE.set(PMode::circuit1, true);
    registers.DISPFB1.set(DispFb::x, 2040U).set(DispFb::y, 2047U);
    memory.set_word(address_of(buffer_of(registers.DISPFB1), 1, 0), 0xabcdef);
    EXPECT_EQ(at(show(memory, registers), 9, 1), 0xffabcdefU);
}

TEST(GsScanout, CircuitsReadFourFormats) {
    for (const PixelFormat format : {PixelFormat::Ct32, PixelFormat::Ct24, PixelFormat::Ct16, PixelFormat::Ct16s}) {
        Memory memory;
        Privileged registers = display();
        registers.DISPFB1.set(DispFb::format, format);
        registers.PMODE.set(PMode::circuit1, true);
        memory.set_raw(PixelBits(format), address_of(buffer_of(registers.DISPFB1), 33, 9), 0x7fff);
        const bool is_16 = layout_of(format).bits == 16;
        EXPECT_EQ(at(show(memory, registers), 33, 9), is_16 ? 0xfff8f8f8U : 0xff007fffU);
    }
}

TEST(GsScanout, CircuitsReadPixelsOfThreeBytes) {
    Memory memory;
    Privileged registers = display();
    registers.DISPFB1.set(DispFb::format, PixelFormat{0x12}).set(DispFb::x, 1U);
    registers.PMODE.set(PMode::circuit1, true);
    Buffer halves = buffer_of(registers.DISPFB1);
    halves.format = PixelFormat::Ct16;
    for (std::uint32_t byte = 0; byte < 3 * 512; ++byte) { // byte n of row 7 is n / 3 in red, n % 3 plus 0x50 elsewhere
        const std::uint32_t at_half = address_of(halves, byte / 2, 7), shift = byte % 2 * 8;
        const std::uint32_t value = byte % 3 == 0 ? byte / 3 & 0xff : 0x50 + byte % 3;
        const PixelBits bits(PixelFormat::Ct16);
        memory.set_raw(bits, at_half, (memory.raw(bits, at_half) & ~(0xffU << shift)) | value << shift);
    }
    const Image image = show(memory, registers);
    for (std::uint32_t x = 0; x < 500; ++x) EXPECT_EQ(at(image, x, 7), 0xff525100U | ((x + 1) & 0xff)) << x;
}

/// One pixel of each circuit, merged as PMODE says.
Colour merged(const PMode& pmode, Colour first, Colour second, bool half_is_opaque = true) {
    Memory memory;
    Privileged registers = display();
    registers.PMODE = pmode;
    registers.BGCOLOR.set(BgColour::r, 0x10U).set(BgColour::g, 0x20U).set(BgColour::b, 0x30U);
    memory.set_word(address_of(buffer_of(registers.DISPFB1), 0, 0), first);
    memory.set_word(address_of(buffer_of(registers.DISPFB2), 0, 0), second);
    return at(scan(memory, registers, 0, {.half_is_opaque = half_is_opaque}), 0, 0);
}

TEST(GsScanout, MergesAsPmodeSays) {
    PMode both;
    both.set(PMode::circuit1, true).set(PMode::circuit2, true);
    constexpr Colour kFirst = 0x40c08000, kSecond = 0x2000c8ff;
    PMode pmode = both;
    pmode.set(PMode::fixed_alpha, true).set(PMode::alpha, 51U); // a fifth
    EXPECT_EQ(merged(pmode, kFirst, kSecond), 0x4026baccU);
    pmode.set(PMode::background, true);
    EXPECT_EQ(merged(pmode, kFirst, kSecond), 0x404d330dU);
    pmode = both;
    EXPECT_EQ(merged(pmode, kFirst, kSecond), 0x4060a47fU);     // 0x40 is half of 0x80: 128 of 255
    EXPECT_EQ(merged(pmode, 0x80c08000, kSecond), 0x80c08000U); // opaque
    EXPECT_EQ(merged(pmode, 0xff010203, kSecond), 0xff010203U); // not more than opaque
    EXPECT_EQ(merged(pmode, 0x33c08000, kSecond, false), 0x3326baccU);
    pmode.set(PMode::alpha_of_2, true);
    EXPECT_EQ(merged(pmode, 0x80c08000, kSecond), 0x20c08000U);
}

TEST(GsScanout, CircuitsThatAreOff) {
    PMode pmode;
    EXPECT_EQ(merged(pmode, 0x80c08000, 0x80445566), 0x00302010U);
    pmode.set(PMode::circuit2, true);
    EXPECT_EQ(merged(pmode, 0x80c08000, 0x80445566), 0x00445566U);
    pmode.set(PMode::background, true);
    EXPECT_EQ(merged(pmode, 0x80c08000, 0x80445566), 0x00302010U);
    pmode = PMode().set(PMode::circuit1, true);
    EXPECT_EQ(merged(pmode, 0x00c08000, 0x80445566), 0x00302010U);
}

TEST(GsScanout, FieldsHaveEveryOtherLine) {
    Memory memory;
    Privileged registers = display();
    registers.PMODE.set(PMode::circuit1, true);
    number(memory, buffer_of(registers.DISPFB1));
    const ScanoutOptions options{.deinterlace = Deinterlace::None};
    for (const unsigned field : {0U, 1U}) {
        const Image image = show(memory, registers, field, options);
        ASSERT_EQ(image.height, 224U);
        EXPECT_EQ(at(image, 0, 0), 0xff000000U | field << 8);
        EXPECT_EQ(at(image, 0, 5), 0xff000000U | (10 + field) << 8);
    }
    // FRAME mode: a buffer of half the height, all of it in each field
    const Privileged frames = [&] {
        Privileged r = display(true);
        r.PMODE = registers.PMODE;
        return r;
    }();
    for (const unsigned field : {0U, 1U}) EXPECT_EQ(at(show(memory, frames, field, options), 0, 5), 0xff000500U);
    EXPECT_EQ(show(memory, frames, 0, options).height, 224U);
    EXPECT_EQ(show(memory, frames).height, 448U);
}

TEST(GsScanout, WovenFieldsAreTheFrame) {
    Memory memory;
    Privileged registers = display();
    registers.PMODE.set(PMode::circuit1, true);
    number(memory, buffer_of(registers.DISPFB1));
    const ScanoutOptions weave{.deinterlace = Deinterlace::Weave};
    Fields fields;
    (void)scanout(memory, registers, 0, weave, fields);
    EXPECT_EQ(scanout(memory, registers, 1, weave, fields), show(memory, registers));
    EXPECT_EQ(scanout(memory, registers, 0, weave, fields), show(memory, registers));
}

TEST(GsScanout, ABufferBlendedWithItselfIsShownOnce) {
    Memory memory;
    Privileged registers = display();
    registers.DISPFB2 = registers.DISPFB1;
    registers.DISPFB2.set(DispFb::y, 1U);
    registers.PMODE.set(PMode::circuit1, true).set(PMode::circuit2, true).set(PMode::alpha, 128U);
    number(memory, buffer_of(registers.DISPFB1));
    const ScanoutOptions drops{.drops_blur = true};
    EXPECT_EQ(at(show(memory, registers, 0, drops), 3, 9), 0xff000903U);
    EXPECT_EQ(at(show(memory, registers), 3, 255), 0xff008003U); // rows 255 and 256 (numbered 0) in equal shares
    EXPECT_EQ(at(show(memory, registers, 0, drops), 3, 255), 0xff00ff03U);
}

// Reference 12: two circuits on the same buffer one line apart; so do games that shift one by less than two pixels.
TEST(GsScanout, CircuitsThatShowTheSameALittleApartAreOne) {
    const auto kept = [](std::uint32_t clocks, std::uint32_t lines) {
        Privileged registers = display();
        registers.DISPFB2 = registers.DISPFB1;
        registers.DISPLAY2.set(Display::x, 636 + clocks).set(Display::y, 50 + lines);
        registers.PMODE.set(PMode::circuit1, true).set(PMode::circuit2, true).set(PMode::alpha, 128U);
        Merge merge(registers);
        merge.drop_blur();
        return std::pair{merge.first.has_value(), merge.second.has_value()};
    };
    EXPECT_EQ(kept(0, 1), (std::pair{true, false}));
    EXPECT_EQ(kept(9, 0), (std::pair{true, false})); // five clocks are a pixel
    EXPECT_EQ(kept(10, 0), (std::pair{true, true}));
    EXPECT_EQ(kept(0, 2), (std::pair{true, true}));
}

TEST(GsScanout, UnknownModesShowTheirCircuits) {
    Memory memory;
    Privileged registers = display();
    registers.SMODE1.set(SMode1::lc, 99U);
    registers.PMODE.set(PMode::circuit1, true);
    registers.DISPLAY1.set(Display::width, 999U).set(Display::height, 99U).set(Display::x, 4095U);
    const Image image = show(memory, registers);
    EXPECT_EQ(image.width, 200U);
    EXPECT_EQ(image.height, 100U);
}

TEST(GsScanout, FeedsBack) {
    Memory memory;
    Privileged registers = display();
    registers.PMODE.set(PMode::circuit1, true);
    number(memory, buffer_of(registers.DISPFB1));
    feed_back(memory, registers, 0, {});
    registers.EXTWRITE.set(ExtWrite::write, true);
    registers.EXTBUF.set(ExtBuf::base, 0x2000U).set(ExtBuf::width, 4U).set(ExtBuf::frame_mode, true);
    registers.EXTBUF.set(ExtBuf::x, 3U).set(ExtBuf::y, 5U);
    registers.EXTDATA.set(ExtData::x, 636U + 20).set(ExtData::y, 50U + 6);
    registers.EXTDATA.set(ExtData::sample_x, 9U).set(ExtData::sample_y, 1U);
    registers.EXTDATA.set(ExtData::width, 99U).set(ExtData::height, 49U);
    const Buffer to{PixelFormat::Ct32, 0x2000, 4};
    EXPECT_EQ(memory.word(address_of(to, 3, 5)), 0U);
    feed_back(memory, registers, 0, {});
    EXPECT_EQ(memory.word(address_of(to, 3, 5)), 0x80000604U);
    EXPECT_EQ(memory.word(address_of(to, 3 + 99, 5 + 49)), 0x80000000U + (6 + 98) * 256 + 4 + 198);
    EXPECT_EQ(memory.word(address_of(to, 3 + 100, 5)), 0U);
    registers.EXTBUF.set(ExtBuf::colour_mode, 1U).set(ExtBuf::alpha_mode, 2U);
    feed_back(memory, registers, 0, {});
    // 16 + 219 * (0.299 * 4 + 0.587 * 6) / 255 is 20.05
    EXPECT_EQ(memory.word(address_of(to, 3, 5)), 0x0a141414U);
    registers.EXTBUF.set(ExtBuf::colour_mode, 2U);
    feed_back(memory, registers, 0, {});
    // 128 + 224 * (-0.1687 * 4 - 0.3313 * 6) / 255 is 125.7, 128 + 224 * (0.5 * 4 - 0.4187 * 6) / 255 is 127.6
    EXPECT_EQ(memory.word(address_of(to, 3, 5)), 0x0a807e14U);
}

// Without WFFMD the height is that of a field: half of the lines.
TEST(GsScanout, FeedsBackBothFields) {
    Memory memory;
    Privileged registers = display();
    registers.PMODE.set(PMode::circuit1, true);
    number(memory, buffer_of(registers.DISPFB1));
    registers.EXTWRITE.set(ExtWrite::write, true);
    registers.EXTBUF.set(ExtBuf::base, 0x2000U).set(ExtBuf::width, 4U);
    registers.EXTDATA.set(ExtData::x, 636U).set(ExtData::y, 50U).set(ExtData::height, 4U);
    feed_back(memory, registers, 0, {});
    const Buffer to{PixelFormat::Ct32, 0x2000, 4};
    EXPECT_EQ(memory.word(address_of(to, 0, 9)), 0x80000900U);
    EXPECT_EQ(memory.word(address_of(to, 0, 10)), 0U);
}

} // namespace
} // namespace relit::render::gs
