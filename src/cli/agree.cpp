#include "cli/agree.hpp"

#include "cli/nudge.hpp"

namespace relit::cli {

Status run_here(const ir::Module& module, std::vector<run::State>& states, Setting& setting) {
    run::Host host;
    host.bound = &setting.pictures;
    return run::run(module, states, {.loop_limit = setting.loop_limit}, host);
}

namespace {

/// Whether the state can be what operations give that are off by their bounds. `states` are what they give if not.
Result<bool> may_come_from_bounds(const ir::Module& module, const run::State& input, std::vector<run::State> states,
                                  const run::State& got, Setting& setting) {
    constexpr std::uint64_t kTwins = 8;
    for (std::uint64_t seed = 0; seed < kTwins; ++seed) {
        std::vector<run::State> moved{input};
        if (Status done = run_here(nudged_twin(module, seed), moved, setting); !done)
            return std::unexpected(done.error());
        states.push_back(std::move(moved[0]));
    }
    return lies_between(module, states, got);
}

} // namespace

Result<std::optional<Difference>> difference_of(const ir::Module& module, const run::State& input,
                                                const run::State& wanted, const run::State& got, Setting& setting) {
    const Agreement agreement = agreement_of(module);
    auto difference = compare(module, wanted, got, agreement);
    if (!difference || !agreement.host_floats) return difference;
    std::vector<run::State> flushed{input};
    if (Status done = run_here(flushing_twin(module), flushed, setting); !done) return std::unexpected(done.error());
    if (!compare(module, flushed[0], got, agreement)) return std::nullopt;
    if (agreement.relative == 0) return difference;
    const auto near = may_come_from_bounds(module, input, {wanted, flushed[0]}, got, setting);
    if (!near) return std::unexpected(near.error());
    return *near ? std::nullopt : difference;
}

} // namespace relit::cli
