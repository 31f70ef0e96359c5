#include "base/printable.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit {
namespace {

unsigned byte_of(char c) { return static_cast<unsigned char>(c); }

/// Returns true if it reorders the text around it, or ends a line or paragraph: U+061C, U+200E and F, U+2028 to E, U+2066 to 9.
bool changes_order(std::string_view character) {
    if (character == "\xd8\x9c") return true;
    if (!character.starts_with("\xe2\x80") && !character.starts_with("\xe2\x81")) return false;
    const unsigned code = (byte_of(character[1]) & 0x3f) << 6 | (byte_of(character[2]) & 0x3f); // less U+2000
    return code == 0x0e || code == 0x0f || (code >= 0x28 && code <= 0x2e) || (code >= 0x66 && code <= 0x69);
}

/// Returns true for those of ASCII, for the second set from U+0080 on, which terminals obey as well, and for what changes the order.
bool is_control(std::string_view character) {
    const unsigned first = byte_of(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7f;
    return (first == 0xc2 && byte_of(character[1]) < 0xa0) || changes_order(character);
}

} // namespace

std::size_t utf8_size(std::string_view text) {
    const unsigned first = byte_of(text[0]);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte_of(text[i]) & 0xc0) != 0x80) return 0;
    const unsigned second = byte_of(text[1]);
    const bool is_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool is_none = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
    return is_long || is_none ? 0 : size;
}

std::string printable(std::string_view text, std::string_view kept) {
    const auto is_plain = [&](char c) { return (c >= ' ' && c <= '~') || kept.find(c) != kept.npos; };
    if (std::ranges::all_of(text, is_plain)) return std::string(text);
    std::string made;
    made.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = utf8_size(text);
        const std::string_view character = text.substr(0, size == 0 ? 1 : size);
        if (size != 0 && (!is_control(character) || kept.find(character) != kept.npos)) {
            made += character;
        } else {
            for (const char c : character) made += fmt::format("\\x{:02x}", byte_of(c));
        }
        text.remove_prefix(character.size());
    }
    return made;
}

} // namespace relit
