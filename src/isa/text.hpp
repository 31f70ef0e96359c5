// What the texts of all guests agree on: numbers, lanes, swizzles, masks, keys of mnemonics; what is text at all.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace relit::isa {

class Reader;

/// Whether a file can be text: characters of UTF-8, at least one of them a blank (16 random bytes often are characters).
[[nodiscard]] bool is_text(Bytes file);

// ---- numbers and names

/// Appends "0x" and hex digits.
void print_hex(std::string& text, std::uint32_t value, unsigned digits = 8);
/// Appends a decimal number.
void print_number(std::string& text, std::int64_t value);
/// One to three decimal digits as a whole, as registers have them; nothing for anything else.
[[nodiscard]] std::optional<std::uint32_t> register_number(std::string_view digits);
/// Up to eight characters in lower case, as a number: mnemonics are found by comparing such keys. 0 for longer names.
[[nodiscard]] constexpr std::uint64_t key_of(std::string_view name) {
    if (name.size() > 8) return 0;
    std::uint64_t key = 0;
    for (const char c : name) key = key << 8 | static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return key;
}
/// The text between ' and '.
[[nodiscard]] std::string quoted(std::string_view text);
/// Appends a clause, after "; " where it is not the first.
void add_clause(std::string& text, std::string_view clause);
/// The numbers that are used, by their register names: "R0-R4 R7", or "none".
[[nodiscard]] std::string ranges(std::span<const bool> used, std::string_view prefix);

/// Returns the fault of a text, given one that a reader found in the bytes that the text assembles to: their offset
/// becomes words, because the text has no such offset.
[[nodiscard]] Fault of_text(Fault fault);
template <class T>
[[nodiscard]] Result<T> of_text(Result<T> made) {
    if (!made) made.error() = of_text(std::move(made.error()));
    return made;
}
/// Says in `fault` what is wrong at an offset of the text; returns false.
bool wrong(const Reader& in, std::size_t at, std::string_view text, Fault& fault);

// ---- lanes

inline constexpr std::string_view kLanes = "xyzw";

/// 0..3 = x y z w
using Swizzle = std::array<std::uint8_t, 4>;
inline constexpr Swizzle kInOrder = {0, 1, 2, 3};

/// 0..3 for x y z w and r g b a in either case, 4 for anything else.
[[nodiscard]] unsigned lane_of(char c);
/// The lanes of a mask in which 8 is x and 1 is w: "xyz", or "nothing".
[[nodiscard]] std::string lanes_of(std::uint32_t mask);
/// Appends ".xy" for a mask in which 8 is x and 1 is w; nothing where it has all four.
void print_mask(std::string& text, std::uint32_t mask);
/// Appends nothing for xyzw, ".x" where all four lanes are one, else all four letters.
void print_swizzle(std::string& text, const Swizzle& lanes);
/// The mask whose letters these are, in the order of xyzw (or rgba); none where they are not, or where there are none.
[[nodiscard]] std::optional<std::uint32_t> mask_of(std::string_view letters);
inline constexpr std::string_view kNoMask = "a mask names lanes of xyzw in order";
/// Reads what print_mask() prints; false and a fault where the letters make no mask.
[[nodiscard]] bool read_mask(Reader& in, std::uint32_t& into, Fault& fault);
/// Reads '.' and one to four letters, if there is a '.'; the last letter stands for those that are missing.
[[nodiscard]] bool read_swizzle(Reader& in, Swizzle& into, Fault& fault);

} // namespace relit::isa
