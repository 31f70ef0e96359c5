// What translating RSX programs costs: of Mesa's programs next to glslang on the GLSL that we print for them, and how the
// cost grows from 64 instructions to 512.
#include "bench/against_glslang.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <filesystem>

namespace {

using namespace relit;

bench::Work load_programs(bool vertex) {
    bench::Work work{.guest = vertex ? &isa::rsx::vp::kFrontend : &isa::rsx::fp::kFrontend,
                     .stage = vertex ? ir::Stage::Vertex : ir::Stage::Fragment,
                     .programs = {}};
    for (const auto& entry : std::filesystem::directory_iterator(RELIT_DATA "/rsx/mesa")) {
        const std::filesystem::path path = entry.path() / (vertex ? "vp.bin" : "fp.bin");
        if (!exists(path)) continue; // tests of one kind have but one program
        work.programs.push_back(bench::bytes_of_file(path));
        const std::vector<std::uint8_t>& file = work.programs.back();
        work.instructions += vertex ? file.size() / 16 : isa::rsx::fp::load(file)->instructions.size();
    }
    return work;
}
const bench::Work& programs(bool vertex) {
    static const bench::Work kVertex = load_programs(true), kFragment = load_programs(false);
    return vertex ? kVertex : kFragment;
}

/// Sums and products of eight registers, none of which can be left out.
bench::Work long_program(bool vertex, unsigned instructions) {
    std::string text;
    for (unsigned i = 0; i + 1 < instructions; ++i) {
        const unsigned to = i % 8, from = (i + 3) % 8;
        text += vertex ? fmt::format("MAD R{0}, R{1}, c[{2}], R{0};\n", to, from, i % 400)
                       : fmt::format("MADR R{0}, R{1}, f[TEX{2}], R{0};\n", to, from, i % 8);
    }
    text += vertex ? "MOV o[0], R2;\n.end\n" : "MOVR R0, R2;\n.end\n";
    bench::Work work = load_programs(vertex);
    const auto file = codec::assemble(work.guest->codec, text);
    work.programs = {file ? *file : std::vector<std::uint8_t>{}};
    work.instructions = instructions;
    return work;
}

void rsx_to_spirv(benchmark::State& state, bool vertex) {
    for (auto _ : state) translate_all(programs(vertex), lang::Dialect::SpirV);
    count_units(state, programs(vertex));
}
void rsx_glslang_over_us(benchmark::State& state, const char* name, bool vertex) {
    compare_with_glslang(state, programs(vertex), std::string("rsx_glslang_over_us/") + name);
}

/// Instructions executed for a program of 512 instructions over those for one of 64: 8 where cost is linear.
void rsx_growth(benchmark::State& state, const char* name, bool vertex) {
    compare_sizes(state, long_program(vertex, 64), long_program(vertex, 512), std::string("rsx_growth/") + name);
}

BENCHMARK_CAPTURE(rsx_to_spirv, vertex, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(rsx_to_spirv, fragment, false)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(rsx_glslang_over_us, vertex, "vertex", true)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(bench::rounds());
BENCHMARK_CAPTURE(rsx_glslang_over_us, fragment, "fragment", false)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(bench::rounds());
BENCHMARK_CAPTURE(rsx_growth, vertex, "vertex", true)->Unit(benchmark::kMicrosecond)->Iterations(bench::rounds());
BENCHMARK_CAPTURE(rsx_growth, fragment, "fragment", false)->Unit(benchmark::kMicrosecond)->Iterations(bench::rounds());

} // namespace
