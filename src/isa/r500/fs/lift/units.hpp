// What the operations of the two units compute. Operands of the RGB unit have three lanes, those of the alpha unit one.
#pragma once

#include "ir/builder.hpp"
#include "isa/r500/fs/encoding/word.hpp"

#include <array>

namespace relit::isa::r500::fs {

struct Operands {
    ir::Id a = ir::kNone, b = ir::kNone, c = ir::kNone;
};

class Units {
public:
    /// `zero_wins`: 0 times anything is 0.
    Units(ir::Builder& builder, bool zero_wins) : ir_(builder), zero_wins_(zero_wins) {}

    [[nodiscard]] ir::Id multiplied(ir::Id a, ir::Id b) { return zero_wins_ ? ir_.FMulZero(a, b) : ir_.FMul(a, b); }
    [[nodiscard]] ir::Id mad(const Operands& in) { return ir_.FAdd(multiplied(in.a, in.b), in.c); }

    /// All but SOP, MDH and MDV. `alpha`: A and B of the alpha unit, for DP4.
    [[nodiscard]] ir::Id rgb(RgbOp op, const Operands& in, const Operands& alpha);
    /// All but DP, MDH and MDV.
    [[nodiscard]] ir::Id alpha(AlphaOp op, const Operands& in);

private:
    [[nodiscard]] ir::Id dot(const Operands& in, unsigned lanes);
    [[nodiscard]] ir::Id spread(ir::Id scalar) { return ir_.splat(scalar, 3); }
    [[nodiscard]] ir::Id like(ir::Id value, float number) { return ir_.f32(number, ir_.type_of(value).lanes); }

    // of either unit
    // B where one is a NaN or both are equal, zeros of different signs included (ATI CTM guide 1.01, 3.6.2)
    [[nodiscard]] ir::Id minimum(const Operands& in) { return ir_.Select(ir_.FLt(in.a, in.b), in.a, in.b); }
    [[nodiscard]] ir::Id maximum(const Operands& in) { return ir_.Select(ir_.FGt(in.a, in.b), in.a, in.b); }
    [[nodiscard]] ir::Id conditional(const Operands& in) {
        return ir_.Select(ir_.FGt(in.c, like(in.c, 0.5F)), in.a, in.b);
    }
    [[nodiscard]] ir::Id compared(const Operands& in) { return ir_.Select(ir_.FGe(in.c, like(in.c, 0)), in.a, in.b); }
    [[nodiscard]] ir::Id fraction(const Operands& in) { return ir_.FFract(in.a); }
    /// Of A turns.
    [[nodiscard]] ir::Id angle(const Operands& in);

    ir::Builder& ir_;
    bool zero_wins_;
};

/// How a number compares with 0, lane by lane.
[[nodiscard]] ir::Id compared_with_zero(ir::Builder& ir, ir::Id value, Compare compare);

} // namespace relit::isa::r500::fs
