// The pieces of which isa/nv2a/lift/kelvin.cpp makes its functions: formulas over float bits, by reference nv2a.md, section 14.
#pragma once

#include "ir/expression.hpp"

#include <cstdint>
#include <initializer_list>

namespace relit::isa::nv2a::kelvin {

using ir::choose;
using ir::Expression;

inline constexpr std::uint32_t kSign = 0x80000000, kInf = 0x7f800000, kNan = 0x7fffffff, kLargest = 0x7f7fffff;
inline constexpr std::uint32_t kOne = 0x3f800000, kFraction = 0x007fffff, kHidden = 0x00800000;

inline Expression sign_of(Expression x) { return x & kSign; }
inline Expression exponent_of(Expression x) { return x >> 23 & 255; }
inline Expression fraction_of(Expression x) { return x & kFraction; }
inline Expression magnitude_of(Expression x) { return x & ~kSign; }
inline Expression is_zero(Expression x) { return exponent_of(x) == 0; } // denormals too
inline Expression is_nan(Expression x) { return kInf < magnitude_of(x); }
inline Expression is_inf(Expression x) { return magnitude_of(x) == kInf; }
inline Expression is_negative(Expression x) { return sign_of(x) != 0; }

/// Scalars as one vector.
[[nodiscard]] Expression vector(std::initializer_list<Expression> lanes);

/// The magnitude of a float: exponent (signed; below 1 gives zero, above 254 the largest finite) and 24-bit mantissa.
[[nodiscard]] Expression packed(Expression exponent, Expression mantissa);

// ---- kelvin_sums.cpp; lanewise but for `dot`
[[nodiscard]] Expression mul(Expression a, Expression b);
/// All terms at once: magnitudes aligned to the largest exponent, truncated, added, normalised and truncated again.
[[nodiscard]] Expression sum(std::initializer_list<Expression> values);
/// The products of the first `lanes` lanes as one sum.
[[nodiscard]] Expression dot(Expression a, Expression b, unsigned lanes);

// ---- kelvin_curves.cpp: of scalars
[[nodiscard]] Expression rcp(Expression x);
[[nodiscard]] Expression rcc(Expression x);
[[nodiscard]] Expression rsq(Expression x); // of a magnitude
[[nodiscard]] Expression exp_vector(Expression x);
[[nodiscard]] Expression log_vector(Expression signed_x);
[[nodiscard]] Expression lit(Expression v); // of a vector
[[nodiscard]] Expression floor_to_integer(Expression x);

} // namespace relit::isa::nv2a::kelvin
