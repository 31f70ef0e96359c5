// The random numbers of sample programs: the same everywhere for the same seed.
#pragma once

#include <cstdint>

namespace relit::isa {

/// SplitMix64: small and fast.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>((next() >> 32) * limit >> 32); }
    bool one_in(std::uint32_t times) { return below(times) == 0; }

private:
    std::uint64_t state_;
};

} // namespace relit::isa
