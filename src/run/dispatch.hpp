// A compute program over a grid of workgroups, in the interpreter.
#pragma once

#include "run/interpreter.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace relit::run {

/// In which order workgroups, and invocations within each, run between barriers. What differs between the two is what the
/// program leaves to chance: a race, or an atomic operation whose old value it keeps.
enum class Order : std::uint8_t { Forward, Backward };

struct Grid {
    std::array<std::uint32_t, 3> groups = {1, 1, 1};
    Order order = Order::Forward;
    UndefinedChoices undefined_choices{};
    Tracer* tracer = nullptr; // as that of Host; invocations are counted workgroup by workgroup
};

/// True where invocations look at each other within a subgroup, so that their numbers in it must stay.
[[nodiscard]] bool looks_across(const ir::Module& module);
/// Invocations of a workgroup, and of the grid.
[[nodiscard]] std::uint64_t invocations_of(const ir::Module& module);
[[nodiscard]] std::uint64_t invocations_of(const ir::Module& module, const Grid& grid);

struct Dispatched {
    bool hit_loop_limit = false; // some invocation did
};

/// Runs the program of `module`, which is a compute shader, in place: `bound` has one entry for each resource, with bytes for
/// every buffer. NotSupported for more than 2^16 invocations.
[[nodiscard]] Result<Dispatched> dispatch(const ir::Module& module, std::vector<ir::Bound>& bound, const Grid& grid,
                                          const Limits& limits = {});

} // namespace relit::run
