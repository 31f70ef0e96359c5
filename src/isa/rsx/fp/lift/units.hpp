// What a fragment instruction computes, as operations of the IR.
#pragma once

#include "ir/builder.hpp"
#include "isa/rsx/fp/encoding/word.hpp"

#include <array>

namespace relit::isa::rsx::fp {

/// Sources have the lanes that their operation reads (ops.inc), or all four. Results have those that are written, one that
/// goes to all of them, or four. Only operations that compute lanes from lanes are asked for.
class Units {
public:
    explicit Units(ir::Builder& builder) : ir_(builder) {}

    [[nodiscard]] ir::Id value(Op op, const std::array<ir::Id, 3>& sources);
    /// Where BEM looks: a.xyxy + b.x * c.xzxz + b.y * c.ywyw
    [[nodiscard]] ir::Id bumped(const std::array<ir::Id, 3>& sources);

private:
    struct Sources {
        ir::Id a, b, c;
    };
#define FP_OP(name, number, mnemonic, reads, op_class, summary) ir::Id lift_##name(const Sources& in);
#include "isa/rsx/fp/encoding/ops.inc"
#undef FP_OP
    [[nodiscard]] ir::Id x(ir::Id value);
    [[nodiscard]] ir::Id spread(ir::Id scalar, ir::Id as); // over as many lanes as `as` has
    [[nodiscard]] ir::Id one_where(ir::Id condition) {
        const unsigned lanes = ir_.type_of(condition).lanes;
        return ir_.Select({condition, ir_.f32(1, lanes), ir_.f32(0, lanes)});
    }
    [[nodiscard]] ir::Id dot(ir::Id a, ir::Id b, unsigned lanes);
    [[nodiscard]] ir::Id power(ir::Id base, ir::Id exponent);
    [[nodiscard]] ir::Id packed(ir::Id numbers, unsigned count);
    [[nodiscard]] ir::Id unpacked(ir::Id packed, unsigned count);

    ir::Builder& ir_;
};

/// A value as half precision has it, or as the fixed point of 12 bits (1.1.10) has it.
[[nodiscard]] ir::Id rounded_to_half(ir::Builder& ir, ir::Id value);
[[nodiscard]] ir::Id rounded_to_fixed(ir::Builder& ir, ir::Id value);
/// Clamped between two numbers; NaN becomes 0.
[[nodiscard]] ir::Id clamped(ir::Builder& ir, ir::Id value, float lowest, float highest);

} // namespace relit::isa::rsx::fp
