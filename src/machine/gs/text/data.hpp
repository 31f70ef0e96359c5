// Plain data as text, both ways: .data words, .fill count, word, .again bytes, count, .byte bytes.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <functional>
#include <string>
#include <vector>

namespace relit {
class Scanner;
}

namespace relit::machine::gs {

/// Told of every line, with where its data begins.
using DataLine = std::function<void(std::size_t at, std::string text)>;
void print_data(Bytes bytes, const DataLine& line);

[[nodiscard]] bool is_data_directive(std::string_view name);
/// Reads what follows the directive's name and appends it; `most` bytes may be there in all.
[[nodiscard]] Status read_data(Scanner& in, std::string_view name, std::vector<std::uint8_t>& into, std::size_t most);

} // namespace relit::machine::gs
