// Accesses to memory keep their meaning when offsets in bytes become elements, and what is outside is never touched.
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/element_index.hpp"
#include "lang/lower/elements.hpp"
#include "lang/lower/lower.hpp"
#include "run/interpreter.hpp"
#include "tests/support/lang/word_programs.hpp"
#include "tests/support/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace relit::lang::buffer_properties {
namespace {

using ir::Id;
using ir::Kind;
using ir::Op;
using ir::ResourceKind;
using ir::Type;
using test::Random;

constexpr Target kTargets[] = {
    {.dialect = Dialect::SpirV, .has_int64 = true, .has_float64 = true, .has_atomic_int64 = true},
    {.dialect = Dialect::GlslVulkan, .has_int64 = true, .has_float64 = true, .has_atomic_int64 = true},
    {.dialect = Dialect::SpirV, .interface = Interface::Harness, .has_int64 = true, .has_float64 = true},
    {.dialect = Dialect::GlslVulkan, .interface = Interface::Harness, .has_int64 = true, .has_float64 = true},
};

/// Random accesses to memory of every kind, of sizes that end within a row, within 64 bits, or within a word.
class RandomAccesses {
public:
    RandomAccesses(ir::Builder& ir, std::uint32_t in, std::uint32_t out, Random& random)
        : ir_(ir), in_(in), out_(out), random_(random) {
        const ResourceKind kinds[] = {ResourceKind::ConstantBuffer, ResourceKind::ConstantBuffer,
                                      ResourceKind::StorageBuffer,  ResourceKind::StorageBuffer,
                                      ResourceKind::Shared,         ResourceKind::Scratch};
        const std::uint32_t sizes[] = {64, 48, 60, 40, 62, 16, 4, 0};
        only_floats_ = random_.below(3) == 0;
        bases_[0] = ir_.IShl({ir_.IAnd({given(), ir_.i32(3)}), ir_.i32(4)});
        bases_[1] = ir_.IMul({given(), ir_.i32(32)}); // may wrap
        for (const ResourceKind kind : kinds) {
            ir::Resource resource;
            resource.kind = kind;
            resource.binding = static_cast<std::uint32_t>(resources_.size());
            resource.name = "m" + std::to_string(resource.binding);
            resource.size = sizes[random_.below(std::size(sizes))];
            resources_.push_back(ir_.resource(resource));
        }
    }

    void write() {
        for (unsigned i = 0; i < kAccesses; ++i) {
            const std::uint32_t resource = any_resource();
            const bool constant = ir_.module().resources[resource].kind == ResourceKind::ConstantBuffer;
            const std::size_t what = random_.below(constant ? 4 : 10);
            if (what < 6) {
                const Id loaded = ir_.load_buffer(resource, offset(), type());
                const Type floats = ir_.type_of(loaded).with_kind(Kind::F32);
                const bool casts = ir_.type_of(loaded).kind == Kind::I32 && random_.below(2) == 0;
                if (casts) keep(ir_.FNeg(ir_.bitcast(floats, loaded)));
                if (!casts || random_.below(3) == 0) keep(loaded);
            } else if (what < 9 || only_floats_) {
                ir_.store_buffer(resource, offset(), value(type()));
            } else {
                keep(atomic(resource));
            }
        }
        keep(ir_.add(Op::BufferSize, ir::kI32, {}, any_resource()));
    }

private:
    static constexpr unsigned kAccesses = 6, kKept = 8;

