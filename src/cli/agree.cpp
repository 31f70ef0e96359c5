#include "cli/agree.hpp"

#include "cli/nudge.hpp"

#include <algorithm>

namespace relit::cli {

Status run_here(const ir::Module& module, std::vector<run::State>& states, Setting& setting) {
    run::Host host;
    host.bound = &setting.pictures;
    return run::run(module, states, {.loop_limit = setting.loop_limit}, host);
}

Quad quad_of(std::span<const run::State> inputs, std::size_t index) {
    constexpr std::size_t kQuad = 4;
    const std::size_t first = index / kQuad * kQuad;
    return {inputs.subspan(first, std::min(kQuad, inputs.size() - first)), index - first};
}

namespace {

/// What another module makes of the same inputs.
Result<run::State> run_twin(const ir::Module& twin, Quad quad, Setting& setting) {
    std::vector<run::State> states(quad.inputs.begin(), quad.inputs.end());
    if (Status done = run_here(twin, states, setting); !done) return std::unexpected(done.error());
    return std::move(states[quad.which]);
}

/// Whether the state can be what operations give that are off by their bounds. `states` are what they give if not.
Result<bool> may_come_from_bounds(const ir::Module& module, Quad quad, std::vector<run::State> states,
                                  const run::State& got, Setting& setting) {
    constexpr std::uint64_t kTwins = 8;
    for (std::uint64_t seed = 0; seed < kTwins; ++seed) {
        auto moved = run_twin(nudged_twin(module, seed), quad, setting);
        if (!moved) return std::unexpected(moved.error());
        states.push_back(std::move(*moved));
    }
    return lies_between(module, states, got);
}

} // namespace

Result<std::optional<Difference>> difference_of(const ir::Module& module, Quad quad, const run::State& wanted,
                                                const run::State& got, Setting& setting) {
    const Agreement agreement = agreement_of(module);
    auto difference = compare(module, wanted, got, agreement);
    if (!difference || !agreement.host_floats) return difference;
    const auto flushed = run_twin(flushing_twin(module), quad, setting);
    if (!flushed) return std::unexpected(flushed.error());
    if (!compare(module, *flushed, got, agreement)) return std::nullopt;
    if (agreement.relative == 0) return difference;
    const auto near = may_come_from_bounds(module, quad, {wanted, *flushed}, got, setting);
    if (!near) return std::unexpected(near.error());
    return *near ? std::nullopt : difference;
}

} // namespace relit::cli
