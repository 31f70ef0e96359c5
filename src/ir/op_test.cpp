#include "ir/builder.hpp"
#include "ir/evaluate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace relit::ir {
namespace {

constexpr std::uint32_t kDirections = 4;
// As a Swizzle: lanes 1, 0, 3, 2. As a Blend: lanes 0 and 1 of the second operand.
constexpr std::uint32_t kImm = 0x02030001 | 2;

std::vector<Op> ops_with(auto&& wanted) {
    std::vector<Op> found;
    for (std::size_t i = 0; i < kOpCount; ++i)
        if (wanted(info(static_cast<Op>(i)))) found.push_back(static_cast<Op>(i));
    return found;
}

/// Operands for a row, all lanes different.
struct Operands {
    std::vector<Type> types;
    std::vector<Value> values;

    void add(Type type, auto&& lane) {
        types.push_back(type);
        values.emplace_back();
        for (unsigned i = 0; i < type.lanes; ++i) values.back().lanes[i] = lane();
    }
};

/// A float of any size, or one of those that integers and halves are.
std::uint64_t some_float(std::mt19937_64& random) {
    const auto word = static_cast<std::uint32_t>(random());
    return random() % 2 == 0 ? word : (word & 0x80ffffff) | 0x3f000000;
}

Operands operands_of(const OpInfo& row, std::mt19937_64& random) {
    Operands operands;
    const bool converts = row.op_class == OpClass::Conversion;
    for (const char letter : row.operands) {
        const auto lanes = static_cast<std::uint8_t>(row.has(kReduce) ? 2 : 1);
        if (letter == 'F' && converts)
            operands.add({Kind::F64, 1}, [&] { return random(); });
        else if (letter == 'F')
            operands.add({Kind::F32, lanes}, [&] { return some_float(random); });
        else if (converts)
            operands.add(kI32, [&] { return random() & 0xffffffff; });
        else
            operands.add(kI32, [&] { return (random() % 400 - 200) & 0xffffffff; });
    }
    return operands;
}

/// Returns whether one of many values comes out differently in some direction of rounding.
bool depends_on_rounding(Op op) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 4000; ++i) {
        const Operands in = operands_of(info(op), random);
        const auto in_direction = [&](std::uint32_t direction) {
            return evaluate(op, kF32, in.types, FloatMode{}.set(FloatMode::rounding, direction), 0, in.values);
        };
        for (std::uint32_t direction = 1; direction < kDirections; ++direction)
            if (in_direction(direction) != in_direction(0)) return true;
    }
    return false;
}

TEST(OpTraits, RoundsMeansThatARoundingModeCanChangeTheValue) {
    const auto exact = ops_with([](const OpInfo& row) {
        const bool is_float = row.result == 'F' || row.result == 'f';
        return row.has(kPure) && !row.has(kAcross) && is_float && row.error_ulp() == 0;
    });
    EXPECT_GT(exact.size(), 20U);
    for (const Op op : exact) EXPECT_EQ(depends_on_rounding(op), info(op).has(kRounds)) << info(op).name;
    for (const Op op : ops_with([](const OpInfo& row) { return row.has(kRounds); }))
        EXPECT_NE(std::ranges::find(exact, op), exact.end()) << info(op).name;
}

/// Vectors of four lanes, or scalars; bits that arithmetic would not keep: odd NaNs and denormals.
Operands odd_operands(const OpInfo& row) {
    Operands operands;
    std::uint64_t next = 1;
    const auto odd = [&] { return ++next % 2 == 0 ? 0xff800000 + next : next; };
    if (row.operands.ends_with('*')) {
        for (int i = 0; i < 4; ++i) operands.add(kF32, odd);
        return operands;
    }
    for (const char letter : row.operands)
        letter == 'B' ? operands.add({Kind::Bool, 4}, [&] { return ++next % 2; }) : operands.add({Kind::F32, 4}, odd);
    return operands;
}

