// Steps that keep the meaning of a module. pass/passes.inc is the list; each pass is one file with one function.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <functional>
#include <span>
#include <string_view>

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

[[nodiscard]] std::span<const Pass> all_passes();
/// By its name, or by the first word of it where no other pass begins so: "inline" is inline_calls.
[[nodiscard]] const Pass* pass_named(std::string_view name);

/// Called after each pass with its name and what it took.
using Watcher = std::function<void(const Pass& pass, const ir::Module& module, double seconds)>;

/// Runs the passes of a comma-separated list in order, but none of them a second time where nothing changed since; the
/// watcher may be empty.
[[nodiscard]] Status run_passes(ir::Module& module, std::string_view list, const Watcher& watcher = {});

/// Which passes an optimised translation runs before `structure`, in order.
[[nodiscard]] std::string_view optimising_passes();

} // namespace relit::pass
