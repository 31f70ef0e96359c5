// What reading R500 streams costs: the walk over packets alone, and with state, relocations and the kernel's checks, each against
// a copy of the same dwords in the same run.
#include "machine/r500/walk.hpp"
#include "tests/support/r500_corpus.hpp"

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
            std::memcpy(into.data(), one.dwords.data(), std::min(into.size(), one.dwords.size()) * 4);
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
BENCHMARK(r500_pm4_copy)->Unit(benchmark::kMillisecond);
BENCHMARK(r500_pm4_packets)->Unit(benchmark::kMillisecond);
BENCHMARK(r500_pm4_walk)->Unit(benchmark::kMillisecond);

} // namespace
