// Rules on lanes, which no table can say: swizzles of swizzles, compositions of lanes of one value, and the like.
#include "ir/rewrite/rewriter.hpp"

#include <algorithm>
#include <array>

namespace relit::ir {

Id Rewriter::simplify_lanes(Id id) {
    switch (module_[id].op) {
        case Op::Swizzle: return simplify_swizzle(id);
        case Op::Compose: return simplify_compose(id);
        case Op::Blend: return simplify_blend(id);
        case Op::Bitcast: return simplify_bitcast(id);
        default: return kNone;
    }
}

Id Rewriter::change(Id id, Op op, std::span<const Id> operands, std::uint32_t imm) {
    module_[id].op = op;
    module_[id].imm = imm;
    module_[id].operands = module_.copy(operands);
    return id;
}

Id Rewriter::simplify_swizzle(Id id) {
    const Inst inst = module_[id];
    const Inst from = module_[inst.operands[0]];
    bool in_order = inst.type.lanes == from.type.lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) in_order &= swizzle_lane(inst.imm, i) == i;
    if (in_order) return inst.operands[0];
    if (from.op == Op::Swizzle) {
        std::uint32_t imm = 0;
        for (unsigned i = 0; i < inst.type.lanes; ++i) {
            imm |= swizzle_lane(from.imm, swizzle_lane(inst.imm, i)) << (8 * i);
        }
        return change(id, Op::Swizzle, from.operands, imm);
    }
    if (from.op == Op::Blend) return simplify_swizzle_of_blend(id, inst, from);
    if (from.op != Op::Compose) return kNone;
    if (inst.type.lanes == 1) return from.operands[swizzle_lane(inst.imm, 0)];
    std::array<Id, kMaxLanes> lanes{};
    for (unsigned i = 0; i < inst.type.lanes; ++i) lanes[i] = from.operands[swizzle_lane(inst.imm, i)];
    return change(id, Op::Compose, std::span(lanes).first(inst.type.lanes), 0);
}

/// Lanes that all come from one of the two are lanes of that one.
Id Rewriter::simplify_swizzle_of_blend(Id id, const Inst& swizzle, const Inst& blend) {
    std::uint32_t taken = 0;
    for (unsigned i = 0; i < swizzle.type.lanes; ++i) taken |= 1U << swizzle_lane(swizzle.imm, i);
    const std::uint32_t over = blend.imm & taken;
    if (over != 0 && over != taken) return kNone;
    return change(id, Op::Swizzle, blend.operands.subspan(over == 0 ? 0 : 1, 1), swizzle.imm);
}

/// Lanes of one value are a swizzle of it.
Id Rewriter::simplify_compose(Id id) {
    const Inst inst = module_[id];
    if (inst.operands.size() == 1) return inst.operands[0];
    Id source = kNone;
    std::uint32_t imm = 0;
    for (unsigned i = 0; i < inst.type.lanes; ++i) {
        const Inst& lane = module_[inst.operands[i]];
        const bool taken = lane.op == Op::Swizzle;
        const Id from = taken ? lane.operands[0] : inst.operands[i];
        if (source != kNone && from != source) return kNone;
        source = from;
        imm |= (taken ? swizzle_lane(lane.imm, 0) : 0) << (8 * i);
    }
    return change(id, Op::Swizzle, {&source, 1}, imm);
}

Id Rewriter::simplify_blend(Id id) const {
    const Inst& inst = module_[id];
    const std::uint32_t full = (1U << inst.type.lanes) - 1;
    if ((inst.imm & full) == 0 || inst.operands[0] == inst.operands[1]) return inst.operands[0];
    return (inst.imm & full) == full ? inst.operands[1] : kNone;
}

Id Rewriter::simplify_bitcast(Id id) {
    const Inst& inst = module_[id];
    const Inst& from = module_[inst.operands[0]];
    if (from.type == inst.type) return inst.operands[0];
    return from.op == Op::Bitcast ? change(id, Op::Bitcast, from.operands, 0) : kNone;
}

} // namespace relit::ir
