#include "base/hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace relit {

Hash128 hash_of(Bytes bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.high64, hash.low64};
}

std::string to_string(Hash128 hash) { return fmt::format("{:016x}{:016x}", hash.high, hash.low); }

} // namespace relit
