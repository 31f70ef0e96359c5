// Files that a text shows as numbers, as people paste them into their programs: what --as writes, and arrays of C and Rust.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "codec/codec.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::guests {

/// A file with the codec that it is of.
struct SpelledBytes {
    const codec::Codec* codec = nullptr;
    std::vector<std::uint8_t> bytes;
    std::string assumed; // how numbers became bytes where the text does not say it; empty: it does
};

/// Returns true if a file that begins so may show another.
[[nodiscard]] bool may_spell_bytes(const codec::Codec* named, Bytes begin);
/// Reads what --as wrote: its first line names the guest and the order of the bytes. Nothing where the text has no such line. A
/// fault where the line names another guest than `named` (nullptr: none), and where the numbers are not what it says.
[[nodiscard]] Result<std::optional<SpelledBytes>> read_marked(const codec::Codec* named, std::string_view text);
/// The same; or reads arrays of C and Rust that are a file of `named`, or of the only guest that recognises them. Of the two
/// orders of bytes the guest's own is taken, unless it recognises the other alone. A fault where none recognises them. Nothing
/// where the text has no arrays, or where a codec reads it as it is.
[[nodiscard]] Result<std::optional<SpelledBytes>> read_spelled(const codec::Codec* named, std::string_view text,
                                                               std::string_view file_name);

} // namespace relit::guests
