// The options of verify.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace relit::cli {

struct VerifyOptions {
    std::uint32_t samples = 64;
    std::uint64_t seed = 1;
    std::optional<std::array<std::uint32_t, 3>> groups; // workgroups of a compute program; none: verify chooses
};

} // namespace relit::cli
