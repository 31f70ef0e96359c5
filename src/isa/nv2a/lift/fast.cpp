// The units with host floats: what emulators do. Products of MUL and MAD keep the rule that 0 times anything is 0.
#include "base/result.hpp"
#include "isa/nv2a/lift/arithmetic.hpp"
#include "isa/shared/curves.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr float kPowerLimit = 127.9961F; // LIT holds the exponent to plus and minus this

struct FastOperands {
    ir::Builder& ir;
    ir::Id a, b, c;
};

ir::Id set_lane(ir::Builder& ir, ir::Id value, std::uint32_t lanes, float constant) {
    return ir.blend(value, ir.f32(constant, 4), lanes);
}
ir::Id one_where(ir::Builder& ir, ir::Id condition) { return ir.Select({condition, ir.f32(1, 4), ir.f32(0, 4)}); }

ir::Id fast_mac_Mov(const FastOperands& in) { return in.a; }
ir::Id fast_mac_Mul(const FastOperands& in) { return in.ir.FMulZero(in.a, in.b); }
ir::Id fast_mac_Add(const FastOperands& in) { return in.ir.FAdd(in.a, in.c); } // the adder sits on C, not B
ir::Id fast_mac_Mad(const FastOperands& in) { return in.ir.FAdd(in.ir.FMulZero(in.a, in.b), in.c); }
ir::Id fast_mac_Dp3(const FastOperands& in) {
    return in.ir.splat(in.ir.FDot({in.ir.swizzle(in.a, {0, 1, 2}), in.ir.swizzle(in.b, {0, 1, 2})}), 4);
}
ir::Id fast_mac_Dp4(const FastOperands& in) { return in.ir.splat(in.ir.FDot(in.a, in.b), 4); }
ir::Id fast_mac_Dph(const FastOperands& in) { return in.ir.splat(in.ir.FDot(set_lane(in.ir, in.a, 8, 1), in.b), 4); }
ir::Id fast_mac_Dst(const FastOperands& in) { return distance(in.ir, in.a, in.b, in.ir.FMulZero(in.a, in.b)); }
ir::Id fast_mac_Min(const FastOperands& in) { return in.ir.FMin(in.a, in.b); } // of equal ones B
ir::Id fast_mac_Max(const FastOperands& in) { return in.ir.FMax(in.b, in.a); } // of equal ones A
ir::Id fast_mac_Slt(const FastOperands& in) { return one_where(in.ir, in.ir.FLt(in.a, in.b)); }
ir::Id fast_mac_Sge(const FastOperands& in) { return one_where(in.ir, in.ir.FGe(in.a, in.b)); }
ir::Id fast_mac_Nop(const FastOperands&) { unreachable("fast MAC: no result"); }
ir::Id fast_mac_Arl(const FastOperands&) { unreachable("fast MAC: no result"); }

ir::Id fast_ilu_Mov(const FastOperands& in) { return in.c; }
ir::Id fast_ilu_Rcp(const FastOperands& in) { return in.ir.splat(in.ir.FRcp(in.ir.lane(in.c, 0)), 4); }
ir::Id fast_ilu_Rsq(const FastOperands& in) { return in.ir.splat(in.ir.FRsq(in.ir.FAbs(in.ir.lane(in.c, 0))), 4); }
ir::Id fast_ilu_Rcc(const FastOperands& in) { return in.ir.splat(clamped_reciprocal(in.ir, in.ir.lane(in.c, 0)), 4); }
ir::Id fast_ilu_Exp(const FastOperands& in) { return exponent_parts(in.ir, in.ir.lane(in.c, 0)); }
ir::Id fast_ilu_Log(const FastOperands& in) { return logarithm_parts(in.ir, in.ir.lane(in.c, 0)); }
ir::Id fast_ilu_Lit(const FastOperands& in) {
    ir::Builder& ir = in.ir;
    const ir::Id x = ir.lane(in.c, 0), y = ir.lane(in.c, 1), w = ir.lane(in.c, 3);
    const ir::Id zero = ir.f32(0);
    const ir::Id power = ir.FMin({ir.FMax(w, ir.f32(-kPowerLimit)), ir.f32(kPowerLimit)});
    // Of what is not positive hardware knows no logarithm: nothing to the power of 0 is 1, of less infinity.
    const ir::Id of_nothing = ir.Select({ir.FLt(w, zero), ir.constant(ir::kF32, 0x7f800000U), zero});
    const ir::Id at_zero = ir.Select({ir.FEq(w, zero), ir.f32(1), of_nothing});
    const ir::Id specular =
        ir.Select({ir.FGe(y, ir.f32(0x1p-126F)), ir.FExp2(ir.FMulZero(power, ir.FLog2(y))), at_zero});
    return ir.compose({ir.f32(1), ir.FMax(x, zero), ir.Select(ir.FGt(x, zero), specular, zero), ir.f32(1)});
}
ir::Id fast_ilu_Nop(const FastOperands&) { unreachable("fast ILU: no result"); }

class Fast final : public Arithmetic {
public:
    explicit Fast(ir::Builder& builder) : ir_(builder) {}

    [[nodiscard]] ir::Type type() const override { return ir::kF32.with_lanes(4); }
    ir::Id negate(ir::Id value) override { return ir_.FNeg(value); }
    ir::Id mac(Mac op, ir::Id a, ir::Id b, ir::Id c) override {
        switch (op) {
#define MAC_OP(name, number, mnemonic, reads, summary) \
    case Mac::name: return fast_mac_##name({ir_, a, b, c});
#include "isa/nv2a/encoding/mac_ops.inc"
#undef MAC_OP
        }
        unreachable("fast MAC");
    }
    ir::Id ilu(Ilu op, ir::Id c) override {
        switch (op) {
#define ILU_OP(name, number, mnemonic, lanes, summary) \
    case Ilu::name: return fast_ilu_##name({ir_, ir::kNone, ir::kNone, c});
#include "isa/nv2a/encoding/ilu_ops.inc"
#undef ILU_OP
        }
        unreachable("fast ILU");
    }
    ir::Id arl(ir::Id a, bool biased) override {
        const ir::Id x = ir_.lane(a, 0);
        const ir::Id value = biased ? ir_.FAdd(x, ir_.f32(0.001F)) : x;
        return ir_.convert(ir::Op::FToS, ir::Kind::I32, ir_.FFloor(value));
    }

private:
    ir::Builder& ir_;
};

} // namespace

std::unique_ptr<Arithmetic> fast_arithmetic(ir::Builder& builder) { return std::make_unique<Fast>(builder); }

} // namespace relit::isa::nv2a
