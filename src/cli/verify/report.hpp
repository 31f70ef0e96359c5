// The findings of `verify` as text.
#pragma once

#include "verify/comparison_result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace relit::cli {

/// `seed`: of the first sample.
[[nodiscard]] std::string as_text(const verify::Verified& verified, std::uint64_t seed, std::string_view device);

} // namespace relit::cli
