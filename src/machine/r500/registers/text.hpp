// Values of registers as text, both ways: "{PRIM_TYPE=TRIANGLES, NUM_VERTICES=3}", "64.0", "0x1234".
#pragma once

#include "base/result.hpp"
#include "base/text.hpp"
#include "machine/r500/registers/registers.hpp"

namespace relit::machine::r500 {

/// "RS_IP_3", or "reg[0x1234]" where the table has no name.
[[nodiscard]] std::string register_name(std::uint32_t number);
/// The register of such a name; nothing where it is none.
[[nodiscard]] std::optional<std::uint32_t> register_number(std::string_view name);

/// What reads back to the same value: fields where they say all of it, a float where the register is one, else a number.
[[nodiscard]] std::string value_text(std::uint32_t number, std::uint32_t value);
/// One field: a name where the value has one, else a number.
[[nodiscard]] std::string field_text(const FieldRow& field, std::uint32_t value);
/// Reads a value of a register. A fault names the column.
[[nodiscard]] Result<std::uint32_t> parse_value(Scanner& in, std::uint32_t number);
/// Reads "FIELD=VALUE" into a value, as typed by people: VALUE is a name or a number.
[[nodiscard]] Status set_field(RegisterWord& word, const RegisterRow& row, std::string_view name,
                               std::string_view value);

} // namespace relit::machine::r500
