// Random legal modules from a seed, the same on every machine: what property tests and the soak run passes and printers on.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <random>

namespace relit::test {

/// Numbers from a seed, without the library's distributions, which differ between machines.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    [[nodiscard]] std::uint32_t below(std::uint32_t end) {
        return static_cast<std::uint32_t>((engine_() >> 32) * end >> 32);
    }
    [[nodiscard]] bool one_in(std::uint32_t n) { return below(n) == 0; }
    [[nodiscard]] std::uint64_t bits() { return engine_(); }

private:
    std::mt19937_64 engine_;
};

/// Nested: loops, choices and breaks within one another. Local: edges to blocks nearby, often irreducible.
/// Wild: edges anywhere. Any: one of them, by the seed.
enum class FlowShape : std::uint8_t { Nested, Local, Wild, Any };

/// A program of at least `blocks` blocks (2 or more) that always ends and whose path depends on its input. Files:
/// input `seed` i32[1]; output `trace` i32[1], a hash of the blocks gone through and of `r`; registers `state`
/// i32[2] (random numbers, fuel) and `r` i32[4], written everywhere. No block parameters: it is as lifters write.
[[nodiscard]] ir::Module random_flow(std::uint64_t seed, std::uint32_t blocks, FlowShape shape = FlowShape::Any);

/// One block of `steps` random steps over 32-bit integers, floats and bools of 1 to 4 lanes: every exact pure
/// operation, swizzles, loads and stores of files (also at a computed index) and of a buffer of 256 bytes, partly out of
/// bounds. Nothing inexact is in it. Files: input `in`, registers `r`, output `out`, f32x4[8] each; `out` gets `r`.
[[nodiscard]] ir::Module random_straight(std::uint64_t seed, std::uint32_t steps);

/// Loops within loops, up to three, that count from one constant to another, to the counter around, or are left
/// early; with vectors, computed indices and values that a loop does not change. Files as in random_flow: `seed`,
/// `trace`, and registers. `calls`: some values go through a function, which also reads and writes registers.
[[nodiscard]] ir::Module random_loops(std::uint64_t seed, bool calls = false);

} // namespace relit::test
