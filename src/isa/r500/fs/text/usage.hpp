// What the instructions of a fragment program touch.
#pragma once

#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/encoding/units.hpp"

#include <array>

namespace relit::isa::r500::fs {

struct Usage {
    std::array<bool, kTemps> temps{};
    std::array<bool, kConstants> constants{};
    std::array<bool, kUnits> units{};
    std::array<bool, kTargets> targets{};
    bool depth = false, kills = false, relative = false, loops = false, jumps = false, derivatives = false;
    std::uint32_t alu = 0, tex = 0, flow = 0, unknown = 0;
};
[[nodiscard]] Usage usage_of(const Program& program);

} // namespace relit::isa::r500::fs
