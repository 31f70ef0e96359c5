// What the cache of translations costs. For each guest, over its programs in tests/data: how many times cheaper a hit is than the
// translation that it saves, in memory, on disk and through the library (median), and what a miss adds to a translation (median,
// per cent). Then keys, and readers side by side.
#include "bench/against_glslang.hpp"
#include "cache/cache.hpp"
#include "codec/codec.hpp"
#include "guests/guests.hpp"
#include "relit/cache.hpp"
#include "tests/support/cache/trials.hpp"
#include "translate/cached.hpp"
#include "translate/key.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

namespace relit {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr lang::Target kTarget{.dialect = lang::Dialect::SpirV, .debug_lines = false};

struct File {
    std::vector<std::uint8_t> bytes;
    isa::ProgramPtr program;
};

std::vector<File> programs_of(const isa::Frontend& guest) {
    std::vector<fs::path> paths;
    for (const auto& one : fs::recursive_directory_iterator(RELIT_DATA))
        if (one.is_regular_file()) paths.push_back(one.path());
    std::ranges::sort(paths);
    std::vector<File> programs;
    for (const fs::path& path : paths) {
        auto bytes = bench::bytes_of_file(path);
        if (bytes.empty() || guest.codec.recognise(bytes).sureness == Sureness::No) continue;
        auto program = guest.parse(bytes);
        if (program && translate::translate(**program, {}, kTarget))
            programs.push_back({std::move(bytes), std::move(*program)});
    }
    return programs;
}

/// The least of several times, in microseconds; each is of so many calls.
template <class Work>
double time_of(int calls, Work&& work) {
    double least = std::numeric_limits<double>::max();
    for (int i = 0; i < 5; ++i) {
        const auto begin = Clock::now();
        for (int call = 0; call < calls; ++call) work();
        const std::chrono::duration<double, std::micro> time = Clock::now() - begin;
        least = std::min(least, time.count() / calls);
    }
    return least;
}

double median(std::vector<double> all) {
    std::ranges::sort(all);
    return all.empty() ? 0 : all[all.size() / 2];
}

std::unique_ptr<cache::Cache> opened(const std::string& folder, std::size_t memory) {
    return std::move(
        *cache::Cache::open({.folder = folder, .build = translate::build_number(), .most_bytes_in_memory = memory}));
}

void ask(cache::Cache& cache, const isa::Program& program) {
    benchmark::DoNotOptimize(translate::translate(&cache, program, {}, kTarget));
}

void hits(benchmark::State& state, const isa::Frontend* guest) {
    constexpr std::size_t kMemory = std::size_t{64} << 20;
    const test::ScratchFolder scratch;
    std::vector<double> in_memory, on_disk, ratio, translations;
    for (auto _ : state) {
        const auto warm = opened({}, kMemory), cold = opened(scratch.cache(), 0);
        for (const auto& [file, program] : programs_of(*guest)) {
            ask(*warm, *program);
            ask(*cold, *program);
            (void)cold->flush();
            const double made =
                time_of(3, [&] { benchmark::DoNotOptimize(translate::translate(*program, {}, kTarget)); });
            in_memory.push_back(time_of(50, [&] { ask(*warm, *program); }));
            on_disk.push_back(time_of(50, [&] { ask(*cold, *program); }));
            translations.push_back(made);
            ratio.push_back(made / in_memory.back());
        }
    }
    state.counters["translation_us"] = median(translations);
    state.counters["memory_us"] = median(in_memory);
    state.counters["disk_us"] = median(on_disk);
    state.counters["translation_over_memory"] = median(ratio);
}

/// A miss is what is asked, not found, and put, beside the translation itself; the disk is written by another thread.
void misses(benchmark::State& state, const isa::Frontend* guest) {
    std::vector<double> share;
    for (auto _ : state) {
        for (const auto& [file, program] : programs_of(*guest)) {
            const auto cache = opened({}, 0); // keeps nothing
            const double made =
                time_of(3, [&] { benchmark::DoNotOptimize(translate::translate(*program, {}, kTarget)); });
            share.push_back(100 * (time_of(3, [&] { ask(*cache, *program); }) - made) / made);
        }
    }
    state.counters["miss_percent"] = median(share);
}

/// What an emulator calls: the file is parsed, and the result is its own, with all that is told of it as JSON.
void library_hits(benchmark::State& state, const isa::Frontend* guest) {
    std::vector<double> found, ratio;
    for (auto _ : state) {
        auto cache = api::TranslationCache::open({}).value();
        for (const auto& [file, program] : programs_of(*guest)) {
            const auto plain = [&] { benchmark::DoNotOptimize(api::translate(guest->name(), file)); };
            const auto cached = [&] { benchmark::DoNotOptimize(cache.translate(guest->name(), file)); };
            cached();
            found.push_back(time_of(50, cached));
            ratio.push_back(time_of(3, plain) / found.back());
        }
    }
    state.counters["library_us"] = median(found);
    state.counters["translation_over_library"] = median(ratio);
}

/// Of 1,000 instructions.
void key_of_a_program(benchmark::State& state) {
    const isa::Frontend& guest = *guests::frontend_named("rsx.fp");
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "MADR R0, R0, R1, R0;\n";
    const auto file = codec::assemble(guest.codec, text);
    const auto program = file ? guest.parse(*file) : std::unexpected(file.error());
    if (!program) return state.SkipWithError(program.error().text.c_str());
    const isa::Program* const row[] = {program->get()};
    for (auto _ : state) benchmark::DoNotOptimize(translate::program_key(row, kTarget));
    state.counters["bytes"] = static_cast<double>(file->size());
}

/// Hits on disk a second, of so many threads together.
void readers(benchmark::State& state) {
    static const test::ScratchFolder kScratch;
    static std::unique_ptr<cache::Cache> shared;
    constexpr std::uint64_t kEntries = 2000;
    if (state.thread_index() == 0 && shared == nullptr) {
        shared = cache::Cache::open(test::trial_settings(kScratch.cache())).value();
        for (std::uint64_t i = 0; i < kEntries; ++i)
            shared->put({i, i}, cache::blobs(1), cache::blob(std::vector<std::uint8_t>(6000)));
        (void)shared->flush();
    }
    std::uint64_t i = 0;
    for (auto _ : state) {
        ++i;
        benchmark::DoNotOptimize(shared->find({i * 7 % kEntries, i * 7 % kEntries}, cache::blobs(1)));
    }
    state.SetItemsProcessed(state.iterations());
}

const int kRegistered = [] {
    for (const isa::Frontend* guest : guests::frontends()) {
        const std::string name(guest->name());
        benchmark::RegisterBenchmark(("cache_hits/" + name).c_str(), hits, guest)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("cache_library_hits/" + name).c_str(), library_hits, guest)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("cache_misses/" + name).c_str(), misses, guest)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    }
    return 0;
}();
BENCHMARK(key_of_a_program)->Unit(benchmark::kMicrosecond);
BENCHMARK(readers)->ThreadRange(1, 4)->UseRealTime();

} // namespace
} // namespace relit
