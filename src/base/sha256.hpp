// SHA-256 of bytes (FIPS 180-4), as captures name their blobs by it.
#pragma once

#include "base/bytes.hpp"

#include <array>
#include <string>

namespace relit {

[[nodiscard]] std::array<std::uint8_t, 32> sha256_of(Bytes bytes);
/// 64 hex digits, lower case.
[[nodiscard]] std::string sha256_text(Bytes bytes);

} // namespace relit
