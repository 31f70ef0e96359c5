// Text as every front end needs it: cutting lines, reading numbers and words, with positions for messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit {

[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::string to_lower(std::string_view text);
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);
/// Lines without their line ends ("\n" or "\r\n"); a last line without an end counts.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);
/// "12", "0x1f", "-3" as a whole; nothing where any character is left over or the number does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);
/// A decimal float (or integer) as a whole, rounded to nearest; nothing where any character is left over.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);
/// Exactly `digits` hex digits; nothing otherwise.
[[nodiscard]] std::optional<std::uint64_t> parse_hex(std::string_view text, std::size_t digits);
/// The shortest decimal that reads back to the same float; always with a '.', an exponent, "inf" or "nan".
[[nodiscard]] std::string shortest_decimal(float value);
[[nodiscard]] std::string shortest_decimal(double value);
/// Appends decimal digits.
std::string& add_number(std::string& text, std::uint64_t number);

/// Reads one line of text from left to right.
class Scanner {
public:
    explicit Scanner(std::string_view text, std::uint32_t line = 1) : text_(text), line_(line) {}

    [[nodiscard]] bool at_end(); // skips blanks first
    [[nodiscard]] std::uint32_t line() const { return line_; }
    [[nodiscard]] std::uint32_t column() const { return static_cast<std::uint32_t>(at_) + 1; }
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
    [[nodiscard]] char peek();             // next character after blanks, or 0
    [[nodiscard]] char peek_here() const;  // next character, blanks count, or 0
    bool accept(char wanted);              // skips blanks, then takes `wanted` if it is next
    bool accept(std::string_view wanted);  // the same for a run of characters
    [[nodiscard]] std::string_view word(); // [A-Za-z_][A-Za-z0-9_]*, or empty
    [[nodiscard]] std::string_view while_of(std::string_view allowed); // longest run of `allowed` characters
    void skip(std::size_t count) { at_ = at_ + count < text_.size() ? at_ + count : text_.size(); }

private:
    void blanks();

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint32_t line_;
};

} // namespace relit
