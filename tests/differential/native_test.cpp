// Compute shaders as a pipeline runs them: atomics, shared and scratch memory, barriers, subgroups, discards. Interpreter
// and device leave the same buffers.
#include "ir/builder.hpp"
#include "tests/support/device.hpp"
#include "tests/support/native_run.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace relit::native_test {
namespace {

using ir::Id;
using ir::kI32;
using ir::Kind;
using ir::Op;

constexpr std::uint32_t kGroups = 3;

/// A compute shader with a storage buffer `out`, 64 bytes an invocation, and `all`, 256 bytes that all can change.
struct Native {
    ir::Module module;
    ir::Builder ir{module};
    std::uint32_t out = 0, all = 0;
    Id number = 0, at = 0; // of this invocation, and where it writes

    explicit Native(std::uint32_t x = 64, std::uint32_t y = 1) {
        module.stage = ir::Stage::Compute;
        module.workgroup[0] = x, module.workgroup[1] = y;
        out = ir.storage_buffer("out", 0, 0);
        all = ir.storage_buffer("all", 1, 256);
    }
    void begin() {
        ir.function("main");
        number = test::invocation_number(ir);
        at = ir.IMul(number, ir.i32(64));
    }
    void put(std::uint32_t offset, Id value) { ir.store_buffer(out, ir.IAdd(at, ir.i32(offset)), value); }
    void expect_agreement() {
        ir.ret();
        auto device = test::open_device();
        if (!device) GTEST_SKIP() << device.error().text;
        std::vector<ir::Bound> bound(module.resources.size());
        bound[out].bytes.resize(std::size_t{64} * kGroups * module.workgroup[0] * module.workgroup[1]);
        for (std::size_t i = 0; i < 256; ++i) bound[all].bytes.push_back(static_cast<std::uint8_t>(31 * i));
        for (std::size_t i = 2; i < bound.size(); ++i) bound[i].bytes.resize(module.resources[i].size);
        for (const test::BackEnd back_end : {test::directly, test::through_glsl}) {
            SCOPED_TRACE(back_end == test::directly ? "SPIR-V" : "GLSL");
            ir::Module copy = module.clone();
            std::string error;
            const test::BothRuns runs = test::run_both(*device, copy, bound, kGroups, error, back_end);
            ASSERT_EQ(error, "");
            for (const std::uint32_t resource : {out, all}) {
                EXPECT_EQ(runs.device[resource].bytes, runs.interpreter[resource].bytes)
                    << module.resources[resource].name;
            }
            EXPECT_NE(runs.device[out].bytes, bound[out].bytes);
        }
    }
};

constexpr Op kOrderless[] = {Op::AtomicAdd,  Op::AtomicSMin, Op::AtomicUMin, Op::AtomicSMax,
                             Op::AtomicUMax, Op::AtomicAnd,  Op::AtomicOr,   Op::AtomicXor};

TEST(Native, AtomicsThatComeInAnyOrder) {
    Native n;
    n.begin();
    const Id mixed = n.ir.IMul(n.ir.IAdd(n.number, n.ir.i32(7)), n.ir.i32(0x9e3779b9));
    std::uint32_t offset = 0;
    for (const Op op : kOrderless) n.ir.add(op, kI32, {n.ir.i32(4 * offset++), mixed}, n.all);
    n.put(0, mixed);
    n.expect_agreement();
}

// Every invocation has a word to itself here, so that the old values are known.
TEST(Native, AtomicsGiveTheOldValueAndStayInside) {
    Native n;
    n.begin();
    const Id mixed = n.ir.IMul(n.number, n.ir.i32(0x9e3779b9));
    n.put(0, mixed);
    std::uint32_t offset = 4;
    for (const Op op : kOrderless) {
        const Id old = n.ir.add(op, kI32, {n.at, n.ir.IAdd(mixed, n.ir.i32(offset))}, n.out);
        n.put(offset, old);
        offset += 4;
    }
    n.put(offset, n.ir.add(Op::AtomicExchange, kI32, {n.at, n.number}, n.out));
    const Id even = n.ir.IAnd(n.number, n.ir.i32(0xfffffffe)); // as is there for every second one
    n.put(offset + 4, n.ir.add(Op::AtomicCompareExchange, kI32, {n.at, n.ir.i32(77), even}, n.out));
    n.put(offset + 8, n.ir.add(Op::AtomicAdd, kI32, {n.ir.i32(256), mixed}, n.all)); // outside
    n.put(offset + 12, n.ir.add(Op::AtomicAdd, kI32, {n.ir.IAdd(n.number, n.ir.i32(0xffffff00)), mixed}, n.all));
    n.expect_agreement();
}

Id mixed_pair(Native& n) {
    const Id wide = n.ir.convert(Op::UExtend, Kind::I64, n.ir.IAdd(n.number, n.ir.i32(7)));
    return n.ir.IMul(wide, n.ir.constant(ir::kI64, 0x9e3779b97f4a7c15));
}

TEST(Native, AtomicsOf64Bits) {
    Native n;
    n.begin();
    const Id mixed = mixed_pair(n);
    n.put(0, mixed);
    std::uint32_t offset = 0;
    for (const Op op : kOrderless) n.ir.add(op, ir::kI64, {n.ir.i32(8 * offset++), mixed}, n.all);
    n.ir.add(Op::AtomicAdd, ir::kI64, {n.ir.i32(255), mixed}, n.all); // rounded down
    n.ir.add(Op::AtomicAdd, ir::kI64, {n.ir.i32(256), mixed}, n.all); // outside
    n.put(8, n.ir.load_buffer(n.all, n.ir.i32(240), ir::kI64));       // the same buffer as words
    n.expect_agreement();
}

TEST(Native, AtomicsOf64BitsGiveTheOldValue) {
    Native n;
    n.begin();
    const Id mixed = mixed_pair(n);
    const auto scratch = n.ir.resource({.name = "own", .kind = ir::ResourceKind::Scratch, .size = 16});
    n.put(0, mixed);
    Id all = mixed;
    const auto change = [&](Op op, std::uint32_t buffer, Id at, std::initializer_list<Id> with) {
        std::vector<Id> operands{at};
        operands.insert(operands.end(), with);
        const Id old = n.ir.add(op, ir::kI64, operands, buffer);
        all = n.ir.IAdd(n.ir.IMul(all, n.ir.constant(ir::kI64, 31)), old);
    };
    const Id even = n.ir.convert(Op::UExtend, Kind::I64, n.ir.IAnd(n.number, n.ir.i32(0xfffffffe)));
    const Id number = n.ir.convert(Op::UExtend, Kind::I64, n.number);
    for (const auto& [buffer, at] : {std::pair{n.out, n.at}, std::pair{scratch, n.ir.i32(8)}}) {
        for (const Op op : kOrderless) change(op, buffer, at, {n.ir.IAdd(all, mixed)});
        change(Op::AtomicExchange, buffer, at, {number});
        change(Op::AtomicCompareExchange, buffer, at, {mixed, even});
        change(Op::AtomicExchange, buffer, at, {all});
    }
    n.put(8, all);
    n.expect_agreement();
}

TEST(Native, SharedMemoryAndBarriers) {
    Native n(16, 4);
    const auto shared = n.ir.resource({.name = "tile", .kind = ir::ResourceKind::Shared, .size = 260});
    n.begin();
    const Id local = n.ir.IAnd(n.number, n.ir.i32(63));
    n.ir.store_buffer(shared, n.ir.IMul(local, n.ir.i32(4)), n.ir.IMul(n.number, n.ir.i32(5)));
    n.ir.store_buffer(shared, n.ir.i32(256), n.ir.i32(9));
    n.ir.store_buffer(shared, n.ir.i32(260), n.ir.i32(1)); // outside
    n.ir.add(Op::Barrier, ir::kVoid, {});
    const Id other = n.ir.ISub(n.ir.i32(63), local);
    n.put(0, n.ir.load_buffer(shared, n.ir.IMul(other, n.ir.i32(4)), kI32));
    n.put(4, n.ir.load_buffer(shared, n.ir.IMul(n.number, n.ir.i32(4)), kI32)); // outside for some
    n.ir.add(Op::Barrier, ir::kVoid, {});
    n.ir.add(Op::AtomicAdd, kI32, {n.ir.i32(256), n.number}, shared);
    n.ir.add(Op::MemoryBarrier, ir::kVoid, {}, 0);
    n.ir.add(Op::Barrier, ir::kVoid, {});
    n.put(8, n.ir.load_buffer(shared, n.ir.i32(256), kI32));
    n.expect_agreement();
}

// Neighbours that share a word store at once, each its own part of it.
TEST(Native, NeighboursStoreBytesAndHalvesOfOneWord) {
    for (const Kind kind : {Kind::I8, Kind::I16, Kind::F16}) {
        Native n(32);
        const auto shared = n.ir.resource({.name = "tile", .kind = ir::ResourceKind::Shared, .size = 64});
        n.begin();
        const std::uint32_t bytes = ir::bits_of(kind) / 8;
        const Id local = n.ir.IAnd(n.number, n.ir.i32(31));
        const auto narrow = [&](Id word) {
            const Id part = n.ir.convert(Op::ITruncate, ir::integer_of(kind), word);
            return ir::is_float(kind) ? n.ir.bitcast({kind, 1}, part) : part;
        };
        const Id mixed = n.ir.IAdd(n.ir.IMul(n.number, n.ir.i32(0x0101)), n.ir.i32(3));
        const auto stored = [&](Id first, std::uint32_t room) { // some of them outside; what is odd is rounded down
            return n.ir.IAdd(n.ir.IMul(first, n.ir.i32(bytes)), n.ir.i32(room + (bytes == 2 ? 1 : 0)));
        };
        n.ir.store_buffer(shared, n.ir.IMul(local, n.ir.i32(4)), n.ir.i32(0x89abcdef));
        n.ir.add(Op::Barrier, ir::kVoid, {});
        n.ir.store_buffer(shared, stored(local, 64 - 24 * bytes), narrow(mixed));
        n.ir.store_buffer(n.all, stored(n.number, 256 - 80 * bytes), narrow(mixed));
        n.ir.add(Op::Barrier, ir::kVoid, {});
        n.put(0, n.ir.load_buffer(shared, n.ir.IMul(local, n.ir.i32(4)), kI32));
        n.expect_agreement();
    }
}

TEST(Native, VectorsOfBytesAreStoredLaneByLane) {
    Native n(4);
    n.begin();
    const Id byte = n.ir.convert(Op::ITruncate, Kind::I8, n.ir.IAdd(n.number, n.ir.i32(1)));
    const Id all = n.ir.compose({byte, n.ir.IAdd(byte, byte), n.ir.IMul(byte, byte)});
    n.ir.store_buffer(n.all, n.ir.IMul(n.number, n.ir.i32(3)), all);
    n.ir.store_buffer(n.all, n.ir.IOr(n.number, n.ir.i32(~3U)), all); // does not wrap
    n.put(0, n.number);
    n.expect_agreement();
}

// A sum over the workgroup, halving the distance in a loop with barriers.
TEST(Native, BarriersInLoops) {
    Native n(64);
    const auto shared = n.ir.resource({.name = "sums", .kind = ir::ResourceKind::Shared, .size = 256});
    const auto step = n.ir.file("step", Kind::I32, 1, 1, ir::Role::Register);
    n.begin();
    const Id local = n.ir.IAnd(n.number, n.ir.i32(63)), offset = n.ir.IMul(local, n.ir.i32(4));
    n.ir.store_buffer(shared, offset, n.ir.IMul(n.number, n.number));
    n.ir.store(step, 0, n.ir.i32(32));
    const ir::BlockId head = n.ir.block(), add = n.ir.block(), next = n.ir.block(), done = n.ir.block();
    n.ir.jump(head);
    n.ir.move_to(head);
    n.ir.add(Op::Barrier, ir::kVoid, {});
    const Id distance = n.ir.load(step, 0, kI32);
    n.ir.branch(n.ir.ULt(local, distance), add, next);
    n.ir.move_to(add);
    const Id far = n.ir.load_buffer(shared, n.ir.IMul(n.ir.IAdd(local, distance), n.ir.i32(4)), kI32);
    n.ir.store_buffer(shared, offset, n.ir.IAdd(n.ir.load_buffer(shared, offset, kI32), far));
    n.ir.jump(next);
    n.ir.move_to(next);
    const Id half = n.ir.UShr(distance, n.ir.i32(1));
    n.ir.store(step, 0, half);
    n.ir.branch(n.ir.INe(half, n.ir.i32(0)), head, done);
    n.ir.move_to(done);
    n.ir.add(Op::Barrier, ir::kVoid, {});
    n.put(0, n.ir.load_buffer(shared, n.ir.i32(0), kI32));
    n.expect_agreement();
}

// The workgroup has the usual size here.
TEST(Native, OpenWorkgroups) {
    for (const std::uint32_t x : {8U, 1U}) {
        Native n(x, x == 1 ? 1 : 2);
        n.module.workgroup_is_open = true;
        const auto shared = n.ir.resource({.name = "sums", .kind = ir::ResourceKind::Shared, .size = 64});
        n.begin();
        const Id size =
            n.ir.add(Op::ReadBuiltin, kI32.with_lanes(3), {}, static_cast<std::uint32_t>(ir::Builtin::WorkgroupSize));
        const Id all = n.ir.IMul(n.ir.lane(size, 0), n.ir.IMul(n.ir.lane(size, 1), n.ir.lane(size, 2)));
        const Id local = n.ir.UMod(n.number, all), other = n.ir.ISub(n.ir.ISub(all, n.ir.i32(1)), local);
        n.ir.store_buffer(shared, n.ir.IMul(local, n.ir.i32(4)), n.number);
        n.ir.add(Op::Barrier, ir::kVoid, {});
        n.put(0, n.ir.load_buffer(shared, n.ir.IMul(other, n.ir.i32(4)), kI32));
        n.put(4, n.ir.IAdd(all, n.ir.i32(1)));
        n.expect_agreement();
    }
}

TEST(Native, ScratchMemoryBelongsToTheInvocation) {
    Native n;
    const auto scratch = n.ir.resource({.name = "local", .kind = ir::ResourceKind::Scratch, .size = 64});
    n.begin();
    const Id offset = n.ir.IMul(n.ir.IAnd(n.number, n.ir.i32(31)), n.ir.i32(4)); // half of them outside
    n.ir.store_buffer(scratch, offset, n.number);
    n.put(0, n.ir.load_buffer(scratch, offset, kI32));
    n.put(4, n.ir.load_buffer(scratch, n.ir.i32(8), kI32));
    n.put(8, n.ir.add(Op::AtomicAdd, kI32, {n.ir.i32(8), n.ir.i32(3)}, scratch));
    n.put(12, n.ir.add(Op::AtomicCompareExchange, kI32, {n.ir.i32(8), n.ir.i32(40), n.ir.i32(3)}, scratch));
    n.put(16, n.ir.load_buffer(scratch, n.ir.i32(8), kI32));
    n.put(20, n.ir.add(Op::BufferSize, kI32, {}, scratch));
    n.put(24, n.ir.add(Op::BufferSize, kI32, {}, n.out));
    n.expect_agreement();
}

// In a choice, so that not everybody is there.
TEST(Native, Subgroups) {
    Native n;
    n.begin();
    const ir::BlockId some = n.ir.block(), after = n.ir.block();
    const Id bit = n.ir.INe(n.ir.IAnd(n.number, n.ir.i32(5)), n.ir.i32(0));
    const auto as_word = [&](Id condition) { return n.ir.Select(condition, n.ir.i32(1), n.ir.i32(2)); };
    const auto ask = [&](std::uint32_t offset) {
        n.put(offset, n.ir.add(Op::Ballot, kI32, {bit}));
        n.put(offset + 4, as_word(n.ir.add(Op::VoteAll, ir::kBool, {bit})));
        n.put(offset + 8, as_word(n.ir.add(Op::VoteAny, ir::kBool, {bit})));
        const Id from = n.ir.IAnd(n.ir.IMul(n.number, n.ir.i32(3)), n.ir.i32(15)); // beyond the subgroup, too
        n.put(offset + 12, n.ir.add(Op::Shuffle, kI32, {n.ir.IMul(n.number, n.ir.i32(11)), from}));
        const Id wide = n.ir.splat(n.ir.convert(Op::UToF, Kind::F32, n.number), 2);
        n.put(offset + 16, n.ir.add(Op::Shuffle, ir::kF32.with_lanes(2), {wide, from}));
    };
    ask(0);
    n.put(24, n.ir.add(Op::ReadBuiltin, kI32, {}, static_cast<std::uint32_t>(ir::Builtin::SubgroupInvocation)));
    n.ir.branch(n.ir.INe(n.ir.UMod(n.number, n.ir.i32(3)), n.ir.i32(0)), some, after);
    n.ir.move_to(some);
    ask(28);
    n.ir.jump(after);
    n.ir.move_to(after);
    n.expect_agreement();
}

TEST(Native, ADiscardedInvocationHasNoMoreEffects) {
    Native n;
    n.begin();
    n.put(0, n.ir.i32(1));
    n.ir.add(Op::Discard, ir::kVoid, {n.ir.IEq(n.ir.IAnd(n.number, n.ir.i32(3)), n.ir.i32(2))});
    n.put(4, n.ir.i32(2));
    n.ir.add(Op::AtomicAdd, kI32, {n.ir.i32(0), n.ir.i32(1)}, n.all);
    n.expect_agreement();
}

TEST(Native, ConstantAndStorageBuffersOfOneSlot) {
    Native n;
    const auto constants = n.ir.constant_buffer("c", 0, 32); // slot 0, as `out`
    n.begin();
    n.put(0, n.ir.load_buffer(constants, n.ir.IMul(n.number, n.ir.i32(4)), kI32));
    n.put(4, n.ir.i32(1));
    n.expect_agreement();
}

TEST(Native, BuiltinsOfWorkgroups) {
    Native n(4, 8);
    n.begin();
    std::uint32_t offset = 0;
    for (const ir::Builtin builtin : {ir::Builtin::WorkgroupId, ir::Builtin::LocalInvocationId,
                                      ir::Builtin::WorkgroupCount, ir::Builtin::WorkgroupSize}) {
        n.put(offset, n.ir.add(Op::ReadBuiltin, kI32.with_lanes(3), {}, static_cast<std::uint32_t>(builtin)));
        offset += 12;
    }
    n.expect_agreement();
}

} // namespace
} // namespace relit::native_test
