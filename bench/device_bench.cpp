// What a software Vulkan device needs to compile the longest exact program: 136 slots of DP4, each with another constant.
// The bound is 5 seconds (docs/decisions/0001).
#include "isa/nv2a/nv2a.hpp"
#include "render/vk/harness.hpp"
#include "verify/device_run.hpp"

#include <benchmark/benchmark.h>
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

// Counts the pipeline and the first dispatch, in which software drivers compile; not what it costs us to write the shader.
void exact_dp4s_on_device(benchmark::State& state, verify::BackEnd back_end) {
    ::setenv("MESA_SHADER_CACHE_DISABLE", "1", 1); // NOLINT(concurrency-mt-unsafe): before the driver is loaded
    auto device = render::vk::Device::open({});
    const auto program = isa::nv2a::assemble(longest_program(), {});
    if (!device || !program) return state.SkipWithError("no Vulkan device");
    const ir::Context context{{{"nv2a.arithmetic", 1}, {"nv2a.constant_range", 1}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(isa::nv2a::kFrontend, *program, reader);
    if (!module) return state.SkipWithError(module.error().text.c_str());
    const auto built = verify::build(*module, back_end, *device, 0);
    if (!built) return state.SkipWithError(built.error().text.c_str());
    for (auto _ : state) {
        const std::vector<std::uint32_t> given(built->layout.in_words, 0x3f800000); // ones
        const std::vector<std::uint32_t> kept(built->layout.out_words);
        const auto ran = render::vk::run_harness(*device, built->words, built->layout, given, kept);
        if (!ran) return state.SkipWithError(ran.error().text.c_str());
        state.SetIterationTime(ran->pipeline_seconds + ran->run_seconds);
        state.counters["pipeline"] = ran->pipeline_seconds;
    }
}
BENCHMARK_CAPTURE(exact_dp4s_on_device, spirv, verify::BackEnd::SpirV)
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseManualTime();
BENCHMARK_CAPTURE(exact_dp4s_on_device, glsl, verify::BackEnd::Glsl)
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseManualTime();

} // namespace
