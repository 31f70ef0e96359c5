// A vertex unit of the RSX for words without jumps, textures and stack, written from the reference (rsx.md 1.2 to 1.5) with
// bit positions of its own: what registers, outputs, conditions and addresses hold after each word.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace relit::test {

using CurieLanes = std::array<float, 4>;

struct CurieMachine {
    std::array<CurieLanes, 64> temps{};
    std::array<CurieLanes, 16> inputs{}, outputs{};
    std::array<CurieLanes, 2> conditions{};
    std::array<std::array<std::int32_t, 4>, 2> addresses{};
    std::vector<CurieLanes> constants = std::vector<CurieLanes>(468);
    bool legacy = false; // 0 times anything is 0, comparisons by bits
    bool is_open =
        false; // something came up that the reference leaves open: no number, or a register that is not there

    CurieMachine();
    void step(std::span<const std::uint32_t, 4> word);
};

} // namespace relit::test
