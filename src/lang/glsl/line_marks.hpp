// Which instructions a line of GLSL came from: marks at the ends of lines, while text is still inserted before them, and lists once it
// is whole.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace relit::lang::glsl {

/// Marks the end of a line; "" if it came from no instruction. `origins`: Inst::origin, in any order.
[[nodiscard]] std::string line_mark(std::span<const std::uint32_t> origins);

/// Removes the marks of a whole text. Returns for each line, empty ones included, the numbers of the instructions that it came from: one
/// less than the origins, ascending, each once.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> take_line_marks(std::string& text);

} // namespace relit::lang::glsl
