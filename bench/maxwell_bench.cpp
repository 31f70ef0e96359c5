// What translating Maxwell programs costs, by guest instruction: those of tests/data, and with a corpus all of its programs
// that need no context keys of their own.
#include "bench/against_glslang.hpp"
#include "bench/callgrind.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/shapes.hpp"
#include "translate/translate.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace relit;
namespace fs = std::filesystem;

constexpr std::uint32_t kDeko3d = 2, kMesa = 3, kThreads = 32, kBytes = 4096, kPatchVertices = 4;

enum class Compiler : std::uint8_t { Mesa, Uam };
enum class Kind : std::uint8_t { Compute, Graphics };

bool is_of(const std::string& name, Compiler compiler, Kind kind) {
    const bool made =
        compiler == Compiler::Mesa ? name.contains(".nv117.") && name.ends_with(".bin") : name.ends_with(".dksh");
    return made && name.starts_with("c_") == (kind == Kind::Compute);
}

void add(bench::Work& work, const fs::path& path) {
    const std::vector<std::uint8_t> file = bench::bytes_of_file(path);
    if (!translate::translate(*work.guest, file, work.context, work.target)) return; // wants context keys of its own
    work.instructions += isa::maxwell::load(file)->code.size();
    work.programs.push_back(file);
}

bench::Work load_programs(Compiler compiler, Kind kind) {
    bench::Work work{.guest = &isa::maxwell::kFrontend, .stage = ir::Stage::Compute, .programs = {}};
    work.context.values = {{"maxwell.convention", compiler == Compiler::Mesa ? kMesa : 0},
                           {"maxwell.workgroup0", kThreads},
                           {"maxwell.shared_bytes", kBytes},
                           {"maxwell.local_bytes", kBytes},
                           {"maxwell.patch_vertices", kPatchVertices}};
    work.target.has_int64 = work.target.has_float64 = work.target.flushes_denormals = true; // as on desktops
    const char* corpus = std::getenv("RELIT_CORPUS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    const fs::path programs = fs::path(corpus != nullptr ? corpus : "") / "maxwell/own/programs";
    const bool all = corpus != nullptr && exists(programs);
    for (const auto& entry : fs::recursive_directory_iterator(all ? programs : fs::path(RELIT_DATA "/maxwell")))
        if (is_of(entry.path().filename().string(), compiler, kind)) add(work, entry.path());
    return work;
}

std::vector<bench::Work> load_all() {
    std::vector<bench::Work> all;
    for (const Compiler compiler : {Compiler::Mesa, Compiler::Uam})
        for (const Kind kind : {Kind::Compute, Kind::Graphics}) all.push_back(load_programs(compiler, kind));
    return all;
}

/// Host instructions and SPIR-V words for each guest instruction.
void maxwell_to_spirv(benchmark::State& state, const std::string& name, const std::vector<bench::Work>& works) {
    const auto translate = [&] {
        for (const bench::Work& work : works) translate_all(work, lang::Dialect::SpirV);
    };
    if (bench::is_counting()) {
        translate();
        for (auto _ : state) bench::count(translate);
        return;
    }
    for (auto _ : state) translate();
    std::size_t words = 0, instructions = 0, programs = 0;
    for (const bench::Work& work : works) {
        instructions += work.instructions;
        programs += work.programs.size();
        for (const auto& program : work.programs)
            words += translate::translate(*work.guest, program, work.context, work.target)->artifact.words.size();
    }
    const auto each = static_cast<double>(instructions);
    state.counters["programs"] = static_cast<double>(programs);
    state.counters["instructions"] = each;
    state.counters["words_per_instruction"] = static_cast<double>(words) / each;
    const std::vector<double> counts = bench::counts_of("maxwell_to_spirv/" + name, 1);
    if (counts.size() == 1) state.counters["executed_per_instruction"] = counts[0] / each;
}

/// Microseconds a program: the first time that it is seen, and the quickest of some more; the median and the worst.
void maxwell_latency(benchmark::State& state, Compiler compiler) {
    constexpr int kWarmRounds = 5;
    const bench::Work work = load_programs(compiler, Kind::Compute);
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
        bench::Work work{.guest = &isa::maxwell::kFrontend, .stage = ir::Stage::Compute, .programs = {}};
        work.context.values = {{"maxwell.convention", kDeko3d}};
        work.programs.push_back(*isa::maxwell::assemble(test::kResultInR4 + shape.text(count), {}));
        return work;
    };
    compare_sizes(state, work_of(shape.most / 10), work_of(shape.most), std::string("maxwell_growth/") + shape.name);
}

BENCHMARK_CAPTURE(maxwell_latency, mesa, Compiler::Mesa)->Iterations(1);
BENCHMARK_CAPTURE(maxwell_latency, uam, Compiler::Uam)->Iterations(1);
const bool kGrowthIsRegistered = [] {
    for (const test::MaxwellShape& shape : test::maxwell_shapes())
        benchmark::RegisterBenchmark(("maxwell_growth/" + std::string(shape.name)).c_str(),
                                     [&shape](benchmark::State& state) { maxwell_growth(state, shape); })
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(bench::rounds());
    return true;
}();

void add_to_spirv(const std::string& name, const std::function<std::vector<bench::Work>()>& load) {
    benchmark::RegisterBenchmark(("maxwell_to_spirv/" + name).c_str(),
                                 [=](benchmark::State& state) { maxwell_to_spirv(state, name, load()); })
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(bench::rounds());
}
const bool kProgramsAreRegistered = [] {
    for (const Compiler compiler : {Compiler::Mesa, Compiler::Uam})
        for (const Kind kind : {Kind::Compute, Kind::Graphics})
            add_to_spirv(std::string(compiler == Compiler::Mesa ? "mesa" : "uam") +
                             (kind == Kind::Compute ? "_compute" : "_graphics"),
                         [=] { return std::vector{load_programs(compiler, kind)}; });
    add_to_spirv("all", load_all);
    return true;
}();

} // namespace
