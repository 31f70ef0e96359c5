#include "codec/numbers.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace relit::codec {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

/// Types of C by their size in bytes; a declaration may have several words. The last row that is found counts.
struct TypeRow {
    std::string_view word;
    std::size_t bytes;
};
constexpr TypeRow kTypes[] = {
    {"int", 4},    {"unsigned", 4}, {"char", 1},  {"u8", 1},       {"uint8_t", 1},  {"u_char", 1},
    {"uint8", 1},  {"short", 2},    {"u16", 2},   {"uint16_t", 2}, {"u32", 4},      {"uint32_t", 4},
    {"u_int", 4},  {"uint32", 4},   {"long", 8},  {"u64", 8},      {"uint64_t", 8}, {"u_long", 8},
    {"uint64", 8}, {"qword_t", 8},  {"QWORD", 8}, {"BYTE", 1},     {"DWORD", 4},
};

bool is_word_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void add_element(std::vector<std::uint8_t>& into, std::uint64_t value, std::size_t bytes, std::endian order) {
    for (std::size_t i = 0; i < bytes; ++i)
        into.push_back(static_cast<std::uint8_t>(value >> 8 * (order == std::endian::little ? i : bytes - 1 - i)));
}

/// Reads C and Rust: everything outside of the braces of an array, or of the brackets behind "=", is passed over.
class ArrayReader {
public:
    ArrayReader(std::string_view text, NumberRules rules) : text_(text), rules_(rules) {}

    Result<Numbers> run() {
        while (skip_blanks()) {
            const char c = text_[at_];
            if (is_word_character(c)) {
                take_type();
            } else if (c == '{' || (c == '[' && is_value_)) {
                if (const Status read = declared_array(); !read) return std::unexpected(read.error());
            } else {
                pass(c);
            }
        }
        if (made_.bytes.empty()) return fail_here("the text has no array of numbers");
        return std::move(made_);
    }

    /// Returns true if the text begins with a declaration, up to the first number.
    bool declares() {
        constexpr std::string_view kPunctuation = "*&[];=:<>,()'"; // ' of a lifetime
        while (skip_blanks()) {
            const char c = text_[at_];
            if (is_word_character(c)) {
                take_type();
            } else if (is_value_ && (c == '{' || c == '[')) {
                return element_ != 0 && has_number_next(c);
            } else {
                if (!kPunctuation.contains(c) || (c == ';' && brackets_ == 0)) return false;
                pass(c);
            }
        }
        return false;
    }

private:
    /// Returns true if a number stands behind braces.
    bool has_number_next(char open) {
        while (skip_blanks() && text_[at_] == open) ++at_;
        return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9';
    }

    void take_type() {
        const std::string_view word = take_word();
        const auto* const row = std::ranges::find(kTypes, word, &TypeRow::word);
        if (row != std::end(kTypes) && (row->bytes != 4 || element_ == 0)) element_ = row->bytes;
        is_value_ = false;
    }

    /// Goes past punctuation of a declaration: "[u32; 4]" is a type of Rust.
    void pass(char c) {
        brackets_ += c == '[' ? 1 : 0;
        brackets_ -= c == ']' && brackets_ != 0 ? 1 : 0;
        if (c == ';' && brackets_ == 0) element_ = 0;
        is_value_ = c == '=' || (is_value_ && c == '&');
        ++at_;
    }

    Status declared_array() {
        if (element_ == 0) return fail_here("an array requires an element type: u8, u32, u64, unsigned char");
        if (rules_.element != 0 && element_ != rules_.element)
            return fail_here(fmt::format("the elements are declared with {} bits; the first line says {}", 8 * element_,
                                         8 * rules_.element));
        made_.element = std::max(made_.element, element_);
        is_value_ = false;
        make_room();
        return array();
    }

    /// A vector that grows has both copies for a while. Room that is not used takes no memory.
    void make_room() {
        constexpr std::size_t kLarge = std::size_t{1} << 20; // characters
        const std::string_view rest = text_.substr(at_);
        if (rest.size() < kLarge || made_.bytes.capacity() != 0) return;
        const auto separators = static_cast<std::size_t>(std::ranges::count(rest, ','));
        made_.bytes.reserve((separators + 1) * element_);
    }

