#include "base/text.hpp"

#include "base/lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace relit {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

[[nodiscard]] char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
[[nodiscard]] bool is_word_start(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || c == '_'; }
[[nodiscard]] bool is_word_part(char c) { return is_word_start(c) || (c >= '0' && c <= '9'); }

template <class F>
[[nodiscard]] std::string shortest(F value) {
    if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
    if (std::isinf(value)) return std::signbit(value) ? "-inf" : "inf";
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

} // namespace

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string to_lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    for (const std::string_view line : TextLines(text)) lines.push_back(line);
    return lines;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return {};
    return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

std::optional<double> parse_decimal(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

std::optional<std::uint64_t> parse_hex(std::string_view text, std::size_t digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.size() != digits || error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

std::string shortest_decimal(float value) { return shortest(value); }
std::string shortest_decimal(double value) { return shortest(value); }

void Scanner::blanks() {
    while (at_ < text_.size() && kBlanks.find(text_[at_]) != std::string_view::npos) ++at_;
}

std::string& add_number(std::string& text, std::uint64_t number) {
    std::array<char, 20> digits{};
    return text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

bool Scanner::at_end() {
    blanks();
    return at_ >= text_.size();
}

char Scanner::peek() {
    blanks();
    return peek_here();
}

char Scanner::peek_here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

bool Scanner::accept(char wanted) {
    if (peek() != wanted || at_ >= text_.size()) return false;
    ++at_;
    return true;
}

bool Scanner::accept(std::string_view wanted) {
    blanks();
    if (!text_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
}

std::string_view Scanner::word() {
    blanks();
    const std::size_t start = at_;
    if (start >= text_.size() || !is_word_start(text_[start])) return {};
    while (at_ < text_.size() && is_word_part(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
}

std::string_view Scanner::while_of(std::string_view allowed) {
    blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() && allowed.find(text_[at_]) != std::string_view::npos) ++at_;
    return text_.substr(start, at_ - start);
}

} // namespace relit
