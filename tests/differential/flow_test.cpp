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
#include "tests/support/values.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

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
TEST(Flow, WithLoopsThatAreLeftFromAnywhereThroughGlsl) {
    expect_agreement_of_all(true, test::through_glsl, Loops::LeftFromAnywhere);
}

/// Nested loops that count up or down to what the input says, with breaks, iterations that go on early and counters that are read
/// after them: in GLSL most have headings.
class CountedLoops {
public:
    explicit CountedLoops(std::uint64_t seed) : random_(seed) {}

    ir::Module made() {
        b_.function("main");
        limit_ = b_.IAnd(b_.load(in_, 0, ir::kI32), b_.i32(7));
        mix(limit_);
        for (std::uint32_t i = 0; i <= random_.below(2); ++i) loop(0);
        b_.store(out_, 0, b_.load(r_, kSum, ir::kI32));
        b_.ret();
        EXPECT_TRUE(pass::run_passes(module_, "to_ssa,copy_propagation,dce"));
        return std::move(module_);
    }

private:
    static constexpr std::uint32_t kSum = 0, kDepth = 3;

    [[nodiscard]] ir::Id counter(std::uint32_t depth) { return b_.load(r_, 1 + depth, ir::kI32); }
    void mix(ir::Id value) { b_.store(r_, kSum, b_.IAdd(b_.IMul(b_.load(r_, kSum, ir::kI32), b_.i32(31)), value)); }
    void count(std::uint32_t depth, bool up) {
        b_.store(r_, 1 + depth, b_.IAdd(counter(depth), b_.i32(up ? 1 + step_ : 0xffffffff)));
    }
    /// Ends the block: goes to `to` where some bits of the sum say so, else on in a new block.
    void leave(ir::BlockId to, std::uint32_t bits) {
        const ir::BlockId next = b_.block();
        b_.branch(b_.IEq(b_.IAnd(b_.load(r_, kSum, ir::kI32), b_.i32(bits)), b_.i32(bits)), to, next);
        b_.move_to(next);
    }
    void loop(std::uint32_t depth) {
        const bool up = random_.below(3) != 0, is_given = random_.below(2) != 0;
        const ir::BlockId head = b_.block(), body = b_.block(), after = b_.block();
        b_.store(r_, 1 + depth, up ? b_.i32(random_.below(2)) : is_given ? limit_ : b_.i32(random_.below(6)));
        if (random_.below(3) == 0) mix(b_.i32(random_.below(9)));
        step_ = random_.below(2);
        const std::uint32_t step = step_;
        b_.jump(head);
        b_.move_to(head);
        if (random_.below(5) == 0) mix(counter(depth));
        b_.branch(up ? b_.ULt(counter(depth), limit_) : b_.INe(counter(depth), b_.i32(0)), body, after);
        b_.move_to(body);
        mix(counter(depth));
        if (depth + 1 < kDepth && random_.below(2) == 0) loop(depth + 1);
        step_ = step;
        if (random_.below(3) == 0) leave(after, 3);
        if (random_.below(4) == 0) { // an iteration that counts early and goes on
            const ir::BlockId early = b_.block();
            leave(early, 5);
            const ir::BlockId here = b_.here();
            b_.move_to(early);
            count(depth, up);
            b_.jump(head);
            b_.move_to(here);
        }
        count(depth, up);
        if (random_.below(4) == 0) mix(counter(depth)); // of the next iteration
        b_.jump(head);
        b_.move_to(after);
        if (random_.below(2) == 0) mix(counter(depth));
    }

    test::Random random_;
    ir::Module module_;
    ir::Builder b_{module_};
    std::uint32_t in_ = b_.file("in", ir::Kind::I32, 1, 1, ir::Role::Input),
                  out_ = b_.file("out", ir::Kind::I32, 1, 1, ir::Role::Output),
                  r_ = b_.file("r", ir::Kind::I32, 1, 1 + kDepth, ir::Role::Register);
    ir::Id limit_ = ir::kNone;
    std::uint32_t step_ = 0;
};

/// The loops of a text by how they begin: "for (uint", "for (;", "while (true" and other conditions.
void count_headings(const std::string& text, std::map<std::string, unsigned>& headings) {
    for (const std::string_view kind : {"for (uint", "for (;", "while (true", "while ("})
        for (std::size_t at = text.find(kind); at != text.npos; at = text.find(kind, at + 1))
            ++headings[std::string(kind)];
}

TEST(Flow, CountedLoopsThroughGlsl) {
    constexpr std::uint64_t kLoops = 60;
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const verify::GlslangSession session;
    std::map<std::string, unsigned> headings;
    for (std::uint64_t seed = 0; seed < kLoops; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const ir::Module module = CountedLoops(seed).made();
        expect_agreement(*device, module, test::through_glsl, Loops::LeftFromAnywhere);
        if (testing::Test::HasFatalFailure()) break;
        ir::Module nested = module.clone();
        ASSERT_TRUE(pass::run_passes(nested, "from_ssa,structure,reg2mem"));
        const auto text = lang::to_glsl(
            nested, {.dialect = lang::Dialect::GlslVulkan, .interface = lang::Interface::Harness, .version = 450});
        ASSERT_TRUE(text) << text.error().text;
        count_headings(text->text, headings);
    }
    for (const Fault& fault : device->take_messages()) ADD_FAILURE() << fault.text;
    EXPECT_GE(headings["for (uint"], kLoops / 4);
    EXPECT_GE(headings["for (;"], kLoops / 4);
    EXPECT_GT(headings["while ("], headings["while (true"]);
    EXPECT_GE(headings["while (true"], kLoops / 8);
}

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