    [[nodiscard]] std::unexpected<Fault> fail_here(std::string text) const {
        const std::string_view before = text_.substr(0, at_);
        const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1);
        const std::size_t begin = before.rfind('\n');
        return fail_line(line, static_cast<std::uint32_t>(begin == before.npos ? at_ + 1 : at_ - begin),
                         std::move(text));
    }

    /// Skips blanks, comments and lines of the preprocessor; false at the end.
    bool skip_blanks() {
        while (at_ < text_.size()) {
            const std::string_view rest = text_.substr(at_);
            if (std::string_view(" \t\r\n").contains(rest[0])) {
                ++at_;
            } else if (rest.starts_with("//") || rest[0] == '#') {
                at_ += std::min(rest.find('\n'), rest.size());
            } else if (rest.starts_with("/*")) {
                const std::size_t end = rest.find("*/", 2);
                at_ += end == rest.npos ? rest.size() : end + 2;
            } else {
                return true;
            }
        }
        return false;
    }

    std::string_view take_word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    /// Nested braces are those of quadwords.
    Status array() {
        const char open = text_[at_], close = open == '{' ? '}' : ']';
        std::size_t depth = 0;
        while (skip_blanks()) {
            const char c = text_[at_];
            if (is_word_character(c)) {
                if (const Status read = number(); !read) return read;
                continue;
            }
            if (c != open && c != close && c != ',') return fail_here("only numbers are read inside of an array");
            ++at_;
            depth += c == open ? 1 : 0;
            if (c == close && --depth == 0) return {};
        }
        return rules_.extent == Extent::Beginning ? Status{} : fail_here("the text ends inside an array");
    }

    /// The digits of a number without what names its type: "12UL" of C, "1_2u32" of Rust.
    static std::string digits_of(std::string_view word) {
        const std::size_t type = std::min(word.find_first_of("uU"), word.size());
        std::string digits(word.substr(0, type));
        while (!digits.empty() && std::string_view("lL").contains(digits.back())) digits.pop_back();
        std::erase(digits, '_');
        const std::string_view behind = word.substr(type).substr(type == word.size() ? 0 : 1);
        const bool is_type = behind == "8" || behind == "16" || behind == "32" || behind == "64";
        const bool is_c = behind.find_first_not_of("uUlL") == behind.npos;
        return is_type || is_c ? digits : std::string();
    }

    Status number() {
        const std::size_t begin = at_, element = element_;
        const std::string_view shown = take_word();
        const bool is_hex = shown.starts_with("0x") || shown.starts_with("0X");
        const std::string word = digits_of(is_hex ? shown.substr(2) : shown);
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, is_hex ? 16 : 10);
        const bool is_octal = !is_hex && word.size() > 1 && word[0] == '0';
        if (word.empty() || end != word.data() + word.size() || is_octal || error != std::errc{}) {
            at_ = begin;
            return fail_here(fmt::format("\"{}\" is not a hex or decimal number of 64 bits", shown.substr(0, 40)));
        }
        if (element < 8 && value >> 8 * element != 0) {
            at_ = begin;
            return fail_here(fmt::format("{} does not fit into an element of {} bytes", shown.substr(0, 40), element));
        }
        add_element(made_.bytes, value, element, rules_.order);
        if (made_.bytes.size() <= rules_.last) return {};
        at_ = begin;
        return fail_here("the number of a byte");
    }

    std::string_view text_;
    NumberRules rules_;
    std::size_t at_ = 0, brackets_ = 0;
    std::size_t element_ = 0; // of the declaration so far
    bool is_value_ = false;   // a '=' stands in front
    Numbers made_;
};

/// A line of hex digits: bytes in their order, or words of 4 or 8 bytes that begin with 0x; words alone where the rules say
/// how large they are.
class HexLine {
public:
    HexLine(std::string_view line, NumberRules rules) : rest_(line), rules_(rules) {}

