#include "machine/gs/dump/builder.hpp"

#include "machine/gs/packets/gif.hpp"
#include "machine/gs/text/text.hpp"

#include <gtest/gtest.h>

namespace relit::machine::gs {
namespace {

using Octets = std::vector<std::uint8_t>;

// The same dump by hand as text; its bytes are checked in text_test.cpp.
constexpr std::string_view kText = R"(.serial "HAND-00001"
.privileged
    PMODE    EN1=1, CRTMD=1, ALP=255
    DISPFB1  FBW=10
.transfer path1
FRAME_1      FBW=10, PSM=CT24
PRMODECONT   AC=1
.upload DBP=0x2000, DBW=1, DPSM=T8, DSAX=4, RRW=8, RRH=3
    .fill 6, 0x01010101
.tag PRIM=(PRIM=TRI, IIP=1), REGS=(RGBAQ XYZ2)
    RGBAQ    R=255, A=128
    XYZ2     X=100, Y=100.5
    RGBAQ    G=255, A=128
    XYZ2     X=300, Y=100, Z=5
.tag FLG=REGLIST, REGS=(UV)
    UV       U=1
.tag
TEXFLUSH
.registers
    BGCOLOR  R=1
.vsync 1
.fifo 16
.transfer path2
.tag REGS=(ST UV), EOP=1
    ST       S=1.0, T=0.5, Q=1.0
    UV       U=0.0625, V=2
.registers
.vsync
)";

Result<Dump> built() {
    Builder builder(Path::Path1);
    builder.serial("HAND-00001");
    builder.set<Offset::PMODE>(PMode{}.set(PMode::circuit1, true).set(PMode::crtmd, 1U).set(PMode::alpha, 255U));
    builder.set<Offset::DISPFB1>(DispFb{}.set(DispFb::width, 10U));
    builder.set<Address::FRAME_1>(Frame{}.set(Frame::width, 10U).set(Frame::format, PixelFormat::Ct24));
    builder.set<Address::PRMODECONT>(PrModeCont{}.set(PrModeCont::from_prim, true));
    builder.upload({.base = 0x2000, .buffer_width = 1, .format = PixelFormat::T8, .x = 4, .width = 8, .height = 3},
                   Octets(24, 1));
    builder.packed(
        {Descriptor::RGBAQ, Descriptor::XYZ2},
        {packed_colour(255, 0, 0), packed_vertex(100, 100.5, 0), packed_colour(0, 255, 0), packed_vertex(300, 100, 5)},
        Prim{}.set(Prim::primitive, Primitive::Triangle).set(Prim::gouraud, true));
    const Descriptor uv[] = {Descriptor::UV};
    const std::uint64_t texel[] = {16};
    builder.listed(uv, texel);
    builder.set<Address::TEXFLUSH>({});
    builder.set<Offset::BGCOLOR>(BgColour{}.set(BgColour::r, 1U));
    builder.vsync(1).read_back(16).through(Path::Path2);
    builder.packed({Descriptor::ST, Descriptor::UV}, {packed_coordinates(1.0F, 0.5F), packed_texel(0.0625, 2)});
    return builder.vsync().finish();
}

TEST(GsBuilder, MakesWhatTheTextMakes) {
    const auto dump = built();
    const auto text = parse_text(kText);
    ASSERT_TRUE(dump && text) << (text ? "" : text.error().text);
    EXPECT_EQ(print_text(*dump), print_text(*text));
    EXPECT_TRUE(write_dump(*dump) == write_dump(*text));
    EXPECT_FALSE(read_dump(write_dump(*dump)).fault);
}

struct Count {
    std::size_t writes = 0, image = 0;
    void write(std::uint8_t, std::uint64_t) { ++writes; }
    void take_data(Bytes bytes) { image += bytes.size(); }
};

TEST(GsBuilder, LargePacketsTakeSeveralTags) {
    Builder builder;
    const std::vector<Qword> vertices(100'000, packed_vertex(1, 2, 3));
    const std::vector<std::uint64_t> listed(70'001, 5);
    const Descriptor xyz[] = {Descriptor::XYZ2}, uv[] = {Descriptor::UV};
    const auto dump = builder.packed(xyz, vertices, Prim{})
                          .listed(uv, listed)
                          .upload({.buffer_width = 16, .width = 1024, .height = 512}, Octets(std::size_t{2} << 20))
                          .finish();
    ASSERT_TRUE(dump);
    ASSERT_EQ(dump->events.size(), 1U);
    Gif gif;
    Count count;
    EXPECT_EQ(transfer(gif, 2, dump->bytes_of(dump->events[0]), count), dump->events[0].size);
    EXPECT_EQ(count.writes, 1 + 100'000 + 70'001 + 4U);
    EXPECT_EQ(count.image, std::size_t{2} << 20);
    EXPECT_TRUE(gif.paths[2].wants_tag());
    EXPECT_TRUE(gif.paths[2].tag[GifTag::last]);
}

TEST(GsBuilder, MistakesComeOutAtTheEnd) {
    const auto short_image = Builder().upload({.width = 2, .height = 2}, Octets(15)).vsync().finish();
    ASSERT_FALSE(short_image);
    EXPECT_EQ(short_image.error().text, "an upload of 2x2 pixels requires 16 bytes, not 15");
    EXPECT_FALSE(Builder().packed({Descriptor::ST, Descriptor::UV}, {Qword{}}).finish());
    EXPECT_FALSE(Builder().packed({}, {}).finish());
    EXPECT_FALSE(Builder().write_privileged(3, 0).finish());
    EXPECT_FALSE(Builder().raw(Octets(5)).finish());
    Builder again;
    EXPECT_FALSE(again.raw(Octets(5)).finish());
    EXPECT_TRUE(again.finish());
}

} // namespace
} // namespace relit::machine::gs
