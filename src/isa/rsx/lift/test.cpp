#include "isa/rsx/lift/test.hpp"

#include "base/result.hpp"

namespace relit::isa::rsx {

ir::Id passes(ir::Builder& ir, ir::Id value, Condition test) {
    const unsigned lanes = ir.type_of(value).lanes;
    const ir::Id zero = ir.f32(0, lanes);
    switch (test) {
        case Condition::Fl: return ir.constant(ir::kBool.with_lanes(lanes), 0);
        case Condition::Lt: return ir.FLt(value, zero);
        case Condition::Eq: return ir.FEq(value, zero);
        case Condition::Le: return ir.FLe(value, zero);
        case Condition::Gt: return ir.FGt(value, zero);
        case Condition::Ne: return ir.FNe(value, zero);
        case Condition::Ge: return ir.FGe(value, zero);
        case Condition::Tr: return ir.constant(ir::kBool.with_lanes(lanes), 1);
    }
    unreachable("passes(Condition)");
}

void store_passing(ir::Builder& ir, std::uint32_t file, std::uint32_t lane, ir::Id value, std::uint32_t mask,
                   ir::Id passed) {
    if (passed != ir::kNone) value = ir.Select(passed, value, ir.load(file, lane, ir.type_of(value)));
    ir.store(file, lane, value, mask);
}

} // namespace relit::isa::rsx
