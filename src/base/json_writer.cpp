#include "base/json_writer.hpp"

#include "base/printable.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <utility>

namespace relit {
namespace {

bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

/// A character of ASCII that may not stand in a string as it is.
void add_escaped(std::string& text, char c) {
    constexpr std::string_view kCharacters = "\b\f\n\r\t\"\\", kNames = "bfnrt\"\\", kDigits = "0123456789abcdef";
    text += '\\';
    if (const std::size_t place = kCharacters.find(c); place != kCharacters.npos) {
        text += kNames[place];
        return;
    }
    text.append("u00") += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 15];
}

} // namespace

void JsonWriter::begin_line() { text_.append("\n").append(2 * open_.size(), ' '); }

/// Between a key and its value there is no line.
void JsonWriter::begin_value() {
    if (std::exchange(follows_key_, false) || open_.empty()) return;
    if (!std::exchange(open_.back().is_empty, false)) text_ += ',';
    begin_line();
}

void JsonWriter::begin(char bracket) {
    begin_value();
    text_ += bracket;
    open_.push_back({bracket == '{' ? '}' : ']', true});
}

void JsonWriter::end() {
    const Open closed = open_.back();
    open_.pop_back();
    if (!closed.is_empty) begin_line();
    text_ += closed.end;
}

void JsonWriter::key(std::string_view name) {
    begin_value();
    add_quoted(name);
    text_ += ": ";
    follows_key_ = true;
}

void JsonWriter::value(std::string_view text) {
    begin_value();
    add_quoted(text);
}

void JsonWriter::add(std::uint64_t number) {
    begin_value();
    add_number(text_, number);
}

void JsonWriter::add_quoted(std::string_view text) {
    text_ += '"';
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
        text_.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;
        const std::size_t size = utf8_size(text);
        const bool is_escaped = size == 1 && text[0] != '\x7f';
        if (is_escaped)
            add_escaped(text_, text[0]);
        else
            text_.append(size == 0 ? "\xef\xbf\xbd" : text.substr(0, size));
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    text_ += '"';
}

std::string JsonWriter::take() {
    text_ += '\n';
    return std::exchange(text_, {});
}

} // namespace relit
