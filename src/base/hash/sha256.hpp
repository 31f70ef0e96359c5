// SHA-256 of bytes (FIPS 180-4), as captures name their blobs by it and shared caches their values.
#pragma once

#include "base/bytes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace relit {

using Sha256 = std::array<std::uint8_t, 32>;

[[nodiscard]] Sha256 sha256_of(Bytes bytes);
/// Of parts, one behind the other.
[[nodiscard]] Sha256 sha256_of(std::span<const std::string_view> parts);
/// 64 hex digits, lower case.
[[nodiscard]] std::string to_string(const Sha256& digest);
[[nodiscard]] std::string sha256_text(Bytes bytes);

} // namespace relit
