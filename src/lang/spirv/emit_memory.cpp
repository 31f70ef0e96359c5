// Writes loads and stores of buffers and of shared and scratch memory, atomics, barriers.
#include "lang/memory.hpp"
#include "lang/spirv/emit.hpp"
#include "lang/spirv/spelling.hpp"

namespace relit::lang::spirv {

using ir::Inst;
using ir::Kind;

Index Emitter::element_index(const Inst& inst) const {
    if (const auto at = known(inst.operands[0])) return {*at, {}};
    return {0, operand(inst, 0)};
}

Value Emitter::emit_LoadBuffer(const Inst& inst) {
    return shader_.storage.load_element(code_, inst.imm, element_index(inst), inst.type);
}

Value Emitter::emit_StoreBuffer(const Inst& inst) {
    shader_.storage.store_element(code_, inst.imm, element_index(inst), operand(inst, 1));
    return {};
}

/// Why it cannot be expressed, or nothing.
std::string_view Emitter::atomic_refusal(const Inst& inst) const {
    if (inst.type.kind == Kind::I32) return "";
    if (inst.type.kind != Kind::I64) return " of less than 32 bits";
    if (!code_.target.has_atomic_int64) return " of 64 bits, which the target lacks";
    const bool shared = shader_.module.resources[inst.imm].kind == ir::ResourceKind::Shared;
    return shared ? " of 64 bits in shared memory, which is one of words" : "";
}

Value Emitter::emit_atomic(const Inst& inst) {
    if (const auto why = atomic_refusal(inst); !why.empty()) return refused(inst, why);
    const bool shared = shader_.module.resources[inst.imm].kind == ir::ResourceKind::Shared;
    const Value scope = code_.u32(static_cast<Word>(shared ? spv::Scope::Workgroup : spv::Scope::Device));
    const Value relaxed = code_.u32(0);
    const Word pointer = shader_.storage.element_pointer(code_, inst.imm, element_index(inst), inst.type);
    std::vector<Word> words{pointer, scope.id, relaxed.id};
    if (inst.op == ir::Op::AtomicCompareExchange) words.push_back(relaxed.id);
    for (std::size_t i = 1; i < inst.operands.size(); ++i) words.push_back(operand(inst, i).id);
    return code_.op(spelling(inst.op).opcode, inst.type, words);
}

// ---- barriers

namespace {

constexpr Word kOrdered = static_cast<Word>(spv::MemorySemanticsMask::AcquireRelease);
constexpr Word kShared = static_cast<Word>(spv::MemorySemanticsMask::WorkgroupMemory);
constexpr Word kOutside = static_cast<Word>(spv::MemorySemanticsMask::UniformMemory) |
                          static_cast<Word>(spv::MemorySemanticsMask::ImageMemory);

} // namespace

Value Emitter::emit_Barrier(const Inst& inst) {
    if (is_alone(shader_.module, code_.target)) return {};
    const bool compute = shader_.module.stage == ir::Stage::Compute;
    if (!compute && shader_.module.stage != ir::Stage::TessControl) return refused(inst, " outside of workgroups");
    const Word scope = code_.assembly.u32(static_cast<Word>(spv::Scope::Workgroup));
    const Word semantics = code_.assembly.u32(compute ? kOrdered | kShared : 0);
    const Word memory = compute ? scope : code_.assembly.u32(static_cast<Word>(spv::Scope::Invocation));
    code_.body.op(spv::Op::OpControlBarrier, {scope, memory, semantics});
    return {};
}

Value Emitter::emit_MemoryBarrier(const Inst& inst) {
    const bool compute = shader_.module.stage == ir::Stage::Compute;
    const bool workgroup = inst.imm == 0 && compute; // other stages have no workgroups: the whole device, then
    const Word scope = code_.assembly.u32(static_cast<Word>(workgroup ? spv::Scope::Workgroup : spv::Scope::Device));
    const Word semantics = code_.assembly.u32(kOrdered | kOutside | (compute ? kShared : 0));
    code_.body.op(spv::Op::OpMemoryBarrier, {scope, semantics});
    return {};
}

Value Emitter::emit_BufferSize(const Inst& inst) { return shader_.storage.size_in_words(code_, inst.imm); }

} // namespace relit::lang::spirv
