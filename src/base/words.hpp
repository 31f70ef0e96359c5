// Words of 32 bits as bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace relit {

/// Puts them behind `bytes`, the least significant byte of each first.
inline void add_words(std::vector<std::uint8_t>& bytes, std::span<const std::uint32_t> words) {
    const std::size_t at = bytes.size();
    bytes.resize(at + words.size_bytes());
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::uint32_t word = words[i];
        if constexpr (std::endian::native != std::endian::little) word = std::byteswap(word);
        std::memcpy(bytes.data() + at + i * sizeof word, &word, sizeof word);
    }
}
inline void add_word(std::vector<std::uint8_t>& bytes, std::uint32_t word) { add_words(bytes, {&word, 1}); }

} // namespace relit
