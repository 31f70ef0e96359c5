#include "pass/pass.hpp"

#include "base/text.hpp"
#include "ir/verify/verify.hpp"
#include "pass/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

namespace relit::pass {
namespace {

constexpr Pass kPasses[] = {
#define PASS(name, purpose) {#name, purpose, name},
#include "pass/passes.inc"
#undef PASS
};

Result<NamedStep> step_named(std::string_view name, std::span<const NamedStep> others) {
    if (const Pass* pass = pass_named(name); pass != nullptr) return NamedStep{pass->name, pass->run};
    const auto found = std::ranges::find(others, name, &NamedStep::name);
    if (found != others.end()) return *found;
    std::string known;
    for (const Pass& row : kPasses) known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
    for (const NamedStep& other : others) known += fmt::format(", {}", other.name);
    return fail(FaultKind::Usage, fmt::format("no pass is named '{}'; there are: {}", name, known));
}

/// Returns true if the pass leaves nothing more for combine than there was before it.
bool keeps_reduced(std::string_view name) { return name == "combine" || name == "dce"; }

const Pass& row_of(Function function) { return *std::ranges::find(kPasses, function, &Pass::run); }

using Clock = std::chrono::steady_clock;

bool has_tree(const ir::Module& module) {
    return std::ranges::any_of(module.functions, [](const auto& function) { return !function.tree.root.empty(); });
}

std::size_t instructions_in(const ir::Module& module) {
    std::size_t count = 0;
    for (const ir::Function& function : module.functions) count += pass::instructions_of(function);
    return count;
}

Status verify_after(std::string_view name, const ir::Module& module) {
    const Status legal = ir::verify(module);
    if (!legal) return fail(FaultKind::Internal, fmt::format("after {}: {}", name, legal.error().text));
    return {};
}

} // namespace

std::span<const Pass> all_passes() { return kPasses; }

const Pass* pass_named(std::string_view name) {
    const Pass* found = std::ranges::find(kPasses, name, &Pass::name);
    if (found != std::end(kPasses)) return found;
    const std::string word = std::string(name) + "_";
    const auto begins = [&](const Pass& pass) { return pass.name.starts_with(word); };
    const bool one = word.size() > 1 && std::ranges::count_if(kPasses, begins) == 1;
    return one ? std::ranges::find_if(kPasses, begins) : nullptr;
}

std::string text_of(const Step& step) {
    return fmt::format("{:<23} {:<9} {:8} -> {} instructions", step.name, step.changed ? "changed" : "unchanged",
                       step.before, step.after);
}

Status run_passes(ir::Module& module, std::string_view list, const Watcher& watcher,
                  std::span<const NamedStep> others) {
    std::vector<NamedStep> wanted;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        const auto step = step_named(trim(list.substr(0, comma)), others);
        if (!step) return std::unexpected(step.error());
        wanted.push_back(*step);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    Steps steps(module, watcher);
    for (const NamedStep& step : wanted)
        if (const auto changed = steps.run(step.name, step.run); !changed) return std::unexpected(changed.error());
    return {};
}

Result<bool> Steps::run(std::string_view name, const std::function<bool(ir::Module&)>& step) {
    if (std::ranges::find(unchanged_since_, name) != unchanged_since_.end()) return false;
    const std::size_t before = watcher_ ? instructions_in(module_) : 0;
    const Clock::time_point start = watcher_ ? Clock::now() : Clock::time_point();
    const bool had_tree = has_tree(module_);
    const bool changed = step(module_) || had_tree != has_tree(module_);
    if (changed) unchanged_since_.clear();
    if (changed && !keeps_reduced(name)) module_.forget_reduced();
    unchanged_since_.push_back(name);
    const std::chrono::duration<double> took = watcher_ ? Clock::now() - start : Clock::duration();
    if (verifies_passes())
        if (const Status legal = verify_after(name, module_); !legal) return std::unexpected(legal.error());
    if (watcher_) watcher_({name, took.count(), changed, before, instructions_in(module_)}, module_);
    return changed;
}

Status Steps::run(std::span<const Function> passes) {
    for (const Function function : passes)
        if (const auto changed = run(row_of(function)); !changed) return std::unexpected(changed.error());
    return {};
}

Status run_passes(ir::Module& module, std::span<const Function> passes, const Watcher& watcher) {
    return Steps(module, watcher).run(passes);
}

std::string optimising_passes() {
    std::string names;
    for (const Function function : kOptimising) names.append(names.empty() ? "" : ",").append(row_of(function).name);
    return names;
}

} // namespace relit::pass