    /// False where the line is none.
    bool read(std::vector<std::uint8_t>& into) {
        if (rules_.element == 0) {
            rest_ = rest_.substr(0, rest_.find('|')); // the characters of hexdump -C
            skip_offset();
        }
        while (skip_blanks()) {
            if (rest_.starts_with("0x") || rest_.starts_with("0X")) {
                rest_.remove_prefix(2);
                if (!word(into)) return false;
            } else if (rules_.element != 0 ? !word(into) : !digits(into)) {
                return false;
            }
        }
        return true;
    }

private:
    [[nodiscard]] std::size_t digit_count() const {
        return std::min(rest_.find_first_not_of(kHexDigits), rest_.size());
    }
    /// xxd writes "00000010: " and two blanks before the characters, hexdump "00000010  ".
    void skip_offset() {
        rest_ = trim(rest_);
        const std::size_t count = digit_count();
        const std::string_view behind = rest_.substr(count);
        if (count < 6 || count > 16) return;
        if (behind.starts_with(":")) {
            rest_ = behind.substr(1);
            rest_ =
                rest_.substr(rest_.find_first_not_of(' ') == rest_.npos ? rest_.size() : rest_.find_first_not_of(' '));
            rest_ = rest_.substr(0, rest_.find("  "));
        } else if (behind.empty() || behind.starts_with("  ")) {
            // The last line of hexdump has the size alone, and so may a line of plain digits that are all bytes: eight
            // digits alone are no quadword.
            if (count == 8) rest_ = behind;
        }
    }
    bool skip_blanks() {
        const std::size_t begin = rest_.find_first_not_of(" \t,");
        rest_ = begin == rest_.npos ? std::string_view() : rest_.substr(begin);
        return !rest_.empty();
    }
    bool word(std::vector<std::uint8_t>& into) {
        const std::size_t count = digit_count();
        if (rules_.element == 0 ? count != 2 && count != 8 && count != 16 : count != 2 * rules_.element) return false;
        const auto value = parse_hex(rest_.substr(0, count), count);
        if (!value) return false;
        add_element(into, *value, count / 2, rules_.order);
        rest_.remove_prefix(count);
        return ended();
    }
    bool digits(std::vector<std::uint8_t>& into) {
        const std::size_t count = digit_count();
        if (count == 0 || count % 2 != 0) return false;
        for (std::size_t i = 0; i < count; i += 2)
            into.push_back(static_cast<std::uint8_t>(parse_hex(rest_.substr(i, 2), 2).value_or(0)));
        rest_.remove_prefix(count);
        return ended();
    }
    [[nodiscard]] bool ended() const { return rest_.empty() || std::string_view(" \t,").contains(rest_[0]); }

    std::string_view rest_;
    NumberRules rules_;
};

Result<Numbers> numbers_of_hex(std::string_view text, NumberRules rules) {
    Numbers made{{}, std::max<std::size_t>(rules.element, 1)};
    const auto read_line = [&](std::string_view line, std::uint32_t number) -> Status {
        const std::string_view trimmed = trim(line.substr(0, line.find("//")));
        if (trimmed.empty() || trimmed[0] == '#') return {};
        if (trimmed == "*")
            return fail_line(number, 1, "lines are left out: write the dump without \"*\" (hexdump -v)");
        if (!HexLine(trimmed, rules).read(made.bytes))
            return fail_line(number, 1,
                             rules.element == 0 ? std::string("not hex digits of bytes or of words")
                                                : fmt::format("not words of {} hex digits", 2 * rules.element));
        return made.bytes.size() <= rules.last ? Status() : fail_line(number, 1, "the line of a byte");
    };
    if (const Status read = each_line(text, read_line); !read) return std::unexpected(read.error());
    if (made.bytes.empty()) return fail_line(1, 1, "the text has no numbers");
    return made;
}

} // namespace

bool declares_array(std::string_view text) { return ArrayReader(text, {}).declares(); }

Result<Numbers> read_arrays(std::string_view text, NumberRules rules) { return ArrayReader(text, rules).run(); }

Result<Numbers> read_hex(std::string_view text, NumberRules rules) { return numbers_of_hex(text, rules); }

Result<std::vector<std::uint8_t>> bytes_of_numbers(std::string_view text, Extent extent) {
    if (extent == Extent::Beginning) text = text.substr(0, text.find_last_of(" \t\r\n,"));
    auto made = text.contains('{') ? read_arrays(text, {.extent = extent}) : read_hex(text, {});
    if (!made) return std::unexpected(made.error());
    return std::move(made->bytes);
}

NumberLocation location_of_byte(std::string_view text, std::uint64_t byte) {
    const auto read = text.contains('{') ? read_arrays(text, {.last = byte}) : read_hex(text, {.last = byte});
    if (!read) return {read.error().line, read.error().column};
    const auto line_ends = std::ranges::count(text, '\n');
    return {static_cast<std::uint32_t>(line_ends + (text.ends_with('\n') ? 0 : 1)), 1};
}

} // namespace relit::codec
