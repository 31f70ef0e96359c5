// Base64 (RFC 4648), which is how bytes lie in a text.
#pragma once

#include "base/bytes.hpp"

#include <string>

namespace relit::report {

/// With padding, on one line.
[[nodiscard]] inline std::string base64(Bytes bytes) {
    static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i) three = three << 8 | (at + i < bytes.size() ? bytes[at + i] : 0U);
        for (std::size_t i = 0; i < 4; ++i) text += at + i <= bytes.size() ? kDigits[three >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

} // namespace relit::report
