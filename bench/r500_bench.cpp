// What reading R500 costs. Streams: the walk over packets alone, and with state, relocations and the kernel's checks, each against a
// copy of the same dwords in the same run. Programs: decoded, decoded and printed, translated, for each instruction.
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "machine/r500/capture/walk.hpp"
#include "tests/support/r500/corpus.hpp"

#include <benchmark/benchmark.h>

#include <cstring>

namespace {

using namespace relit;
using namespace relit::machine::r500;

/// The streams of the captures, again and again, as one submission each: a few MiB.
const Capture& capture() {
    static const Capture kCapture = [] {
        auto folders = test::r500_corpus_captures();
        if (folders.empty()) folders = test::r500_data();
        Capture all;
        for (std::size_t i = 0; i < 8; ++i)
            for (const auto& folder : folders)
                for (const Submission& one : test::read_r500_capture(folder).loaded.capture.submissions)
                    all.submissions.push_back({.dwords = one.dwords, .relocations = {}, .updates = {}});
        return all;
    }();
    return kCapture;
}

std::size_t bytes() {
    std::size_t dwords = 0;
    for (const Submission& one : capture().submissions) dwords += one.dwords.size();
    return 4 * dwords;
}

template <class Work>
void measure(benchmark::State& state, Work&& work) {
    for (auto _ : state) work();
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes() * static_cast<std::size_t>(state.iterations())));
}

void r500_pm4_copy(benchmark::State& state) {
    std::vector<std::uint32_t> into(std::size_t{1} << 20);
    measure(state, [&] {
        for (const Submission& one : capture().submissions)
            std::memcpy(into.data(), machine::r500::Dwords(one.dwords).data(),
                        std::min(into.size(), one.dwords.size()) * 4);
        benchmark::DoNotOptimize(into.data());
    });
}
void r500_pm4_packets(benchmark::State& state) {
    measure(state, [] {
        std::size_t packets = 0;
        for (const Submission& one : capture().submissions) {
            PacketReader reader(one.dwords);
            while (reader.next()) ++packets;
        }
        benchmark::DoNotOptimize(packets);
    });
}
void r500_pm4_walk(benchmark::State& state) {
    measure(state, [] {
        std::size_t draws = 0;
        for (Walker walker(capture()); walker.next();) draws += walker.draw() != nullptr ? 1 : 0;
        benchmark::DoNotOptimize(draws);
    });
}
// ---- programs

/// Samples: random programs with every form of instruction.
struct Programs {
    const isa::Frontend& guest;
    std::vector<std::vector<std::uint8_t>> files{};
    std::size_t instructions = 0;
};
Programs samples_of(const isa::Frontend& guest) {
    Programs all{guest};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        all.files.push_back(guest.codec.sample(seed));
        const auto listing = codec::list(guest.codec, all.files.back());
        for (const codec::Line& line : listing->lines) all.instructions += line.instruction ? 1U : 0U;
    }
    return all;
}
const Programs& programs(bool vertex) {
    static const Programs kVertex = samples_of(isa::r500::vs::kFrontend),
                          kFragment = samples_of(isa::r500::fs::kFrontend);
    return vertex ? kVertex : kFragment;
}
template <class Work>
void measure_each(benchmark::State& state, bool vertex, Work&& work) {
    const Programs& all = programs(vertex);
    for (auto _ : state)
        for (const auto& file : all.files) work(all.guest, file);
    const auto done = static_cast<double>(all.instructions * static_cast<std::size_t>(state.iterations()));
    state.counters["instructions"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
}

void r500_decode(benchmark::State& state, bool vertex) {
    measure_each(state, vertex,
                 [](const isa::Frontend& guest, Bytes file) { benchmark::DoNotOptimize(guest.parse(file)); });
}
void r500_print(benchmark::State& state, bool vertex) {
    measure_each(state, vertex, [](const isa::Frontend& guest, Bytes file) {
        benchmark::DoNotOptimize(codec::print(*codec::list(guest.codec, file)));
    });
}

BENCHMARK_CAPTURE(r500_decode, vertex, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(r500_decode, fragment, false)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(r500_print, vertex, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(r500_print, fragment, false)->Unit(benchmark::kMicrosecond);
BENCHMARK(r500_pm4_copy)->Unit(benchmark::kMillisecond);
BENCHMARK(r500_pm4_packets)->Unit(benchmark::kMillisecond);
BENCHMARK(r500_pm4_walk)->Unit(benchmark::kMillisecond);

} // namespace