    Type type() {
        if (only_floats_) return ir::kF32.with_lanes(1 + static_cast<unsigned>(random_.below(4)));
        constexpr Kind kKinds[] = {Kind::I32, Kind::F32, Kind::I32, Kind::F32, Kind::I64, Kind::F64};
        return {kKinds[random_.below(std::size(kKinds))], static_cast<std::uint8_t>(1 + random_.below(4))};
    }
    std::uint32_t any_resource() { return resources_[random_.below(static_cast<std::uint32_t>(resources_.size()))]; }
    Id given() { return ir_.load(in_, static_cast<std::uint32_t>(random_.below(16)), ir::kI32); }
    Id number(std::uint32_t most) { return ir_.i32(static_cast<std::uint32_t>(random_.below(most + 1))); }
    /// Mostly near the buffers' ends, as addresses are computed.
    Id offset() {
        const Id few = ir_.IAnd(given(), ir_.i32(31)), many = given();
        switch (random_.below(16)) {
            case 0: return number(80);
            case 1: return ir_.i32(0xfffffff0U + static_cast<std::uint32_t>(random_.below(16)));
            case 2: return ir_.IAnd(many, ir_.i32(127));
            case 3: return many;
            case 4: return ir_.IShl(few, number(6));
            case 5: return ir_.IShl(many, number(5)); // may wrap
            case 6: return ir_.IMul(few, number(32));
            case 7: return ir_.IAdd({ir_.IMul(few, ir_.i32(16)), number(64)});
            case 8: return ir_.IAdd({ir_.IShl(few, ir_.i32(2)), number(64)});
            case 9: return ir_.IMul({ir_.UMin({ir_.IAdd(few, number(3)), number(8)}), ir_.i32(16)});
            case 10: return ir_.IShl({ir_.UMin(many, number(20)), ir_.i32(2)});
            case 11: return ir_.IAnd({ir_.IAdd(few, number(60)), ir_.i32(~3U)});
            case 12: return ir_.IAdd({ir_.IAnd(many, ir_.i32(63)), ir_.i32(0xffffffc0U)});        // wraps, or nearly so
            default: return ir_.IAdd({bases_[random_.below(2)], ir_.i32(random_.below(3) * 20)}); // words of few rows
        }
    }
    Id value(Type type) {
        const Type words{Kind::I32, static_cast<std::uint8_t>(ir::bits_of(type.kind) / 32)};
        std::vector<Id> lanes;
        for (unsigned i = 0; i < type.lanes; ++i) {
            const Id bits = words.lanes == 1 ? given() : ir_.compose({given(), given()});
            lanes.push_back(type.scalar() == words ? bits : ir_.bitcast(type.scalar(), bits));
        }
        return ir_.compose(lanes);
    }
    Id atomic(std::uint32_t resource) {
        constexpr Op kAtomics[] = {Op::AtomicAdd,  Op::AtomicSMin,     Op::AtomicUMax,
                                   Op::AtomicSMax, Op::AtomicExchange, Op::AtomicCompareExchange};
        const Op op = kAtomics[random_.below(std::size(kAtomics))];
        const Type type{random_.below(4) == 0 ? Kind::I64 : Kind::I32, 1};
        std::vector<Id> operands{offset()};
        operands.push_back(value(type));
        if (op == Op::AtomicCompareExchange) operands.push_back(value(type));
        return ir_.add(op, type, operands, resource);
    }
    void keep(Id value) {
        const Type type = ir_.type_of(value);
        for (unsigned i = 0; i < type.lanes; ++i) {
            const Id lane = type.lanes == 1 ? value : ir_.lane(value, i);
            const Id words =
                type.kind == Kind::I32
                    ? lane
                    : ir_.bitcast({Kind::I32, static_cast<std::uint8_t>(ir::bits_of(type.kind) / 32)}, lane);
            const unsigned count = ir_.type_of(words).lanes;
            ir_.store(out_, kept_ * 2 % (4 * kKept), words, (1U << count) - 1);
            ++kept_;
        }
    }

