// Which operations a rounding other than to nearest can change.
#pragma once

#include "ir/op.hpp"

namespace relit::lang {

/// Returns whether FloatMode::rounding can change what the operation gives. Others are exact, or their error bound holds the
/// other neighbour, too.
[[nodiscard]] bool is_rounded(ir::Op op);

} // namespace relit::lang
