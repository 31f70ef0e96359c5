// IO slots: their text, copies of modules, and what the verifier says of wrong ones.
#include "ir/builder.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"

#include <gtest/gtest.h>

namespace relit::ir {
namespace {

struct SlotModule {
    Module module;
    Builder ir{module};
    std::uint32_t v = ir.file("v", Kind::F32, 4, 4, Role::Input);
    std::uint32_t o = ir.file("o", Kind::F32, 4, 8, Role::Output);
    std::uint32_t r = ir.file("r", Kind::F32, 4, 4, Role::Register);
    std::uint32_t h = ir.file("h", Kind::F16, 4, 4, Role::Output);

    explicit SlotModule(Stage stage = Stage::Vertex) {
        module.stage = stage;
        ir.function("main");
        ir.ret();
    }
    std::string verify_error(std::uint32_t file, IoSlot slot) {
        ir.add_io_slot(file, slot);
        const Status status = verify(module);
        return status ? "" : status.error().text;
    }
};

constexpr std::string_view kText = R"(module vertex ""
file 0 v f32x4[4] input
place v[2] user 7 flat
file 1 o f32x4[8] output
place o[0] position
place o[5] user 3
place o[5]+1 clip_distance 0
place o[6] point_size
place o[7] none
file 2 r f32x4[4] register
file 3 h f16x4[4] output
function 0 main() -> void
b0:
  return
)";

TEST(IoSlots, are_printed_read_and_copied) {
    SlotModule p;
    p.ir.add_io_slot(p.v, {.reg = 2, .number = 7, .interpolation = Interpolation::Flat});
    p.ir.add_io_slot(p.o, {.semantic = Semantic::Position});
    p.ir.add_io_slot(p.o, {.reg = 5, .number = 3});
    p.ir.add_io_slot(p.o, {.reg = 5, .lane = 1, .semantic = Semantic::ClipDistance});
    p.ir.add_io_slot(p.o, {.reg = 6, .semantic = Semantic::PointSize});
    p.ir.add_io_slot(p.o, {.reg = 7, .semantic = Semantic::None});
    EXPECT_TRUE(verify(p.module));
    EXPECT_EQ(print(p.module), kText);
    EXPECT_EQ(print(p.module.clone()), kText);
    const auto read = parse(kText);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(print(*read), kText);
    EXPECT_EQ(read->files[1].io_slots[2], (IoSlot{.reg = 5, .lane = 1, .semantic = Semantic::ClipDistance}));
}

TEST(IoSlots, a_location_has_two_sources_of_blending) {
    constexpr std::string_view kSources = R"(module fragment ""
file 0 o f32x4[2] output
place o[0] user 0
place o[1] user 0 second
function 0 main() -> void
b0:
  return
)";
    const auto read = parse(kSources);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_TRUE(verify(*read));
    EXPECT_EQ(print(*read), kSources);
    EXPECT_EQ(read->files[0].io_slots[1], (IoSlot{.reg = 1, .is_second = true}));
}

TEST(IoSlots, wrong_text_is_named) {
    const auto fault = [](std::string_view line) {
        const auto read = parse("module vertex \"\"\nfile 0 o f32x4[8] output\n" + std::string(line) + "\n");
        return read ? "" : read.error().text;
    };
    EXPECT_EQ(fault("place q[0] position"), "expected a file");
    EXPECT_EQ(fault("place o[0] somewhere"), "expected a semantic");
    EXPECT_EQ(fault("place o[0] user"), "expected a number");
    EXPECT_EQ(fault("place o[0] user 256"), "256 is too large");
    EXPECT_EQ(fault("place o[0] user 1 rough"), "expected a kind of interpolation");
    EXPECT_EQ(fault("place o[65536] position"), "65536 is too large");
}

TEST(IoSlots, the_verifier_reports_errors) {
    const auto of = [](std::uint32_t file, IoSlot slot, Stage stage = Stage::Vertex) {
        return SlotModule(stage).verify_error(file, slot);
    };
    EXPECT_EQ(of(2, {}), "file 2: place 0 (user): the file is neither input nor output");
    EXPECT_EQ(of(1, {.reg = 8}), "file 1: place 0 (user): there is no register 8");
    EXPECT_EQ(of(1, {.lane = 4, .semantic = Semantic::PointSize}), "file 1: place 0 (point_size): there is no lane 4");
    EXPECT_EQ(of(1, {.lane = 1, .semantic = Semantic::None}), "file 1: place 0 (none): it takes the whole register");
    EXPECT_EQ(of(1, {.lane = 1}), "");
    EXPECT_EQ(of(1, {.lane = 1, .semantic = Semantic::Position}),
              "file 1: place 0 (position): a position has four lanes");
    EXPECT_EQ(of(3, {.semantic = Semantic::Position}), "file 3: place 0 (position): it requires 32-bit lanes");
    EXPECT_EQ(of(1, {.semantic = Semantic::Position, .number = 1}), "file 1: place 0 (position): it has a number");
    EXPECT_EQ(of(1, {.semantic = Semantic::ClipDistance, .number = 8}),
              "file 1: place 0 (clip_distance): there are 8 of them");
    EXPECT_EQ(of(1, {.semantic = Semantic::FragDepth}), "file 1: place 0 (frag_depth): no output of this stage");
    EXPECT_EQ(of(0, {.semantic = Semantic::Position}), "file 0: place 0 (position): no input of this stage");
    EXPECT_EQ(of(1, {.semantic = Semantic::Layer, .interpolation = Interpolation::Flat}),
              "file 1: place 0 (layer): it is not interpolated");
    EXPECT_EQ(of(0, {.semantic = Semantic::Position}, Stage::Fragment), "");
    EXPECT_EQ(of(1, {.semantic = Semantic::FragDepth}, Stage::Fragment), "");
    EXPECT_EQ(of(1, {.is_second = true}, Stage::Fragment), "");
    EXPECT_EQ(of(1, {.is_second = true}), "file 1: place 0 (user): it is not a blend source");
    EXPECT_EQ(of(0, {.is_second = true}, Stage::Fragment), "file 0: place 0 (user): it is not a blend source");
    EXPECT_EQ(of(1, {.semantic = Semantic::FragDepth, .is_second = true}, Stage::Fragment),
              "file 1: place 0 (frag_depth): it is not a blend source");
    SlotModule sources(Stage::Fragment);
    EXPECT_EQ(sources.verify_error(1, {.is_second = true}), "");
    EXPECT_EQ(sources.verify_error(1, {.reg = 1, .is_second = true}),
              "file 1: place 1 (user): another IO slot has the same semantic");
    SlotModule twice;
    EXPECT_EQ(twice.verify_error(1, {.semantic = Semantic::Position}), "");
    EXPECT_EQ(twice.verify_error(1, {.reg = 1, .semantic = Semantic::Position}),
              "file 1: place 1 (position): another IO slot has the same semantic");
}

} // namespace
} // namespace relit::ir
