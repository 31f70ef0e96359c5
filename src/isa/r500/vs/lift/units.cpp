#include "isa/r500/vs/lift/units.hpp"

#include "base/result.hpp"
#include "isa/shared/curves.hpp"

#include <limits>
#include <numbers>

namespace relit::isa::r500::vs {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kGreatest = std::numeric_limits<float>::max();
constexpr float kPowerLimit = 128; // ME_LIGHT_COEFF_DX holds the exponent to plus and minus this

} // namespace

ir::Id Units::one_where(ir::Id condition) {
    const unsigned lanes = ir_.type_of(condition).lanes;
    return ir_.Select({condition, ir_.f32(1, lanes), ir_.f32(0, lanes)});
}

ir::Id Units::dot(ir::Id a, ir::Id b) {
    if (!legacy_) return ir_.FDot(a, b);
    const ir::Id products = product(a, b);
    ir::Id total = ir_.lane(products, 0);
    for (unsigned i = 1; i < 4; ++i) total = ir_.FAdd(total, ir_.lane(products, i));
    return total;
}

// A product held between C.x and C.w, each with the product of its own component: the size of a point.
ir::Id Units::clamped_product(const Sources& sources) {
    const auto& [a, b, c] = sources;
    const auto of = [&](ir::Id source, unsigned lane) { return ir_.lane(source, lane); };
    const ir::Id products = product(a, b), low = of(products, 0), high = of(products, 3);
    const ir::Id least = of(c, 0), most = of(c, 3);
    const ir::Id held = ir_.Select({ir_.FGe(least, low), least, low});
    return ir_.Select({ir_.FLt(most, high), most, held});
}

ir::Id Units::ve(Ve op, const Sources& sources) {
    const auto& [a, b, c] = sources;
    switch (op) {
        case Ve::Dot: return dot(a, b);
        case Ve::Mul: return product(a, b);
        case Ve::Add: return ir_.FAdd(a, b);
        case Ve::Mad: return sum(a, b, c);
        case Ve::Dst: return distance(ir_, a, b, product(a, b));
        case Ve::Frc: return ir_.FFract(a);
        case Ve::Max: return ir_.FMax(a, b);
        case Ve::Min: return ir_.FMin(a, b);
        case Ve::Sge: return one_where(ir_.FGe(a, b));
        case Ve::Slt: return one_where(ir_.FLt(a, b));
        case Ve::M2x: return doubled(a, b, c);
        case Ve::Mcl: return clamped_product(sources);
        case Ve::Flr: return ir_.FFloor(a);
        case Ve::Rnd: return ir_.FFloor(ir_.FAdd(a, ir_.f32(0.5F, ir_.type_of(a).lanes)));
        case Ve::MuxEq:
        case Ve::MuxGt:
        case Ve::MuxGe: return ir_.Select(passes(opcode(op), a), b, c);
        case Ve::Sgt: return one_where(ir_.FGt(a, b));
        case Ve::Seq: return one_where(ir_.FEq(a, b));
        case Ve::Sne: return one_where(ir_.FNe(a, b));
        default: break;
    }
    unreachable("VE: no result of the unit's own");
}

ir::Id Units::macro(Macro op, const Sources& sources) {
    const auto& [a, b, c] = sources;
    return op == Macro::Mad ? sum(a, b, c) : doubled(a, b, c);
}

// The argument is clamped, as measured: programs bring it to -pi .. pi before.
ir::Id Units::angle(ir::Id x) { return ir_.FMin({ir_.FMax(x, ir_.f32(-kPi)), ir_.f32(kPi)}); }

ir::Id Units::power(ir::Id base, ir::Id exponent) { return ir_.FExp2(ir_.FMulZero(exponent, ir_.FLog2(base))); }

ir::Id Units::light(const Sources& arguments) {
    const auto& [diffuse, specular, exponent] = arguments;
    const ir::Id zero = ir_.f32(0);
    const ir::Id held = ir_.FMin({ir_.FMax(exponent, ir_.f32(-kPowerLimit)), ir_.f32(kPowerLimit)});
    const ir::Id shine = power(ir_.FMax(specular, zero), held);
    return ir_.compose(
        {ir_.f32(1), ir_.FMax(diffuse, zero), ir_.Select(ir_.FGt(diffuse, zero), shine, zero), ir_.f32(1)});
}

