// What reading, printing and translating NV2A programs costs, next to glslang compiling the GLSL that we print for the
// same programs in the same run. The figures that count are the ratios in the last rows.
#include "bench/against_glslang.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <benchmark/benchmark.h>

#include <filesystem>

namespace {

using namespace relit;

bench::Work load_programs(bool exact) {
    bench::Work work{
        .guest = &isa::nv2a::kFrontend, .programs = {}, .context = {{{"nv2a.arithmetic", exact ? 1U : 0U}}}};
    for (const auto& entry : std::filesystem::directory_iterator(RELIT_DATA "/nv2a")) {
        if (entry.path().extension() != ".bin") continue;
        work.programs.push_back(bench::bytes_of_file(entry.path()));
        work.instructions += work.programs.back().size() / 16;
    }
    return work;
}
const bench::Work& programs(bool exact = false) {
    static const bench::Work kFast = load_programs(false), kExact = load_programs(true);
    return exact ? kExact : kFast;
}

void list_and_print(benchmark::State& state) {
    for (auto _ : state) {
        for (const auto& program : programs().programs)
            benchmark::DoNotOptimize(codec::print(*codec::list(isa::nv2a::kCodec, program, {})));
    }
    count_units(state, programs());
}
void to_spirv(benchmark::State& state, bool exact) {
    for (auto _ : state) translate_all(programs(exact), lang::Dialect::SpirV);
    count_units(state, programs());
}
void to_glsl_fast(benchmark::State& state) {
    for (auto _ : state) translate_all(programs(), lang::Dialect::GlslVulkan);
    count_units(state, programs());
}
void glslang_on_our_glsl(benchmark::State& state) {
    const std::vector<std::string> texts = printed(programs());
    for (auto _ : state) bench::compile_all(texts, ir::Stage::Vertex);
    count_units(state, programs());
}
void glslang_over_us(benchmark::State& state, const char* name, bool exact) {
    compare_with_glslang(state, programs(exact), std::string("glslang_over_us/") + name);
}

BENCHMARK(list_and_print)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(to_spirv, fast, false)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(to_spirv, exact, true)->Unit(benchmark::kMicrosecond);
BENCHMARK(to_glsl_fast)->Unit(benchmark::kMicrosecond);
BENCHMARK(glslang_on_our_glsl)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(glslang_over_us, fast, "fast", false)->Unit(benchmark::kMillisecond)->Iterations(bench::rounds());
BENCHMARK_CAPTURE(glslang_over_us, exact, "exact", true)->Unit(benchmark::kMillisecond)->Iterations(bench::rounds());

} // namespace
