// Content hashes (XXH3-128), for cache keys and checksums; not cryptographic.
#pragma once

#include "base/bytes.hpp"

#include <cstdint>
#include <string>

namespace relit {

struct Hash128 {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    [[nodiscard]] bool operator==(const Hash128&) const = default;
};

[[nodiscard]] Hash128 hash_of(Bytes bytes);
/// 32 hex digits, most significant first.
[[nodiscard]] std::string to_string(Hash128 hash);

} // namespace relit
