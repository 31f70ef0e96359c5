#include "run/dispatch.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::run {
namespace {

constexpr std::uint64_t kMostInvocations = 1U << 16;

/// Which invocation of its workgroup, and which workgroup, a state stands for.
struct InvocationNumbers {
    std::uint64_t each, groups, subgroup;
    bool backward, keeps_subgroups;

    [[nodiscard]] std::uint64_t group(std::uint64_t state) const {
        return backward ? groups - 1 - state / each : state / each;
    }
    [[nodiscard]] std::uint64_t local(std::uint64_t state) const {
        const std::uint64_t at = state % each;
        if (!backward) return at;
        if (!keeps_subgroups) return each - 1 - at;
        if (each % subgroup != 0) return at; // the last one is not whole
        return each - subgroup - at / subgroup * subgroup + at % subgroup;
    }
};

std::uint64_t part(std::uint64_t index, unsigned lane, const std::uint32_t* sizes) {
    if (lane == 0) return index % sizes[0];
    return lane == 1 ? index / sizes[0] % sizes[1] : index / sizes[0] / sizes[1];
}

/// Private memory and registers only: buffers are bound.
State state_of(const ir::Module& module) {
    State state = blank_state(module);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        const ir::ResourceKind kind = module.resources[i].kind;
        if (kind == ir::ResourceKind::ConstantBuffer || kind == ir::ResourceKind::StorageBuffer)
            std::vector<std::uint8_t>().swap(state.resources[i]);
    }
    return state;
}

} // namespace

bool looks_across(const ir::Module& module) {
    return std::ranges::any_of(module.insts, [](const ir::Inst& inst) {
        return ir::info(inst.op).has(ir::kAcross) && inst.op != ir::Op::Barrier;
    });
}

std::uint64_t invocations_of(const ir::Module& module) {
    return std::uint64_t{module.workgroup[0]} * module.workgroup[1] * module.workgroup[2];
}

std::uint64_t invocations_of(const ir::Module& module, const Grid& grid) {
    return invocations_of(module) * grid.groups[0] * grid.groups[1] * grid.groups[2];
}

Result<Dispatched> dispatch(const ir::Module& module, std::vector<ir::Bound>& bound, const Grid& grid,
                            const Limits& limits) {
    const std::uint64_t all = invocations_of(module, grid), each = invocations_of(module);
    if (all > kMostInvocations)
        return fail(FaultKind::NotSupported,
                    fmt::format("the interpreter runs {} invocations at most, these are {}", kMostInvocations, all));
    const InvocationNumbers numbers{each, all / each, limits.subgroup, grid.order == Order::Backward,
                                    looks_across(module)};
    std::vector<State> states(all, state_of(module));
    Host host{.bound = &bound, .undefined_choices = grid.undefined_choices, .tracer = grid.tracer};
    host.builtin = [&](ir::Builtin builtin, unsigned lane, std::size_t state) -> std::uint64_t {
        switch (builtin) {
            case ir::Builtin::LocalInvocationId: return part(numbers.local(state), lane, module.workgroup);
            case ir::Builtin::WorkgroupId: return part(numbers.group(state), lane, grid.groups.data());
            case ir::Builtin::WorkgroupCount: return grid.groups[lane];
            case ir::Builtin::WorkgroupSize: return module.workgroup[lane];
            case ir::Builtin::SubgroupInvocation: return numbers.local(state) % limits.subgroup;
            default: return 0;
        }
    };
    if (const Status done = run(module, states, limits, host); !done) return std::unexpected(done.error());
    Dispatched done;
    for (const State& state : states) done.hit_loop_limit |= state.hit_loop_limit;
    return done;
}

} // namespace relit::run
