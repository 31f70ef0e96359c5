// What a software Vulkan device needs to compile the longest exact program: 136 slots of DP4, each with another constant.
// The bound is 5 seconds (docs/decisions/0001).
#include "cli/device_run.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

namespace {

using namespace relit;

std::string longest_program() {
    std::string text;
    for (int i = 0; i < 135; ++i)
        text += fmt::format("dp4 r{}.{}, r{}, c[{}]\n", i % 11, "xyzw"[i % 4], (i + 1) % 11, i);
    return text + "dp4 oPos, r0, c[5]\n";
}

void exact_dp4s_on_device(benchmark::State& state) {
    ::setenv("MESA_SHADER_CACHE_DISABLE", "1", 1); // NOLINT(concurrency-mt-unsafe): before the driver is loaded
    auto device = render::vk::Device::open({});
    const auto program = isa::nv2a::assemble(longest_program(), {});
    if (!device || !program) return state.SkipWithError("no Vulkan device");
    const ir::Context context{{{"nv2a.arithmetic", 1}, {"nv2a.constant_range", 1}}};
    ir::ContextReader reader(context);
    const auto module = isa::nv2a::lift(*program, reader);
    if (!module) return state.SkipWithError(module.error().text.c_str());
    for (auto _ : state) {
        const auto built = cli::build(*module, cli::Carrier::SpirV, *device, 0);
        std::vector<run::State> states{run::blank_state(*module)};
        if (!built || !cli::run_on(*module, *device, *built, states)) return state.SkipWithError("it does not run");
    }
}
BENCHMARK(exact_dp4s_on_device)->Unit(benchmark::kSecond)->Iterations(1);

} // namespace
