#include "base/sha256.hpp"

#include <nettle/sha2.h>

namespace relit {

std::array<std::uint8_t, 32> sha256_of(Bytes bytes) {
    sha256_ctx context;
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_init(&context);
    sha256_update(&context, bytes.size(), bytes.data());
    sha256_digest(&context, digest.size(), digest.data());
    return digest;
}

std::string sha256_text(Bytes bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : sha256_of(bytes)) text.append({kDigits[byte >> 4], kDigits[byte & 15]});
    return text;
}

} // namespace relit
