// Every pure operation whose value depends on nothing but its operands has code for every kind its row allows.
#include "ir/evaluate.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace relit::ir::values {
namespace {

std::vector<Kind> kinds_of(char letter) {
    switch (letter) {
        case 'F':
        case 'f': return {Kind::F16, Kind::F32, Kind::F64};
        case 'I':
        case 'i': return {Kind::I8, Kind::I16, Kind::I32, Kind::I64};
        case 'B':
        case 'b': return {Kind::Bool};
        default: return {Kind::Bool, Kind::I8, Kind::I16, Kind::I32, Kind::I64, Kind::F16, Kind::F32, Kind::F64};
    }
}

// Their values come from elsewhere: the module, the function, the edge control came by.
bool needs_more_than_operands(Op op) {
    return op == Op::Const || op == Op::Param || op == Op::BlockParam || op == Op::LoadTable;
}

// The operand types of a row where every letter stands for a kind; the result's letter for `result`.
std::vector<Type> operand_types(const OpInfo& row, Kind result, unsigned lanes, std::size_t choice) {
    std::vector<Type> types;
    for (const char letter : row.operands) {
        if (letter == '*') continue;
        const std::vector<Kind> kinds = kinds_of(letter);
        const bool same = letter == row.result || letter == 'V' || (row.has(kReduce) && letter == 'F');
        types.push_back(Type{same ? result : kinds[choice % kinds.size()], 1}.with_lanes(lanes));
    }
    return types;
}

TEST(IrValueProperties, EveryPureOperationHasAValue) {
    for (std::size_t i = 0; i < all_ops().size(); ++i) {
        const Op op = static_cast<Op>(i);
        const OpInfo& row = info(op);
        if (!row.has(kPure) || row.has(kAcross) || needs_more_than_operands(op)) continue;
        for (const Kind result : kinds_of(row.result)) {
            for (std::size_t choice = 0; choice < 4; ++choice) {
                const Type type{result, 1};
                EXPECT_NE(prepare(op, type, operand_types(row, result, 1, choice), {}, 0).run, nullptr)
                    << row.name << " to kind " << static_cast<unsigned>(result) << ", choice " << choice;
            }
        }
    }
}

TEST(IrValueProperties, OperationsWithEffectsHaveNone) {
    for (std::size_t i = 0; i < all_ops().size(); ++i) {
        const OpInfo& row = all_ops()[i];
        if (row.has(kPure)) continue;
        EXPECT_EQ(row.value, "kNone") << row.name;
        EXPECT_EQ(prepare(static_cast<Op>(i), kI32, operand_types(row, Kind::I32, 1, 2), {}, 0).run, nullptr)
            << row.name;
    }
}

TEST(IrValueProperties, SwappableOperandsGiveTheSameValue) {
    const std::vector<std::uint64_t> awkward{0, 1, 0x7f, 0x80, 0xff, 0x3c00, 0x7c00, 0x7e00, 0x8000};
    for (std::size_t i = 0; i < all_ops().size(); ++i) {
        const OpInfo& row = all_ops()[i];
        if (!row.has(kPure | kSwaps)) continue;
        const Kind kind = row.operands[0] == 'F' ? Kind::F16 : row.operands[0] == 'I' ? Kind::I8 : Kind::Bool;
        const Type result{row.result == 'B' ? Kind::Bool : kind, 1};
        const std::vector<Type> types(2, Type{kind, 1});
        for (const std::uint64_t a : awkward) {
            for (const std::uint64_t b : awkward) {
                const std::array<Value, 2> there{Value{{a}}, Value{{b}}}, back{there[1], there[0]};
                EXPECT_EQ(evaluate(static_cast<Op>(i), result, types, {}, 0, there),
                          evaluate(static_cast<Op>(i), result, types, {}, 0, back))
                    << row.name << ' ' << a << ' ' << b;
            }
        }
    }
}

} // namespace
} // namespace relit::ir::values
