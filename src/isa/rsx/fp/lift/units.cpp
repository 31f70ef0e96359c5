#include "isa/rsx/fp/lift/units.hpp"

#include "base/result.hpp"
#include "isa/rsx/lift/texel.hpp"
#include "isa/shared/curves.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr float kFixedOne = 1024; // of fixed point: 10 bits of fraction, 2 before, one of them the sign

/// Halves keep their denormals, whatever becomes of those of full floats.
ir::Id converted(ir::Builder& ir, ir::Kind kind, ir::Id value) {
    return ir.in_mode({}, [&] { return ir.convert(ir::Op::FConvert, kind, value); });
}

} // namespace

ir::Id rounded_to_half(ir::Builder& ir, ir::Id value) {
    return ir.in_mode({}, [&] { return ir.FHalf(value); });
}

ir::Id clamped(ir::Builder& ir, ir::Id value, float lowest, float highest) {
    const unsigned lanes = ir.type_of(value).lanes;
    const ir::Id in_range = ir.FMin({ir.FMax(value, ir.f32(lowest, lanes)), ir.f32(highest, lanes)});
    return ir.Select({ir.FIsNan(value), ir.f32(0, lanes), in_range});
}

ir::Id rounded_to_fixed(ir::Builder& ir, ir::Id value) {
    const unsigned lanes = ir.type_of(value).lanes;
    const ir::Id steps = ir.FRoundEven(ir.FMul(value, ir.f32(kFixedOne, lanes)));
    return ir.FMul({clamped(ir, steps, -2 * kFixedOne, 2 * kFixedOne - 1), ir.f32(1 / kFixedOne, lanes)});
}

ir::Id Units::x(ir::Id value) { return ir_.type_of(value).lanes == 1 ? value : ir_.lane(value, 0); }

ir::Id Units::spread(ir::Id scalar, ir::Id as) {
    const unsigned lanes = ir_.type_of(as).lanes;
    return lanes == 1 ? scalar : ir_.splat(scalar, lanes);
}

ir::Id Units::dot(ir::Id a, ir::Id b, unsigned lanes) {
    if (ir_.type_of(a).lanes == lanes) return ir_.FDot(a, b);
    const auto first = std::span(kInOrder).first(lanes);
    return ir_.FDot({ir_.swizzle(a, first), ir_.swizzle(b, first)});
}

ir::Id Units::power(ir::Id base, ir::Id exponent) { return ir_.FExp2(ir_.FMul(exponent, ir_.FLog2(base))); }

// `count` numbers that fit, rounded, side by side in 32 bits, in all lanes.
ir::Id Units::packed(ir::Id numbers, unsigned count) {
    const ir::Id whole = ir_.convert(ir::Op::FToU, ir::Kind::I32, ir_.FRoundEven(numbers));
    ir::Id bits = x(whole);
    for (unsigned i = 1; i < count; ++i) bits = ir_.IOr(bits, ir_.IShl({ir_.lane(whole, i), ir_.i32(32 / count * i)}));
    return ir_.bitcast(ir::kF32, bits);
}

// The parts of 32 bits as numbers; of two, each comes twice.
ir::Id Units::unpacked(ir::Id packed, unsigned count) {
    const ir::Id bits = ir_.bitcast(ir::kI32, x(packed));
    const unsigned width = 32 / count;
    std::array<ir::Id, 4> parts{};
    for (unsigned i = 0; i < 4; ++i) parts[i] = ir_.UBitField({bits, ir_.i32(i % count * width), ir_.i32(width)});
    return ir_.convert(ir::Op::UToF, ir::Kind::F32, ir_.compose(parts));
}

ir::Id Units::bumped(const std::array<ir::Id, 3>& sources) {
    const auto [a, b, c] = sources;
    const ir::Id first = ir_.FMul({ir_.splat(x(b), 4), ir_.swizzle(c, {0, 2, 0, 2})});
    const ir::Id second = ir_.FMul({ir_.splat(ir_.lane(b, 1), 4), ir_.swizzle(c, {1, 3, 1, 3})});
    return ir_.FAdd(ir_.FAdd(ir_.swizzle(a, {0, 1, 0, 1}), first), second);
}

