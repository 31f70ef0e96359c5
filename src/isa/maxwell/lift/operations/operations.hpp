// The lift functions of operations, one a row of operations.inc, and what they share beyond Lift.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

#define LIFT(op, function) void function(Lift& lift);
#define SILENT(op, why)
#define REFUSED(op, why)
#include "isa/maxwell/lift/operations/operations.inc"
#undef LIFT
#undef SILENT
#undef REFUSED

/// Values of Role::Width.
enum Width : std::uint32_t { kU8, kS8, kU16, kS16, k32, k64, k128, kUB128 };
/// Values of Role::Negation: the last source, the first or the product, or 1 more.
enum Negation : std::uint32_t { kNotNegated, kMinusLast, kMinusFirst, kPlusOne };
inline constexpr std::uint32_t kFmz = 2; // of Role::Ftz

/// A component of a builtin that is a vector.
[[nodiscard]] inline ir::Id lane_of(Lift& lift, ir::Builtin which, std::uint32_t lane) {
    return lift.ir.lane(lift.read(which), lane);
}
/// A comparison of whole numbers by its number in CompareInt fields.
[[nodiscard]] ir::Id compared(Lift& lift, std::uint32_t comparison, ir::Id a, ir::Id b, bool is_signed);
/// One of floats, by its number in Compare fields: those from 8 on hold where one is NaN, too.
[[nodiscard]] ir::Id compared_floats(Lift& lift, std::uint32_t comparison, ir::Id a, ir::Id b);

} // namespace relit::isa::maxwell
