// A position in the text of a program.
#include "isa/reader.hpp"

#include <algorithm>

namespace relit::isa {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word_part(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

std::optional<std::uint32_t> digit_of(char c, std::uint32_t base) {
    std::uint32_t value = 99;
    if (is_digit(c)) value = static_cast<std::uint32_t>(c - '0');
    if (c >= 'a' && c <= 'f') value = static_cast<std::uint32_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') value = static_cast<std::uint32_t>(c - 'A' + 10);
    if (value >= base) return {};
    return value;
}

} // namespace

void Reader::to_line_end() { at_ = std::min(text_.find('\n', at_), text_.size()); }

bool Reader::comment() {
    const char c = text_[at_];
    if ((rules_.line_comment != '\0' && c == rules_.line_comment) || here("//")) {
        to_line_end();
        return true;
    }
    if (!here("/*")) return false;
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
    return true;
}

void Reader::blanks(bool new_lines) {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == ' ' || c == '\t' || c == '\r' || (c == '\n' && new_lines)) {
            ++at_;
        } else if (is_word_part(c) || !comment()) {
            return;
        }
    }
}

char Reader::peek() {
    blanks(!rules_.new_lines_end_statements);
    return at_ < text_.size() ? text_[at_] : '\0';
}

bool Reader::accept(char wanted) {
    if (peek() != wanted || at_ >= text_.size()) return false;
    ++at_;
    return true;
}

bool Reader::at_end() {
    blanks(true);
    return at_ >= text_.size();
}

bool Reader::end_statement(bool needs_semicolon) {
    if (rules_.semicolons_end_statements && accept(';')) return true;
    if (rules_.new_lines_end_statements) return accept('\n') || at_ >= text_.size();
    return !needs_semicolon;
}

bool Reader::accept_joining_plus() {
    const std::size_t before = at_;
    blanks(true);
    if (at_ < text_.size() && text_[at_] == '+') {
        ++at_;
        blanks(true);
        return true;
    }
    at_ = before;
    return false;
}

std::string_view Reader::word() {
    (void)peek();
    const std::size_t begin = at_;
    if (at_ < text_.size() && is_digit(text_[at_])) return {};
    while (at_ < text_.size() && is_word_part(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
}

std::string_view Reader::dotted_word() {
    (void)peek();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word_part(text_[at_]) || text_[at_] == '.')) ++at_;
    return text_.substr(begin, at_ - begin);
}

std::optional<std::uint32_t> Reader::number() {
    (void)peek();
    const std::size_t begin = at_;
    std::uint32_t base = 10;
    if (here("0x") || here("0X")) {
        base = 16;
        at_ += 2;
    }
    const std::size_t first = at_;
    std::uint64_t value = 0;
    while (at_ < text_.size()) {
        const auto digit = digit_of(text_[at_], base);
        if (!digit) break;
        value = value * base + *digit;
        ++at_;
        if (value > UINT32_MAX) break;
    }
    if (at_ == first || value > UINT32_MAX || (at_ < text_.size() && is_word_part(text_[at_]))) {
        at_ = begin;
        return {};
    }
    return static_cast<std::uint32_t>(value);
}

std::string_view Reader::letters_here(std::size_t most) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && at_ - begin < most && is_letter(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
}

bool Reader::dot_here() {
    if (at_ >= text_.size() || text_[at_] != '.') return false;
    ++at_;
    return true;
}

Fault Reader::fault(std::size_t at, std::string text) const {
    const std::string_view before = text_.substr(0, std::min(at, text_.size()));
    const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? before.size() : before.size() - start - 1;
    return {FaultKind::BadInput, std::move(text), {}, line, static_cast<std::uint32_t>(column) + 1};
}

} // namespace relit::isa
