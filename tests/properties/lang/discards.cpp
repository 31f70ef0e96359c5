// Random programs that discard do the same after lower_discard, for every kind of target, and nothing is left that it cannot write.
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/verify_for.hpp"
#include "run/interpreter.hpp"
#include "tests/support/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace relit::test::discards {
namespace {

using ir::Id;
using ir::Op;
using lang::Interface;
using lang::Target;

constexpr std::uint32_t kRegisters = 2, kBufferBytes = 32;

/// What a program has beside discards.
struct Sort {
    bool looks = false; // at other invocations
    bool calls = false; // a function that discards
};

/// Stores, atomics and discards in a row and under conditions, of words that are given.
class RandomProgram {
public:
    RandomProgram(ir::Stage stage, std::uint64_t seed, Sort sort) : random_(seed), sort_(sort), ir_(module) {
        module.stage = stage;
        in_ = ir_.file("in", ir::Kind::I32, 4, kRegisters, ir::Role::Input);
        out_ = ir_.file("out", ir::Kind::I32, 4, kRegisters, ir::Role::Output);
        kept_ = ir_.file("kept", ir::Kind::I32, 1, 1, ir::Role::Register);
        buffer_ = ir_.storage_buffer("buffer", 0, kBufferBytes);
        (void)ir_.function("main");
        steps(12, 0);
        ir_.ret();
        if (!sort.calls) return;
        (void)ir_.function("part"); // number 1
        steps(4, 1);
        ir_.ret();
    }

    ir::Module module;

private:
    Id word() {
        if (random_.below(3) == 0) return ir_.load(kept_, 0, ir::kI32);
        return ir_.load(in_, static_cast<std::uint32_t>(random_.below(4 * kRegisters)), ir::kI32);
    }
    Id offset() { return ir_.IAnd({word(), ir_.i32(kBufferBytes + 12)}); } // some are outside
    Id condition() { return ir_.IEq({ir_.IAnd({word(), ir_.i32(3)}), ir_.i32(0)}); }
    std::uint32_t lane() { return static_cast<std::uint32_t>(random_.below(4 * kRegisters)); }

    void steps(unsigned count, unsigned depth) {
        for (unsigned i = 0; i < count; ++i) step(depth);
    }
    void step(unsigned depth) {
        switch (random_.below(9)) {
            case 0: (void)ir_.add(Op::Discard, ir::kVoid, {condition()}); return;
            case 1: return ir_.store(out_, lane(), word());
            case 2: return ir_.store(kept_, 0, ir_.IAdd({word(), word()}));
            case 3: return ir_.store_buffer(buffer_, offset(), word());
            case 4: return ir_.store(kept_, 0, ir_.add(Op::AtomicAdd, ir::kI32, {offset(), word()}, buffer_));
            case 5: return ir_.store(kept_, 0, ir_.load_buffer(buffer_, offset(), ir::kI32));
            case 6:
                if (sort_.looks) ir_.store(kept_, 0, ir_.add(Op::Shuffle, ir::kI32, {word(), ir_.i32(1)}));
                return;
            case 7:
                if (sort_.calls && ir_.function_here() == 0) (void)ir_.add(Op::Call, ir::kVoid, {}, 1);
                return;
            default:
                if (depth < 2) ir_.where(condition(), [&] { steps(3, depth + 1); });
        }
    }

    Random random_;
    Sort sort_;
    ir::Builder ir_;
    std::uint32_t in_ = 0, out_ = 0, kept_ = 0, buffer_ = 0;
};

std::vector<run::State> inputs(const ir::Module& module, std::uint64_t seed) {
    Random random(seed);
    std::vector<run::State> states(64, run::blank_state(module));
    for (run::State& state : states) {
        for (std::uint64_t& lane : state.files[0]) lane = random.below(40);
        for (auto& byte : state.resources[0]) byte = static_cast<std::uint8_t>(random.bits());
    }
    return states;
}

/// Outputs of a fragment that is gone go nowhere.
void expect_same(const ir::Module& before, const ir::Module& after, std::uint64_t seed) {
    const auto ran = [seed](const ir::Module& module) {
        std::vector<run::State> states = inputs(module, seed);
        const Status done = run::run(module, states);
        EXPECT_TRUE(done) << done.error().text;
        return states;
    };
    const std::vector<run::State> wanted = ran(before), got = ran(after);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        ASSERT_EQ(wanted[i].resources, got[i].resources) << i;
        if (got[i].discarded) {
            ASSERT_TRUE(wanted[i].discarded) << i;
        } else {
            ASSERT_EQ(wanted[i].files[1], got[i].files[1]) << i;
        }
    }
}

constexpr Sort kSorts[] = {{}, {.looks = true}, {.calls = true}, {.looks = true, .calls = true}};
constexpr Target kTargets[] = {
    {},
    {.literal = true},
    {.has_demote = true},
    {.interface = Interface::Harness},
    {.interface = Interface::Harness, .has_demote = true},
    {.dialect = lang::Dialect::GlslVulkan, .has_demote = true},
    {.dialect = lang::Dialect::GlslVulkan, .interface = Interface::Harness, .literal = true}};

