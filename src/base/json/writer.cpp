#include "base/json/writer.hpp"

#include "base/printable.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace relit {
namespace {

bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

constexpr std::size_t kPiece = std::size_t{1} << 16; // of what goes to a sink at once

void add_code_unit(std::string& text, std::uint32_t unit) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += "\\u";
    for (unsigned shift = 16; shift > 0; shift -= 4) text += kDigits[unit >> (shift - 4) & 15];
}

/// A character of ASCII that may not stand in a string as it is.
void add_escaped(std::string& text, char c) {
    constexpr std::string_view kCharacters = "\b\f\n\r\t\"\\", kNames = "bfnrt\"\\";
    const std::size_t index = kCharacters.find(c);
    if (index == kCharacters.npos) return add_code_unit(text, static_cast<unsigned char>(c));
    text += '\\';
    text += kNames[index];
}

/// Of one valid character of two to four bytes.
std::uint32_t code_point(std::string_view utf8) {
    std::uint32_t code = static_cast<unsigned char>(utf8[0]) & (0x7fU >> utf8.size());
    for (const char c : utf8.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3fU);
    return code;
}

/// How many bytes begin a character that does not go on, such as one that is cut off; at least one.
std::size_t broken_size(std::string_view text) {
    const auto can_go_on = [&](std::size_t size) {
        return size <= text.size() && utf8_size(std::string(text.substr(0, size)) + "\x80\x80") != 0;
    };
    return can_go_on(2) ? (can_go_on(3) ? 3 : 2) : 1;
}

/// Plain from 0.0001 up to 15 digits before the point, else with an exponent of two digits or more: 1.0, 0.0001, 1e-05, 1e+15.
std::string decimal(double number) {
    std::array<char, 32> digits{};
    const auto scientific =
        std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::scientific);
    std::string text(digits.data(), scientific.ptr);
    const std::size_t e = text.find('e');
    int exponent = 0;
    std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), exponent);
    if (exponent < -4 || exponent >= 15) return text;
    const auto fixed = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed);
    text.assign(digits.data(), fixed.ptr);
    return text.contains('.') ? text : text + ".0";
}

} // namespace

/// Whether each value of the innermost that is open begins a line.
bool JsonWriter::has_lines() const { return !style_.one_line && (!style_.one_line_values || open_.size() < 2); }

void JsonWriter::begin_line() { text_.append("\n").append(2 * open_.size(), ' '); }

/// Between a key and its value there is no line.
void JsonWriter::begin_value() {
    if (std::exchange(follows_key_, false) || open_.empty()) return;
    if (!std::exchange(open_.back().is_empty, false)) text_ += ',';
    pass_on(kPiece);
    if (has_lines()) begin_line();
}

void JsonWriter::begin(char bracket) {
    begin_value();
    text_ += bracket;
    open_.push_back({bracket == '{' ? '}' : ']', true});
}

void JsonWriter::end() {
    const Open closed = open_.back();
    const bool ends_line = has_lines() && !closed.is_empty;
    open_.pop_back();
    if (ends_line) begin_line();
    text_ += closed.end;
}

void JsonWriter::key(std::string_view name) {
    begin_value();
    add_quoted(name);
    text_ += has_lines() ? ": " : ":";
    follows_key_ = true;
}

void JsonWriter::members(Members all) {
    for (const Member& one : all) {
        key(one.name_);
        one.write_(*this, one.content_);
    }
}

void JsonWriter::object(Members all) {
    begin_object();
    members(all);
    end();
}

void JsonWriter::value(std::string_view text) {
    begin_value();
    add_quoted(text);
}

void JsonWriter::add(std::uint64_t number) {
    begin_value();
    add_number(text_, number);
}

void JsonWriter::add(std::int64_t number) {
    begin_value();
    if (number < 0) text_ += '-';
    add_number(text_, number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number));
}

void JsonWriter::add(double number) {
    begin_value();
    text_ += std::isfinite(number) ? decimal(number) : "null";
}

void JsonWriter::add_word(std::string_view word) {
    begin_value();
    text_ += word;
}

void JsonWriter::add_character(std::string_view utf8) {
    if (!style_.only_ascii) {
        text_ += utf8;
        return;
    }
    const std::uint32_t code = code_point(utf8);
    if (code < 0x10000) return add_code_unit(text_, code);
    add_code_unit(text_, 0xd800 + ((code - 0x10000) >> 10));
    add_code_unit(text_, 0xdc00 + ((code - 0x10000) & 0x3ff));
}

void JsonWriter::add_quoted(std::string_view text) {
    text_ += '"';
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
        text_.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;
        const std::size_t size = utf8_size(text);
        if (size == 1 && (text[0] != '\x7f' || style_.only_ascii))
            add_escaped(text_, text[0]);
        else
            add_character(size == 0 ? "\xef\xbf\xbd" : text.substr(0, size));
        text.remove_prefix(size == 0 ? broken_size(text) : size);
    }
    text_ += '"';
}

void JsonWriter::pass_on(std::size_t least) {
    if (!sink_ || text_.size() < least) return;
    sink_(text_);
    text_.clear();
}

std::string JsonWriter::take() {
    text_ += '\n';
    pass_on(0);
    return std::exchange(text_, {});
}

} // namespace relit
