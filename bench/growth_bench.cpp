// How the cost of large inputs grows: processor time for ten times the size against that of one. The counter `growth` is that ratio;
// 10 is linear.
#include "bundle/bundle.hpp"
#include "machine/r500/capture/load.hpp"
#include "tests/support/guests/large_readers.hpp"
#include "tests/support/ir/shapes.hpp"
#include "translate/translate.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>
#include <string>

namespace relit {
namespace {

using Work = std::function<void()>;

double seconds_of(const Work& work, std::uint32_t times) {
    const std::clock_t start = std::clock();
    for (std::uint32_t i = 0; i < times; ++i) work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / times;
}

/// `make` prepares the work of a size, which does not count.
void compare_sizes(benchmark::State& state, const std::function<Work(std::uint32_t)>& make, std::uint32_t large) {
    constexpr std::uint32_t kTimes = 10;
    const Work small_work = make(large / kTimes), large_work = make(large);
    double best_small = std::numeric_limits<double>::max(), best_large = best_small;
    for (auto _ : state) {
        best_small = std::min(best_small, seconds_of(small_work, kTimes));
        const double took = seconds_of(large_work, 1);
        best_large = std::min(best_large, took);
        state.SetIterationTime(took);
    }
    state.counters["growth"] = best_large / best_small;
}

void translate_shape(benchmark::State& state, test::Shape shape, lang::Dialect dialect) {
    const auto make = [&](std::uint32_t blocks) -> Work {
        lang::Target target;
        target.dialect = dialect;
        return [shape, blocks, target] {
            const auto module = translate::prepare(test::shaped(shape, blocks), target, {});
            benchmark::DoNotOptimize(translate::print(*module, target));
        };
    };
    compare_sizes(state, make, 30000);
}

template <test::FileOfAnySize (*kFile)(std::size_t)>
void load_capture(benchmark::State& state) {
    const auto make = [](std::uint32_t files) -> Work {
        return [file = kFile(files)] {
            auto loaded = machine::r500::load(file);
            machine::r500::check_blobs(loaded->capture);
        };
    };
    compare_sizes(state, make, 60000);
}

void read_bundle(benchmark::State& state) {
    const auto make = [](std::uint32_t keys) -> Work {
        return [file = test::bundle_with_keys(keys)] { benchmark::DoNotOptimize(bundle::read(file)); };
    };
    compare_sizes(state, make, 100000);
}

void read_large(benchmark::State& state, const test::LargeReader& reader) {
    const auto make = [&](std::uint32_t size) -> Work {
        return [&reader, file = reader.file(size)] { benchmark::DoNotOptimize(reader.read(file)); };
    };
    compare_sizes(state, make, static_cast<std::uint32_t>(reader.large));
}

const bool registered = [] {
    const auto add = [](const std::string& name, auto... run) {
        benchmark::RegisterBenchmark(name.c_str(), run...)->UseManualTime()->Unit(benchmark::kMillisecond);
    };
    for (std::size_t i = 0; i < test::kShapes; ++i) {
        const auto shape = static_cast<test::Shape>(i);
        add("growth/glsl/" + std::string(test::kShapeNames[i]), translate_shape, shape, lang::Dialect::GlslVulkan);
        add("growth/spirv/" + std::string(test::kShapeNames[i]), translate_shape, shape, lang::Dialect::SpirV);
    }
    add("growth/capture_with_blobs", load_capture<test::capture_with_blobs>);
    add("growth/capture_with_submissions", load_capture<test::capture_with_submissions>);
    add("growth/bundle_with_keys", read_bundle);
    for (const test::LargeReader& reader : test::large_readers())
        add("growth/" + std::string(reader.name), read_large, reader);
    return true;
}();

} // namespace
} // namespace relit
