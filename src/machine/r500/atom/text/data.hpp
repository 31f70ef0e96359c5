// Bytes outside of instructions, as directives.
#pragma once

#include "base/bytes.hpp"
#include "codec/codec.hpp"

#include <string>
#include <string_view>

namespace relit::machine::r500::atom {

/// Appends .bytes, .fill and .text lines for `bytes`, which lie at `offset` of the file.
void add_data(std::vector<codec::Line>& lines, Bytes bytes, std::uint64_t offset);
[[nodiscard]] codec::Line directive(std::uint64_t offset, std::string text, std::string note = {});
/// Whether a character is in .text as it is.
[[nodiscard]] bool is_plain(std::uint8_t c);

} // namespace relit::machine::r500::atom