    ir::Builder& ir_;
    std::uint32_t in_, out_;
    Random& random_;
    std::vector<std::uint32_t> resources_;
    bool only_floats_ = false;
    Id bases_[2]{};
    std::uint32_t kept_ = 0;
};

ir::Module random_accesses(std::uint64_t seed) {
    Random random(seed);
    return test::word_program(
        8, [&](ir::Builder& ir, std::uint32_t in, std::uint32_t out) { RandomAccesses(ir, in, out, random).write(); });
}

bool is_open(const ir::Resource& resource) {
    return resource.size == 0 && resource.kind == ResourceKind::StorageBuffer;
}

run::State state_of(const ir::Module& module, std::uint64_t seed) {
    Random random(seed);
    run::State state = run::blank_state(module);
    for (std::uint64_t& lane : state.files[0]) lane = test::awkward_lane(Kind::I32, random);
    for (std::size_t i = 0; i < state.resources.size(); ++i) {
        if (is_open(module.resources[i])) state.resources[i].resize(52); // that is bound
        for (std::uint8_t& byte : state.resources[i]) byte = static_cast<std::uint8_t>(random.bits());
    }
    return state;
}

/// Follows the buffers of a lowered program, which must not find out: whole words, for what is outside in words is.
constexpr std::size_t kMore = 160;
constexpr std::uint8_t kUntouched = 0xa5;
void lengthen(const ir::Module& module, run::State& state) {
    for (std::size_t i = 0; i < state.resources.size(); ++i) {
        const bool fixed = !is_open(module.resources[i]);
        if (fixed) state.resources[i].resize(state.resources[i].size() + kMore, kUntouched);
    }
}

std::string difference(const ir::Module& before, const ir::Module& after, std::uint64_t seed) {
    run::State wanted = state_of(before, seed), got = state_of(before, seed);
    got.files.resize(after.files.size());
    lengthen(before, got);
    if (const Status ran = run::run(before, {&wanted, 1}); !ran) return ran.error().text;
    if (const Status ran = run::run(after, {&got, 1}); !ran) return ran.error().text;
    if (wanted.files[1] != got.files[1]) return "other values";
    for (std::size_t i = 0; i < wanted.resources.size(); ++i) {
        auto& bytes = got.resources[i];
        const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(wanted.resources[i].size());
        if (std::ranges::any_of(end, bytes.end(), [](std::uint8_t byte) { return byte != kUntouched; }))
            return "something is written outside of " + std::string(before.resources[i].name);
        bytes.resize(wanted.resources[i].size());
        if (bytes != wanted.resources[i]) return "other bytes in " + std::string(before.resources[i].name);
    }
    return {};
}

TEST(Buffers, KeepTheirMeaningAsElements) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const ir::Module before = random_accesses(seed);
        ASSERT_TRUE(ir::verify(before)) << ir::verify(before).error().text;
        for (const Target& target : kTargets) {
            ir::Module after = before.clone();
            ASSERT_TRUE(lower_buffers(after, target));
            const bool has_open = std::ranges::any_of(before.resources, is_open);
            if (has_open && target.interface == Interface::Harness) continue; // records have no room for those
            ASSERT_TRUE(ir::verify(after)) << seed << ir::verify(after).error().text;
            ASSERT_FALSE(lower_buffers(after, target)) << "they are elements already";
            for (std::uint64_t input = 0; input < 3; ++input)
                ASSERT_EQ(difference(before, after, seed * 3 + input), "")
                    << "seed " << seed << (target.dialect == Dialect::SpirV ? " SPIR-V" : " GLSL");
        }
    }
}

// A program that was printed after it was lowered can be lowered for another target.
TEST(Buffers, CountBytesAgainForAnotherTarget) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const ir::Module before = random_accesses(seed);
        ir::Module after = before.clone();
        ASSERT_TRUE(lower_buffers(after, kTargets[seed % 2]));
        count_bytes(after);
        ASSERT_TRUE(ir::verify(after)) << seed << ir::verify(after).error().text;
        (void)lower_buffers(after, kTargets[(seed + 1) % 2]); // no access may be left, if all are outside
        ASSERT_TRUE(ir::verify(after)) << seed << ir::verify(after).error().text;
        ASSERT_EQ(difference(before, after, seed), "") << "seed " << seed;
    }
}

// A known offset says nothing while the size is as much as is bound (wgpu 4441).
TEST(Buffers, KnownOffsetsMeetTheSizeThatIsBound) {
    const auto compared = [](std::uint32_t size, bool stores) {
        ir::Module module = test::word_program(1, [&](ir::Builder& ir, std::uint32_t, std::uint32_t out) {
            const std::uint32_t words = ir.storage_buffer("words", 0, size);
            if (stores) ir.store_buffer(words, ir.i32(12), ir.i32(7));
            if (!stores) ir.store(out, 0, ir.load_buffer(words, ir.i32(12), ir::kI32), 1);
        });
        EXPECT_TRUE(lower_buffers(module, {}));
        return std::ranges::count(module.insts, Op::ULt, &ir::Inst::op) != 0;
    };
    for (const bool stores : {false, true}) {
        EXPECT_TRUE(compared(0, stores));
        EXPECT_FALSE(compared(16, stores));
        EXPECT_FALSE(compared(12, stores)) << "it is never inside";
    }
}

