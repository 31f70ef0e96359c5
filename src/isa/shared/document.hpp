// Pieces of the pages docs/isa/*.md that guests print from their tables.
#pragma once

#include "base/bits.hpp"
#include "codec/finding.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace relit::isa {

/// What the tables of context keys leave to say.
inline constexpr std::string_view kContextKeysText =
    "On the command line the guest prefix of a name may be omitted if the name is unique. Values are names or their numbers, which count\n"
    "from 0, or from the number after a colon; a word in capitals is any number of 32 bits, or of the range after it. A FLOAT\n"
    "is its bits, or a decimal number with a point.\n\n";

/// Appends one row of a table; a '|' inside a cell is escaped.
void document_row(std::string& text, std::initializer_list<std::string> cells);
/// Where a field stands, high part first: "W3 31:30, W2 1:0". `unit` is what the guest calls its 32-bit units.
[[nodiscard]] std::string bits_of(const FieldInfo& field, char unit = 'W');
/// "0 none, 1 R, 2 v, 3 c" for a field of up to four named values, else nothing.
[[nodiscard]] std::string values_of(const FieldInfo& field);
/// Appends the table of a word's fields.
void document_word(std::string& text, std::span<const FieldInfo> fields, char unit = 'W');

/// Appends the table of what lint says.
void document_rules(std::string& text, std::span<const codec::LintRule> rules);

} // namespace relit::isa
