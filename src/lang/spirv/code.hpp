// Writes the instructions of one function, value by value; knows SPIR-V and nothing of the IR's
// operations but their types.
#pragma once

#include "ir/module.hpp"
#include "lang/spirv/assembly.hpp"
#include "lang/target.hpp"

#include <spirv/unified1/GLSL.std.450.h>
#include <array>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace relit::lang::spirv {

/// A value in the shader and its type. Integers have no sign in either language.
struct Value {
    Word id = 0;
    ir::Type type{};
};

/// Some, in the assembly's scratch memory.
using Values = std::pmr::vector<Value>;

/// Operands. Written in braces at the call, so that they are made from left to right by every compiler.
struct Two {
    Value a, b;
};
struct Three {
    Value a, b, c;
};

class Code {
public:
    Code(Assembly& into, const Target& wanted) : assembly(into), target(wanted) {}
    /// Gives the assembly the function.
    void end_function(Word result, Word id, Word type);

    Assembly& assembly;
    const Target& target;
    Stream body{assembly.scratch()};
    Stream prologue{assembly.scratch()}; // before it: values that all of the body may use
    Values params{&assembly.scratch()};  // of the function
    std::vector<Word> lengths;           // those that are lengths of buffers, by resource; 0: not made yet
    std::vector<Value> given;            // those that are inputs, by their number in the stage interface; 0: the same
    std::string refusal;                 // why the module cannot be written; empty: nothing so far

    // ---- any instruction
    Value op(spv::Op opcode, ir::Type type, std::span<const Value> operands);
    Value op(spv::Op opcode, ir::Type type, std::initializer_list<Value> operands) {
        return op(opcode, type, std::span(operands.begin(), operands.size()));
    }
    Value op(spv::Op opcode, ir::Type type, std::span<const Word> words);
    /// One whose type the IR does not have.
    Word raw(spv::Op opcode, Word type, std::span<const Word> words);
    Value extended(GLSLstd450 number, ir::Type type, std::span<const Value> operands);
    Value extended(GLSLstd450 number, ir::Type type, std::initializer_list<Value> operands) {
        return extended(number, type, std::span(operands.begin(), operands.size()));
    }
    /// A float operation whose rounding must stay as it is written.
    Value exactly(Value value);
    void label(Word id);
    /// The label of the block that is written.
    [[nodiscard]] Word here() const { return here_; }
    /// The number of the block that is written.
    [[nodiscard]] std::uint32_t block() const { return block_; }
    void jump(Word to);
    void branch(Value condition, Word merge, Word then_to, Word else_to);
    Value load(ir::Type type, Word pointer);
    void store(Word pointer, Value value);
    Word access(Word pointer_type, Word base, std::span<const Word> indices);
    Word access(Word pointer_type, Word base, std::initializer_list<Word> indices) {
        return access(pointer_type, base, std::span(indices.begin(), indices.size()));
    }
    Value refuse(std::string why, ir::Type type);
    /// What `write` gives, which it writes to the prologue.
    Value ahead(auto&& write) {
        std::swap(body, prologue);
        const Value made = write();
        std::swap(body, prologue);
        return made;
    }

    // ---- bits
    Value literal(ir::Type type, std::uint64_t bits) { return {assembly.splat(type, bits), type}; }
    Value u32(std::uint32_t value) { return literal(ir::kI32, value); }
    Value as(ir::Type type, Value value); // the same bits
    Value bits(Value value) { return as(value.type.with_kind(ir::integer_of(value.type.kind)), value); }
    /// Integers made wider with zeros, or narrower.
    Value resize(ir::Kind kind, Value value);
    Value sign_extend(ir::Kind kind, Value value);
    /// Bits of the same value counted in other integers, low end first.
    Values regroup(std::span<const Value> parts, ir::Kind to);

    // ---- integers and bools
    Value add(Two in) { return op(spv::Op::OpIAdd, in.a.type, {in.a, in.b}); }
    Value sub(Two in) { return op(spv::Op::OpISub, in.a.type, {in.a, in.b}); }
    Value mul(Two in) { return op(spv::Op::OpIMul, in.a.type, {in.a, in.b}); }
    Value both(Two in);
    Value either(Two in);
    Value exclusive(Two in) { return op(spv::Op::OpBitwiseXor, in.a.type, {in.a, in.b}); }
    Value invert(Value a) { return op(spv::Op::OpNot, a.type, {a}); }
    Value left(Two in) { return op(spv::Op::OpShiftLeftLogical, in.a.type, {in.a, in.b}); }
    Value right(Two in) { return op(spv::Op::OpShiftRightLogical, in.a.type, {in.a, in.b}); }
    Value below(Two in) { return compare(spv::Op::OpULessThan, in); }
    Value equal(Two in) { return compare(spv::Op::OpIEqual, in); }
    Value compare(spv::Op opcode, Two in) { return op(opcode, in.a.type.with_kind(ir::Kind::Bool), {in.a, in.b}); }
    Value negate(Value condition) { return op(spv::Op::OpLogicalNot, condition.type, {condition}); }
    /// By a condition: one, or the other.
    Value select(Three in) { return op(spv::Op::OpSelect, in.b.type, {in.a, in.b, in.c}); }

    // ---- lanes
    Value lane(Value value, unsigned index);
    Values lanes(Value value);
    Value compose(ir::Type type, std::span<const Value> scalars);
    /// The scalar in every lane.
    Value repeat(Value scalar, unsigned lanes);
    /// Lanes of a value side by side.
    Value part(Value value, unsigned first, unsigned lanes);
    Value first(Value value, unsigned lanes) { return part(value, 0, lanes); }

private:
    struct Cast {
        Word to = 0;
        Value from;
    };
    Word first_ = assembly.fresh(), here_ = first_; // labels: of the first block, and of the one that is written
    std::uint32_t block_ = 1;
    std::array<Cast, 32> casts_{}; // by the id that they made, the last ones: what they were made of is at hand
};

/// A number of the type that `like` has.
[[nodiscard]] inline Value number(Code& code, Value like, std::uint64_t value) {
    return code.literal(like.type, value);
}

} // namespace relit::lang::spirv
