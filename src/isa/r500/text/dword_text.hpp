// Dwords as people keep them in text: lists of C with their declaration and comments, hex digits between blanks.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace relit::isa::r500 {

/// A word of such a text with its location, from 1.
struct ListedWord {
    std::string_view text;
    std::uint32_t line = 1, column = 1;
    bool is_braced = false; // a '{' stands between it and the word in front
};

/// Goes over the words of a text: what is between blanks, commas, semicolons and braces, without comments ("--", "//", "#" to the
/// end of the line, "/*" to "*/").
class WordReader {
public:
    explicit WordReader(std::string_view text) : text_(text) {}

    /// Nothing at the end.
    [[nodiscard]] std::optional<ListedWord> next();
    /// The location of a comment that nothing ends; known once next() has given nothing.
    [[nodiscard]] std::optional<ListedWord> open_comment() const { return open_comment_; }

private:
    void step();
    bool skip_comment();

    std::string_view text_;
    std::size_t at_ = 0, line_begin_ = 0;
    std::uint32_t line_ = 1;
    std::optional<ListedWord> open_comment_;
};

struct ListedDword {
    std::uint32_t value = 0, line = 0, column = 0;
};
struct DwordText {
    std::vector<std::uint32_t> dwords;
    bool is_hex_dump = false; // each number has eight hex digits
};

/// Most dwords that a text may list.
inline constexpr std::size_t kMostListedDwords = std::size_t{16} << 20;
/// True where the first word of a text is a hex number, or the declaration of an array of C stands in front of it.
[[nodiscard]] bool is_dword_text(std::string_view text);
/// The dwords of a text: decimal or "0x" with a suffix of C at most; of a text in which every word is eight hex digits, those.
/// Fails at a word that is no dword, at a second array, and at a comment without an end.
[[nodiscard]] Result<DwordText> read_dword_text(std::string_view text);

/// Goes over the dwords of a text as read_dword_text() does, and keeps none.
class DwordTextReader {
public:
    explicit DwordTextReader(std::string_view text);

    /// Nothing at the end. After a failure nothing more is to be asked.
    [[nodiscard]] Result<std::optional<ListedDword>> next();
    /// At most so many dwords are in the text.
    [[nodiscard]] std::size_t most() const { return most_; }
    /// True where each number that was read has eight hex digits.
    [[nodiscard]] bool is_hex_dump() const { return is_hex_dump_; }

private:
    WordReader words_;
    std::size_t read_ = 0, most_ = 0;
    bool is_bare_ = false, is_hex_dump_ = true;
};

} // namespace relit::isa::r500
