// Random control flow, structured and written as SPIR-V or GLSL, gives the same trace on the device as its blocks walked one
// by one, and as the interpreter says. `./go soak structure_device` goes on with the last test.
#include "ir/builder.hpp"
#include "lang/packing.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "render/vk/harness.hpp"
#include "run/interpreter.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/device.hpp"
#include "tests/support/ir/meaning.hpp"
#include "tests/support/ir/random_module.hpp"
#include "tests/support/ir/random_values.hpp"
#include "tests/support/ir/walk.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>

namespace relit::flow_test {
namespace {

constexpr std::uint32_t kPrograms = 40, kItems = 16;

const lang::Slot* slot_of(const std::vector<lang::Slot>& slots, std::uint32_t file) {
    for (const lang::Slot& slot : slots) {
        if (!slot.is_resource && slot.index == file) return &slot;
    }
    return nullptr;
}

// What the outputs hold in the end, by the writes of a walk.
std::vector<std::uint32_t> expected_record(const ir::Module& module, const lang::Layout& layout, std::uint32_t seed) {
    std::vector<std::uint32_t> record(layout.out_words);
    const test::Walked walked = test::walk_blocks(module, seed, module.files.size());
    EXPECT_EQ(walked.fault, "");
    for (std::size_t i = 0; i + 2 < walked.writes.size(); i += 3) {
        const auto* slot = slot_of(layout.out, static_cast<std::uint32_t>(walked.writes[i]));
        if (slot == nullptr) continue; // a register
        record[slot->word + walked.writes[i + 1]] = static_cast<std::uint32_t>(walked.writes[i + 2]);
    }
    return record;
}

/// Loops that are left from anywhere go wrong on lavapipe, but not where all invocations do the same (docs/devices.md).
enum class Loops { AsTheDeviceNeeds, LeftFromAnywhere };

void expect_agreement(render::vk::Device& device, const ir::Module& module, test::BackEnd back_end,
                      Loops loops = Loops::AsTheDeviceNeeds) {
    const auto seed_of = [&](std::uint32_t item) {
        const auto same = static_cast<std::uint32_t>(module.insts.size());
        return (loops == Loops::AsTheDeviceNeeds ? item : same) * 0x9e3779b9U;
    };
    ir::Module nested = module.clone();
    ASSERT_TRUE(pass::run_passes(nested, "from_ssa,structure,reg2mem"));
    const lang::Layout layout = lang::layout_of(nested);
    lang::Target target = device.target({.interface = lang::Interface::Harness});
    if (loops == Loops::LeftFromAnywhere) target.loops_end_at_head = false;
    const auto words = back_end(nested, target);
    ASSERT_TRUE(words) << words.error().text;
    std::vector<std::uint32_t> in;
    for (std::uint32_t item = 0; item < kItems; ++item) in.insert(in.end(), layout.in_words, seed_of(item));
    std::vector<std::uint32_t> out(std::size_t{kItems} * layout.out_words);
    const auto run = render::vk::run_harness(device, *words, layout, in, std::move(out));
    ASSERT_TRUE(run) << run.error().text;
    for (std::uint32_t item = 0; item < kItems; ++item) {
        const auto record = std::span(run->out).subspan(std::size_t{item} * layout.out_words, layout.out_words);
        const std::vector<std::uint32_t> got(record.begin(), record.end());
        ASSERT_EQ(got, expected_record(module, layout, seed_of(item))) << "item " << item;
    }
}

void expect_agreement_of_all(bool values, test::BackEnd back_end, Loops loops = Loops::AsTheDeviceNeeds) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const verify::GlslangSession session;
    for (std::uint32_t seed = 0; seed < kPrograms; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        ir::Module module = test::random_flow(seed, 2 + seed % (values ? 20 : 30));
        if (values) test::add_values(module, seed);
        expect_agreement(*device, module, back_end, loops);
        if (testing::Test::HasFatalFailure()) break;
    }
    for (const Fault& fault : device->take_messages()) ADD_FAILURE() << fault.text;
}

TEST(Flow, AsWrittenByLifters) { expect_agreement_of_all(false, test::directly); }
TEST(Flow, WithValuesAcrossBlocks) { expect_agreement_of_all(true, test::directly); }
TEST(Flow, WithLoopsThatAreLeftFromAnywhere) { expect_agreement_of_all(true, test::directly, Loops::LeftFromAnywhere); }
TEST(Flow, AsWrittenByLiftersThroughGlsl) { expect_agreement_of_all(false, test::through_glsl); }
TEST(Flow, WithValuesAcrossBlocksThroughGlsl) { expect_agreement_of_all(true, test::through_glsl); }

/// A loop of three iterations in one of four: it goes back eight times in all, twice each time it is entered. Says 7.
ir::Module nested_loops() {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t n = b.file("n", ir::Kind::I32, 1, 2, ir::Role::Register);
    const std::uint32_t out = b.file("out", ir::Kind::I32, 1, 1, ir::Role::Output);
    b.function("main");
    const ir::BlockId outer = b.block(), inner = b.block(), next = b.block(), done = b.block();
    const auto count = [&](std::uint32_t lane, std::uint32_t end, ir::BlockId again, ir::BlockId after) {
        const ir::Id more = b.IAdd(b.load(n, lane, ir::kI32), b.i32(1));
        b.store(n, lane, more);
        b.branch(b.ULt(more, b.i32(end)), again, after);
    };
    b.jump(outer);
    b.move_to(outer);
    b.store(n, 0, b.i32(0));
    b.jump(inner);
    b.move_to(inner);
    count(0, 3, inner, next);
    b.move_to(next);
    count(1, 4, outer, done);
    b.move_to(done);
    b.store(out, 0, b.i32(7));
    b.ret();
    return module;
}

TEST(Flow, ALoopLimitCountsRoundsThatComeBack) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const verify::GlslangSession session;
    ir::Module module = nested_loops();
    ASSERT_TRUE(pass::run_passes(module, "structure,reg2mem"));
    const lang::Layout layout = lang::layout_of(module);
    for (const std::uint32_t limit : {8U, 7U}) {
        run::State state = run::blank_state(module);
        ASSERT_TRUE(run::run(module, {&state, 1}, {.loop_limit = limit}));
        EXPECT_EQ(state.hit_loop_limit, limit == 7);
        for (const test::BackEnd back_end : {test::directly, test::through_glsl}) {
            const auto words =
                back_end(module, device->target({.interface = lang::Interface::Harness, .loop_limit = limit}));
            ASSERT_TRUE(words) << words.error().text;
            const auto run =
                render::vk::run_harness(*device, *words, layout, std::vector<std::uint32_t>(layout.in_words),
                                        std::vector<std::uint32_t>(layout.out_words));
            ASSERT_TRUE(run) << run.error().text;
            EXPECT_EQ(run->out[0], limit == 8 ? 7U : 0U) << "limit " << limit;
            EXPECT_EQ(run->out[layout.loop_limit_word], limit == 8 ? 0U : 1U) << "limit " << limit;
        }
    }
}

TEST(Flow, OptimisedOrNot) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const std::string raw = "structure,reg2mem", optimised = std::string(pass::optimising_passes()) + "," + raw;
    for (std::uint32_t seed = 0; seed < kPrograms; ++seed) {
        const ir::Module module = test::random_control_flow(seed);
        ASSERT_EQ(test::difference_on(*device, module, seed / 4 % 2 == 0 ? raw : optimised, seed), "")
            << "seed " << seed;
    }
    for (const Fault& fault : device->take_messages()) ADD_FAILURE() << fault.text;
}

} // namespace
} // namespace relit::flow_test
