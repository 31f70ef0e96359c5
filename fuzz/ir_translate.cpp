// Any IR text that loads is translated or refused by name; each pass leaves a legal module, and what is printed does what was read.
#include "ir/arithmetic.hpp"
#include "ir/evaluate.hpp"
#include "ir/print.hpp"
#include "ir/verify.hpp"
#include "isa/ir/ir.hpp"
#include "run/interpreter.hpp"
#include "translate/translate.hpp"

#include <cstdio>
#include <cstdlib>

using namespace relit;

namespace {

constexpr std::size_t kMost = std::size_t{1} << 13; // bytes: more takes time and shows nothing new
constexpr std::uint64_t kMostLanes = 1U << 12, kMostBytes = 1U << 16;
constexpr run::Limits kLimits{.loop_limit = 32, .steps = 1U << 16};

constexpr lang::Target kTargets[] = {
    {.dialect = lang::Dialect::SpirV},
    {.dialect = lang::Dialect::SpirV,
     .interface = lang::Interface::Harness,
     .has_int64 = true,
     .has_int16 = true,
     .has_int8 = true,
     .has_float16 = true,
     .has_float64 = true},
    {.dialect = lang::Dialect::GlslVulkan},
    {.dialect = lang::Dialect::GlslVulkan, .literal = true},
};

[[noreturn]] void stop(const ir::Module& module, const std::string& why) {
    std::fprintf(stderr, "%s\n%s", why.c_str(), ir::print(module).c_str());
    std::abort();
}

bool is_small(const ir::Module& module) {
    std::uint64_t lanes = 0, bytes = 0;
    for (const ir::RegisterFile& file : module.files) lanes += file.lane_count();
    for (const ir::Resource& resource : module.resources) bytes += resource.size;
    const std::uint32_t* const group = module.workgroup;
    return lanes <= kMostLanes && bytes <= kMostBytes && std::uint64_t{group[0]} * group[1] * group[2] <= 16;
}

bool is_same(ir::Kind kind, std::uint64_t a, std::uint64_t b) {
    return a == b || (ir::is_float(kind) && ir::is_nan(kind, a) && ir::is_nan(kind, b));
}

/// One invocation on inputs that are not zero; nothing where a limit ended it.
std::optional<run::State> run_once(const ir::Module& module, const ir::Module& declared) {
    run::State state = run::blank_state(module);
    for (std::size_t file = 0; file < declared.files.size(); ++file)
        if (declared.files[file].role == ir::Role::Input)
            for (std::size_t lane = 0; lane < state.files[file].size(); ++lane)
                state.files[file][lane] = 0x3f80 * (lane + 1) & ((std::uint64_t{1} << 15) - 1);
    std::vector<run::State> states(
        std::max<std::size_t>(1, module.stage == ir::Stage::TessControl
                                     ? module.tessellation.made
                                     : module.workgroup[0] * module.workgroup[1] * module.workgroup[2]),
        state);
    if (!run::run(module, states, kLimits) || states[0].hit_loop_limit || states[0].looked_nowhere) return {};
    return std::move(states[0]);
}

void compare(const ir::Module& before, const ir::Module& after) {
    const auto wanted = run_once(before, before), got = run_once(after, before);
    if (!wanted || !got) return;
    if (wanted->discarded != got->discarded) stop(before, "one is discarded");
    for (std::size_t file = 0; file < before.files.size(); ++file) {
        if (before.files[file].role != ir::Role::Output) continue;
        for (std::size_t lane = 0; lane < wanted->files[file].size(); ++lane)
            if (!is_same(before.files[file].kind, wanted->files[file][lane], got->files[file][lane]))
                stop(before, "output file " + std::to_string(file) + " differs in lane " + std::to_string(lane));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > kMost) return 0;
    const Bytes file(data, size);
    const auto program = isa::ir_text::kFrontend.parse(file);
    if (!program || !is_small(isa::ir_text::module_of(**program))) return 0;
    const ir::Context context;
    for (const lang::Target& target : kTargets) {
        ir::ContextReader reader(context);
        auto lifted = translate::lift(**program, reader);
        if (!lifted) continue;
        translate::Route route;
        route.watcher = [](const pass::Step& step, const ir::Module& now) {
            if (const Status legal = ir::verify(now); !legal)
                stop(now, std::string(step.name) + ": " + legal.error().text);
        };
        const auto ready = translate::prepare(lifted->clone(), target, route);
        if (!ready && ready.error().kind == FaultKind::Internal) stop(*lifted, ready.error().text);
        if (!ready) continue;
        const auto printed = translate::print(*ready, target);
        if (!printed && printed.error().kind == FaultKind::Internal) stop(*lifted, printed.error().text);
        compare(*lifted, *ready);
    }
    return 0;
}