ir::Id Units::lift_Mov(const Sources& in) { return in.a; }
ir::Id Units::lift_Mul(const Sources& in) { return ir_.FMul(in.a, in.b); }
ir::Id Units::lift_Add(const Sources& in) { return ir_.FAdd(in.a, in.b); }
ir::Id Units::lift_Mad(const Sources& in) { return ir_.FMad(in.a, in.b, in.c); }
ir::Id Units::lift_Dp3(const Sources& in) { return dot(in.a, in.b, 3); }
ir::Id Units::lift_Dp4(const Sources& in) { return dot(in.a, in.b, 4); }
ir::Id Units::lift_Dst(const Sources& in) { return distance(ir_, in.a, in.b, ir_.FMul(in.a, in.b)); }
ir::Id Units::lift_Min(const Sources& in) { return ir_.FMin(in.a, in.b); }
ir::Id Units::lift_Max(const Sources& in) { return ir_.FMax(in.a, in.b); }
ir::Id Units::lift_Slt(const Sources& in) { return one_where(ir_.FLt(in.a, in.b)); }
ir::Id Units::lift_Sge(const Sources& in) { return one_where(ir_.FGe(in.a, in.b)); }
ir::Id Units::lift_Sle(const Sources& in) { return one_where(ir_.FLe(in.a, in.b)); }
ir::Id Units::lift_Sgt(const Sources& in) { return one_where(ir_.FGt(in.a, in.b)); }
ir::Id Units::lift_Sne(const Sources& in) { return one_where(ir_.FNe(in.a, in.b)); }
ir::Id Units::lift_Seq(const Sources& in) { return one_where(ir_.FEq(in.a, in.b)); }
ir::Id Units::lift_Frc(const Sources& in) { return ir_.FFract(in.a); }
ir::Id Units::lift_Flr(const Sources& in) { return ir_.FFloor(in.a); }
ir::Id Units::lift_Ddx(const Sources& in) { return ir_.FDdx(in.a); }
ir::Id Units::lift_Ddy(const Sources& in) { return ir_.FDdy(in.a); }
ir::Id Units::lift_Rcp(const Sources& in) { return ir_.FRcp(x(in.a)); }
ir::Id Units::lift_Rsq(const Sources& in) { return ir_.FRsq(ir_.FAbs(x(in.a))); }
ir::Id Units::lift_Ex2(const Sources& in) { return ir_.FExp2(x(in.a)); }
ir::Id Units::lift_Lg2(const Sources& in) { return ir_.FLog2(x(in.a)); }
ir::Id Units::lift_Str(const Sources&) { return ir_.f32(1); }
ir::Id Units::lift_Sfl(const Sources&) { return ir_.f32(0); }
ir::Id Units::lift_Cos(const Sources& in) { return ir_.FCos(x(in.a)); }
ir::Id Units::lift_Sin(const Sources& in) { return ir_.FSin(x(in.a)); }
ir::Id Units::lift_Pow(const Sources& in) {
    const ir::Id base = x(in.a);
    return power(base, x(in.b));
}
ir::Id Units::lift_Dp2a(const Sources& in) { return ir_.FAdd({dot(in.a, in.b, 2), x(in.c)}); }
ir::Id Units::lift_Dp2(const Sources& in) { return dot(in.a, in.b, 2); }
ir::Id Units::lift_Div(const Sources& in) { return ir_.FDiv(in.a, spread(x(in.b), in.a)); }

