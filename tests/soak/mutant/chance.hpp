// Random choices that are the same on every machine for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace relit::soak::mutant {

class Chance {
public:
    explicit Chance(std::uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15) {}

    std::uint64_t bits() { return random_(); }
    /// Below `end`; 0 if that is 0.
    std::uint64_t below(std::uint64_t end) { return end == 0 ? 0 : random_() % end; }
    bool one_in(std::uint64_t count) { return below(count) == 0; }
    template <class List>
    auto& any_of(List& list) {
        return list[below(std::size(list))];
    }

private:
    std::mt19937_64 random_;
};

} // namespace relit::soak::mutant
