#include "bench/against_glslang.hpp"

#include "bench/callgrind.hpp"
#include "translate/translate.hpp"
#include "verify/glslang.hpp"

#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>

namespace relit::bench {
namespace {

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

std::vector<std::uint8_t> bytes_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void translate_all(const Work& work, lang::Dialect dialect) {
    lang::Target target = work.target;
    target.dialect = dialect;
    for (const auto& program : work.programs)
        benchmark::DoNotOptimize(translate::translate(*work.guest, program, work.context, target));
}

std::vector<std::string> printed(const Work& work) {
    std::vector<std::string> texts;
    lang::Target target;
    target.dialect = lang::Dialect::GlslVulkan;
    for (const auto& program : work.programs) {
        auto done = translate::translate(*work.guest, program, {}, target);
        if (done) texts.push_back(done->artifact.text);
    }
    return texts;
}

void compile_all(const std::vector<std::string>& texts, ir::Stage stage) {
    const verify::GlslangSession session; // glslang at its best: its tables are made once
    for (const std::string& text : texts)
        benchmark::DoNotOptimize(verify::compile_glsl(text, {.dialect = lang::Dialect::GlslVulkan}, stage));
}

void count_units(benchmark::State& state, const Work& work) {
    const auto times = static_cast<double>(state.iterations());
    const auto rate = [&](std::size_t count) {
        return benchmark::Counter(times * static_cast<double>(count), benchmark::Counter::kIsRate);
    };
    state.counters["programs"] = rate(work.programs.size());
    state.counters["instructions"] = rate(work.instructions);
}

long rounds() { return is_counting() ? 1 : 10; }

void compare_with_glslang(benchmark::State& state, const Work& work, const std::string& benchmark) {
    const std::vector<std::string> texts = printed(work);
    const auto ours = [&] { translate_all(work, lang::Dialect::SpirV); };
    const auto theirs = [&] { compile_all(texts, work.stage); };
    if (is_counting()) {
        ours(), theirs(); // the linker looks up all names, glslang makes its tables
        for (auto _ : state) count(ours), count(theirs);
        return;
    }
    double our_time = 0, their_time = 0;
    for (auto _ : state) our_time += seconds(ours), their_time += seconds(theirs);
    state.counters["time_ratio"] = their_time / our_time;
    const std::vector<double> counts = counts_of(benchmark, 2);
    if (counts.size() != 2) return;
    state.counters["count_ratio"] = counts[1] / counts[0];
    state.counters["executed_per_program"] = counts[0] / static_cast<double>(work.programs.size());
    state.counters["executed_per_instruction"] = counts[0] / static_cast<double>(work.instructions);
}

void compare_sizes(benchmark::State& state, const Work& small, const Work& large, const std::string& benchmark) {
    const auto translate = [](const Work& work) { translate_all(work, lang::Dialect::SpirV); };
    if (is_counting()) {
        translate(small); // the linker looks up all names
        for (auto _ : state) count([&] { translate(small); }), count([&] { translate(large); });
        return;
    }
    for (auto _ : state) translate(large);
    const std::vector<double> counts = counts_of(benchmark, 2);
    if (counts.size() == 2) state.counters["growth"] = counts[1] / counts[0];
}

} // namespace relit::bench
