// Bytes that a text spells as numbers: C arrays of literals, and dumps of xxd, hexdump and od.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::machine::gs {

/// How much of a file is there: of a beginning the last packet, array or number may be cut off.
enum class Extent : std::uint8_t { Whole, Beginning };

/// Returns the bytes of all arrays of a C text (`u64 packet[] = { 0x8001, ... }`: little-endian elements of the declared type), or
/// of a text that is hex digits alone, with or without offsets in front and characters behind. A fault has line and column.
[[nodiscard]] Result<std::vector<std::uint8_t>> bytes_of_numbers(std::string_view text, Extent extent = Extent::Whole);

/// A location in a text; both count from 1.
struct NumberLocation {
    std::uint32_t line = 1, column = 1;
};
/// Returns the place of the number that contains a byte of bytes_of_numbers(), of a line of digits its beginning; of a byte after
/// the last one the end of the text.
[[nodiscard]] NumberLocation location_of_byte(std::string_view text, std::uint64_t byte);

} // namespace relit::machine::gs
