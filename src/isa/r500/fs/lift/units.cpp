#include "isa/r500/fs/lift/units.hpp"

#include "base/result.hpp"

#include <numbers>

namespace relit::isa::r500::fs {

ir::Id Units::dot(const Operands& in, unsigned lanes) {
    const ir::Id products = multiplied(in.a, in.b);
    ir::Id sum = ir_.lane(products, 0);
    for (unsigned i = 1; i < lanes; ++i) sum = ir_.FAdd(sum, ir_.lane(products, i));
    return sum;
}

ir::Id Units::angle(const Operands& in) { return ir_.FMul(in.a, ir_.f32(2 * std::numbers::pi_v<float>)); }

ir::Id Units::rgb(RgbOp op, const Operands& in, const Operands& alpha) {
    switch (op) {
        case RgbOp::Mad: return mad(in);
        case RgbOp::Dp3: return spread(dot(in, 3));
        case RgbOp::Dp4: return spread(ir_.FAdd({dot(in, 3), multiplied(alpha.a, alpha.b)}));
        case RgbOp::D2a: return spread(ir_.FAdd({dot(in, 2), ir_.lane(in.c, 2)}));
        case RgbOp::Min: return minimum(in);
        case RgbOp::Max: return maximum(in);
        case RgbOp::Cnd: return conditional(in);
        case RgbOp::Cmp: return compared(in);
        case RgbOp::Frc: return fraction(in);
        case RgbOp::Sop:
        case RgbOp::Mdh:
        case RgbOp::Mdv: break;
    }
    unreachable("an RGB operation that is not the unit's own");
}

ir::Id Units::alpha(AlphaOp op, const Operands& in) {
    switch (op) {
        case AlphaOp::Mad: return mad(in);
        case AlphaOp::Min: return minimum(in);
        case AlphaOp::Max: return maximum(in);
        case AlphaOp::Cnd: return conditional(in);
        case AlphaOp::Cmp: return compared(in);
        case AlphaOp::Frc: return fraction(in);
        case AlphaOp::Ex2: return ir_.FExp2(in.a);
        case AlphaOp::Ln2: return ir_.FLog2(in.a);
        case AlphaOp::Rcp: return ir_.FRcp(in.a);
        case AlphaOp::Rsq: return ir_.FRsq(in.a);
        case AlphaOp::Sin: return ir_.FSin(angle(in));
        case AlphaOp::Cos: return ir_.FCos(angle(in));
        case AlphaOp::Dp:
        case AlphaOp::Mdh:
        case AlphaOp::Mdv: break;
    }
    unreachable("an alpha operation that is not the unit's own");
}

ir::Id compared_with_zero(ir::Builder& ir, ir::Id value, Compare compare) {
    const ir::Id zero = ir.f32(0, ir.type_of(value).lanes);
    switch (compare) {
        case Compare::Equal: return ir.FEq(value, zero);
        case Compare::Less: return ir.FLt(value, zero);
        case Compare::GreaterEqual: return ir.FGe(value, zero);
        case Compare::NotEqual: return ir.FNe(value, zero);
    }
    unreachable("compared_with_zero(Compare)");
}

} // namespace relit::isa::r500::fs
