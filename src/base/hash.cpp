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
    std::string text(32, '0');
    for (unsigned i = 0; i < 16; ++i) {
        text[i] = kDigits[hash.high >> (60 - 4 * i) & 15];
        text[16 + i] = kDigits[hash.low >> (60 - 4 * i) & 15];
    }
    return text;
}

} // namespace relit
