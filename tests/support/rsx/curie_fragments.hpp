// A fragment unit of the RSX for words that compute lanes from lanes, written from the reference (rsx.md 2.2 to 2.4) with bit
// positions of its own: what halves and conditions hold after each word.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace relit::test {

using CurieFloats = std::array<float, 4>;

struct CurieFragments {
    std::array<std::uint16_t, 384> halves{};
    std::array<CurieFloats, 16> inputs{}; // by the number of the attribute
    std::array<CurieFloats, 2> conditions{};
    bool exact = false;   // fixed point of 12 bits is rounded
    bool is_open = false; // something came up that is not held to anything: no number, or a denormal one where exact

    void step(std::span<const std::uint32_t, 4> word, const CurieFloats& constant);
};

} // namespace relit::test
