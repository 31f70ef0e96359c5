// Files of NV2A programs that unit tests make of words.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace relit::isa::nv2a {

using File = std::vector<std::uint8_t>;

[[nodiscard]] inline File file_of(std::initializer_list<std::uint32_t> words) {
    File bytes;
    for (const std::uint32_t word : words)
        for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    return bytes;
}

} // namespace relit::isa::nv2a