TEST(OpTraits, WhatMovesKeepsBitsAndWhatPicksSaysWhichLane) {
    const FloatMode flush = FloatMode{}.set(FloatMode::flush_inputs, true).set(FloatMode::flush_result, true);
    std::size_t moved = 0, picked = 0;
    for (const Op op : ops_with([](const OpInfo& row) { return row.has(kMoves) && row.has(kPure); })) {
        const Operands in = odd_operands(info(op));
        const Type type{Kind::F32, 4};
        if (prepare(op, type, in.types, flush, kImm).run == nullptr) continue;
        const Value result = evaluate(op, type, in.types, flush, kImm, in.values);
        Inst inst{.op = op, .type = type, .imm = kImm, .operands = {}};
        std::vector<Id> ids;
        for (Id i = 0; i < in.values.size(); ++i) ids.push_back(i);
        inst.operands = ids;
        for (unsigned i = 0; i < type.lanes; ++i) {
            const bool is_found = std::ranges::any_of(in.values, [&](const Value& value) {
                return std::ranges::find(value.lanes, result.lanes[i]) != value.lanes.end();
            });
            EXPECT_TRUE(is_found) << info(op).name << " lane " << i;
            if (!info(op).has(kPicks)) continue;
            const LaneOf from = picked_lane(inst, i);
            EXPECT_EQ(result.lanes[i], in.values[from.value].lanes[from.lane]) << info(op).name << " lane " << i;
            ++picked;
        }
        ++moved;
    }
    EXPECT_EQ(moved, 6U);   // Copy, Swizzle, Compose, Blend, Bitcast, Select
    EXPECT_EQ(picked, 16U); // the first four
}

TEST(OpTraits, AccessesSayWhatTheyTouchAndHow) {
    const auto is = [](const std::vector<Op>& found, const std::vector<Op>& wanted) { return found == wanted; };
    EXPECT_TRUE(is(ops_with([](const OpInfo& row) { return row.is_fixed_access(); }), {Op::LoadFile, Op::StoreFile}));
    EXPECT_TRUE(is(ops_with([](const OpInfo& row) { return row.has(kIndexed); }), {Op::LoadFileAt, Op::StoreFileAt}));
    EXPECT_TRUE(is(ops_with([](const OpInfo& row) { return row.loads(Memory::Registers); }),
                   {Op::LoadFile, Op::LoadFileAt, Op::LoadFileOf, Op::LoadVertex}));
    EXPECT_TRUE(is(ops_with([](const OpInfo& row) { return row.has(kByVertex); }), {Op::LoadVertex}));
    EXPECT_TRUE(is(ops_with([](const OpInfo& row) { return row.accesses(Memory::Buffer); }),
                   {Op::LoadBuffer, Op::StoreBuffer}));
    EXPECT_TRUE(is(ops_with([](const OpInfo& row) { return row.is_call(); }), {Op::Call}));
}

TEST(OpTraits, AnAccessHasTheTypeOfWhatItMoves) {
    Module module;
    Builder build(module);
    const std::uint32_t r = build.file("r", Kind::F32, 4, 2, Role::Register);
    const std::uint32_t buffer = build.storage_buffer("b", 0, 64);
    build.function("main");
    const Type pair = kF32.with_lanes(2);
    const Id value = build.load(r, 0, pair), index = build.i32(1), whole = build.i32(5, 4);
    build.store(r, 0, value);
    build.store_at(r, 0, index, value);
    build.store_buffer(buffer, index, whole);
    const auto& insts = module.functions[0].blocks[0].insts;
    std::vector<Type> types;
    for (const Id id : insts)
        if (info(module[id].op).imm == Imm::Access || info(module[id].op).imm == Imm::Resource)
            types.push_back(accessed_type(module, module[id]));
    EXPECT_EQ(types, (std::vector<Type>{pair, pair, pair, kI32.with_lanes(4)}));
    EXPECT_EQ(known_lane(module, index), 1U);
    EXPECT_EQ(known_lane(module, value), std::nullopt);
    EXPECT_TRUE(is_constant(module, whole, 5));
    EXPECT_FALSE(is_constant(module, whole, 4) || is_constant(module, value, 0));
    const Id mixed = build.constant(pair, std::array<std::uint64_t, 2>{5, 6});
    EXPECT_FALSE(is_constant(module, mixed, 5));
}

} // namespace
} // namespace relit::ir
