#include "lang/denormals.hpp"

#include "ir/op.hpp"

#include <algorithm>

namespace relit::lang {
namespace {

using ir::Op;

bool is_denormal(std::uint64_t bits) {
    constexpr std::uint64_t kExponent = 0x7f800000, kFraction = 0x007fffff;
    return (bits & kExponent) == 0 && (bits & kFraction) != 0;
}

bool is_never_denormal(const ir::Module& module, ir::Id id, unsigned looks) {
    const ir::Inst& inst = module[id];
    if (inst.type.kind != ir::Kind::F32) return false;
    switch (inst.op) {
        case Op::Const: return std::ranges::none_of(module.literal(inst), is_denormal);
        case Op::SToF:
        case Op::UToF: return true;
        default: break;
    }
    const ir::OpInfo& row = ir::info(inst.op);
    if (row.has(ir::kPicks) || inst.op == Op::FNeg || inst.op == Op::FAbs)
        return looks > 0 && std::ranges::all_of(inst.operands, [&](ir::Id operand) {
                   return is_never_denormal(module, operand, looks - 1);
               });
    return (row.result == 'F' || row.result == 'f') && inst.mode[ir::FloatMode::flush_result];
}

} // namespace

bool is_never_denormal(const ir::Module& module, ir::Id id) {
    constexpr unsigned kLooks = 3; // one after the other
    return is_never_denormal(module, id, kLooks);
}

} // namespace relit::lang
