// Which element of a buffer lies at an offset in bytes.
#pragma once

#include "ir/builder.hpp"

namespace relit::lang {

/// Writes the offset, an i32, divided by 2^shift, rounded down: without what would only undo a product with it. `shift` is at
/// most 5.
[[nodiscard]] ir::Id element_index(ir::Builder& builder, ir::Id offset, unsigned shift);

} // namespace relit::lang
