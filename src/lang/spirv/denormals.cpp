#include "lang/spirv/denormals.hpp"

#include "ir/op.hpp"
#include "lang/denormals.hpp"

#include <algorithm>

namespace relit::lang::spirv {
namespace {

using ir::FloatMode;
using ir::Inst;
using ir::Kind;
using ir::Module;
using ir::Op;

bool flushes(const Inst& inst) { return inst.mode[FloatMode::flush_inputs] && inst.mode[FloatMode::flush_result]; }

bool is_of_floats(const ir::OpInfo& op) {
    return op.result == 'F' || op.result == 'f' || op.operands.find_first_of("Ff") != std::string_view::npos;
}

bool has_words(const Module& module, const Inst& inst) {
    const auto is_word = [&](ir::Id id) { return module[id].type.kind == Kind::F32; };
    return inst.type.kind == Kind::F32 || std::ranges::any_of(inst.operands, is_word);
}

// Between 16 and 32 bits: what is denormal in 32 is 0 in 16, and nothing in 16 is denormal in 32.
bool is_of_halves(const Module& module, const Inst& inst) {
    return inst.type.kind == Kind::F16 || module[inst.operands[0]].type.kind == Kind::F16;
}

// Whether an operation without a mode gives the same of a denormal and of zero, or only reads bits, or is one
// that devices do as near as they can.
bool is_indifferent(const Module& module, const Inst& inst) {
    const bool to_nearest = inst.mode[FloatMode::rounding] == 0;
    switch (inst.op) {
        case Op::FNeg:
        case Op::FAbs:
        case Op::FIsNan:
        case Op::FIsInf:
        case Op::FDdx:
        case Op::FDdy:
        case Op::FHalf:
        case Op::FTrunc:
        case Op::FRoundEven:
        case Op::SToF:
        case Op::UToF: return true;
        case Op::FToS:
        case Op::FToU: return to_nearest;
        case Op::FConvert: return to_nearest && is_of_halves(module, inst);
        case Op::FSat: return is_never_denormal(module, inst.operands[0]);
        default: return ir::info(inst.op).error_ulp() != 0;
    }
}

bool can_tell(const Module& module, const Inst& inst) {
    if (!is_of_floats(ir::info(inst.op)) || !has_words(module, inst)) return false;
    return !flushes(inst) && !is_indifferent(module, inst);
}

bool none_can_tell(const Module& module) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts)
                if (can_tell(module, module[id])) return false;
    return true;
}

} // namespace

Denormals::Denormals(const Module& module, const ShaderInfo& shader_info, const Target& target)
    : module_(module), target_(target),
      device_(target.flushes_denormals && shader_info.flushes() && none_can_tell(module)) {}

// What is spelled as arithmetic of 32 bits, and nothing that tests bits for it.
bool Denormals::flushes_by_itself(const Inst& inst) const {
    if (inst.mode[FloatMode::rounding] != 0) return false;
    switch (inst.op) {
        case Op::FAdd:
        case Op::FSub:
        case Op::FMul:
        case Op::FMad:
        case Op::FDot:
        case Op::FDiv:
        case Op::FRcp:
        case Op::FEq:
        case Op::FNe:
        case Op::FLt:
        case Op::FLe:
        case Op::FGt:
        case Op::FGe: return module_[inst.operands[0]].type.kind == Kind::F32;
        case Op::FFma: return inst.type.kind == Kind::F32;
        default: return false;
    }
}

} // namespace relit::lang::spirv
