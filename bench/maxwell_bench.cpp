// What translating Maxwell's compute programs costs, by guest instruction: those of tests/data, and with a corpus all of
// its programs that are lifted.
#include "bench/against_glslang.hpp"
#include "bench/callgrind.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/program.hpp"
#include "tests/support/maxwell_shapes.hpp"
#include "translate/translate.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace {

using namespace relit;
namespace fs = std::filesystem;

constexpr std::uint32_t kDeko3d = 2, kMesa = 3, kThreads = 32, kBytes = 4096;

void add(bench::Work& work, const fs::path& path, bool mesa) {
    const std::string name = path.filename().string();
    if (!name.starts_with("c_") || !name.ends_with(mesa ? ".nv117.comp.bin" : ".dksh")) return;
    const std::vector<std::uint8_t> file = bench::bytes_of_file(path);
    if (!translate::translate(*work.guest, file, work.context, work.target)) return; // what is not lifted yet
    work.instructions += isa::maxwell::load(file)->code.size();
    work.programs.push_back(file);
}

bench::Work load_programs(bool mesa) {
    bench::Work work{.guest = &isa::maxwell::kGuest, .stage = ir::Stage::Compute, .programs = {}};
    work.context.facts = {{"maxwell.convention", mesa ? kMesa : 0},
                          {"maxwell.workgroup0", kThreads},
                          {"maxwell.shared_bytes", kBytes},
                          {"maxwell.local_bytes", kBytes}};
    work.target.has_int64 = work.target.has_float64 = true; // as on desktops
    const char* corpus = std::getenv("RELIT_CORPUS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    const fs::path programs = fs::path(corpus != nullptr ? corpus : "") / "maxwell/own/programs";
    const bool all = corpus != nullptr && exists(programs);
    for (const auto& entry : fs::recursive_directory_iterator(all ? programs : fs::path(RELIT_DATA "/maxwell")))
        add(work, entry.path(), mesa);
    return work;
}

/// Host instructions and SPIR-V words for each guest instruction.
void maxwell_to_spirv(benchmark::State& state, const char* name, bool mesa) {
    const bench::Work work = load_programs(mesa);
    const auto translate = [&] { translate_all(work, lang::Dialect::SpirV); };
    if (bench::is_counting()) {
        translate();
        for (auto _ : state) bench::count(translate);
        return;
    }
    for (auto _ : state) translate();
    count_units(state, work);
    std::size_t words = 0;
    for (const auto& program : work.programs)
        words += translate::translate(*work.guest, program, work.context, work.target)->artifact.words.size();
    state.counters["words_per_instruction"] = static_cast<double>(words) / static_cast<double>(work.instructions);
    const std::vector<double> counts = bench::counts_of(std::string("maxwell_to_spirv/") + name, 1);
    if (counts.size() == 1)
        state.counters["executed_per_instruction"] = counts[0] / static_cast<double>(work.instructions);
}

/// Microseconds a program: the first time that it is seen, and the quickest of some more; the median and the worst.
void maxwell_latency(benchmark::State& state, bool mesa) {
    constexpr int kWarmRounds = 5;
    const bench::Work work = load_programs(mesa);
    const auto micros = [&](const std::vector<std::uint8_t>& program) {
        const auto start = std::chrono::steady_clock::now();
        benchmark::DoNotOptimize(translate::translate(*work.guest, program, work.context, work.target));
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    };
    for (auto _ : state) {
        std::vector<double> cold, warm;
        for (const auto& program : work.programs) {
            cold.push_back(micros(program));
            double best = micros(program);
            for (int i = 1; i < kWarmRounds; ++i) best = std::min(best, micros(program));
            warm.push_back(best);
        }
        for (auto& [name, times] : {std::pair("cold", &cold), std::pair("warm", &warm)}) {
            std::ranges::sort(*times);
            state.counters[std::string(name) + "_median_us"] = (*times)[times->size() / 2];
            state.counters[std::string(name) + "_worst_us"] = times->back();
        }
    }
}

/// Instructions executed for a program over those for one a tenth as large: 10 where cost is linear.
void maxwell_growth(benchmark::State& state, const test::MaxwellShape& shape) {
    const auto work_of = [&](unsigned count) {
        bench::Work work{.guest = &isa::maxwell::kGuest, .stage = ir::Stage::Compute, .programs = {}};
        work.context.facts = {{"maxwell.convention", kDeko3d}};
        work.programs.push_back(*isa::maxwell::assemble(test::kResultInR4 + shape.text(count), {}));
        return work;
    };
    compare_sizes(state, work_of(shape.most / 10), work_of(shape.most), std::string("maxwell_growth/") + shape.name);
}

BENCHMARK_CAPTURE(maxwell_latency, mesa, true)->Iterations(1);
BENCHMARK_CAPTURE(maxwell_latency, uam, false)->Iterations(1);
const bool kGrowthIsRegistered = [] {
    for (const test::MaxwellShape& shape : test::maxwell_shapes())
        benchmark::RegisterBenchmark(("maxwell_growth/" + std::string(shape.name)).c_str(),
                                     [&shape](benchmark::State& state) { maxwell_growth(state, shape); })
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(bench::rounds());
    return true;
}();
BENCHMARK_CAPTURE(maxwell_to_spirv, mesa, "mesa", true)->Unit(benchmark::kMicrosecond)->Iterations(bench::rounds());
BENCHMARK_CAPTURE(maxwell_to_spirv, uam, "uam", false)->Unit(benchmark::kMicrosecond)->Iterations(bench::rounds());

} // namespace
