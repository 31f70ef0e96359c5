// The meanings of operations, one function a row of operations.inc, and what they share beyond Lift.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

#define MEANING(op, function, touches) void function(Lift& lift);
#define SILENT(op, why)
#define REFUSED(op, why)
#include "isa/maxwell/lift/operations.inc"
#undef MEANING
#undef SILENT
#undef REFUSED

/// A comparison of whole numbers by its number in CompareInt fields.
[[nodiscard]] ir::Id compared(Lift& lift, std::uint32_t comparison, ir::Id a, ir::Id b, bool is_signed);
/// One of floats, by its number in Compare fields: those from 8 on hold where one is NaN, too.
[[nodiscard]] ir::Id compared_floats(Lift& lift, std::uint32_t comparison, ir::Id a, ir::Id b);

} // namespace relit::isa::maxwell
