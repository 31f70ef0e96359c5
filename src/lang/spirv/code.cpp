#include "lang/spirv/code.hpp"

#include <array>

namespace relit::lang::spirv {

using ir::Kind;
using ir::Type;

void Code::end_function(Word result, Word id, Word type) {
    Stream head(assembly.scratch());
    head.op(spv::Op::OpFunction, {result, id, 0, type});
    for (const Value& param : params) head.op(spv::Op::OpFunctionParameter, {assembly.type(param.type), param.id});
    head.op(spv::Op::OpLabel, {first_});
    head.append(prologue);
    body.op(spv::Op::OpFunctionEnd, {});
    assembly.add_function(head, body);
}

Value Code::op(spv::Op opcode, Type type, std::span<const Word> words) {
    const Word type_id = assembly.type(type), id = assembly.fresh();
    body.op(opcode, {type_id, id}, words);
    return {id, type};
}

Word Code::raw(spv::Op opcode, Word type, std::span<const Word> words) {
    const Word id = assembly.fresh();
    body.op(opcode, {type, id}, words);
    return id;
}

Value Code::op(spv::Op opcode, Type type, std::span<const Value> operands) {
    const Word type_id = assembly.type(type), id = assembly.fresh();
    Word* to = body.begin(opcode, 2 + operands.size());
    *to++ = type_id;
    *to++ = id;
    for (const Value& operand : operands) *to++ = operand.id;
    return {id, type};
}

Value Code::extended(GLSLstd450 number, Type type, std::span<const Value> operands) {
    const Word set = assembly.glsl(), type_id = assembly.type(type), id = assembly.fresh();
    Word* to = body.begin(spv::Op::OpExtInst, 4 + operands.size());
    for (const Word word : {type_id, id, set, static_cast<Word>(number)}) *to++ = word;
    for (const Value& operand : operands) *to++ = operand.id;
    return {id, type};
}

Value Code::exactly(Value value) {
    assembly.decorate(value.id, spv::Decoration::NoContraction);
    return value;
}

void Code::label(Word id) {
    ++block_;
    here_ = id;
    body.op(spv::Op::OpLabel, {id});
}

void Code::jump(Word to) { body.op(spv::Op::OpBranch, {to}); }

void Code::branch(Value condition, Word merge, Word then_to, Word else_to) {
    body.op(spv::Op::OpSelectionMerge, {merge, 0});
    body.op(spv::Op::OpBranchConditional, {condition.id, then_to, else_to});
}

Value Code::load(Type type, Word pointer) {
    const Word type_id = assembly.type(type), id = assembly.fresh();
    body.op(spv::Op::OpLoad, {type_id, id, pointer});
    return {id, type};
}

void Code::store(Word pointer, Value value) { body.op(spv::Op::OpStore, {pointer, value.id}); }

Word Code::access(Word pointer_type, Word base, std::span<const Word> indices) {
    const Word id = assembly.fresh();
    body.op(spv::Op::OpAccessChain, {pointer_type, id, base}, indices);
    return id;
}

Value Code::refuse(std::string why, Type type) {
    if (refusal.empty()) refusal = std::move(why);
    return type == ir::kVoid ? Value{} : Value{assembly.null(type), type};
}

Value Code::as(Type type, Value value) {
    const Cast& before = casts_[value.id % casts_.size()];
    if (before.to == value.id && type != value.type) value = before.from;
    if (type == value.type) return value;
    const Value made = op(spv::Op::OpBitcast, type, {value});
    casts_[made.id % casts_.size()] = {made.id, value};
    return made;
}

Value Code::resize(Kind kind, Value value) {
    return kind == value.type.kind ? value : op(spv::Op::OpUConvert, value.type.with_kind(kind), {value});
}

Value Code::sign_extend(Kind kind, Value value) {
    return kind == value.type.kind ? value : op(spv::Op::OpSConvert, value.type.with_kind(kind), {value});
}

Values Code::regroup(std::span<const Value> parts, Kind to) {
    Values made(&assembly.scratch());
    if (parts.empty()) return made;
    const Type type{to, 1};
    const unsigned from_bits = ir::bits_of(parts[0].type.kind), to_bits = ir::bits_of(to);
    if (from_bits >= to_bits) {
        for (const Value& part : parts) {
            for (unsigned bit = 0; bit < from_bits; bit += to_bits) {
                made.push_back(resize(to, bit == 0 ? part : right({part, literal(part.type, bit)})));
            }
        }
        return made;
    }
    const std::size_t each = to_bits / from_bits;
    for (std::size_t first = 0; first < parts.size(); first += each) {
        Value whole = resize(to, parts[first]);
        for (std::size_t i = 1; i < each && first + i < parts.size(); ++i) {
            whole = either({whole, left({resize(to, parts[first + i]), literal(type, i * from_bits)})});
        }
        made.push_back(whole);
    }
    return made;
}

Value Code::both(Two in) {
    return op(in.a.type.kind == Kind::Bool ? spv::Op::OpLogicalAnd : spv::Op::OpBitwiseAnd, in.a.type, {in.a, in.b});
}

Value Code::either(Two in) {
    return op(in.a.type.kind == Kind::Bool ? spv::Op::OpLogicalOr : spv::Op::OpBitwiseOr, in.a.type, {in.a, in.b});
}

Value Code::lane(Value value, unsigned index) {
    if (value.type.lanes == 1) return value;
    const std::array<Word, 2> words{value.id, index};
    return op(spv::Op::OpCompositeExtract, value.type.scalar(), words);
}

Values Code::lanes(Value value) {
    Values all(&assembly.scratch());
    all.reserve(value.type.lanes);
    for (unsigned i = 0; i < value.type.lanes; ++i) all.push_back(lane(value, i));
    return all;
}

Value Code::repeat(Value scalar, unsigned lanes) {
    const std::array<Value, ir::kMaxLanes> all{scalar, scalar, scalar, scalar};
    return compose(scalar.type.with_lanes(lanes), std::span(all).first(lanes));
}

Value Code::part(Value value, unsigned first, unsigned lanes) {
    if (lanes == value.type.lanes) return value;
    if (lanes == 1) return lane(value, first);
    std::array<Word, 2 + ir::kMaxLanes> words{value.id, value.id};
    for (Word i = 0; i < lanes; ++i) words[2 + i] = first + i;
    return op(spv::Op::OpVectorShuffle, value.type.with_lanes(lanes), std::span(words).first(2 + lanes));
}

Value Code::compose(Type type, std::span<const Value> scalars) {
    if (scalars.size() == 1) return scalars[0];
    return op(spv::Op::OpCompositeConstruct, type, scalars);
}

} // namespace relit::lang::spirv
