// Numbers, lanes, swizzles and masks in text.
#include "isa/text.hpp"

#include "isa/reader.hpp"

#include <algorithm>
#include <charconv>

namespace relit::isa {
namespace {

/// How many bytes the character at the head of `rest` takes; 0 where no text holds such a character.
std::size_t character_size(Bytes rest) {
    const std::uint8_t first = rest.front();
    if (first < 0x80) return first >= 0x20 || (first >= '\t' && first <= '\r') ? 1 : 0;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2; // UTF-8, in a comment
    if (first < 0xc2 || first > 0xf4 || rest.size() < size) return 0;
    const Bytes tail = rest.subspan(1, size - 1);
    return std::ranges::all_of(tail, [](std::uint8_t c) { return c >= 0x80 && c < 0xc0; }) ? size : 0;
}

} // namespace

bool is_text(Bytes file) {
    bool blank = false;
    for (std::size_t at = 0; at < file.size();) {
        const std::size_t size = character_size(file.subspan(at));
        if (size == 0) return false;
        blank = blank || file[at] <= ' ';
        at += size;
    }
    return blank;
}

Fault of_text(Fault fault) {
    if (!fault.offset) return fault;
    std::string text = "offset ";
    print_hex(text, static_cast<std::uint32_t>(*fault.offset), *fault.offset < 0x10000 ? 4 : 8);
    return {fault.kind, text + " of what the text assembles to: " + fault.text, {}, 0, 0};
}

void print_hex(std::string& text, std::uint32_t value, unsigned digits) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += "0x";
    for (unsigned shift = 4 * digits; shift != 0; shift -= 4) text += kDigits[value >> (shift - 4) & 15];
}

void print_number(std::string& text, std::int64_t value) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end.ptr);
}

std::optional<std::uint32_t> register_number(std::string_view digits) {
    if (digits.empty() || digits.size() > 3) return {};
    std::uint32_t value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return {};
        value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

void add_clause(std::string& text, std::string_view clause) {
    if (!text.empty()) text += "; ";
    text += clause;
}

std::string ranges(std::span<const bool> used, std::string_view prefix) {
    std::string text;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) continue;
        std::size_t last = i;
        while (last + 1 < used.size() && used[last + 1]) ++last;
        if (!text.empty()) text += ' ';
        text += std::string(prefix) + std::to_string(i);
        if (last != i) text += "-" + std::string(prefix) + std::to_string(last);
        i = last;
    }
    return text.empty() ? "none" : text;
}

unsigned lane_of(char c) {
    switch (c) {
        case 'x':
        case 'X':
        case 'r':
        case 'R': return 0;
        case 'y':
        case 'Y':
        case 'g':
        case 'G': return 1;
        case 'z':
        case 'Z':
        case 'b':
        case 'B': return 2;
        case 'w':
        case 'W':
        case 'a':
        case 'A': return 3;
        default: return 4;
    }
}

std::string lanes_of(std::uint32_t mask) {
    if (mask == 0) return "nothing";
    std::string text;
    for (unsigned lane = 0; lane < 4; ++lane)
        if ((mask >> (3 - lane) & 1) != 0) text += kLanes[lane];
    return text;
}

void print_mask(std::string& text, std::uint32_t mask) {
    if (mask == 15) return;
    text += '.';
    for (unsigned lane = 0; lane < 4; ++lane)
        if ((mask >> (3 - lane) & 1) != 0) text += kLanes[lane];
}

void print_swizzle(std::string& text, const Swizzle& lanes) {
    if (lanes == kInOrder) return;
    text += '.';
    text += kLanes[lanes[0]];
    if (lanes[1] == lanes[0] && lanes[2] == lanes[0] && lanes[3] == lanes[0]) return;
    for (unsigned i = 1; i < 4; ++i) text += kLanes[lanes[i]];
}

bool wrong(const Reader& in, std::size_t at, std::string_view text, Fault& fault) {
    fault = in.fault(at, std::string(text));
    return false;
}

std::optional<std::uint32_t> mask_of(std::string_view letters) {
    std::uint32_t mask = 0;
    for (const char letter : letters) {
        const unsigned lane = lane_of(letter);
        if (lane > 3 || (mask & (15U >> lane)) != 0) return {};
        mask |= 8U >> lane;
    }
    return mask == 0 ? std::nullopt : std::optional(mask);
}

bool read_mask(Reader& in, std::uint32_t& into, Fault& fault) {
    into = 15;
    if (!in.dot_here()) return true;
    const std::size_t at = in.at();
    const auto mask = mask_of(in.letters_here(5));
    into = mask.value_or(0);
    return mask || wrong(in, at, std::string(kNoMask), fault);
}

bool read_swizzle(Reader& in, Swizzle& into, Fault& fault) {
    constexpr std::string_view kWrong = "a swizzle names one to four lanes of xyzw";
    into = kInOrder;
    if (!in.dot_here()) return true;
    const std::size_t at = in.at();
    const std::string_view letters = in.letters_here(5);
    if (letters.empty() || letters.size() > 4) return wrong(in, at, kWrong, fault);
    for (std::size_t i = 0; i < 4; ++i) {
        const unsigned lane = lane_of(letters[i < letters.size() ? i : letters.size() - 1]);
        if (lane == 4) return wrong(in, at, kWrong, fault);
        into[i] = static_cast<std::uint8_t>(lane);
    }
    return true;
}

} // namespace relit::isa
