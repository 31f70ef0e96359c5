// The precedence of GLSL expressions, and where they need parentheses for their meaning or for the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace relit::lang::glsl {

/// From the tightest to the loosest.
enum class Level : std::uint8_t {
    Primary,
    Unary,
    Product,
    Sum,
    Shift,
    Order,
    Equality,
    And,
    Xor,
    Or,
    Both,
    Exclusive,
    Either,
    Choice
};

/// Of a row of spellings.inc: of the operator in it that binds least; a call is primary.
[[nodiscard]] Level level_of(std::string_view spelling);
/// Whether an operand that binds like `operand` needs parentheses in the part from `open` to `close` of a spelling.
[[nodiscard]] bool needs_parentheses(std::string_view spelling, std::size_t open, std::size_t close, Level operand);

} // namespace relit::lang::glsl
