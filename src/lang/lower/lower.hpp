// What a host language or its device lacks is rewritten here, in IR, before a writer sees the module: lowerings.inc is the list.
#pragma once

#include "lang/target.hpp"
#include "pass/pass.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace relit::lang {

/// Changes the module in place, if the target requires it; returns whether anything changed. A module keeps its meaning, and
/// what has no form in what the target has stays as it is: the writer refuses it. Call before `from_ssa`.
using LoweringFunction = bool (*)(ir::Module& module, const Target& target);

struct Lowering {
    std::string_view name;    // "lower_doubles"
    std::string_view tidying; // comma-separated passes that follow it if it changed a module which is to be optimised
    std::string_view purpose;
    LoweringFunction run;
};

#define LOWERING(name, tidying, purpose) bool lower_##name(ir::Module& module, const Target& target);
#include "lang/lower/lowerings.inc"
#undef LOWERING

/// In the order of lowerings.inc.
[[nodiscard]] std::span<const Lowering> all_lowerings();
/// Names of all steps that a list may name: passes in their order, then lowerings.
[[nodiscard]] std::vector<std::string_view> all_step_names();
/// The lowerings for lists of steps. The target outlives what it returns.
[[nodiscard]] std::vector<pass::NamedStep> lowerings_for(const Target& target);

/// All lowerings, and the passes that leave a module as the writers read it: structured, with registers for values that leave
/// their block. The watcher may be empty. Fails with Usage if the target's options exclude each other.
[[nodiscard]] Status lower(ir::Module& module, const Target& target, const pass::Watcher& watcher);
/// The last of them alone, of a module whose functions are trees already.
[[nodiscard]] Status lower_trees(ir::Module& module, const Target& target, const pass::Watcher& watcher = {});

} // namespace relit::lang
