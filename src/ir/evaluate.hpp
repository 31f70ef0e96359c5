// What pure operations are worth: the value column of ir/opcodes.inc, run. The constant folder, the interpreter and
// the tests of rewrites all ask here.
#pragma once

#include "ir/module.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace relit::ir {

/// The lanes of a value as bits, zero-extended; lanes beyond its type are zero.
struct Value {
    std::array<std::uint64_t, kMaxLanes> lanes{};
    [[nodiscard]] bool operator==(const Value&) const = default;
};

struct Prepared;
using Kernel = void (*)(const Prepared& how, const Value* const* operands, Value& result);

/// A pure operation with its kinds looked up, to be run many times: `run(*this, operands, result)`.
struct Prepared {
    Kernel run = nullptr;   // nullptr: the operation has no value that depends on nothing but its operands
    Kernel inner = nullptr; // what `run` runs under another rounding direction
    Type result{};
    Type operand{}; // of the first operand
    FloatMode mode{};
    std::uint32_t imm = 0;
    std::uint32_t operand_count = 0;
};

/// For every pure operation but Const, Param, BlockParam, LoadTable (they need more than operands) and those across
/// invocations. Types must be as ir/verify/verify.hpp wants them; where a kind does not fit the row, `run` is nullptr.
[[nodiscard]] Prepared prepare(Op op, Type result, std::span<const Type> operands, FloatMode mode, std::uint32_t imm);
[[nodiscard]] Prepared prepare(const Module& module, const Inst& inst);

/// Float arithmetic gives one NaN (canonical_nan): hosts differ in which one, so no program may depend on it. What
/// only moves bits (Copy, Select, Swizzle, Bitcast, FNeg, FAbs, ...) keeps them.
[[nodiscard]] Value evaluate(Op op, Type result, std::span<const Type> operand_types, FloatMode mode, std::uint32_t imm,
                             std::span<const Value> operands);
/// The same for an instruction; Const and LoadTable too.
[[nodiscard]] Value evaluate(const Module& module, const Inst& inst, std::span<const Value> operands);

/// The operation that an atomic one does with the old value and its operand; not for exchanges.
[[nodiscard]] Op plain_operation(Op atomic);

/// The positive quiet NaN without payload: 0x7fc00000 for F32.
[[nodiscard]] std::uint64_t canonical_nan(Kind kind);
/// Whether a lane holds any NaN.
[[nodiscard]] bool is_nan(Kind kind, std::uint64_t lane);

} // namespace relit::ir
