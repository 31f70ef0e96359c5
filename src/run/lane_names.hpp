// Lanes of registers, memory and builtins by the names that listings, traces and options have for them.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "run/trace.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace relit::run {

/// "R9.x", "c191.y", "s0[0x10]", "workgroup_id.x": registers as the guest spells them.
[[nodiscard]] std::string lane_name(const ir::Module& module, const TracedLane& lane);
/// The register of a file, or the row of a buffer of registers, that the lane lies in: "R9".
[[nodiscard]] std::string lane_register(const ir::Module& module, const TracedLane& lane);
/// "x"; "xy" where the value takes two lanes of the register; empty where it has one.
[[nodiscard]] std::string lane_components(const ir::Module& module, const TracedLane& lane);
/// Returns true if the lane is two halves, each a register's lane of its own.
[[nodiscard]] bool has_halves(const ir::Module& module, const TracedLane& lane);

/// The lanes that a name means, of registers and words of memory, without bits: all of a register, or one. A fault (exit 2) says
/// that the program has no such.
[[nodiscard]] Result<std::vector<TracedLane>> lanes_named(const ir::Module& module, std::string_view name);

} // namespace relit::run
