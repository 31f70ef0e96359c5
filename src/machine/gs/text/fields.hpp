// Fields of GS words as text, both ways: "TBP0=0x1a40, PSM=CT32, X=1728.5, [63:44]=0x3".
#pragma once

#include "base/bits.hpp"
#include "base/result.hpp"

#include <span>
#include <string>

namespace relit {
class Scanner;
}

namespace relit::machine::gs {

/// The units of a word, and its fields.
using ConstUnits = std::span<const std::uint32_t>;
using Units = std::span<std::uint32_t>;
using Fields = std::span<const FieldInfo>;

/// How the value of a field is written, besides names of values.
enum class Form : std::uint8_t {
    Decimal,
    Hex,
    Float,
    Fixed,       // four fraction bits, no sign
    SignedFixed, // four fraction bits
    Signed,
};
/// By the field's name, which means the same in all GS words.
[[nodiscard]] Form form_of(std::string_view field);
[[nodiscard]] constexpr bool is_signed(Form form) { return form == Form::Signed || form == Form::SignedFixed; }

/// Appends the value of a field.
void print_value(std::string& text, const FieldInfo& field, std::uint64_t value);
/// Appends the fields of a word with ", " before each but the first where `text` ends in a blank. Switches that are off
/// (but for one that is alone) and bits without a name that are zero are omitted.
void print_fields(std::string& text, Fields fields, ConstUnits word);

/// Reads the value of a field.
[[nodiscard]] Result<std::uint64_t> read_value(Scanner& in, const FieldInfo& field);
/// Reads "[15:9]", its '[' already taken, as a field without a name.
[[nodiscard]] Result<FieldInfo> read_run(Scanner& in, unsigned bits);
/// Reads "NAME=value" or "[15:9]=value" once into the word.
[[nodiscard]] Status read_field(Scanner& in, Fields fields, Units word);
/// Reads fields up to the end of the line or to ')'.
[[nodiscard]] Status read_fields(Scanner& in, Fields fields, Units word);

/// A fault where the scanner stands.
[[nodiscard]] std::unexpected<Fault> fail_here(Scanner& in, std::string text);
/// Any unsigned number up to 64 bits, decimal or 0x.
[[nodiscard]] Result<std::uint64_t> read_number(Scanner& in, std::uint64_t most = UINT64_MAX);

} // namespace relit::machine::gs
