#include "base/hash/hash.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <xxhash.h>

namespace relit {

Hash128 hash_of(Bytes bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.high64, hash.low64};
}

namespace {

/// The two hex digits of each byte.
constexpr auto kDigitsOfByte = [] {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::array<std::array<char, 2>, 256> all{};
    for (std::size_t byte = 0; byte < all.size(); ++byte) all[byte] = {kDigits[byte >> 4], kDigits[byte & 15]};
    return all;
}();

} // namespace

std::string to_string(Hash128 hash) {
    constexpr unsigned kBytes = sizeof hash.high;
    std::string text(4 * kBytes, '0');
    for (unsigned i = 0; i < kBytes; ++i) {
        const unsigned shift = 8 * (kBytes - 1 - i);
        std::ranges::copy(kDigitsOfByte[hash.high >> shift & 0xff], &text[2 * i]);
        std::ranges::copy(kDigitsOfByte[hash.low >> shift & 0xff], &text[2 * (kBytes + i)]);
    }
    return text;
}

} // namespace relit
