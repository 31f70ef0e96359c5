// The part of docs/ir.md that is printed from the table of operations.
#pragma once

#include <string>
#include <string_view>

namespace relit::ir {

/// One table a group, in the table's order.
[[nodiscard]] std::string document_ops();

/// The line after which docs/ir.md holds document_ops() and nothing else.
inline constexpr std::string_view kOpsMark = "<!-- printed from src/ir/opcodes.inc -->\n";

} // namespace relit::ir
