// What reading, printing and translating NV2A programs costs, next to glslang compiling the GLSL that we print for the
// same programs in the same run. The figures that count are the ratios in the last rows.
#include "bench/callgrind.hpp"
#include "cli/glslang.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "translate/translate.hpp"

#include <benchmark/benchmark.h>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

namespace {

using namespace relit;

std::vector<std::vector<std::uint8_t>> load_programs() {
    std::vector<std::vector<std::uint8_t>> programs;
    for (const auto& entry : std::filesystem::directory_iterator(RELIT_DATA "/nv2a")) {
        if (entry.path().extension() != ".bin") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        programs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return programs;
}
const std::vector<std::vector<std::uint8_t>>& programs() {
    static const auto kPrograms = load_programs();
    return kPrograms;
}

std::size_t instructions() {
    std::size_t count = 0;
    for (const auto& program : programs()) count += program.size() / 16;
    return count;
}

void translate_all(lang::Dialect dialect, bool exact) {
    lang::Target target;
    target.dialect = dialect;
    const ir::Context context{{{"nv2a.arithmetic", exact ? 1U : 0U}}};
    for (const auto& program : programs()) {
        benchmark::DoNotOptimize(translate::translate(isa::nv2a::kGuest, program, context, target));
    }
}

std::vector<std::string> printed() {
    std::vector<std::string> texts;
    lang::Target target;
    target.dialect = lang::Dialect::GlslVulkan;
    for (const auto& program : programs()) {
        auto done = translate::translate(isa::nv2a::kGuest, program, {}, target);
        if (done) texts.push_back(done->artifact.text);
    }
    return texts;
}

void compile_all(const std::vector<std::string>& texts) {
    const cli::GlslangSession session; // glslang at its best: its tables are made once
    for (const std::string& text : texts) {
        benchmark::DoNotOptimize(cli::compile_glsl(text, {.dialect = lang::Dialect::GlslVulkan}, ir::Stage::Vertex));
    }
}

void per_unit(benchmark::State& state) {
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["programs"] =
        benchmark::Counter(rounds * static_cast<double>(programs().size()), benchmark::Counter::kIsRate);
    state.counters["instructions"] =
        benchmark::Counter(rounds * static_cast<double>(instructions()), benchmark::Counter::kIsRate);
}

void list_and_print(benchmark::State& state) {
    for (auto _ : state) {
        for (const auto& program : programs())
            benchmark::DoNotOptimize(isa::print(*isa::nv2a::kGuest.list(program, {})));
    }
    per_unit(state);
}
void to_spirv_fast(benchmark::State& state) {
    for (auto _ : state) translate_all(lang::Dialect::SpirV, false);
    per_unit(state);
}
void to_spirv_exact(benchmark::State& state) {
    for (auto _ : state) translate_all(lang::Dialect::SpirV, true);
    per_unit(state);
}
void to_glsl_fast(benchmark::State& state) {
    for (auto _ : state) translate_all(lang::Dialect::GlslVulkan, false);
    per_unit(state);
}
void glslang_on_our_glsl(benchmark::State& state) {
    const std::vector<std::string> texts = printed();
    for (auto _ : state) compile_all(texts);
    per_unit(state);
}

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

long rounds() { return bench::is_counting() ? 1 : 10; }

/// How many times cheaper our SPIR-V is than glslang's for the same programs, taken in turn in one run: in time, and in
/// instructions executed where valgrind is there.
void glslang_over_us(benchmark::State& state, const char* name, bool exact) {
    const std::vector<std::string> texts = printed();
    const auto ours = [&] { translate_all(lang::Dialect::SpirV, exact); };
    const auto theirs = [&] { compile_all(texts); };
    if (bench::is_counting()) {
        ours(), theirs(); // the linker looks up all names, glslang makes its tables
        for (auto _ : state) bench::count(ours), bench::count(theirs);
        return;
    }
    double our_time = 0, their_time = 0;
    for (auto _ : state) our_time += seconds(ours), their_time += seconds(theirs);
    state.counters["time_ratio"] = their_time / our_time;
    const std::vector<double> counts = bench::counts_of(std::string("glslang_over_us/") + name, 2);
    if (counts.size() != 2) return;
    state.counters["count_ratio"] = counts[1] / counts[0];
    state.counters["executed_per_program"] = counts[0] / static_cast<double>(programs().size());
    state.counters["executed_per_instruction"] = counts[0] / static_cast<double>(instructions());
}

BENCHMARK(list_and_print)->Unit(benchmark::kMicrosecond);
BENCHMARK(to_spirv_fast)->Unit(benchmark::kMicrosecond);
BENCHMARK(to_spirv_exact)->Unit(benchmark::kMicrosecond);
BENCHMARK(to_glsl_fast)->Unit(benchmark::kMicrosecond);
BENCHMARK(glslang_on_our_glsl)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(glslang_over_us, fast, "fast", false)->Unit(benchmark::kMillisecond)->Iterations(rounds());
BENCHMARK_CAPTURE(glslang_over_us, exact, "exact", true)->Unit(benchmark::kMillisecond)->Iterations(rounds());

} // namespace
