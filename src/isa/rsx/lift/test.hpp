// Tests of condition registers, as vertex and fragment programs make them.
#pragma once

#include "ir/builder.hpp"
#include "isa/rsx/encoding/condition.hpp"

namespace relit::isa::rsx {

/// Gives the lanes of what a condition register holds that pass, as bools. A NaN passes TR and NE (NV_fragment_program: NE is true for
/// unordered; NV_vertex_program2 alike).
[[nodiscard]] ir::Id passes(ir::Builder& ir, ir::Id value, Condition test);

/// Stores the lanes of the mask that pass; all of the mask where `passed` is ir::kNone.
void store_passing(ir::Builder& ir, std::uint32_t file, std::uint32_t lane, ir::Id value, std::uint32_t mask,
                   ir::Id passed);

} // namespace relit::isa::rsx
