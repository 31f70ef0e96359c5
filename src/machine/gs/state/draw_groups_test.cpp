// Which draws are a group: written as registers and vertices, and read from the work that they make.
#include "machine/gs/state/draw_groups.hpp"

#include "machine/gs/state/draw_registers.hpp"
#include "machine/gs/state/machine.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

using TestWord = machine::gs::Test; // a test has the name of its own class

struct GroupBench {
    Machine machine;
    WorkList work;

    GroupBench() { write(Address::PRMODECONT, PrModeCont{}.set(PrModeCont::from_prim, true)); }
    template <class W>
    void write(Address address, const W& word) {
        machine.write(static_cast<std::uint32_t>(address), value_of(word), work);
    }
    void begin(Prim prim) { write(Address::PRIM, prim); }
    void vertices(int count) {
        for (int i = 0; i < count; ++i) write(Address::XYZ2, Xyz{});
    }
    void point() { vertices(1); }
    void frame(std::uint32_t base) { write(Address::FRAME_1, Frame{}.set(Frame::base, base)); }
    void transfer() { write(Address::TRXDIR, TrxDir{}); }

    /// "1-2 3" for two groups: one of draws 1 and 2, and one of draw 3.
    [[nodiscard]] std::string groups() const {
        DrawGroups groups;
        std::uint64_t draws = 0, first = 0;
        std::string text;
        const auto end = [&] {
            text += text.empty() ? "" : " ";
            text += first == draws ? fmt::format("{}", first) : fmt::format("{}-{}", first, draws);
        };
        for (const Work& one : work.items) {
            const DrawGroups::Step step = groups.add(one, work.states);
            if (step.ends) end();
            draws += std::holds_alternative<Draw>(one) ? 1 : 0;
            if (step.begins) first = draws;
        }
        if (groups.is_open()) end();
        return text;
    }
};
Prim prim_of_type(Primitive primitive) { return Prim{}.set(Prim::primitive, primitive); }

TEST(DrawGroups, EndWhereTheStateOfADrawIsAnother) {
    GroupBench bench;
    bench.begin(prim_of_type(Primitive::Point));
    bench.point(), bench.point();
    bench.frame(3), bench.point();
    bench.frame(4), bench.frame(3), bench.point(); // restored before something is drawn
    bench.frame(4), bench.point();
    EXPECT_EQ(bench.groups(), "1-2 3-4 5");
}

TEST(DrawGroups, GoOnWhereWhatChangesDoesNotMatter) {
    GroupBench bench;
    bench.begin(prim_of_type(Primitive::Point));
    bench.point();
    bench.write(Address::TEX0_1, Tex0{}.set(Tex0::base, 7U)), bench.point(); // no texture
    bench.write(Address::FRAME_2, Frame{}.set(Frame::base, 7U)), bench.point();
    bench.write(Address::ALPHA_1, Alpha{}.set(Alpha::a, 1U)), bench.point();                    // no blending
    bench.write(Address::TEST_1, TestWord{}.set(TestWord::alpha_reference, 7U)), bench.point(); // no alpha test
    bench.write(Address::ZBUF_1, ZBuf{}.set(ZBuf::base, 7U)), bench.point();                    // no depth test
    bench.write(Address::FRAME_1, Frame{}.set(Frame::r0, 7U)), bench.point();                   // bits without a name
    bench.write(Address::TRXPOS, TrxPos{}.set(TrxPos::source_x, 7U)), bench.point();
    EXPECT_EQ(bench.groups(), "1-8");
    bench.begin(prim_of_type(Primitive::Point).set(Prim::textured, true)), bench.point();
    bench.write(Address::TEX0_1, Tex0{}.set(Tex0::base, 8U)), bench.point();
    bench.write(Address::TEX0_1, Tex0{}.set(Tex0::base, 8U).set(Tex0::clut_base, 8U)), bench.point(); // no palette
    EXPECT_EQ(bench.groups(), "1-8 9 10-11");
}

