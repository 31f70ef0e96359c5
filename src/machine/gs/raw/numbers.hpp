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

} // namespace relit::machine::gs
