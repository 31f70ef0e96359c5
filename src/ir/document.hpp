// The part of docs/ir.md that is printed from the table of operations.
#pragma once

#include "ir/op.hpp"

#include <string>
#include <string_view>

namespace relit::ir {

/// One table a group, in the table's order.
[[nodiscard]] std::string document_ops();

/// Says in words what an operation does: its value of a lane, or else its traits.
[[nodiscard]] std::string description_of(const OpInfo& row);

/// The line after which docs/ir.md holds document_ops() and nothing else.
inline constexpr std::string_view kOpsMark = "<!-- printed from src/ir/opcodes.inc -->\n";

} // namespace relit::ir
