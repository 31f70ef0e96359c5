// The units by the Kelvin rules: float bits in integers, isa/nv2a/lift/kelvin.hpp for every operation that is not a move.
#include "base/result.hpp"
#include "isa/nv2a/lift/arithmetic.hpp"
#include "isa/nv2a/lift/kelvin.hpp"
#include "isa/nv2a/lift/kelvin_parts.hpp"

#include <bit>

namespace relit::isa::nv2a {
namespace {

struct ExactOperands {
    ir::Builder& ir;
    Kelvin& kelvin;
    ir::Id a, b, c;
};

ir::Id set_lane_bits(ir::Builder& ir, ir::Id value, std::uint32_t lanes, std::uint32_t bits) {
    return ir.blend(value, ir.i32(bits, 4), lanes);
}

ir::Id exact_mac_Mov(const ExactOperands& in) { return in.a; }
ir::Id exact_mac_Mul(const ExactOperands& in) { return in.kelvin.mul(in.a, in.b); }
ir::Id exact_mac_Add(const ExactOperands& in) { return in.kelvin.add(in.a, in.c); } // the adder sits on C, not B
ir::Id exact_mac_Mad(const ExactOperands& in) { return in.kelvin.add(in.kelvin.mul(in.a, in.b), in.c); }
ir::Id exact_mac_Dp3(const ExactOperands& in) { return in.ir.splat(in.kelvin.dot3(in.a, in.b), 4); }
ir::Id exact_mac_Dp4(const ExactOperands& in) { return in.ir.splat(in.kelvin.dot4(in.a, in.b), 4); }
ir::Id exact_mac_Dph(const ExactOperands& in) {
    return in.ir.splat(in.kelvin.dot4(set_lane_bits(in.ir, in.a, 8, kelvin::kOne), in.b), 4);
}
ir::Id exact_mac_Dst(const ExactOperands& in) { // (1, A.y * B.y, A.z, B.w)
    const ir::Id tail = in.ir.blend(in.a, in.b, 8);
    return set_lane_bits(in.ir, in.ir.blend(tail, in.kelvin.mul(in.a, in.b), 2), 1, kelvin::kOne);
}
ir::Id exact_mac_Min(const ExactOperands& in) { return in.kelvin.min(in.a, in.b); }
ir::Id exact_mac_Max(const ExactOperands& in) { return in.kelvin.max(in.a, in.b); }
ir::Id exact_mac_Slt(const ExactOperands& in) { return in.kelvin.slt(in.a, in.b); }
ir::Id exact_mac_Sge(const ExactOperands& in) { return in.kelvin.sge(in.a, in.b); }
ir::Id exact_mac_Nop(const ExactOperands&) { unreachable("exact MAC: no result"); }
ir::Id exact_mac_Arl(const ExactOperands&) { unreachable("exact MAC: no result"); }

ir::Id exact_ilu_Mov(const ExactOperands& in) { return in.c; }
ir::Id exact_ilu_Rcp(const ExactOperands& in) { return in.ir.splat(in.kelvin.rcp(in.ir.lane(in.c, 0)), 4); }
ir::Id exact_ilu_Rcc(const ExactOperands& in) { return in.ir.splat(in.kelvin.rcc(in.ir.lane(in.c, 0)), 4); }
ir::Id exact_ilu_Rsq(const ExactOperands& in) { return in.ir.splat(in.kelvin.rsq(in.ir.lane(in.c, 0)), 4); }
ir::Id exact_ilu_Exp(const ExactOperands& in) { return in.kelvin.exp(in.ir.lane(in.c, 0)); }
ir::Id exact_ilu_Log(const ExactOperands& in) { return in.kelvin.log(in.ir.lane(in.c, 0)); }
ir::Id exact_ilu_Lit(const ExactOperands& in) { return in.kelvin.lit(in.c); }
ir::Id exact_ilu_Nop(const ExactOperands&) { unreachable("exact ILU: no result"); }

class Exact final : public Arithmetic {
public:
    explicit Exact(ir::Builder& builder) : ir_(builder), kelvin_(builder) {}

    [[nodiscard]] ir::Type type() const override { return ir::kI32.with_lanes(4); }
    ir::Id negate(ir::Id value) override { return ir_.IXor(value, ir_.i32(kelvin::kSign, 4)); }
    ir::Id mac(Mac op, ir::Id a, ir::Id b, ir::Id c) override {
        switch (op) {
#define MAC_OP(name, number, mnemonic, reads, summary) \
    case Mac::name: return exact_mac_##name({ir_, kelvin_, a, b, c});
#include "isa/nv2a/encoding/mac_ops.inc"
#undef MAC_OP
        }
        unreachable("exact MAC");
    }
    ir::Id ilu(Ilu op, ir::Id c) override {
        switch (op) {
#define ILU_OP(name, number, mnemonic, lanes, summary) \
    case Ilu::name: return exact_ilu_##name({ir_, kelvin_, ir::kNone, ir::kNone, c});
#include "isa/nv2a/encoding/ilu_ops.inc"
#undef ILU_OP
        }
        unreachable("exact ILU");
    }
    ir::Id arl(ir::Id a, bool biased) override {
        const ir::Id value = biased ? kelvin_.add(a, ir_.i32(std::bit_cast<std::uint32_t>(0.001F), 4)) : a;
        return kelvin_.floor(ir_.lane(value, 0));
    }

private:
    ir::Builder& ir_;
    Kelvin kelvin_;
};

} // namespace

std::unique_ptr<Arithmetic> exact_arithmetic(ir::Builder& builder) { return std::make_unique<Exact>(builder); }

} // namespace relit::isa::nv2a
