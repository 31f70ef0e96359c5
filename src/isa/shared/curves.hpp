// What the scalar units of several guests compute, in host floats: the operations of that age that GL and D3D spelled out
// in lanes.
#pragma once

#include "ir/builder.hpp"

namespace relit::isa {

/// 1 / x with its size clamped to 2^-64 .. 2^64; the sign of x, + where x is NaN. A scalar, as x.
[[nodiscard]] ir::Id clamped_reciprocal(ir::Builder& ir, ir::Id x);
/// (2^floor x, x - floor x, 2^x, 1)
[[nodiscard]] ir::Id exponent_parts(ir::Builder& ir, ir::Id x);
/// (exponent, mantissa from 1 to 2, log2, 1) of |x|; denormals count as 0
[[nodiscard]] ir::Id logarithm_parts(ir::Builder& ir, ir::Id x);
/// (1, a.y * b.y, a.z, b.w), where `product` is a * b
[[nodiscard]] ir::Id distance(ir::Builder& ir, ir::Id a, ir::Id b, ir::Id product);

} // namespace relit::isa
