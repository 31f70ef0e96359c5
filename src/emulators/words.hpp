// A record of an emulator's memory as its file has it: fields at offsets, least significant byte first.
#pragma once

#include "base/bytes.hpp"

namespace relit::emulators {

/// A record; what lies behind its end reads as 0, as fields that later versions append do.
class Words {
public:
    explicit Words(Bytes bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t size) const {
        return has(at, size) ? little_endian(bytes_.subspan(at, size)) : 0;
    }
    [[nodiscard]] std::uint8_t u8(std::size_t at) const { return static_cast<std::uint8_t>(number(at, 1)); }
    [[nodiscard]] std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
    [[nodiscard]] std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
    [[nodiscard]] std::uint64_t u64(std::size_t at) const { return number(at, 8); }
    [[nodiscard]] bool has(std::size_t at, std::size_t size) const {
        return at <= bytes_.size() && bytes_.size() - at >= size;
    }

private:
    Bytes bytes_;
};

} // namespace relit::emulators
