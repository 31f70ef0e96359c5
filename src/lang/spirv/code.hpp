// Writes the instructions of one function, value by value; knows SPIR-V and nothing of the language in the middle's
// operations but their types.
#pragma once

#include "ir/module.hpp"
#include "lang/spirv/assembly.hpp"
#include "lang/target.hpp"

#include <spirv/unified1/GLSL.std.450.h>
#include <initializer_list>
#include <string>

namespace relit::lang::spirv {

/// A value in the shader and its type. Integers have no sign in either language.
struct Value {
    Word id = 0;
    ir::Type type{};
};

class Code {
public:
    Code(Assembly& into, const Target& wanted) : assembly(into), target(wanted) {}

    Assembly& assembly;
    const Target& target;
    Stream body;
    Stream variables; // of the function: they come before its body
    ir::FloatMode mode{};
    std::string refusal; // why the module cannot be written; empty: nothing so far

    // ---- any instruction
    Value op(spv::Op opcode, ir::Type type, std::initializer_list<Value> operands);
    Value op(spv::Op opcode, ir::Type type, std::span<const Word> words);
    Value extended(GLSLstd450 number, ir::Type type, std::initializer_list<Value> operands);
    /// A float operation whose rounding must stay as it is written.
    Value exactly(Value value);
    void label(Word id);
    void jump(Word to);
    void branch(Value condition, Word merge, Word then_to, Word else_to);
    Value load(ir::Type type, Word pointer);
    void store(Word pointer, Value value);
    Word access(Word pointer_type, Word base, std::initializer_list<Word> indices);
    /// A variable of the function, starting undefined or zero.
    Word local(Word type, bool zero = false);
    Value refuse(std::string why, ir::Type type);

    // ---- bits
    Value literal(ir::Type type, std::uint64_t bits) { return {assembly.splat(type, bits), type}; }
    Value u32(std::uint32_t value) { return literal(ir::kI32, value); }
    Value as(ir::Type type, Value value); // the same bits
    Value bits(Value value) { return as(value.type.with_kind(ir::integer_of(value.type.kind)), value); }
    /// Integers made wider with zeros, or narrower.
    Value resize(ir::Kind kind, Value value);
    Value sign_extend(ir::Kind kind, Value value);
    /// Bits of the same value counted in other integers, low end first.
    std::vector<Value> regroup(std::span<const Value> parts, ir::Kind to);

    // ---- integers and bools
    Value add(Value a, Value b) { return op(spv::Op::OpIAdd, a.type, {a, b}); }
    Value sub(Value a, Value b) { return op(spv::Op::OpISub, a.type, {a, b}); }
    Value mul(Value a, Value b) { return op(spv::Op::OpIMul, a.type, {a, b}); }
    Value both(Value a, Value b);
    Value either(Value a, Value b);
    Value exclusive(Value a, Value b) { return op(spv::Op::OpBitwiseXor, a.type, {a, b}); }
    Value invert(Value a) { return op(spv::Op::OpNot, a.type, {a}); }
    Value left(Value a, Value by) { return op(spv::Op::OpShiftLeftLogical, a.type, {a, by}); }
    Value right(Value a, Value by) { return op(spv::Op::OpShiftRightLogical, a.type, {a, by}); }
    Value signed_right(Value a, Value by) { return op(spv::Op::OpShiftRightArithmetic, a.type, {a, by}); }
    Value below(Value a, Value b) { return compare(spv::Op::OpULessThan, a, b); }
    Value equal(Value a, Value b) { return compare(spv::Op::OpIEqual, a, b); }
    Value compare(spv::Op opcode, Value a, Value b) { return op(opcode, a.type.with_kind(ir::Kind::Bool), {a, b}); }
    Value negate(Value condition) { return op(spv::Op::OpLogicalNot, condition.type, {condition}); }
    Value select(Value condition, Value yes, Value no) { return op(spv::Op::OpSelect, yes.type, {condition, yes, no}); }

    // ---- lanes
    Value lane(Value value, unsigned index);
    Value compose(ir::Type type, std::span<const Value> scalars);
};

} // namespace relit::lang::spirv
