// Bytes that a text spells as numbers: arrays of C and Rust, and dumps of xxd, hexdump and od.
#pragma once

#include "base/result.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::codec {

/// How much of a file is there: of a beginning the last array or number may be cut off.
enum class Extent : std::uint8_t { Whole, Beginning };

/// How numbers become bytes.
struct NumberRules {
    std::endian order = std::endian::little;
    std::size_t element = 0; // bytes of a number; 0: the declaration says it, and hex digits are bytes
    Extent extent = Extent::Whole;
    std::uint64_t last =
        UINT64_MAX; // reading stops with a fault at the number, or the line of digits, that has this byte
};
struct Numbers {
    std::vector<std::uint8_t> bytes;
    std::size_t element = 0; // bytes of the largest number
};

/// Returns true if the text begins with the declaration of an array of numbers, behind comments and lines of the preprocessor:
/// it has a type that is known, and "= {" or "= [" and a number after it.
[[nodiscard]] bool declares_array(std::string_view text);
/// Reads all arrays of a text of C or Rust: `u64 packet[] = { 0x8001, ... }`, `const P: [u32; 2] = [0x1, 0x2];`. Fails with
/// line and column at what is no number, at one that is too large for the declared type, where no type is declared, and
/// where it is not that of the rules.
[[nodiscard]] Result<Numbers> read_arrays(std::string_view text, NumberRules rules);
/// Reads hex digits alone, with or without offsets in front and characters behind. A fault has line and column.
[[nodiscard]] Result<Numbers> read_hex(std::string_view text, NumberRules rules);
/// Reads arrays of C (little-endian elements), or hex digits where there is no brace.
[[nodiscard]] Result<std::vector<std::uint8_t>> bytes_of_numbers(std::string_view text, Extent extent = Extent::Whole);

/// A location in a text; both count from 1.
struct NumberLocation {
    std::uint32_t line = 1, column = 1;
};
/// The place of the number that contains a byte of bytes_of_numbers(), of a line of digits its beginning; of a byte after the last
/// one the end of the text.
[[nodiscard]] NumberLocation location_of_byte(std::string_view text, std::uint64_t byte);

} // namespace relit::codec