// ---- constant buffers

// Many rows that are as far behind different ones, and two words of each.
TEST(Buffers, WordsOfARowWhoseNumberIsComputedAreLoadedOnce) {
    constexpr std::uint32_t kRows = 40;
    const ir::Module before =
        test::word_program(2 * kRows / 4, [&](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
            const std::uint32_t c = ir.constant_buffer("c", 0, 1024);
            for (std::uint32_t i = 0; i < kRows; ++i) {
                const Id row = ir.IShl({ir.load(in, i, ir::kI32), ir.i32(4)});
                for (std::uint32_t word = 0; word < 2; ++word)
                    ir.store(out, 2 * i + word, ir.load_buffer(c, ir.IAdd({row, ir.i32(36 + 4 * word)}), ir::kI32), 1);
            }
        });
    for (const Target& target : kTargets) {
        ir::Module after = before.clone();
        ASSERT_TRUE(lower_buffers(after, target));
        EXPECT_EQ(test::calls_in_main(after), kRows);
        for (std::uint64_t input = 0; input < 50; ++input) ASSERT_EQ(difference(before, after, input), "");
        for (std::uint64_t row = 0; row < 70; ++row) {
            run::State wanted = state_of(before, row);
            for (std::size_t i = 0; i < wanted.files[0].size(); ++i) wanted.files[0][i] = row + i % 5;
            run::State got = wanted;
            ASSERT_TRUE(run::run(before, {&wanted, 1}) && run::run(after, {&got, 1}));
            EXPECT_EQ(got.files[1], wanted.files[1]) << row;
        }
    }
}

// They need no function that looks.
TEST(Buffers, IndicesThatAreAlwaysInsideAreNotCompared) {
    for (const Type type : {ir::kI32, ir::kF32.with_lanes(4)})
        for (const std::uint32_t most : {3U, 4U}) { // of rows that lie 16 bytes apart, in 64
            ir::Module module = test::word_program(1, [&](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
                const std::uint32_t c = ir.constant_buffer("c", 0, 64);
                const Id row = ir.UMin({ir.load(in, 0, ir::kI32), ir.i32(most)});
                const Id loaded = ir.load_buffer(c, ir.IShl({row, ir.i32(4)}), type);
                ir.store(out, 0, ir.bitcast(ir::kI32, type.lanes == 1 ? loaded : ir.lane(loaded, 0)), 1);
            });
            ASSERT_TRUE(lower_buffers(module, {.dialect = Dialect::GlslVulkan}));
            EXPECT_EQ(test::calls_in_main(module), most == 3 ? 0U : 1U);
        }
}

TEST(Buffers, WordsThatAreFloatsAloneAreLoadedAsFloats) {
    for (const bool has_other_use : {false, true}) {
        ir::Module module = test::word_program(1, [&](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
            const std::uint32_t c = ir.constant_buffer("c", 0, 64);
            const Id word = ir.load_buffer(c, ir.load(in, 0, ir::kI32), ir::kI32);
            ir.store(out, 0, ir.bitcast(ir::kI32, ir.FNeg(ir.bitcast(ir::kF32, word))), 1);
            if (has_other_use) ir.store(out, 1, word, 1);
        });
        ASSERT_TRUE(lower_buffers(module, {}));
        EXPECT_EQ(module.resources[0].element.kind, has_other_use ? Kind::I32 : Kind::F32);
    }
}

Id lane_as(ir::Builder& ir, Type type, Id lane) { return ir.type_of(lane) == type ? lane : ir.bitcast(type, lane); }