void for_programs(const std::function<void(const ir::Module&, const Target&, std::uint64_t seed)>& look) {
    for (std::uint64_t seed = 0; seed < 60; ++seed)
        for (const Sort sort : kSorts)
            for (const ir::Stage stage : {ir::Stage::Fragment, ir::Stage::Vertex}) {
                const RandomProgram program(stage, seed, sort);
                const Status legal = ir::verify(program.module);
                ASSERT_TRUE(legal) << legal.error().text;
                for (const Target& target : kTargets) look(program.module, target, seed);
            }
}

TEST(Discards, LoweredTheyDoTheSame) {
    for_programs([](const ir::Module& before, const Target& target, std::uint64_t seed) {
        ir::Module after = before.clone();
        (void)lang::lower_discard(after, target);
        const Status legal = ir::verify(after);
        ASSERT_TRUE(legal) << legal.error().text;
        expect_same(before, after, seed);
    });
}

TEST(Discards, LoweredWithAllElseTheyDoTheSame) {
    for_programs([](const ir::Module& before, const Target& target, std::uint64_t seed) {
        ir::Module after = before.clone();
        const Status lowered = lang::lower(after, target, {});
        ASSERT_TRUE(lowered) << lowered.error().text;
        ASSERT_TRUE(lang::verify_for(after, target)) << lang::verify_for(after, target).error().text;
        expect_same(before, after, seed);
    });
}

/// One that discards under a condition of its input and then stores; it may look at what others were given by an atomic.
ir::Module discarding(ir::Stage stage, bool looks) {
    ir::Module module;
    module.stage = stage;
    ir::Builder build(module);
    const auto in = build.file("in", ir::Kind::I32, 1, 1, ir::Role::Input);
    const auto out = build.file("out", ir::Kind::I32, 1, 1, ir::Role::Output);
    const auto buffer = build.storage_buffer("buffer", 0, kBufferBytes);
    (void)build.function("main");
    const Id given = build.load(in, 0, ir::kI32);
    (void)build.add(Op::Discard, ir::kVoid, {build.IEq({build.IAnd(given, build.i32(3)), build.i32(0)})});
    build.store_buffer(buffer, build.i32(0), given);
    const Id before = build.add(Op::AtomicAdd, ir::kI32, {build.i32(4), given}, buffer);
    build.store(out, 0, looks ? build.add(Op::Shuffle, ir::kI32, {before, build.i32(0)}) : given);
    build.ret();
    return module;
}

std::size_t count_of(const ir::Module& module, Op op) {
    std::size_t count = 0;
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            count += static_cast<std::size_t>(
                std::ranges::count_if(block.insts, [&](Id id) { return module[id].op == op; }));
    return count;
}

TEST(Discards, GiveOthersTheSame) {
    for (const Target& target : kTargets) {
        const ir::Module before = discarding(ir::Stage::Fragment, true);
        ir::Module after = before.clone();
        (void)lang::lower_discard(after, target);
        expect_same(before, after, 1);
    }
}

// A device may end a fragment that no other looks at: it keeps its discard, and nothing remembers it.
TEST(Discards, StayWhereTheDeviceHasThem) {
    for (const auto& [looks, target, lowered] :
         {std::tuple{false, Target{}, false}, std::tuple{true, Target{}, true},
          std::tuple{true, Target{.has_demote = true}, false},
          std::tuple{true, Target{.dialect = lang::Dialect::GlslVulkan, .has_demote = true}, true},
          std::tuple{false, Target{.interface = Interface::Harness}, true}}) {
        ir::Module module = discarding(ir::Stage::Fragment, looks);
        EXPECT_EQ(lang::lower_discard(module, target), lowered);
        EXPECT_EQ(ir::file_of(module, ir::FilePurpose::Discarded).has_value(), lowered && looks);
        EXPECT_EQ(count_of(module, Op::Discard), target.interface == Interface::Harness ? 0U : 1U);
    }
    ir::Module vertex = discarding(ir::Stage::Vertex, false);
    EXPECT_TRUE(lang::lower_discard(vertex, {}));
    EXPECT_EQ(count_of(vertex, Op::Discard), 0U);
}

// verify_for() finds what was not lowered.
TEST(Discards, OfOtherStagesAreNotFitToBeWritten) {
    ir::Module module = discarding(ir::Stage::Vertex, false);
    const Target target{.dialect = lang::Dialect::GlslVulkan};
    ASSERT_TRUE(pass::run_passes(module, "from_ssa,structure,reg2mem"));
    const Status done = lang::verify_for(module, target);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().text.find("a discard outside of a pipeline's fragments"), std::string::npos);
}

} // namespace
} // namespace relit::test::discards
