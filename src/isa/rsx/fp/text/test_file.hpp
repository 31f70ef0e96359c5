// Files of fragment programs that unit tests make of dwords.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace relit::isa::rsx::fp {

using File = std::vector<std::uint8_t>;

/// Logical dwords as the RSX has them in memory, or with their bytes in another order.
[[nodiscard]] inline File file_of(std::initializer_list<std::uint32_t> dwords,
                                  std::array<unsigned, 4> order = {1, 0, 3, 2}) {
    File bytes;
    for (const std::uint32_t dword : dwords)
        for (const unsigned byte : order) bytes.push_back(static_cast<std::uint8_t>(dword >> (8 * byte)));
    return bytes;
}

} // namespace relit::isa::rsx::fp
