// How the cost of each pass, and of all that a translation runs, grows: a program of 10,000 instructions against one of
// 1,000, for several shapes. `time_growth` is the ratio of processor times; `count_growth`, where valgrind is there, is
// that of instructions executed, which does not depend on what else the machine does nor on its caches. 10 is linear.
#include "bench/callgrind.hpp"
#include "ir/builder.hpp"
#include "pass/pass.hpp"
#include "tests/support/ir/random_module.hpp"
#include "tests/support/ir/shapes.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <malloc.h>
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

namespace relit {
namespace {

constexpr std::uint32_t kSmall = 1000, kLarge = 10000;

std::uint32_t size_of(const ir::Module& module) {
    std::size_t size = 0;
    for (const ir::Function& function : module.functions) {
        for (const ir::Block& block : function.blocks) size += block.insts.size() + 1;
    }
    return static_cast<std::uint32_t>(size);
}

// ---- shapes: programs of about that many instructions

/// Calls the maker with the size that it needs to be told to make so many instructions.
template <class Make>
ir::Module sized(std::uint32_t instructions, Make&& make) {
    return make(instructions * 200 / size_of(make(200)));
}
template <test::Shape shape>
ir::Module flow(std::uint32_t instructions, std::uint32_t /*variant*/) {
    return sized(instructions, [](std::uint32_t blocks) { return test::shaped(shape, blocks); });
}
ir::Module straight(std::uint32_t instructions, std::uint32_t variant) {
    return sized(instructions, [&](std::uint32_t steps) { return test::random_straight(variant, steps); });
}

/// Pairs of loops, one in the other, that count to four; each calls a function.
ir::Module counted(std::uint32_t instructions, std::uint32_t /*variant*/) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t trace = b.file("trace", ir::Kind::I32, 1, 1, ir::Role::Output);
    const std::uint32_t i = b.file("i", ir::Kind::I32, 1, 2, ir::Role::Register);
    b.function("main");
    const ir::FunctionId callee = b.function("mix", ir::kI32, {ir::kI32});
    b.ret(b.IAdd(b.IMul(b.add(ir::Op::Param, ir::kI32, {}), b.i32(31)), b.i32(7)));
    b.move_to(0, 0);
    while (size_of(module) < instructions) {
        ir::BlockId heads[2];
        for (std::uint32_t depth = 0; depth < 2; ++depth) {
            b.store(i, depth, b.i32(0));
            b.jump(heads[depth] = b.block());
            b.move_to(heads[depth]);
        }
        b.store(trace, 0, b.call(callee, {b.IAdd(b.load(trace, 0, ir::kI32), b.load(i, 1, ir::kI32))}));
        for (std::uint32_t depth = 2; depth-- > 0;) {
            const ir::Id next = b.IAdd(b.load(i, depth, ir::kI32), b.i32(1));
            b.store(i, depth, next);
            const ir::BlockId after = b.block();
            b.branch(b.ULt(next, b.i32(4)), heads[depth], after);
            b.move_to(after);
        }
    }
    b.ret();
    return module;
}

struct Shape {
    const char* name;
    ir::Module (*make)(std::uint32_t instructions, std::uint32_t variant);
};
constexpr Shape kShapes[] = {{"straight", straight},
                             {"nested_loops", flow<test::Shape::NestedLoops>},
                             {"loops", flow<test::Shape::Loops>},
                             {"escapes", flow<test::Shape::Escapes>},
                             {"choices", flow<test::Shape::Choices>},
                             {"ladder", flow<test::Shape::Ladder>},
                             {"switches", flow<test::Shape::Switches>},
                             {"irreducible", flow<test::Shape::Irreducible>},
                             {"counted", counted}};

// ---- measuring

struct Case {
    std::string name;
    std::string before; // passes whose work it begins with
    std::string list;   // what is measured
    const Shape* shape;
};

void run_list(ir::Module& module, std::string_view list) {
    if (!pass::run_passes(module, list)) std::abort();
}
ir::Module input(const Case& which, std::uint32_t instructions, std::uint32_t variant = 0) {
    ir::Module module = which.shape->make(instructions, variant);
    run_list(module, which.before);
    return module;
}

/// Processor time for all of the modules, which are alive together: small ones touch as much memory as a large one.
double seconds(const Case& which, const std::vector<ir::Module>& inputs) {
    std::vector<ir::Module> modules;
    for (const ir::Module& module : inputs) modules.push_back(module.clone());
    const std::clock_t start = std::clock();
    for (ir::Module& module : modules) run_list(module, which.list);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Under callgrind: counts each size. One run before them has the linker look up all names.
void count(const Case& which) {
    ir::Module first = input(which, kSmall);
    run_list(first, which.list);
    for (const std::uint32_t size : {kSmall, kLarge}) {
        ir::Module module = input(which, size);
        bench::count([&] { run_list(module, which.list); });
    }
}

/// 0 where it cannot be counted.
double count_growth(const Case& which) {
    const std::vector<double> counts = bench::counts_of(which.name + "/", 2);
    return counts.size() == 2 ? counts[1] / counts[0] : 0;
}

// The best of several rounds: what else the machine does only makes it slower.
void growth(benchmark::State& state, const Case& which) {
    if (bench::is_counting()) {
        for (auto _ : state) count(which);
        return;
    }
    // Ten small ones where the shape has that many: processors learn the branches of a short one by heart.
    std::vector<ir::Module> small, large;
    for (std::uint32_t i = 0; i < kLarge / kSmall; ++i) small.push_back(input(which, kSmall, i));
    large.push_back(input(which, kLarge));
    double best_small = std::numeric_limits<double>::max(), best_large = best_small;
    for (auto _ : state) {
        best_small = std::min(best_small, seconds(which, small) * kSmall / kLarge);
        const double took = seconds(which, large);
        best_large = std::min(best_large, took);
        state.SetIterationTime(took);
    }
    state.counters["time_growth"] = best_large / best_small;
    state.counters["count_growth"] = count_growth(which);
    state.counters["ns_per_instruction"] = best_large * 1e9 / size_of(large[0]);
}

/// What a pass is usually run on.
std::string passes_before(std::string_view name) {
    if (name == "inline_calls" || name == "to_ssa" || name == "structure") return "";
    if (name == "reg2mem") return "structure";
    return name == "unroll" ? "inline_calls,to_ssa,fold" : "inline_calls,to_ssa";
}

void add(const Case& which) {
    const long rounds = bench::is_counting() ? 1 : 30;
    benchmark::RegisterBenchmark(which.name.c_str(), [which](benchmark::State& state) { growth(state, which); })
        ->UseManualTime()
        ->Iterations(rounds)
        ->Unit(benchmark::kMicrosecond);
}

const bool registered = [] {
    // Large pieces of memory stay with the program, as small ones do: asking for them anew would cost more than using them.
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    for (const Shape& shape : kShapes) {
        for (const pass::Pass& pass : pass::all_passes()) {
            const std::string name(pass.name);
            add({fmt::format("pass/{}/{}", name, shape.name), passes_before(name), name, &shape});
        }
        const std::string all = std::string(pass::optimising_passes()) + ",from_ssa,structure,reg2mem";
        add({fmt::format("pass/all/{}", shape.name), "", all, &shape});
    }
    return true;
}();

} // namespace
} // namespace relit
