// Lanes of a program's inputs or outputs by what they mean, whatever file has them.
#pragma once

#include "lang/pipeline.hpp"
#include "run/interpreter.hpp"

#include <cstdint>
#include <map>
#include <tuple>

namespace relit::test {

/// By semantic, its number and the lane; they point into the state.
using IoLanes = std::map<std::tuple<ir::Semantic, std::uint32_t, std::uint32_t>, std::uint64_t*>;
[[nodiscard]] inline IoLanes io_lanes_of(const ir::Module& module, run::State& state, ir::Role role) {
    IoLanes lanes;
    for (const lang::IoVariable& variable : lang::io_variables_of(module, role))
        for (std::uint32_t lane = 0; lane < variable.lanes; ++lane) {
            const std::size_t at = std::size_t{variable.reg} * module.files[variable.file].lanes + variable.lane + lane;
            lanes[{variable.semantic, variable.number, lane}] = &state.files[variable.file][at];
        }
    return lanes;
}

} // namespace relit::test