// Robust buffer access is not asked of devices: what is loaded lies inside, though another value is chosen.
TEST(Buffers, LoadsOutsideAreOfTheFirstElement) {
    for (const Type type : {ir::kI32, ir::kF32.with_lanes(4), ir::kF32.with_lanes(3), Type{Kind::I64, 1}})
        for (const std::uint32_t size : {0U, 64U}) {
            ir::Module module = test::word_program(1, [&](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
                const std::uint32_t words = ir.storage_buffer("words", 0, size);
                const Id loaded = ir.load_buffer(words, ir.IShl({ir.load(in, 0, ir::kI32), ir.i32(4)}), type);
                const Id lane = type.lanes == 1 ? loaded : ir.lane(loaded, 0);
                const Type bits{Kind::I32, static_cast<std::uint8_t>(ir::bits_of(type.kind) / 32)};
                ir.store(out, 0, lane_as(ir, bits, lane), 1);
            });
            ASSERT_TRUE(lower_buffers(module, {.has_int64 = true}));
            std::size_t loads = 0;
            for (const ir::Function& function : module.functions)
                for (const ir::Block& block : function.blocks)
                    for (const Id id : block.insts) {
                        if (module[id].op != Op::LoadBuffer) continue;
                        const ir::Inst& index = module[module[id].operands[0]];
                        ASSERT_EQ(index.op, Op::Select);
                        EXPECT_TRUE(ir::is_constant(module, index.operands[2], 0));
                        ++loads;
                    }
            EXPECT_NE(loads, 0U);
        }
}

TEST(Buffers, AtomicOperationsThatTheEndCutsInTwoDoNothing) {
    for (const Interface interface : {Interface::Native, Interface::Harness}) {
        ir::Module module = test::word_program(1, [&](ir::Builder& ir, std::uint32_t, std::uint32_t out) {
            const std::uint32_t words = ir.storage_buffer("words", 0, 60);
            const Id one = ir.constant(ir::kI64, 1);
            const Id before = ir.add(Op::AtomicAdd, ir::kI64, {ir.i32(56), one}, words);
            ir.store(out, 0, ir.bitcast(ir::kI32.with_lanes(2), before), 3);
        });
        ASSERT_TRUE(lower_buffers(module, {.interface = interface, .has_int64 = true, .has_atomic_int64 = true}));
        const auto changes = [](const ir::Inst& inst) { return ir::info(inst.op).writes(ir::Memory::Buffer); };
        EXPECT_TRUE(std::ranges::none_of(module.insts, changes));
    }
}

// ---- which element

TEST(ElementIndex, IsTheOffsetWithoutWhatItsProductDid) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("in", Kind::I32, 1, 1, ir::Role::Input);
    ir.function("main");
    const Id any = ir.load(in, 0, ir::kI32), few = ir.IAnd(any, ir.i32(0xff));
    const auto index = [&](Id offset) { return element_index(ir, offset, 4); };
    const auto op_of = [&](Id value) { return module[value].op; };
    EXPECT_EQ(index(ir.IShl(few, ir.i32(4))), few);
    EXPECT_EQ(index(ir.IMul(few, ir.i32(16))), few);
    EXPECT_EQ(op_of(index(ir.IShl(any, ir.i32(4)))), Op::IAnd); // it may wrap
    EXPECT_EQ(op_of(index(ir.IMul(any, ir.i32(16)))), Op::UShr);
    EXPECT_EQ(op_of(index(ir.IShl(few, ir.i32(6)))), Op::IShl);
    EXPECT_EQ(op_of(index(ir.IShl(few, ir.i32(3)))), Op::UShr);
    EXPECT_EQ(op_of(index(ir.IAdd({ir.IShl(few, ir.i32(4)), ir.i32(32)}))), Op::IAdd);
    EXPECT_EQ(op_of(index(ir.IAdd({ir.IShl(few, ir.i32(4)), ir.i32(8)}))), Op::UShr);
    EXPECT_EQ(op_of(index(ir.IAdd({ir.IShl(few, ir.i32(4)), ir.i32(0xfffffff0)}))), Op::UShr);
    EXPECT_EQ(op_of(index(ir.IAnd({ir.IAdd(few, any), ir.i32(~15U)}))), Op::UShr);
    EXPECT_EQ(op_of(index(any)), Op::UShr);
}

} // namespace
} // namespace relit::lang::buffer_properties
