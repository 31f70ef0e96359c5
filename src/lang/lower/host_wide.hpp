// Arithmetic in a float format of the host that is wider than what is computed, rounded to odd: a narrower rounding afterwards is
// then as if there had been only that one.
#pragma once

#include "ir/builder.hpp"

namespace relit::lang {

/// Writes at the builder's position. Values are the bits of wide numbers; operands were numbers of the next narrower format, or
/// products of two.
class HostWide {
public:
    /// `wide`: f32 for halves, f64 for f32 and halves, of as many lanes as the values.
    HostWide(ir::Builder& builder, ir::Type wide) : ir_(builder), wide_(wide) {}

    [[nodiscard]] ir::Id from_narrow(ir::Id value);
    [[nodiscard]] ir::Id fused(ir::Id a, ir::Id b, ir::Id c) { return sum(product(a, b), c); } // a * b + c
    [[nodiscard]] ir::Id sum(ir::Id a, ir::Id b);
    [[nodiscard]] ir::Id product(ir::Id a, ir::Id b); // exact
    [[nodiscard]] ir::Id negated(ir::Id a);
    /// 2^n for an integer, limited to what makes any narrow number too large or too small for its format.
    [[nodiscard]] ir::Id power_of_two(ir::Id n);
    /// Of an f64: the f32 that it is cut to, or one further from zero if it is positive, not exact, and `goes_up`.
    [[nodiscard]] ir::Id to_single(ir::Id a, bool goes_up);

private:
    /// A magnitude cut to the bits of the narrow format, and whether that lost anything.
    struct Cut {
        ir::Id bits, is_inexact;
    };
    [[nodiscard]] Cut cut_normal(ir::Id magnitude);
    [[nodiscard]] Cut cut_denormal(ir::Id magnitude, ir::Id exponent);
    [[nodiscard]] ir::Type bits_type() const { return wide_.with_kind(ir::integer_of(wide_.kind)); }
    [[nodiscard]] ir::Id number(std::uint64_t value) { return ir_.constant(bits_type(), value); }
    [[nodiscard]] ir::Id as_float(ir::Id bits) { return ir_.bitcast(wide_, bits); }
    [[nodiscard]] ir::Id as_bits(ir::Id value) { return ir_.bitcast(bits_type(), value); }

    ir::Builder& ir_;
    ir::Type wide_;
};

/// The bits of 2^n as an f32 or f64, for an integer n of any width, limited to `most` either way; written at the builder's
/// position.
[[nodiscard]] ir::Id bits_of_power(ir::Builder& ir, ir::Id n, ir::Kind kind, std::int64_t most);

} // namespace relit::lang
