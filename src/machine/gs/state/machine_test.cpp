#include "machine/gs/state/machine.hpp"
#include "machine/gs/state/palette.hpp"

#include <gtest/gtest.h>

namespace relit::machine::gs {
namespace {

/// A machine, its work, and short ways to write.
struct Bench {
    Machine machine;
    WorkList work;

    template <class W>
    void write(Address address, const W& word) {
        machine.write(static_cast<std::uint32_t>(address), value_of(word), work);
    }
    void vertex(std::uint32_t x, Address address = Address::XYZ2) { write(address, Xyz{}.set(Xyz::x, x)); }
    void begin(Primitive primitive) { write(Address::PRIM, Prim{}.set(Prim::primitive, primitive)); }
    void attributes_from_prim() { write(Address::PRMODECONT, PrModeCont{}.set(PrModeCont::from_prim, true)); }

    /// The x of the vertices of each primitive that has been drawn.
    [[nodiscard]] std::vector<std::array<int, 3>> drawn() const {
        std::vector<std::array<int, 3>> all;
        for (const Work& one : work.items)
            if (const auto* draw = std::get_if<Draw>(&one))
                all.push_back({draw->vertices[0].x, draw->vertices[1].x, draw->vertices[2].x});
        return all;
    }
};
using Drawn = std::vector<std::array<int, 3>>;

Drawn after_six(Primitive primitive) {
    Bench bench;
    bench.begin(primitive);
    for (std::uint32_t x = 1; x <= 6; ++x) bench.vertex(x);
    return bench.drawn();
}

// What each kind makes of six vertices (reference 6).
TEST(GsMachine, MakesPrimitivesOfVertices) {
    EXPECT_EQ(after_six(Primitive::Point), (Drawn{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {5, 0, 0}, {6, 0, 0}}));
    EXPECT_EQ(after_six(Primitive::Line), (Drawn{{1, 2, 0}, {3, 4, 0}, {5, 6, 0}}));
    EXPECT_EQ(after_six(Primitive::LineStrip), (Drawn{{1, 2, 0}, {2, 3, 0}, {3, 4, 0}, {4, 5, 0}, {5, 6, 0}}));
    EXPECT_EQ(after_six(Primitive::Triangle), (Drawn{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ(after_six(Primitive::TriangleStrip), (Drawn{{1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5, 6}}));
    EXPECT_EQ(after_six(Primitive::TriangleFan), (Drawn{{1, 2, 3}, {1, 3, 4}, {1, 4, 5}, {1, 5, 6}}));
    EXPECT_EQ(after_six(Primitive::Sprite), (Drawn{{1, 2, 0}, {3, 4, 0}, {5, 6, 0}}));
    EXPECT_EQ(after_six(Primitive::Invalid), Drawn{});
}

TEST(GsMachine, MovesTheQueueWithoutDrawing) {
    Bench bench;
    bench.begin(Primitive::TriangleStrip);
    for (std::uint32_t x = 1; x <= 5; ++x) bench.vertex(x, x == 4 ? Address::XYZ3 : Address::XYZ2);
    EXPECT_EQ(bench.drawn(), (Drawn{{1, 2, 3}, {3, 4, 5}}));
}

TEST(GsMachine, EmptiesTheQueueForPrimButNotForPrmode) {
    Bench bench;
    bench.begin(Primitive::Line);
    bench.vertex(1);
    bench.write(Address::PRMODE, Prim{}.set(Prim::gouraud, true));
    bench.vertex(2);
    bench.vertex(3);
    bench.begin(Primitive::Line);
    bench.vertex(4);
    bench.vertex(5);
    EXPECT_EQ(bench.drawn(), (Drawn{{1, 2, 0}, {4, 5, 0}}));
}

// PRIM and PRMODE are one register, of which PRMODECONT lets the one or the other set the attributes (PCSX2, pull request 3831).
TEST(GsMachine, PrimAndPrmodeSetTheSameAttributes) {
    Bench bench;
    const Prim second = Prim{}.set(Prim::context, 1U).set(Prim::primitive, Primitive::Point);
    const auto context = [&] {
        bench.vertex(1);
        return bench.work.states.back().prim[Prim::context];
    };
    bench.begin(Primitive::Point);
    bench.write(Address::PRMODE, Prim{}.set(Prim::context, 1U).set(Prim::primitive, Primitive::Sprite));
    EXPECT_EQ(context(), 1U);
    EXPECT_EQ(bench.work.states.back().prim[Prim::primitive], Primitive::Point);
    bench.begin(Primitive::Point); // attributes of PRIM do not count
    EXPECT_EQ(context(), 1U);
    bench.attributes_from_prim(); // they stay until PRIM is written
    EXPECT_EQ(context(), 1U);
    bench.begin(Primitive::Point);
    EXPECT_EQ(context(), 0U);
    bench.write(Address::PRMODE, second); // does not count
    EXPECT_EQ(context(), 0U);
    bench.write(Address::PRMODECONT, PrModeCont{});
    EXPECT_EQ(context(), 0U);
    bench.write(Address::PRMODE, second);
    EXPECT_EQ(context(), 1U);
}

TEST(GsMachine, FogComesWithXyzf) {
    Bench bench;
    bench.begin(Primitive::Point);
    bench.write(Address::FOG, Fog{}.set(Fog::fog, 9U));
    bench.write(Address::XYZF2, Xyzf{}.set(Xyzf::fog, 5U));
    bench.vertex(1);
    EXPECT_EQ(std::get<Draw>(bench.work.items[0]).vertices[0].fog, 5);
    EXPECT_EQ(std::get<Draw>(bench.work.items[1]).vertices[0].fog, 9);
}

// CLD as reference 9.3 lists it.
TEST(GsMachine, LoadsPalettesWhenCldSaysSo) {
    Bench bench;
    const auto loads = [&](std::uint32_t how, std::uint32_t base, PixelFormat format = PixelFormat::T8) {
        const std::size_t before = bench.work.items.size();
        bench.write(Address::TEX0_1,
                    Tex0{}.set(Tex0::format, format).set(Tex0::clut_load, how).set(Tex0::clut_base, base));
        return bench.work.items.size() > before;
    };
    EXPECT_FALSE(loads(0, 10));
    EXPECT_TRUE(loads(1, 10));
    EXPECT_TRUE(loads(4, 10));  // CBP0 was 0
    EXPECT_FALSE(loads(4, 10)); // and is 10 now
    EXPECT_TRUE(loads(5, 10));  // CBP1 was 0
    EXPECT_TRUE(loads(2, 11));
    EXPECT_FALSE(loads(4, 11));
    EXPECT_TRUE(loads(3, 12));
    EXPECT_FALSE(loads(5, 12));
    EXPECT_FALSE(loads(6, 13));
    EXPECT_FALSE(loads(1, 14, PixelFormat::Ct32));
}

TEST(GsMachine, Tex2ReplacesFormatAndPaletteAlone) {
    Bench bench;
    bench.write(Address::TEX0_2, Tex0{}.set(Tex0::base, 77U).set(Tex0::format, PixelFormat::T8));
    bench.write(Address::TEX2_2, Tex2{}.set(Tex2::format, PixelFormat::T4).set(Tex2::clut_load, 1U));
    const Tex0& now = bench.machine.registers().TEX0_2;
    EXPECT_EQ(now[Tex0::base], 77U);
    EXPECT_EQ(now[Tex0::format], PixelFormat::T4);
    EXPECT_EQ(bench.work.items.size(), 1U);
}

TEST(GsMachine, SignalsChangeOnlyMaskedBits) {
    Bench bench;
    bench.machine.privileged.SIGLBLID = word_of<SigLblId>(0x1111111122222222);
    bench.write(Address::SIGNAL, Signal{}.set(Signal::id, 0xffff0000U).set(Signal::mask, 0x00ffff00U));
    bench.write(Address::LABEL, Signal{}.set(Signal::id, 0xabcdabcdU).set(Signal::mask, 0xff000000U));
    bench.write(Address::FINISH, Any{});
    EXPECT_EQ(value_of(bench.machine.privileged.SIGLBLID), 0xab11111122ff0022U);
    EXPECT_TRUE(bench.machine.privileged.CSR[Csr::signal] && bench.machine.privileged.CSR[Csr::finish]);
}

/// MIPTBP1 after TEX0 was written, with the levels found by the machine: three pairs of base and width.
std::array<std::uint32_t, 6> levels_of(PixelFormat format, std::uint32_t log_width, std::uint32_t log_height,
                                       std::uint32_t width) {
    Bench bench;
    bench.write(Address::MIPTBP1_1, MipBases{}.set(MipBases::base0, 7U).set(MipBases::width0, 7U));
    bench.write(Address::TEX1_1, Tex1{}.set(Tex1::automatic_bases, true));
    Tex0 tex0;
    tex0.set(Tex0::base, 100U).set(Tex0::width, width).set(Tex0::format, format);
    bench.write(Address::TEX0_1, tex0.set(Tex0::log_width, log_width).set(Tex0::log_height, log_height));
    const MipBases& mips = bench.machine.registers().MIPTBP1_1;
    return {mips[MipBases::base0],  mips[MipBases::width0], mips[MipBases::base1],
            mips[MipBases::width1], mips[MipBases::base2],  mips[MipBases::width2]};
}

TEST(GsMachine, FindsLevelsByTheWidthAlone) {
    using Levels = std::array<std::uint32_t, 6>;
    const Levels untouched = {7, 7, 0, 0, 0, 0};
    // Squares of 64 x 64 words take 64 blocks, then 16, then 4.
    EXPECT_EQ(levels_of(PixelFormat::Ct32, 6, 6, 1), (Levels{164, 1, 180, 1, 184, 1}));
    for (const std::uint32_t log_height : {0U, 5U, 9U})
        for (const std::uint32_t width : {0U, 1U, 8U})
            EXPECT_EQ(levels_of(PixelFormat::Ct32, 6, log_height, width), (Levels{164, 1, 180, 1, 184, 1}));
    EXPECT_EQ(levels_of(PixelFormat::T8, 8, 6, 2), (Levels{100 + 256, 2, 100 + 256 + 64, 1, 100 + 256 + 64 + 16, 1}));
    EXPECT_EQ(levels_of(PixelFormat::Ct16, 9, 9, 8), (Levels{100 + 2048, 4, 100 + 2560, 2, 100 + 2688, 1}));
    EXPECT_EQ(levels_of(PixelFormat::T4, 2, 2, 2), (Levels{101, 1, 102, 1, 103, 1})); // a block at least
    EXPECT_EQ(levels_of(PixelFormat::Ct24, 9, 9, 8), (Levels{100 + 4096, 4, 100 + 5120, 2, 100 + 5376, 1}));
    EXPECT_EQ(levels_of(PixelFormat::Ct24, 10, 10, 16), untouched);
    EXPECT_EQ(levels_of(PixelFormat::T8h, 10, 10, 16), untouched);
    EXPECT_EQ(levels_of(PixelFormat::Ct16, 11, 11, 16), untouched);
    for (const PixelFormat format : {PixelFormat::Z32, PixelFormat::Z24, PixelFormat::Z16, PixelFormat::Z16s})
        EXPECT_EQ(levels_of(format, 6, 6, 1), untouched);
}

TEST(GsMachine, LoadsPalettesForEveryCodeOfIndices) {
    for (std::uint32_t code = 0; code < 64; ++code) {
        Bench bench;
        const Tex0 tex0 = Tex0{}.set(Tex0::format, static_cast<PixelFormat>(code)).set(Tex0::clut_load, 1U);
        bench.write(Address::TEX0_1, tex0);
        const bool of_8_bits = code % 8 == 3, of_4_bits = code % 8 == 4;
        EXPECT_EQ(bench.work.items.size(), of_8_bits || of_4_bits ? 1U : 0U) << code;
        if (of_8_bits || of_4_bits) {
            EXPECT_EQ(entry_count(tex0), of_8_bits ? 256U : 16U) << code;
        }
    }
}

} // namespace
} // namespace relit::machine::gs
