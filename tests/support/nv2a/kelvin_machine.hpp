// A machine for NV2A vertex programs that shares nothing with src/isa/nv2a: bits taken from words by the table of
// reference nv2a.md, section 2, the order of writes by section 6, arithmetic by tests/support/nv2a/kelvin_model.hpp.
#pragma once

#include "tests/support/nv2a/kelvin_model.hpp"

namespace relit::test {

struct KelvinMachine {
    std::array<KelvinLanes, 16> inputs{}, outputs{};
    std::array<KelvinLanes, 12> temps{};
    std::array<KelvinLanes, 192> constants{};
    std::int32_t address = 0;
    bool may_write_constants = false;
    bool reads_all_constants = true; // else raw 96 and up

    /// Outputs as emulators preset them.
    KelvinMachine();
    /// One word of four dwords that are legal.
    void step(std::span<const std::uint32_t, 4> word, const KelvinTables& tables);
};

} // namespace relit::test
