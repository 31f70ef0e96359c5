// How a raw file stores the dwords of a program: as the console's memory does, or as an emulator's host.
#pragma once

#include "base/bytes.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace relit::isa::rsx {

/// Byte i of a dword stands where the console has byte i ^ flip.
struct ByteOrder {
    std::string_view name, summary; // what `.order` calls it, and people
    unsigned flip = 0;
    [[nodiscard]] bool operator==(const ByteOrder&) const = default;
};

/// The bytes in the console's order from those in the other, or back.
[[nodiscard]] inline std::vector<std::uint8_t> flipped(Bytes file, const ByteOrder& order) {
    std::vector<std::uint8_t> bytes(file.begin(), file.end());
    if (order.flip == 0) return bytes;
    for (std::size_t i = 0; (i | 3) < bytes.size(); ++i) bytes[i] = file[i ^ order.flip];
    return bytes;
}

/// The row of that name; nullptr where there is none.
[[nodiscard]] inline const ByteOrder* order_named(std::span<const ByteOrder> orders, std::string_view name) {
    for (const ByteOrder& order : orders)
        if (order.name == name) return &order;
    return nullptr;
}

} // namespace relit::isa::rsx
