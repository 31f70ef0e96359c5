#include "base/hash.hpp"

#include <string_view>

#include <xxhash.h>

namespace relit {

Hash128 hash_of(Bytes bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.high64, hash.low64};
}

std::string to_string(Hash128 hash) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(32);
    for (const std::uint64_t half : {hash.high, hash.low})
        for (unsigned shift = 64; shift != 0; shift -= 4) text += kDigits[half >> (shift - 4) & 15];
    return text;
}

} // namespace relit
