// How the cost of turning control flow into a tree grows: time of 10,000 blocks against that of 1,000, for each shape.
// The counter `growth` is that ratio; 10 is linear.
#include "pass/pass.hpp"
#include "tests/support/ir/shapes.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

namespace relit {
namespace {

constexpr std::uint32_t kSmall = 1000, kLarge = 10000;

constexpr std::uint32_t kCopies = kLarge / kSmall;

// Processor time for `copies` modules, all of them alive: small ones touch as much fresh memory as a large one.
double seconds(const ir::Module& module, std::uint32_t copies) {
    std::vector<ir::Module> modules;
    for (std::uint32_t i = 0; i < copies; ++i) modules.push_back(module.clone());
    const std::clock_t start = std::clock();
    for (ir::Module& copy : modules) {
        pass::from_ssa(copy);
        pass::structure(copy);
        pass::reg2mem(copy);
    }
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// The best of several rounds: what else the machine does only makes it slower.
void growth(benchmark::State& state, test::Shape shape) {
    const ir::Module small = test::shaped(shape, kSmall), large = test::shaped(shape, kLarge);
    double best_small = std::numeric_limits<double>::max(), best_large = best_small;
    for (auto _ : state) {
        best_small = std::min(best_small, seconds(small, kCopies) / kCopies);
        const double took = seconds(large, 1);
        best_large = std::min(best_large, took);
        state.SetIterationTime(took);
    }
    state.counters["growth"] = best_large / best_small;
    state.counters["ns_per_block"] = best_large * 1e9 / kLarge;
}

const bool registered = [] {
    for (std::size_t i = 0; i < test::kShapes; ++i) {
        const std::string name = "structure/" + std::string(test::kShapeNames[i]);
        benchmark::RegisterBenchmark(name.c_str(), growth, static_cast<test::Shape>(i))
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
    return true;
}();

} // namespace
} // namespace relit