ir::Id Units::at_zero(ir::Id x, float result, ir::Id value) {
    return ir_.Select({ir_.FEq(x, ir_.f32(0)), ir_.f32(result), value});
}

/// 0 where the base is below `least`.
ir::Id Units::power_from(ir::Id least, ir::Id base, ir::Id value) {
    return ir_.Select({ir_.FLt(base, least), ir_.f32(0), value});
}

ir::Id Units::power_to_one(ir::Id base, ir::Id exponent) {
    return ir_.Select({ir_.FGt(base, ir_.f32(1)), ir_.f32(1), power(base, exponent)});
}

/// None of its numbers is infinite.
ir::Id Units::logarithm(ir::Id x) {
    const ir::Id parts = logarithm_parts(ir_, x), least = ir_.f32(-kGreatest, 4);
    return ir_.Select({ir_.FLt(parts, least), least, parts});
}

ir::Id Units::me(Me op, const Sources& arguments) {
    const auto& [x, y, z] = arguments;
    switch (op) {
        case Me::Exp: return exponent_parts(ir_, x);
        case Me::Log: return logarithm(x);
        case Me::ExpE: return ir_.FExp2(ir_.FMul(x, ir_.f32(std::numbers::log2e_v<float>)));
        case Me::Lit: return light(arguments);
        case Me::Pow: return power(x, y);
        case Me::Rcp: return at_zero(x, kGreatest, ir_.FRcp(x));
        case Me::RcpFf: return at_zero(x, 0, ir_.FRcp(x));
        case Me::RcpIeee: return ir_.FRcp(x);
        case Me::Rsq: return at_zero(x, kGreatest, ir_.FRsq(ir_.FAbs(x)));
        case Me::RsqFf: return at_zero(x, 0, ir_.FRsq(ir_.FAbs(x)));
        case Me::RsqIeee: return ir_.FRsq(x);
        case Me::Mul: return product(x, y);
        case Me::ExpFull: return ir_.FExp2(x);
        case Me::LogFull: return at_zero(x, -kGreatest, ir_.FLog2(ir_.FAbs(x)));
        case Me::LogIeee: return ir_.FLog2(x);
        case Me::PowClampB: return power_from(z, x, power(x, y));
        case Me::PowClampB1: return power_from(z, x, power_to_one(x, y));
        case Me::PowClamp01: return ir_.Select({ir_.FLe(x, ir_.f32(0)), ir_.f32(0), power_to_one(x, y)});
        case Me::Sin: return ir_.FSin(angle(x));
        case Me::Cos: return ir_.FCos(angle(x));
        default: break;
    }
    unreachable("ME: no result of the unit's own");
}

ir::Id Units::passes(Opcode opcode, ir::Id value) {
    const ir::Id zero = ir_.f32(0, ir_.type_of(value).lanes);
    const auto is = [&](Ve push, Ve write, Ve mux, Me set) {
        return opcode.is(push) || opcode.is(write) || opcode.is(mux) || opcode.is(set);
    };
    if (is(Ve::PushEq, Ve::WriteEq, Ve::MuxEq, Me::SetEq)) return ir_.FEq(value, zero);
    if (is(Ve::PushGt, Ve::WriteGt, Ve::MuxGt, Me::SetGt)) return ir_.FGt(value, zero);
    if (is(Ve::PushGe, Ve::WriteGe, Ve::MuxGe, Me::SetGe)) return ir_.FGe(value, zero);
    return ir_.FNe(value, zero);
}

// The counter says how many conditions around are false; the predicate holds where it is 0.
ir::Id Units::counter(Opcode opcode, ir::Id counter, ir::Id value) {
    const ir::Id zero = ir_.f32(0), one = ir_.f32(1);
    if (opcode.unit == Unit::Ve)
        return ir_.Select({ir_.BAnd({ir_.FEq(counter, zero), passes(opcode, value)}), zero, ir_.FAdd(counter, one)});
    switch (static_cast<Me>(opcode.number)) {
        case Me::SetClear: return ir_.f32(std::numeric_limits<float>::max());
        case Me::SetInvert:
            return ir_.Select({ir_.FEq(value, one), zero, ir_.Select(ir_.FEq(value, zero), one, value)});
        case Me::SetPop: return ir_.Select({ir_.FLe(value, one), zero, ir_.FSub(value, one)});
        case Me::SetRestore: return value;
        default: return ir_.Select(passes(opcode, value), zero, one);
    }
}

} // namespace relit::isa::r500::vs
