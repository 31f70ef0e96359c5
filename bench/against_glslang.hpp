// What translating programs costs us, next to glslang compiling the GLSL that we print for the same programs.
#pragma once

#include "ir/context.hpp"
#include "isa/frontend.hpp"
#include "lang/target.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

namespace relit::bench {

/// Programs of one kind, and how they are translated.
struct Work {
    const isa::Frontend* guest = nullptr;
    ir::Stage stage = ir::Stage::Vertex;
    std::vector<std::vector<std::uint8_t>> programs;
    std::size_t instructions = 0; // of all programs
    ir::Context context{};
    /// As emulators ship: others name no guest instructions either.
    lang::Target target{.debug_lines = false};
};

[[nodiscard]] std::vector<std::uint8_t> bytes_of_file(const std::string& path);

void translate_all(const Work& work, lang::Dialect dialect);
/// The GLSL of each program.
[[nodiscard]] std::vector<std::string> printed(const Work& work);
void compile_all(const std::vector<std::string>& texts, ir::Stage stage);

/// Programs and instructions a second, of a benchmark that goes through all of them in every round.
void count_units(benchmark::State& state, const Work& work);

/// How often a benchmark of ratios runs its work.
[[nodiscard]] long rounds();
/// How many times cheaper our SPIR-V is than glslang's for the same programs, taken in turn in one run: in time, and in
/// instructions executed where valgrind is there. `benchmark` is the full name that this runs under.
void compare_with_glslang(benchmark::State& state, const Work& work, const std::string& benchmark);

/// Translates `large` to SPIR-V; the counter `growth`: how many times the instructions of `small` that executes.
/// `benchmark` as above.
void compare_sizes(benchmark::State& state, const Work& small, const Work& large, const std::string& benchmark);

} // namespace relit::bench
