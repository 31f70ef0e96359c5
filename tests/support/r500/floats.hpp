// Operations on floats that the vertex and the fragment processor of R500 share.
#pragma once

#include <cmath>

namespace relit::test {

[[nodiscard]] inline float saturated(float a) { return a > 0 ? (a < 1 ? a : 1) : 0; } // NaN gives 0
[[nodiscard]] inline float greater(float a, float b) { return a > b || std::isnan(b) ? a : b; }
[[nodiscard]] inline float lesser(float a, float b) { return a < b || std::isnan(b) ? a : b; }
/// 1 / sqrt(a), rounded once.
[[nodiscard]] inline float root(float a) { return static_cast<float>(1 / std::sqrt(static_cast<double>(a))); }

} // namespace relit::test
