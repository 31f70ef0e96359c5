#include "verify/agree.hpp"

#include "verify/rewrite/perturb.hpp"

#include <algorithm>

namespace relit::verify {

Status run_here(const ir::Module& module, std::vector<run::State>& states, Setting& setting, run::Tracer* tracer) {
    run::Host host{.bound = &setting.textures, .tracer = tracer};
    constexpr std::uint64_t kSteps = 1U << 20; // an invocation
    const run::Limits limits{.loop_limit = setting.loop_limit,
                             .steps = std::max(run::Limits{}.steps, states.size() * kSteps)};
    return run::run(module, states, limits, host);
}

Quad quad_of(std::span<const run::State> inputs, std::size_t index) {
    constexpr std::size_t kQuad = 4;
    const std::size_t first = index / kQuad * kQuad;
    return {inputs.subspan(first, std::min(kQuad, inputs.size() - first)), index - first};
}

namespace {

/// Returns true if operations that are off by their bounds can give the state. `states`: without such errors.
Result<bool> may_come_from_bounds(const ir::Module& module, const RunModule& run_module, std::vector<run::State> states,
                                  const run::State& got) {
    constexpr std::uint64_t kModules = 8 * kSeedsThatKeep;
    for (std::uint64_t seed = 0; seed < kModules; ++seed) {
        auto moved = run_module(perturbed(module, seed));
        if (!moved) return std::unexpected(moved.error());
        states.push_back(std::move(*moved));
        if (lies_between(module, states, got)) return true; // more of them leave more room
    }
    return false;
}

/// Lanes and bytes that are as in `right` become those that are wanted. What hides operands is in `got` alone.
template <class T>
void accept(std::vector<std::vector<T>>& got, const std::vector<std::vector<T>>& right,
            const std::vector<std::vector<T>>& wanted) {
    for (std::size_t i = 0; i < std::min({got.size(), right.size(), wanted.size()}); ++i)
        for (std::size_t at = 0; at < std::min({got[i].size(), right[i].size(), wanted[i].size()}); ++at)
            if (got[i][at] == right[i][at]) got[i][at] = wanted[i][at];
}

/// Of a state that differs: not what comes of flushing, if there is anything else.
Difference not_of_flushing(const ir::Module& module, const run::State& wanted, run::State got,
                           const run::State& flushed, const Agreement& agreement, Difference first) {
    accept(got.files, flushed.files, wanted.files);
    accept(got.resources, flushed.resources, wanted.resources);
    return compare(module, wanted, got, agreement).value_or(std::move(first));
}

} // namespace

Result<std::optional<Difference>> difference_of(const ir::Module& module, const run::State& wanted,
                                                const run::State& got, const RunModule& run_module, bool flushes) {
    Agreement agreement = agreement_of(module);
    agreement.host_floats |= flushes;
    auto difference = compare(module, wanted, got, agreement);
    if (!difference || (!agreement.host_floats && !agreement.looks_up)) return difference;
    if (const auto unfused = unfused_module(module)) {
        const auto state = run_module(*unfused);
        if (!state) return std::unexpected(state.error());
        if (!compare(module, *state, got, agreement)) return std::nullopt;
    }
    const auto flushed = run_module(flushing_module(module));
    if (!flushed) return std::unexpected(flushed.error());
    if (!compare(module, *flushed, got, agreement)) return std::nullopt;
    difference = not_of_flushing(module, wanted, got, *flushed, agreement, std::move(*difference));
    if (uses_halves(module)) {
        const auto wide = run_module(flushing_module(module, Flushes::AllButHalves));
        if (!wide) return std::unexpected(wide.error());
        if (!compare(module, *wide, got, agreement)) return std::nullopt;
    }
    if (agreement.relative == 0 && !agreement.looks_up) return difference;
    const auto near = may_come_from_bounds(module, run_module, {wanted, *flushed}, got);
    if (!near) return std::unexpected(near.error());
    return *near ? std::nullopt : difference;
}

Result<std::optional<Difference>> difference_of(const ir::Module& module, Quad quad, const run::State& wanted,
                                                const run::State& got, Setting& setting) {
    return difference_of(module, wanted, got, [&](const ir::Module& other) -> Result<run::State> {
        std::vector<run::State> states(quad.inputs.begin(), quad.inputs.end());
        if (Status done = run_here(other, states, setting); !done) return std::unexpected(done.error());
        return std::move(states[quad.which]);
    });
}

} // namespace relit::verify
