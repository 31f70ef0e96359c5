// What no document defines is said: every format code in every role, and once.
#include "machine/gs/state/machine.hpp"

#include <gtest/gtest.h>

#include <set>

namespace relit::machine::gs {
namespace {

/// A machine with a frame, a depth buffer and a texture of CT32, without depth test.
struct Stream {
    Machine machine;
    WorkList work;

    Stream() {
        write(Address::PRMODECONT, PrModeCont{}.set(PrModeCont::from_prim, true));
        write(Address::FRAME_1, Frame{}.set(Frame::width, 1U));
        write(Address::TEST_1, gs::Test{}.set(gs::Test::depth_on, true).set(gs::Test::depth_test, DepthTest::Always));
        write(Address::ZBUF_1, ZBuf{}.set(ZBuf::keep, true));
        machine.privileged.PMODE.set(PMode::circuit1, true);
    }
    template <class W>
    void write(Address address, const W& word) {
        machine.write(static_cast<std::uint32_t>(address), value_of(word), work);
    }
    void point(bool textured = false) {
        write(Address::PRIM, Prim{}.set(Prim::primitive, Primitive::Point).set(Prim::textured, textured));
        write(Address::XYZ2, Xyz{});
    }
    void transfer(Direction direction) {
        write(Address::TRXREG, TrxReg{}.set(TrxReg::width, 1U).set(TrxReg::height, 1U));
        write(Address::TRXDIR, TrxDir{}.set(TrxDir::direction, direction));
    }
};

using Codes = std::set<std::uint32_t>;
PixelFormat format_of_code(std::uint32_t code) { return static_cast<PixelFormat>(code); }

/// The codes below `count` for which a stream gives rise to a assumption, and to no other than this kind.
template <class Use>
Codes assumed(AssumptionKind kind, std::uint32_t count, Use use) {
    Codes codes;
    for (std::uint32_t code = 0; code < count; ++code) {
        Stream stream;
        use(stream, code);
        for (const Assumption& assumption : stream.machine.assumptions()) {
            EXPECT_EQ(assumption.kind, kind) << text_of(assumption);
            EXPECT_EQ(assumption.code, code);
            codes.insert(code);
        }
    }
    return codes;
}
Codes all_but(std::uint32_t count, const Codes& documented) {
    Codes codes;
    for (std::uint32_t code = 0; code < count; ++code)
        if (!documented.contains(code)) codes.insert(code);
    return codes;
}

// Expected: the formats that the manual lists for each role (reference 4).
const Codes kColour{0x00, 0x01, 0x02, 0x0a};
const Codes kAnyFrame{0x00, 0x01, 0x02, 0x0a, 0x30, 0x31, 0x32, 0x3a};
const Codes kAnyTexture{0x00, 0x01, 0x02, 0x0a, 0x13, 0x14, 0x1b, 0x24, 0x2c, 0x30, 0x31, 0x32, 0x3a};

TEST(GsAssumptions, FramesOfEveryCode) {
    const auto use = [](Stream& stream, std::uint32_t code) {
        stream.write(Address::FRAME_1, Frame{}.set(Frame::width, 1U).set(Frame::format, format_of_code(code)));
        stream.point();
    };
    EXPECT_EQ(assumed(AssumptionKind::Frame, 64, use), all_but(64, kAnyFrame));
}
TEST(GsAssumptions, DepthOfEveryCodeWhereItIsUsed) {
    const auto with = [](bool keep, DepthTest test) {
        return [=](Stream& stream, std::uint32_t code) {
            stream.write(Address::ZBUF_1, ZBuf{}.set(ZBuf::format, code).set(ZBuf::keep, keep));
            stream.write(Address::TEST_1, gs::Test{}.set(gs::Test::depth_on, true).set(gs::Test::depth_test, test));
            stream.point();
        };
    };
    EXPECT_EQ(assumed(AssumptionKind::Depth, 16, with(false, DepthTest::Always)), all_but(16, kColour));
    EXPECT_EQ(assumed(AssumptionKind::Depth, 16, with(true, DepthTest::Greater)), all_but(16, kColour));
    // Neither tested nor written: it does not count (a game does so, PCSX2 pull request 4965).
    EXPECT_EQ(assumed(AssumptionKind::Depth, 16, with(true, DepthTest::Always)), Codes{});
}
TEST(GsAssumptions, TexturesOfEveryCode) {
    const auto with = [](bool textured) {
        return [=](Stream& stream, std::uint32_t code) {
            stream.write(Address::TEX0_1, Tex0{}.set(Tex0::format, format_of_code(code)));
            stream.point(textured);
        };
    };
    EXPECT_EQ(assumed(AssumptionKind::Texture, 64, with(true)), all_but(64, kAnyTexture));
    EXPECT_EQ(assumed(AssumptionKind::Texture, 64, with(false)), Codes{});
}
TEST(GsAssumptions, TransfersOfEveryCode) {
    const auto with = [](const Field<PixelFormat>& end, Direction direction) {
        return [&end, direction](Stream& stream, std::uint32_t code) {
            stream.write(Address::BITBLTBUF, BitBltBuf{}.set(end, format_of_code(code)));
            stream.transfer(direction);
        };
    };
    const auto source = [&](Direction direction) {
        return assumed(AssumptionKind::Source, 64, with(BitBltBuf::source_format, direction));
    };
    const auto destination = [&](Direction direction) {
        return assumed(AssumptionKind::Destination, 64, with(BitBltBuf::destination_format, direction));
    };
    const Codes unknown = all_but(64, kAnyTexture);
    EXPECT_EQ(source(Direction::LocalToHost), unknown);
    EXPECT_EQ(source(Direction::LocalToLocal), unknown);
    EXPECT_EQ(source(Direction::HostToLocal), Codes{}); // the end that is not in use
    EXPECT_EQ(destination(Direction::HostToLocal), unknown);
    EXPECT_EQ(destination(Direction::LocalToLocal), unknown);
    EXPECT_EQ(destination(Direction::LocalToHost), Codes{});
}
TEST(GsAssumptions, DisplaysOfEveryCode) {
    const auto use = [](Stream& stream, std::uint32_t code) {
        stream.machine.privileged.DISPFB1.set(DispFb::format, format_of_code(code));
        stream.machine.privileged.DISPFB2.set(DispFb::format, PixelFormat::T8); // of a circuit that is off
        stream.machine.vsync(0, stream.work);
    };
    EXPECT_EQ(assumed(AssumptionKind::Display, 32, use), all_but(32, kColour));
}
TEST(GsAssumptions, PalettesOfEveryCode) {
    const auto use = [](Stream& stream, std::uint32_t code) {
        const Tex0 loads = Tex0{}.set(Tex0::format, PixelFormat::T8).set(Tex0::clut_load, 1U);
        stream.write(Address::TEX0_1, Tex0{loads}.set(Tex0::clut_format, code));
    };
    EXPECT_EQ(assumed(AssumptionKind::Palette, 16, use), all_but(16, {0x0, 0x2, 0xa}));
}
// Eleven codes have 3 or 4 in their low bits and are no texture format; each loads a palette on a console.
TEST(GsAssumptions, PalettesLoadedForCodesThatAreNoTextures) {
    const auto use = [](Stream& stream, std::uint32_t code) {
        stream.write(Address::TEX0_1, Tex0{}.set(Tex0::format, format_of_code(code)).set(Tex0::clut_load, 1U));
    };
    EXPECT_EQ(assumed(AssumptionKind::LoadsPalette, 64, use),
              (Codes{0x03, 0x04, 0x0b, 0x0c, 0x1c, 0x23, 0x2b, 0x33, 0x34, 0x3b, 0x3c}));
}

TEST(GsAssumptions, FramesWiderThanTheManualAllows) {
    const auto use = [](Stream& stream, std::uint32_t code) {
        stream.write(Address::FRAME_1, Frame{}.set(Frame::width, code));
        stream.point();
    };
    Codes documented;
    for (std::uint32_t width = 0; width <= 32; ++width) documented.insert(width);
    EXPECT_EQ(assumed(AssumptionKind::WideFrame, 64, use), all_but(64, documented));
}
// Addresses of A+D: seven bits count. No register at the other seven: nothing depends on it.
TEST(GsAssumptions, AddressesFromEightyOn) {
    Stream stream;
    stream.machine.write(0x80 + static_cast<std::uint32_t>(Address::FOGCOL), 0x123456, stream.work);
    EXPECT_EQ(value_of(stream.machine.registers().FOGCOL), 0x123456U);
    stream.machine.write(0x8b, 1, stream.work);
    stream.machine.write(0x0b, 1, stream.work);
    stream.machine.write(0x91, 0x42, stream.work); // a mirror of RGBAQ
    EXPECT_EQ(stream.machine.registers().RGBAQ[Rgbaq::r], 0x42U);
    ASSERT_EQ(stream.machine.assumptions().size(), 2U);
    EXPECT_EQ(text_of(stream.machine.assumptions()[0]), "A+D address 0xbd is taken as 0x3d; public emulators differ");
    EXPECT_EQ(text_of(stream.machine.assumptions()[1]), "A+D address 0x91 is taken as 0x01; public emulators differ");
}
TEST(GsAssumptions, PalettesReadInAnotherOrderThanLoaded) {
    const auto said = [](bool loaded_by_csm2, bool read_by_csm2, PixelFormat format) {
        Stream stream;
        const Tex0 indexed = Tex0{}.set(Tex0::format, format);
        stream.write(Address::TEX0_1, Tex0{indexed}.set(Tex0::clut_load, 1U).set(Tex0::clut_linear, loaded_by_csm2));
        stream.write(Address::TEX0_1, Tex0{indexed}.set(Tex0::clut_linear, read_by_csm2));
        stream.point(true);
        return stream.machine.assumptions().size();
    };
    EXPECT_EQ(said(false, true, PixelFormat::T8), 1U);
    EXPECT_EQ(said(false, false, PixelFormat::T8), 0U);
    EXPECT_EQ(said(true, true, PixelFormat::T4), 0U);
    EXPECT_EQ(said(false, true, PixelFormat::Ct32), 0U);
}

TEST(GsAssumptions, AreSaidOnceWithTheirContext) {
    Stream stream;
    stream.write(Address::FRAME_2, Frame{}.set(Frame::width, 1U).set(Frame::format, format_of_code(5)));
    stream.write(Address::FRAME_1, Frame{}.set(Frame::width, 1U).set(Frame::format, PixelFormat::T8h));
    for (int i = 0; i < 3; ++i) {
        stream.write(Address::PRIM, Prim{}.set(Prim::primitive, Primitive::Point).set(Prim::context, i != 2 ? 1U : 0U));
        stream.write(Address::XYZ2, Xyz{});
    }
    ASSERT_EQ(stream.machine.assumptions().size(), 2U);
    EXPECT_EQ(text_of(stream.machine.assumptions()[0]),
              "FRAME_2.PSM is 0x05, no documented frame format: drawn to as CT32");
    EXPECT_EQ(text_of(LocatedAssumption{stream.machine.assumptions()[1], 3, 0x1f80}),
              "packet 3 at 0x1f80: FRAME_1.PSM is 0x1b, no documented frame format: drawn to as CT32, alpha alone");
}

} // namespace
} // namespace relit::machine::gs
