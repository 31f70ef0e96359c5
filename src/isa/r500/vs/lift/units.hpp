// What the two engines of the vertex processor compute, as operations of the IR.
#pragma once

#include "ir/builder.hpp"
#include "isa/r500/vs/encoding/word.hpp"

#include <array>

namespace relit::isa::r500::vs {

using Sources = std::array<ir::Id, 3>;

/// By the legacy rule 0 times anything is 0.
class Units {
public:
    Units(ir::Builder& builder, bool legacy) : ir_(builder), legacy_(legacy) {}

    /// Of sources of some lanes as many; VE_DOT_PRODUCT and VE_MULTIPLY_CLAMP of four lanes one, VE_DISTANCE_VECTOR four.
    /// Operations that set the predicate or keep components are not among them.
    [[nodiscard]] ir::Id ve(Ve op, const Sources& sources);
    [[nodiscard]] ir::Id macro(Macro op, const Sources& sources);
    /// Of scalars, a scalar; ME_EXP_BASE2_DX, ME_LOG_BASE2_DX and ME_LIGHT_COEFF_DX give four lanes. The last takes three
    /// scalars: diffuse, specular, power.
    [[nodiscard]] ir::Id me(Me op, const Sources& arguments);
    /// Whether a lane passes the test of VE_COND_WRITE, VE_COND_MUX, VE_PRED_SET_PUSH or ME_PRED_SET.
    [[nodiscard]] ir::Id passes(Opcode opcode, ir::Id value);
    /// The new counter of an operation that sets the predicate, whose bit is 1 where it is 0. `counter` and `value`: its scalars.
    [[nodiscard]] ir::Id counter(Opcode opcode, ir::Id counter, ir::Id value);

private:
    [[nodiscard]] ir::Id product(ir::Id a, ir::Id b) { return legacy_ ? ir_.FMulZero(a, b) : ir_.FMul(a, b); }
    [[nodiscard]] ir::Id sum(ir::Id a, ir::Id b, ir::Id c) {
        return legacy_ ? ir_.FAdd(product(a, b), c) : ir_.FMad(a, b, c);
    }
    [[nodiscard]] ir::Id doubled(ir::Id a, ir::Id b, ir::Id c) { return sum(ir_.FAdd(a, a), b, c); }
    [[nodiscard]] ir::Id dot(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id one_where(ir::Id condition);
    [[nodiscard]] ir::Id power(ir::Id base, ir::Id exponent);
    [[nodiscard]] ir::Id light(const Sources& arguments);
    /// `value`, but a number where x is 0: operations named DX give the greatest one, those named FF 0.
    [[nodiscard]] ir::Id at_zero(ir::Id x, float result, ir::Id value);
    [[nodiscard]] ir::Id power_from(ir::Id least, ir::Id base, ir::Id value);
    [[nodiscard]] ir::Id power_to_one(ir::Id base, ir::Id exponent);
    [[nodiscard]] ir::Id logarithm(ir::Id x);
    [[nodiscard]] ir::Id clamped_product(const Sources& sources);
    [[nodiscard]] ir::Id angle(ir::Id x);

    ir::Builder& ir_;
    bool legacy_;
};

} // namespace relit::isa::r500::vs
