// The guest that a text with mistakes in it is of: the one whose assembler reads most of its lines.
#pragma once

#include "base/bytes.hpp"
#include "codec/codec.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace relit::guests {

/// So much of a text is tried, up to the end of a line.
inline constexpr std::size_t kMostTried = std::size_t{256} << 10;
/// An assembler is called again without the line that it refuses, so often.
inline constexpr unsigned kMostRefused = 16;

/// Returns one of `codecs` for a text that none of them recognises; one that reads all of it has found it to be no program.
/// nullptr where none reads half of the lines of the text or, of a text that has one line, a word of it. Of several that read
/// as many lines it is the one that gets furthest before the first mistake, then the one that the ending of the file's name
/// means, then the first.
[[nodiscard]] const codec::Codec* nearest_guest(std::string_view text, std::string_view file_name,
                                                std::span<const codec::Codec* const> codecs,
                                                const codec::TextOptions& options = {});
/// Returns true if all lines of a text are empty or comments.
[[nodiscard]] bool has_no_code(std::string_view text);

} // namespace relit::guests
