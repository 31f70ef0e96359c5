// How far results may lie from the interpreter's where a program uses operations that devices only compute nearly: as far
// as they move when each of those operations is off by its bound, one way or the other.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "run/interpreter.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace relit::verify {

/// Modules of these seeds keep denormals; in those of others each operation flushes them or does not, as devices may.
inline constexpr std::uint64_t kSeedsThatKeep = 8;

/// The module with the result of every operation that has an error bound moved by it, up or down as the seed says; of odd
/// seeds, about half of these operations: a choice may depend on a result that is exact, such as the sine of 0. Of every fourth
/// seed by a part of the bound: a difference may be 0 for one result within the bound and for no other.
/// Vulkan promises nothing of sines beyond pi: those become 1, -1 or 0. Logarithms of denormals, which a device need not
/// keep, become that of the smallest normal number. Coordinates of textures of eight texels move by 1/256 of one.
[[nodiscard]] ir::Module perturbed(const ir::Module& module, std::uint64_t seed);

/// Returns true if every lane that the program leaves lies between those of the states, with as much room again on both sides.
[[nodiscard]] bool lies_between(const ir::Module& module, const std::vector<run::State>& states, const run::State& got);

} // namespace relit::verify
