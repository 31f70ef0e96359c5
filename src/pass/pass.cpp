#include "pass/pass.hpp"

#include "base/text.hpp"
#include "ir/verify.hpp"
#include "pass/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
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

Result<std::vector<Function>> passes_of(std::string_view list) {
    std::vector<Function> passes;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        const std::string_view name = trim(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
        const Pass* pass = pass_named(name);
        if (pass == nullptr) {
            std::string known;
            for (const Pass& row : kPasses) known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
            return fail(FaultKind::Usage, fmt::format("no pass is named '{}'; there are: {}", name, known));
        }
        passes.push_back(pass->run);
    }
    return passes;
}

const Pass& row_of(Function function) { return *std::ranges::find(kPasses, function, &Pass::run); }

using Clock = std::chrono::steady_clock;

bool has_tree(const ir::Module& module) {
    return std::ranges::any_of(module.functions, [](const auto& function) { return !function.tree.root.empty(); });
}

/// The passes since whose last run nothing has changed: to run them again would change nothing.
class Settled {
public:
    [[nodiscard]] bool contains(const Pass& pass) const { return settled_[index(pass)]; }
    void ran(const Pass& pass, bool changed) {
        if (changed) settled_.reset();
        settled_.set(index(pass));
    }

private:
    [[nodiscard]] static std::size_t index(const Pass& pass) { return static_cast<std::size_t>(&pass - kPasses); }

    std::bitset<std::size(kPasses)> settled_;
};

std::size_t instructions_in(const ir::Module& module) {
    std::size_t count = 0;
    for (const ir::Function& function : module.functions) count += pass::instructions_of(function);
    return count;
}

Status verify_after(const Pass& pass, const ir::Module& module) {
    const Status legal = ir::verify(module);
    if (!legal) return fail(FaultKind::Internal, fmt::format("after {}: {}", pass.name, legal.error().text));
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

std::string told(const Step& step) {
    return fmt::format("{:<16} {:<9} {:8} -> {} instructions", step.pass.name, step.changed ? "changed" : "unchanged",
                       step.before, step.after);
}

Status run_passes(ir::Module& module, std::string_view list, const Watcher& watcher) {
    const auto passes = passes_of(list);
    return passes ? run_passes(module, *passes, watcher) : std::unexpected(passes.error());
}

Status run_passes(ir::Module& module, std::span<const Function> passes, const Watcher& watcher) {
    Settled settled;
    const bool verifies = verifies_passes();
    for (const Function function : passes) {
        const Pass& pass = row_of(function);
        if (settled.contains(pass)) continue;
        const std::size_t before = watcher ? instructions_in(module) : 0;
        const Clock::time_point start = watcher ? Clock::now() : Clock::time_point();
        const bool had_tree = has_tree(module);
        const bool changed = pass.run(module);
        const bool is_new = changed || had_tree != has_tree(module);
        settled.ran(pass, is_new);
        const std::chrono::duration<double> took = watcher ? Clock::now() - start : Clock::duration();
        if (const Status legal = verifies ? verify_after(pass, module) : Status(); !legal) return legal;
        if (watcher) watcher({pass, took.count(), is_new, before, instructions_in(module)}, module);
    }
    return {};
}

std::string optimising_passes() {
    std::string names;
    for (const Function function : kOptimising) names.append(names.empty() ? "" : ",").append(row_of(function).name);
    return names;
}

} // namespace relit::pass
