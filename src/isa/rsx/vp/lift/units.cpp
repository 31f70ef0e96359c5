#include "isa/rsx/vp/lift/units.hpp"

#include "base/result.hpp"
#include "isa/shared/curves.hpp"

namespace relit::isa::rsx::vp {
namespace {

constexpr float kPowerLimit = 127.99609375F; // LIT holds the exponent to plus and minus this

} // namespace

ir::Id Units::product(ir::Id a, ir::Id b) { return legacy_ ? ir_.FMulZero(a, b) : ir_.FMul(a, b); }

ir::Id Units::dot(ir::Id a, ir::Id b, unsigned lanes) {
    constexpr Swizzle kAll = {0, 1, 2, 3};
    const auto first = std::span(kAll).first(lanes);
    if (!legacy_) {
        if (ir_.type_of(a).lanes == lanes) return ir_.FDot(a, b);
        return ir_.FDot({ir_.swizzle(a, first), ir_.swizzle(b, first)});
    }
    const ir::Id products = product(a, b);
    ir::Id sum = ir_.lane(products, 0);
    for (unsigned i = 1; i < lanes; ++i) sum = ir_.FAdd(sum, ir_.lane(products, i));
    return sum;
}

// By the legacy rule numbers stand in the order of their sign and size, as integers do: measured for the NV30 (envytools).
ir::Id Units::order_of(ir::Id a) {
    const unsigned lanes = ir_.type_of(a).lanes;
    const ir::Id bits = ir_.bitcast(ir::kI32.with_lanes(lanes), a);
    const ir::Id negative = ir_.SLt(bits, ir_.i32(0, lanes));
    return ir_.Select(negative, ir_.IXor(bits, ir_.i32(0x7fffffff, lanes)), bits);
}

ir::Id Units::less(ir::Id a, ir::Id b) { return legacy_ ? ir_.SLt({order_of(a), order_of(b)}) : ir_.FLt(a, b); }
ir::Id Units::less_or_equal(ir::Id a, ir::Id b) {
    return legacy_ ? ir_.SLe({order_of(a), order_of(b)}) : ir_.FLe(a, b);
}
ir::Id Units::equal(ir::Id a, ir::Id b) { return legacy_ ? ir_.IEq({order_of(a), order_of(b)}) : ir_.FEq(a, b); }
ir::Id Units::least(ir::Id a, ir::Id b) { return legacy_ ? ir_.Select(less(a, b), a, b) : ir_.FMin(a, b); }
ir::Id Units::greatest(ir::Id a, ir::Id b) { return legacy_ ? ir_.Select(less(a, b), b, a) : ir_.FMax(a, b); }

ir::Id Units::sign(ir::Id a) { // 0 and NaN are their own sign
    const unsigned lanes = ir_.type_of(a).lanes;
    const ir::Id zero = ir_.f32(0, lanes);
    const ir::Id above = ir_.Select({ir_.FGt(a, zero), ir_.f32(1, lanes), a});
    return ir_.Select({ir_.FLt(a, zero), ir_.f32(-1, lanes), above});
}

ir::Id Units::light(ir::Id c) {
    const ir::Id x = ir_.lane(c, 0), y = ir_.lane(c, 1), w = ir_.lane(c, 3), zero = ir_.f32(0);
    const ir::Id power = ir_.FMin({ir_.FMax(w, ir_.f32(-kPowerLimit)), ir_.f32(kPowerLimit)});
    const ir::Id shine = ir_.FExp2(ir_.FMulZero(power, ir_.FLog2(ir_.FMax(y, zero))));
    return ir_.compose({ir_.f32(1), ir_.FMax(x, zero), ir_.Select(ir_.FGt(x, zero), shine, zero), ir_.f32(1)});
}

ir::Id Units::vec(Vec op, ir::Id a, ir::Id b, ir::Id c, unsigned lanes) {
    switch (op) {
        case Vec::Mov: return a;
        case Vec::Mul: return product(a, b);
        case Vec::Add: return ir_.FAdd(a, c);
        case Vec::Mad: return legacy_ ? ir_.FAdd(product(a, b), c) : ir_.FMad(a, b, c);
        case Vec::Dp3: return dot(a, b, 3);
        case Vec::Dph: return dot(ir_.blend(a, ir_.f32(1, 4), 8), b, 4);
        case Vec::Dp4: return dot(a, b, 4);
        case Vec::Dst: return distance(ir_, a, b, product(a, b));
        case Vec::Min: return least(a, b);
        case Vec::Max: return greatest(a, b);
        case Vec::Slt: return one_where(less(a, b));
        case Vec::Sge: return one_where(legacy_ ? less_or_equal(b, a) : ir_.FGe(a, b));
        case Vec::Frc: return ir_.FFract(a);
        case Vec::Flr: return ir_.FFloor(a);
        case Vec::Seq: return one_where(equal(a, b));
        case Vec::Sfl: return ir_.f32(0, lanes);
        case Vec::Sgt: return one_where(legacy_ ? less(b, a) : ir_.FGt(a, b));
        case Vec::Sle: return one_where(less_or_equal(a, b));
        case Vec::Sne: return one_where(legacy_ ? ir_.INe({order_of(a), order_of(b)}) : ir_.FNe(a, b));
        case Vec::Str: return ir_.f32(1, lanes);
        case Vec::Ssg: return sign(a);
        case Vec::Txl:
        case Vec::Nop:
        case Vec::Arl:
        case Vec::Arr:
        case Vec::Ara: break;
    }
    unreachable("VEC: no result of the unit's own");
}

ir::Id Units::sca(Sca op, ir::Id c) {
    const auto x = [&] { return ir_.type_of(c).lanes == 1 ? c : ir_.lane(c, 0); };
    switch (op) {
        case Sca::Mov: return c;
        case Sca::Rcp: return ir_.FRcp(x());
        case Sca::Rcc: return clamped_reciprocal(ir_, x());
        case Sca::Rsq: return ir_.FRsq(legacy_ ? ir_.FAbs(x()) : x());
        case Sca::Exp: return exponent_parts(ir_, x());
        case Sca::Log: return logarithm_parts(ir_, x());
        case Sca::Lit: return light(c);
        case Sca::Lg2: return ir_.FLog2(x());
        case Sca::Ex2: return ir_.FExp2(x());
        case Sca::Sin: return ir_.FSin(x());
        case Sca::Cos: return ir_.FCos(x());
        default: break;
    }
    unreachable("SCA: no result");
}

ir::Id Units::address(Vec op, ir::Id a) {
    const ir::Id whole = op == Vec::Arr ? ir_.FRoundEven(a) : ir_.FFloor(a);
    return ir_.convert(ir::Op::FToS, ir::Kind::I32, whole);
}

} // namespace relit::isa::rsx::vp
