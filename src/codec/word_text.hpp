// A file as numbers in a text that people paste into their programs: C, Rust or hex digits. The first line says what it is and
// how the numbers become the bytes again.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "codec/codec.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::codec {

/// The forms in which --as writes.
enum class Form : std::uint8_t { Bin, Hex, C, Rust };
/// "bin", "hex", "c" or "rust"; nothing for another name.
[[nodiscard]] std::optional<Form> form_named(std::string_view name);

/// The lines in front of the numbers. `name` is that of the array.
struct WordText {
    Form form = Form::C;
    std::string name;
    std::string_view what; // the guest, or another name for what it is
    WordLayout layout;
    std::span<const std::string> notes{}; // a comment behind each line of 16 bytes; empty: none
};

/// The file as text; as bytes where its size is not a multiple of the words'.
[[nodiscard]] std::string word_text(Bytes file, const WordText& how);

/// Usage where C or Rust has no such name: an identifier of both that is a keyword of neither.
[[nodiscard]] Status check_array_name(std::string_view name);
/// A name of an array, made of that of a file: "skin-2.vsh" is skin_2; that of Rust in capitals.
[[nodiscard]] std::string array_name_of(std::string_view file, Form form);

/// The first line of such a text, which blank lines and comments may precede.
struct WordTextHead {
    std::string_view what;
    std::size_t size = 0; // bytes of the file
    WordLayout layout;
};
/// Such a line begins in so many bytes.
inline constexpr std::size_t kWordTextHeadWithin = 4096;
/// Nothing where a text has none; a fault with its place where what it says is not understood.
[[nodiscard]] Result<std::optional<WordTextHead>> find_word_text_head(std::string_view text);
/// The bytes of the file that the text shows. Fails with line and column where a number is none, and where there are not as
/// many as the first line says.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_word_text(std::string_view text, const WordTextHead& head);

} // namespace relit::codec
