// Random numbers that repeat by seed, and values that programs find awkward.
#pragma once

#include "ir/type.hpp"

#include <cstdint>
#include <random>

namespace relit::test {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    [[nodiscard]] std::uint64_t bits() { return engine_(); }
    [[nodiscard]] std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_() % bound); }

private:
    std::mt19937_64 engine_;
};

/// One lane: zeros, ones, limits, NaN, Inf, denormals, small numbers and random bits.
[[nodiscard]] std::uint64_t awkward_lane(ir::Kind kind, Random& random);

} // namespace relit::test