ir::Id Units::lift_Pk2(const Sources& in) {
    const ir::Id halves = converted(ir_, ir::Kind::F16, ir_.swizzle(in.a, {0, 1}));
    return ir_.bitcast(ir::kF32, halves);
}
ir::Id Units::lift_Up2(const Sources& in) {
    const ir::Id halves = ir_.bitcast(ir::Type{ir::Kind::F16, 2}, x(in.a));
    return ir_.swizzle(converted(ir_, ir::Kind::F32, halves), {0, 1, 0, 1});
}
// Signed bytes are stored 128 higher (NV_fragment_program; RPCS3 keeps two's complement instead).
ir::Id Units::lift_Pk4(const Sources& in) {
    const ir::Id value = clamped(ir_, in.a, -128 / 127.0F, 1);
    return packed(ir_.FAdd({ir_.FMul(value, ir_.f32(127, 4)), ir_.f32(128, 4)}), 4);
}
ir::Id Units::lift_Up4(const Sources& in) {
    return ir_.FMul({ir_.FSub({unpacked(in.a, 4), ir_.f32(128, 4)}), ir_.f32(1 / 127.0F, 4)});
}
ir::Id Units::lift_Pkb(const Sources& in) { return packed(ir_.FMul({ir_.FSat(in.a), ir_.f32(255, 4)}), 4); }
ir::Id Units::lift_Upb(const Sources& in) { return ir_.FMul({unpacked(in.a, 4), ir_.f32(1 / 255.0F, 4)}); }
ir::Id Units::lift_Pk16(const Sources& in) { return packed(ir_.FMul({ir_.FSat(in.a), ir_.f32(65535, 4)}), 2); }
ir::Id Units::lift_Up16(const Sources& in) { return ir_.FMul({unpacked(in.a, 2), ir_.f32(1 / 65535.0F, 4)}); }
// Three colours are on a curve, alpha is not.
ir::Id Units::lift_Pkg(const Sources& in) {
    const ir::Id value = ir_.FSat(in.a);
    return packed(ir_.FMul({ir_.blend(value, from_linear(ir_, value), 7), ir_.f32(255, 4)}), 4);
}
ir::Id Units::lift_Upg(const Sources& in) {
    const ir::Id bytes = ir_.FMul({unpacked(in.a, 4), ir_.f32(1 / 255.0F, 4)});
    return ir_.blend(bytes, to_linear(ir_, bytes), 7);
}

ir::Id Units::lift_Lit(const Sources& in) {
    const ir::Id zero = ir_.f32(0), lit = x(in.a), shine = ir_.lane(in.a, 1);
    const ir::Id raised = ir_.FExp2(ir_.FMulZero({ir_.lane(in.a, 3), ir_.FLog2(ir_.FMax(shine, zero))}));
    return ir_.compose({ir_.f32(1), ir_.FMax(lit, zero), ir_.Select(ir_.FGt(lit, zero), raised, zero), ir_.f32(1)});
}
ir::Id Units::lift_Lif(const Sources& in) {
    const ir::Id y = ir_.lane(in.a, 1), zero = ir_.f32(0);
    const ir::Id raised = ir_.FExp2(ir_.lane(in.a, 3));
    return ir_.compose({ir_.f32(1), y, ir_.Select(ir_.FGt(y, zero), raised, zero), ir_.f32(1)});
}
ir::Id Units::lift_Lrp(const Sources& in) {
    const ir::Id rest = ir_.FSub(ir_.f32(1, ir_.type_of(in.a).lanes), in.a);
    return ir_.FAdd({ir_.FMul(in.a, in.b), ir_.FMul(rest, in.c)});
}
ir::Id Units::lift_Bem(const Sources& in) { return bumped({in.a, in.b, in.c}); }
// What luminance does to the result is not known.
ir::Id Units::lift_Bemlum(const Sources& in) { return bumped({in.a, in.b, in.c}); }
ir::Id Units::lift_Refl(const Sources& in) {
    const ir::Id twice = ir_.FMul({ir_.f32(2), dot(in.a, in.b, 3)});
    const ir::Id along = ir_.splat(ir_.FDiv({twice, dot(in.a, in.a, 3)}), 4);
    return ir_.FSub(ir_.FMul(along, in.a), in.b);
}
// Nothing can be said of the direction of a zero: it stays.
ir::Id Units::lift_Nrm(const Sources& in) {
    const ir::Id square = spread(dot(in.a, in.a, 3), in.a);
    const ir::Id unit = ir_.FMul(in.a, ir_.FRsq(square));
    const ir::Id zero = ir_.f32(0, ir_.type_of(in.a).lanes);
    return ir_.swizzle(ir_.Select(ir_.FEq(square, zero), in.a, unit), {0, 1, 2, 2});
}
ir::Id Units::lift_Divsq(const Sources& in) { // 0 stays 0, whatever it is divided by
    return ir_.FMulZero(in.a, spread(ir_.FRsq(ir_.FAbs(x(in.b))), in.a));
}

ir::Id Units::value(Op op, const std::array<ir::Id, 3>& sources) {
    const Sources in{sources[0], sources[1], sources[2]};
    switch (op) {
#define FP_OP(name, number, mnemonic, reads, op_class, summary)                    \
    case Op::name:                                                                 \
        if constexpr (OpClass::op_class == OpClass::Value) return lift_##name(in); \
        break;
#include "isa/rsx/fp/encoding/ops.inc"
#undef FP_OP
    }
    unreachable("an operation that computes no lanes");
}

} // namespace relit::isa::rsx::fp