TEST(DrawGroups, TakeStripsForTheTrianglesThatTheyAre) {
    GroupBench bench;
    bench.begin(prim_of_type(Primitive::TriangleStrip)), bench.vertices(4); // 2 triangles
    bench.begin(prim_of_type(Primitive::Triangle)), bench.vertices(3);
    bench.begin(prim_of_type(Primitive::TriangleFan)), bench.vertices(3);
    bench.begin(prim_of_type(Primitive::LineStrip)), bench.vertices(2);
    bench.begin(prim_of_type(Primitive::Line)), bench.vertices(2);
    bench.begin(prim_of_type(Primitive::Sprite)), bench.vertices(2);
    EXPECT_EQ(bench.groups(), "1-4 5-6 7");
}

TEST(DrawGroups, EndAtOtherWork) {
    GroupBench bench;
    bench.begin(prim_of_type(Primitive::Point));
    bench.point(), bench.transfer(), bench.transfer(), bench.point();
    bench.machine.vsync(0, bench.work), bench.point();
    EXPECT_EQ(bench.groups(), "1 2 3");
    const Tex0 palette = Tex0{}.set(Tex0::format, PixelFormat::T8).set(Tex0::clut_load, 1U);
    bench.write(Address::TEX0_1, palette), bench.point(); // which these draws do not use
    EXPECT_EQ(bench.groups(), "1 2 3-4");
    bench.begin(prim_of_type(Primitive::Point).set(Prim::textured, true)), bench.point();
    bench.write(Address::TEX0_1, palette), bench.point();
    EXPECT_EQ(bench.groups(), "1 2 3-4 5 6");

    DrawGroups groups;
    std::vector<WorkBetween> between;
    for (const Work& one : bench.work.items)
        if (groups.add(one, bench.work.states).begins) between.push_back(groups.between());
    EXPECT_EQ(between, (std::vector<WorkBetween>{{},
                                                 {.frames = 0, .first_transfer = 1, .transfers = 2, .palettes = 0},
                                                 {.frames = 1, .first_transfer = 0, .transfers = 0, .palettes = 0},
                                                 {.frames = 0, .first_transfer = 0, .transfers = 0, .palettes = 1},
                                                 {.frames = 0, .first_transfer = 0, .transfers = 0, .palettes = 1}}));
}

std::string changes_as_text(const std::vector<FieldChange>& changes) {
    std::string text;
    for (const FieldChange& one : changes)
        text += fmt::format("{} {} {} {}\n", one.info->name, one.field->name, one.before, one.after);
    return text;
}

TEST(DrawRegisters, ChangesAreThoseOfFieldsThatMatter) {
    DrawState before, after;
    after.prim.set(Prim::textured, true).set(Prim::context, 1U);
    before.tex0.set(Tex0::base, 5U).set(Tex0::clut_base, 6U);
    after.tex0.set(Tex0::base, 7U).set(Tex0::clut_base, 8U);
    after.alpha.set(Alpha::a, 1U);
    after.frame.set(Frame::keep, 0xff000000U);
    EXPECT_EQ(changes_as_text(changes_between(before, after)),
              "PRIM TME 0 1\nPRIM CTXT 0 1\nTEX0_2 TBP0 5 7\n"
              "FRAME_2 FBMSK 0 4278190080\n");
    EXPECT_FALSE(draw_alike(before, after));
    EXPECT_EQ(changes_as_text(changes_between(after, before)),
              "PRIM TME 1 0\nPRIM CTXT 1 0\nFRAME_1 FBMSK 4278190080 0\n");
    after = before, after.tex0 = {};
    EXPECT_TRUE(draw_alike(before, after));
    after.prim.set(Prim::primitive, Primitive::Line), before.prim.set(Prim::primitive, Primitive::LineStrip);
    EXPECT_TRUE(draw_alike(before, after));
    EXPECT_EQ(changes_as_text(changes_between(before, after)), "");
}

} // namespace
} // namespace relit::machine::gs
