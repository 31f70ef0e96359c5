// 64-bit floats as whole numbers that hold their bits, for targets that have no such floats.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Arithmetic, comparisons and conversions become such of 64-bit integers; what has no form in them keeps its kind, and the
/// language refuses it. Quotients and roots are rounded exactly. Whether it changed anything. Before from_ssa.
bool write_doubles_as_integers(ir::Module& module);

} // namespace relit::lang
