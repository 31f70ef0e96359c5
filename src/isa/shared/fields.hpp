// The fields of any word in text and in explanations: " @ {field=value, ...}" says what plain text does not.
#pragma once

#include "base/bits.hpp"
#include "base/result.hpp"
#include "isa/text_types.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace relit::isa {

class Reader;

/// Words of up to 256 bits and fields of up to 32.
using Fields = std::span<const FieldInfo>;
using ConstUnits = std::span<const std::uint32_t>; // the units of a word
using Units = std::span<std::uint32_t>;

/// Appends the fields of `word` that differ from those of `said`, if any: " @ {A.reg=3, W0=0x00000005}".
void print_fields(std::string& text, Fields fields, ConstUnits word, ConstUnits said);
template <class W>
void print_fields(std::string& text, const W& word, const W& said) {
    if (!(word == said)) print_fields(text, W::fields, word.raw, said.raw);
}

/// Reads "@ {field=value, ...}" into the word, where an '@' follows; false and a fault where something is wrong in it.
[[nodiscard]] bool read_fields(Reader& in, Fields fields, Units word, Fault& fault);
template <class W>
[[nodiscard]] bool read_fields(Reader& in, W& word, Fault& fault) {
    return read_fields(in, W::fields, word.raw, fault);
}

/// Every field of a word with its bits, its value and what `explain` says of it.
using FieldExplainer = std::function<std::string(const FieldInfo&)>;
[[nodiscard]] std::vector<ExplainedField> explain_fields(Fields fields, ConstUnits word, const FieldExplainer& explain);
/// Adds the names of operands to the sentence about an instruction, and to the fields that select them.
void explain_names(Explanation& explanation, std::span<const codec::NamedOperand> names);

} // namespace relit::isa
