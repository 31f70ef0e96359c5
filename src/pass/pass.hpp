// Steps that keep the meaning of a module. pass/passes.inc is the list; each pass is one file with one function.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::pass {

/// Changes the module in place; returns whether anything changed.
using Function = bool (*)(ir::Module& module);

struct Pass {
    std::string_view name;    // "fold"
    std::string_view purpose; // "compute what is already known"
    Function run;
};

#define PASS(name, purpose) bool name(ir::Module& module);
#include "pass/passes.inc"
#undef PASS

/// to_ssa() for modules whose registers are looked at while they run: loads and stores stay, but nothing uses what the loads give.
void to_ssa_beside_registers(ir::Module& module);

[[nodiscard]] std::span<const Pass> all_passes();
/// By its name, or by the first word of it where no other pass begins so: "inline" is inline_calls.
[[nodiscard]] const Pass* pass_named(std::string_view name);

/// What a step did and took: a pass of passes.inc, or a lowering of lang/lower/lowerings.inc.
struct Step {
    std::string_view name;
    double seconds = 0;
    bool changed = false;
    std::size_t before = 0, after = 0; // instructions in blocks
};
/// "fold changed 12 -> 10 instructions", in columns.
[[nodiscard]] std::string text_of(const Step& step);

/// Called after each step.
using Watcher = std::function<void(const Step& step, const ir::Module& module)>;

/// Returns whether modules are verified after each pass, which costs more than all passes together. A program may define it:
/// `relit` does so for --verify-passes, the tests always return true. Where no program does, the library's returns false.
/// Called from any thread.
[[nodiscard]] bool verifies_passes();

/// Runs steps on a module one by one, but none of them a second time if nothing changed since. The watcher may be empty. If a
/// step leaves the module illegal and modules are verified, that is an internal fault which names the step.
class Steps {
public:
    /// Both outlive it.
    Steps(ir::Module& module, const Watcher& watcher) : module_(module), watcher_(watcher) {
        constexpr std::size_t kUsualSteps = 24;
        unchanged_since_.reserve(kUsualSteps);
    }

    /// Returns whether the step changed the module. `name` is a literal.
    [[nodiscard]] Result<bool> run(std::string_view name, const std::function<bool(ir::Module&)>& step);
    [[nodiscard]] Result<bool> run(const Pass& pass) { return run(pass.name, pass.run); }
    [[nodiscard]] Status run(std::span<const Function> passes);
    [[nodiscard]] Status run(std::initializer_list<Function> passes) {
        return run(std::span(passes.begin(), passes.size()));
    }

private:
    ir::Module& module_;
    const Watcher& watcher_;
    std::vector<std::string_view> unchanged_since_; // nothing changed since these ran
};

/// All passes in order by one Steps.
[[nodiscard]] Status run_passes(ir::Module& module, std::span<const Function> passes, const Watcher& watcher = {});
[[nodiscard]] inline Status run_passes(ir::Module& module, std::initializer_list<Function> passes,
                                       const Watcher& watcher = {}) {
    return run_passes(module, std::span(passes.begin(), passes.size()), watcher);
}
struct NamedStep {
    std::string_view name; // a literal
    std::function<bool(ir::Module&)> run;
};
/// The same of a comma-separated list of names: of passes, and of `others`.
[[nodiscard]] Status run_passes(ir::Module& module, std::string_view list, const Watcher& watcher = {},
                                std::span<const NamedStep> others = {});

/// Which passes an optimised translation runs before `structure`, in order; and their names.
inline constexpr std::array kOptimising = {inline_calls, to_ssa,  combine, unroll, copy_propagation,
                                           zero_signs,   combine, licm,    dce};
[[nodiscard]] std::string optimising_passes();

} // namespace relit::pass
