// Writes what reads other invocations: derivatives, shuffles, ballots, votes.
#include "lang/spirv/emit.hpp"
#include "lang/spirv/spelling.hpp"

#include <array>

namespace relit::lang::spirv {

using ir::Inst;
using ir::Kind;
using ir::Type;
using spv::Capability;

namespace {

constexpr std::string_view kNoSubgroups = ", which requires subgroups, which the device does not support";
constexpr Word kMostInvocations = 128;

Word subgroup(Code& code) { return code.assembly.u32(static_cast<Word>(spv::Scope::Subgroup)); }

// Four words with a bit for each invocation of the subgroup that is here and for which the condition holds.
Value ballot(Code& code, Value condition) {
    code.assembly.capability(Capability::GroupNonUniformBallot);
    const std::array<Word, 2> words{subgroup(code), condition.id};
    return code.op(spv::Op::OpGroupNonUniformBallot, ir::kI32.with_lanes(4), words);
}

// Bit 0: that of invocation `index`, which is below 128.
Value bits_from(Code& code, Value ballots, Value index) {
    const Value which = code.right({index, code.u32(5)});
    const Value word = code.op(spv::Op::OpVectorExtractDynamic, ir::kI32, {ballots, which});
    return code.right({word, code.both({index, code.u32(31)})});
}

Value is_here(Code& code, Value index) {
    const Value here = ballot(code, code.literal(ir::kBool, 1));
    const Value exists = code.below({index, code.u32(kMostInvocations)});
    const Value bit = bits_from(code, here, code.select({exists, index, code.u32(0)}));
    return code.both({exists, code.equal({code.both({bit, code.u32(1)}), code.u32(1)})});
}

// From invocation `index`; anything where it is not here.
Value taken_from(Code& code, Value value, Value index) {
    code.assembly.capability(Capability::GroupNonUniformShuffle);
    const std::array<Word, 3> words{subgroup(code), value.id, index.id};
    return code.op(spv::Op::OpGroupNonUniformShuffle, value.type, words);
}

Value or_zero(Code& code, Value condition, Value value) {
    return code.select({code.repeat(condition, value.type.lanes), value, code.literal(value.type, 0)});
}

} // namespace

Value Emitter::emit_Shuffle(const Inst& inst) {
    if (!code_.target.has_subgroups) return refused(inst, kNoSubgroups);
    const Value value = operand(inst, 0), asked = code_.resize(Kind::I32, operand(inst, 1));
    const Value here = is_here(code_, asked);
    return or_zero(code_, here, taken_from(code_, value, asked));
}

Value Emitter::emit_Ballot(const Inst& inst) {
    if (!code_.target.has_subgroups) return refused(inst, kNoSubgroups);
    const Value ballots = ballot(code_, operand(inst, 0));
    return code_.resize(inst.type.kind, code_.lane(ballots, 0));
}

Value Emitter::emit_VoteAll(const Inst& inst) {
    if (!code_.target.has_subgroups) return refused(inst, kNoSubgroups);
    code_.assembly.capability(Capability::GroupNonUniformVote);
    const std::array<Word, 2> words{subgroup(code_), operand(inst, 0).id};
    return code_.op(spv::Op::OpGroupNonUniformAll, inst.type, words);
}

Value Emitter::emit_VoteAny(const Inst& inst) {
    if (!code_.target.has_subgroups) return refused(inst, kNoSubgroups);
    code_.assembly.capability(Capability::GroupNonUniformVote);
    const std::array<Word, 2> words{subgroup(code_), operand(inst, 0).id};
    return code_.op(spv::Op::OpGroupNonUniformAny, inst.type, words);
}

Value Emitter::derivative(const Inst& inst, spv::Op fine) {
    if (shader_.module.stage != ir::Stage::Fragment) return refused(inst, " outside of fragment shaders");
    if (inst.type.kind == Kind::F64) return refused(inst, " of 64 bits");
    if (inst.mode[ir::FloatMode::rounding] != 0) return refused(inst, " rounded other than to the nearest");
    code_.assembly.capability(Capability::DerivativeControl);
    const Type single = inst.type.with_kind(Kind::F32); // which holds the difference of two halves exactly enough
    const bool half = inst.type.kind == Kind::F16;
    const Value value = half ? code_.op(spv::Op::OpFConvert, single, {operand(inst, 0)}) : operand(inst, 0);
    const Value slope = code_.op(fine, single, {value});
    return half ? code_.op(spv::Op::OpFConvert, inst.type, {slope}) : slope;
}

Value Emitter::emit_FDdx(const Inst& inst) { return derivative(inst, spv::Op::OpDPdxFine); }
Value Emitter::emit_FDdy(const Inst& inst) { return derivative(inst, spv::Op::OpDPdyFine); }

} // namespace relit::lang::spirv
