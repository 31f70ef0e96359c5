// Numbers in the text of Maxwell: integers in hex, floats as short as they can be read back.
#pragma once

#include "isa/maxwell/encoding/field.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace relit::isa::maxwell {

/// "0x10", "-0x10"
void print_integer(std::string& text, std::int64_t value);
/// The value of a field that is a number, as its kind has it.
void print_value(std::string& text, const FieldRow& field, std::uint64_t word);

/// Reads a whole number in decimal or hex, with a sign.
[[nodiscard]] std::optional<std::int64_t> read_integer(std::string_view text);
/// The bits of the field for the number; nothing if the text is not a number or does not fit. Floats are read as decimal
/// numbers, INF, or bits in hex (all of them, also where the field has only the top ones).
[[nodiscard]] std::optional<std::uint64_t> read_value(std::string_view text, const FieldRow& field);
[[nodiscard]] bool is_number(Kind kind);

} // namespace relit::isa::maxwell
