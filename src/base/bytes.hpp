// Input as bytes, and a bounded position in it. Reading past the end marks the cursor failed and gives zeros.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace relit {

/// A view of input; the reader of the file owns the memory.
using Bytes = std::span<const std::uint8_t>;

/// The bytes as characters.
[[nodiscard]] inline std::string_view text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads `bytes` (at most 8) as an unsigned number, least significant byte first.
[[nodiscard]] inline std::uint64_t little_endian(Bytes bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
    return value;
}
/// Reads `bytes` (at most 8) as an unsigned number, most significant byte first.
[[nodiscard]] inline std::uint64_t big_endian(Bytes bytes) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes) value = value << 8 | byte;
    return value;
}

/// A position in input. After one read past the end failed() stays true and every further read gives zero.
class Cursor {
public:
    explicit Cursor(Bytes bytes) : bytes_(bytes) {}

    [[nodiscard]] std::size_t offset() const { return offset_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - offset_; }
    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] bool at_end() const { return left() == 0; }

    std::uint8_t u8() { return number<std::uint8_t, std::endian::little>(); }
    std::uint16_t u16le() { return number<std::uint16_t, std::endian::little>(); }
    std::uint32_t u32le() { return number<std::uint32_t, std::endian::little>(); }
    std::uint64_t u64le() { return number<std::uint64_t, std::endian::little>(); }
    std::uint16_t u16be() { return number<std::uint16_t, std::endian::big>(); }
    std::uint32_t u32be() { return number<std::uint32_t, std::endian::big>(); }
    std::uint64_t u64be() { return number<std::uint64_t, std::endian::big>(); }

    /// The next `count` bytes, or an empty view (and a failed cursor) where fewer are left.
    Bytes take(std::size_t count) {
        failed_ = failed_ || count > left();
        if (failed_) return {};
        const Bytes taken = bytes_.subspan(offset_, count);
        offset_ += count;
        return taken;
    }
    void skip(std::size_t count) { (void)take(count); }
    void seek(std::size_t offset);

private:
    template <class Number, std::endian Order>
    Number number() {
        const Bytes taken = take(sizeof(Number));
        if (taken.empty()) return 0;
        Number value = 0;
        std::memcpy(&value, taken.data(), sizeof value);
        if constexpr (sizeof value > 1 && Order != std::endian::native) value = std::byteswap(value);
        return value;
    }

    Bytes bytes_;
    std::size_t offset_ = 0;
    bool failed_ = false;
};

} // namespace relit
