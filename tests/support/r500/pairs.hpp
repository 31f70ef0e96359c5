// The two programs of each draw of R500 captures, linked, and how one vertex and one fragment go through both.
#pragma once

#include "ir/context.hpp"
#include "run/interpreter.hpp"
#include "tests/support/guests/parsed.hpp"
#include "translate/linked.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace relit::test {

struct R500Pair {
    std::string name; // "CAPTURE, draw N"
    std::vector<std::uint8_t> vertex, fragment;
    ir::Context context;
};
struct R500Pairs {
    std::vector<R500Pair> pairs; // those that differ in code or registers, the first of each
    std::size_t draws = 0;       // that have both programs
};
[[nodiscard]] R500Pairs r500_pairs(std::span<const std::filesystem::path> captures);

/// A pair of streams, parsed.
[[nodiscard]] ParsedPrograms parsed_r500(Bytes vertex, Bytes fragment);

/// Where a fragment is, and what sides of its primitive are seen.
struct FragmentPosition {
    float x = 0.5F, y = 0.5F, z = 0.5F, facing = 1;
};
/// Inputs and constants of the vertex: random ones, and the constants that its stream loads.
[[nodiscard]] run::State r500_vertex_state(const ir::Module& module, const isa::Program& program, std::uint64_t seed);
/// The state of the fragment that is given what the vertex hands on, and its stream's constants.
[[nodiscard]] run::State r500_fragment_state(const ir::Module& vertex, const run::State& vertex_done,
                                             const ir::Module& fragment, const isa::Program& program,
                                             const FragmentPosition& position);
/// Runs one invocation with textures of the seed; fails the test where it cannot.
[[nodiscard]] run::State run_r500(const ir::Module& module, run::State state, std::uint64_t seed);

/// What a fragment leaves: lanes of its targets by location, and the depth.
struct FragmentResult {
    bool discarded = false, counts = true; // counts: no loop came to its limit, no texture was looked at nowhere
    std::vector<std::vector<float>> targets;
    std::vector<float> depth;
};
[[nodiscard]] FragmentResult fragment_result(const ir::Module& fragment, const run::State& done);

} // namespace relit::test
