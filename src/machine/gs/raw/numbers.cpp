#include "machine/gs/raw/numbers.hpp"

#include "base/lines.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

/// Types of C by their size in bytes; a declaration may have several words. The last row that is found counts.
struct TypeRow {
    std::string_view word;
    std::size_t bytes;
};
constexpr TypeRow kTypes[] = {
    {"int", 4},   {"unsigned", 4}, {"char", 1},     {"u8", 1},     {"uint8_t", 1},  {"u_char", 1},  {"uint8", 1},
    {"short", 2}, {"u16", 2},      {"uint16_t", 2}, {"u32", 4},    {"uint32_t", 4}, {"u_int", 4},   {"uint32", 4},
    {"long", 8},  {"u64", 8},      {"uint64_t", 8}, {"u_long", 8}, {"uint64", 8},   {"qword_t", 8}, {"QWORD", 8},
};

bool is_word_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void add_element(std::vector<std::uint8_t>& into, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) into.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

/// Reads C: everything outside of the braces of an array is passed over.
class ArrayReader {
public:
    /// Stops with a fault at the number that contains the byte `last`.
    ArrayReader(std::string_view text, Extent extent, std::uint64_t last = UINT64_MAX)
        : text_(text), extent_(extent), last_(last) {}

    Result<std::vector<std::uint8_t>> run() {
        std::size_t element = 0; // of the declaration so far
        while (skip_blanks()) {
            const char c = text_[at_];
            if (is_word_character(c)) {
                const std::string_view word = take_word();
                const auto* const row = std::ranges::find(kTypes, word, &TypeRow::word);
                if (row != std::end(kTypes) && (row->bytes != 4 || element == 0)) element = row->bytes;
            } else if (c == '{') {
                if (element == 0) return fail_here("an array requires an element type: u8, u32, u64, unsigned char");
                if (const Status read = array(element); !read) return std::unexpected(read.error());
            } else {
                if (c == ';') element = 0;
                ++at_;
            }
        }
        if (bytes_.empty()) return fail_here("the text has no array of numbers");
        return std::move(bytes_);
    }

private:
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
    Status array(std::size_t element) {
        std::size_t depth = 0;
        while (skip_blanks()) {
            const char c = text_[at_];
            if (is_word_character(c)) {
                if (const Status read = number(element); !read) return read;
                continue;
            }
            if (c != '{' && c != '}' && c != ',') return fail_here("only numbers are read inside of an array");
            ++at_;
            depth += c == '{' ? 1 : 0;
            if (c == '}' && --depth == 0) return {};
        }
        return extent_ == Extent::Beginning ? Status{} : fail_here("the text ends inside an array");
    }

    Status number(std::size_t element) {
        const std::size_t begin = at_;
        std::string_view word = take_word();
        const std::string_view shown = word;
        const bool is_hex = word.starts_with("0x") || word.starts_with("0X");
        if (is_hex) word.remove_prefix(2);
        while (!word.empty() && std::string_view("uUlL").contains(word.back())) word.remove_suffix(1);
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
        add_element(bytes_, value, element);
        if (bytes_.size() <= last_) return {};
        at_ = begin;
        return fail_here("the number of a byte");
    }

    std::string_view text_;
    Extent extent_;
    std::uint64_t last_;
    std::size_t at_ = 0;
    std::vector<std::uint8_t> bytes_;
};

/// A line of hex digits: bytes in their order, or words of 4 or 8 bytes that begin with 0x.
class HexLine {
public:
    explicit HexLine(std::string_view line) : rest_(line) {}

    /// False where the line is none.
    bool read(std::vector<std::uint8_t>& into) {
        rest_ = rest_.substr(0, rest_.find('|')); // the characters of hexdump -C
        skip_offset();
        while (skip_blanks()) {
            if (rest_.starts_with("0x") || rest_.starts_with("0X")) {
                rest_.remove_prefix(2);
                if (!word(into)) return false;
            } else if (!digits(into)) {
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
        if (count != 2 && count != 8 && count != 16) return false;
        const auto value = parse_hex(rest_.substr(0, count), count);
        if (!value) return false;
        add_element(into, *value, count / 2);
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
};

/// Stops with a fault at the line that contains the byte `last`.
Result<std::vector<std::uint8_t>> bytes_of_hex(std::string_view text, std::uint64_t last = UINT64_MAX) {
    std::vector<std::uint8_t> bytes;
    const auto read_line = [&](std::string_view line, std::uint32_t number) -> Status {
        const std::string_view trimmed = trim(line.substr(0, line.find("//")));
        if (trimmed.empty() || trimmed[0] == '#') return {};
        if (trimmed == "*")
            return fail_line(number, 1, "lines are left out: write the dump without \"*\" (hexdump -v)");
        if (!HexLine(trimmed).read(bytes)) return fail_line(number, 1, "not hex digits of bytes or of words");
        return bytes.size() <= last ? Status() : fail_line(number, 1, "the line of a byte");
    };
    if (const Status read = each_line(text, read_line); !read) return std::unexpected(read.error());
    if (bytes.empty()) return fail_line(1, 1, "the text has no numbers");
    return bytes;
}

} // namespace

Result<std::vector<std::uint8_t>> bytes_of_numbers(std::string_view text, Extent extent) {
    if (extent == Extent::Beginning) text = text.substr(0, text.find_last_of(" \t\r\n,"));
    return text.contains('{') ? ArrayReader(text, extent).run() : bytes_of_hex(text);
}

NumberLocation location_of_byte(std::string_view text, std::uint64_t byte) {
    const auto read = text.contains('{') ? ArrayReader(text, Extent::Whole, byte).run() : bytes_of_hex(text, byte);
    if (!read) return {read.error().line, read.error().column};
    const auto line_ends = std::ranges::count(text, '\n');
    return {static_cast<std::uint32_t>(line_ends + (text.ends_with('\n') ? 0 : 1)), 1};
}

} // namespace relit::machine::gs
