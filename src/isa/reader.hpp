// A position in the text of a program: skips blanks and comments, cuts words and numbers, knows line and column.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace relit::isa {

/// What a language's text does with comments and ends of statements.
struct TextRules {
    char line_comment = '\0';              // begins a comment up to the end of the line, besides //; 0 where none does
    bool new_lines_end_statements = false; // else a new line is a blank
    bool semicolons_end_statements = true;
};

/// Comments are // and /* */ in every language.
class Reader {
public:
    Reader(std::string_view text, TextRules rules) : text_(text), rules_(rules) {}

    [[nodiscard]] std::size_t at() const { return at_; }
    void seek(std::size_t at) { at_ = at; }
    /// Where the next thing after blanks and comments begins.
    [[nodiscard]] std::size_t token_offset() { return (void)peek(), at_; }
    /// The next character after blanks and comments, or 0 at the end.
    [[nodiscard]] char peek();
    bool accept(char wanted);
    /// Whether nothing but blanks is left; new lines count as blanks here.
    [[nodiscard]] bool at_end();
    /// Whether the statement is over; takes what ends it.
    bool end_statement(bool needs_semicolon);
    /// Whether a '+' follows, on this line or at the head of the next one; takes it.
    bool accept_joining_plus();
    /// Letters, digits and underscores; empty where none.
    [[nodiscard]] std::string_view word();
    /// The same with dots: names of fields.
    [[nodiscard]] std::string_view dotted_word();
    /// A decimal or 0x number up to 32 bits, without a sign.
    [[nodiscard]] std::optional<std::uint32_t> number();
    /// Letters that directly follow (no blanks), at most `most`.
    [[nodiscard]] std::string_view letters_here(std::size_t most);
    [[nodiscard]] bool dot_here();

    [[nodiscard]] Fault fault(std::size_t at, std::string text) const;

private:
    void blanks(bool new_lines);
    bool comment();
    void to_line_end();
    [[nodiscard]] bool here(std::string_view wanted) const { return text_.substr(at_, wanted.size()) == wanted; }

    std::string_view text_;
    TextRules rules_;
    std::size_t at_ = 0;
};

} // namespace relit::isa
