// The findings of a comparison as JSON (docs/schemas/verify.json).
#pragma once

#include "verify/comparison_result.hpp"

#include <string>
#include <string_view>

namespace relit::verify {

/// "alone", "grid", "pipeline"
[[nodiscard]] std::string_view name_of(ComparisonMode mode);
/// `device`: its name.
[[nodiscard]] std::string as_json(const Verified& verified, std::string_view device);

} // namespace relit::verify
