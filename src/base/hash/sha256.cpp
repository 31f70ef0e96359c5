#include "base/hash/sha256.hpp"

#include <nettle/sha2.h>

namespace relit {

Sha256 sha256_of(Bytes bytes) {
    const std::string_view whole = text_of(bytes);
    return sha256_of(std::span(&whole, 1));
}

Sha256 sha256_of(std::span<const std::string_view> parts) {
    sha256_ctx context;
    Sha256 digest{};
    sha256_init(&context);
    for (const std::string_view part : parts)
        sha256_update(&context, part.size(), reinterpret_cast<const std::uint8_t*>(part.data()));
    sha256_digest(&context, digest.size(), digest.data());
    return digest;
}

std::string to_string(const Sha256& digest) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) text.append({kDigits[byte >> 4], kDigits[byte & 15]});
    return text;
}

std::string sha256_text(Bytes bytes) { return to_string(sha256_of(bytes)); }

} // namespace relit
