#include "lang/lower/lower.hpp"

#include "lang/lower/elements.hpp"
#include "lang/lower/verify_for.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace relit::lang {
namespace {

constexpr Lowering kLowerings[] = {
#define LOWERING(name, tidying, purpose) {"lower_" #name, tidying, purpose, lower_##name},
#include "lang/lower/lowerings.inc"
#undef LOWERING
};

/// Each position has its reason; a lowering may rely on all that stands above it.
constexpr std::array kOrder = {
    lower_discard,           // first, for others make several effects of one, or loops around one
    lower_narrow_stores,     // atomic, and so before the next one, which would make two accesses of a store
    lower_narrow_memory,     // it leaves shifts and masks, of which 16 bits alone may have been a part
    lower_doubles,           // it writes 64-bit integers, and roundings that the next one knows
    lower_directed_rounding, // in 64-bit integers as well; doubles are gone, or the target has them
    lower_wide,              // after everything that writes 64-bit integers
    lower_halves,            // after everything that converts from and to 64 bits: 32 bits are the widest left
    lower_flushing,          // of what is left of floats; those above flush what they write in another kind
    lower_integers,          // of all that those above wrote
    lower_packed_constants,  // late, for tidying may have removed loads
    lower_tables,            // after integers: it writes those that hosts have
    lower_vertex_inputs,     // after all that changes what is loaded; before the next one only by custom
    lower_buffers,           // last, for those above know bytes and not what the host's buffers are made of
};
/// After the passes that join lanes.
constexpr std::array kLateOrder = {
    lower_lanes,      // of all values that the text will have
    lower_zero_start, // of all lanes that are loaded and stored then
};
constexpr std::array kTreeOrder = {
    lower_loop_limit, // it leaves functions from inside of loops
    lower_loop_exits,
    lower_structured_blocks, // last: there are no trees after it
};
static_assert(kOrder.size() + kLateOrder.size() + kTreeOrder.size() == std::size(kLowerings));

const Lowering& row_of(LoweringFunction function) { return *std::ranges::find(kLowerings, function, &Lowering::run); }

class Lowerer {
public:
    /// All three outlive it.
    Lowerer(ir::Module& module, const Target& target, const pass::Watcher& watcher)
        : module_(module), target_(target), watcher_(watcher), steps_(module, watcher) {}

    /// Lowerings, each with what tidies it.
    Status run(std::span<const LoweringFunction> functions) {
        for (const LoweringFunction function : functions)
            if (const Status done = run(row_of(function)); !done) return done;
        return {};
    }

    /// Parameters of blocks become registers next, and so vectors as far as they can.
    Status join_lanes() {
        const auto changed = steps_.run("join_lanes", pass::join_lanes);
        if (!changed) return std::unexpected(changed.error());
        return *changed ? steps_.run({pass::dce}) : Status{};
    }
    Status make_trees() { return steps_.run({pass::from_ssa, pass::structure, pass::reg2mem}); }

private:
    Status run(const Lowering& row) {
        const auto changed = steps_.run(row.name, [&](ir::Module& module) { return row.run(module, target_); });
        if (!changed) return std::unexpected(changed.error());
        return *changed && !target_.literal ? pass::run_passes(module_, row.tidying, watcher_) : Status{};
    }

    ir::Module& module_;
    const Target& target_;
    const pass::Watcher& watcher_;
    pass::Steps steps_;
};

/// Hosts' compute shaders read and write buffers alone; a harness has buffers for register files.
Status refuse_interface_of_compute(const ir::Module& module, const Target& target) {
    if (module.stage != ir::Stage::Compute || target.interface == Interface::Harness) return {};
    for (const ir::RegisterFile& file : module.files)
        if (file.role == ir::Role::Input || file.role == ir::Role::Output)
            return fail(FaultKind::NotSupported,
                        fmt::format("compute shaders have no inputs and outputs: register file {}", file.name));
    return {};
}

} // namespace

std::span<const Lowering> all_lowerings() { return kLowerings; }

std::vector<std::string_view> all_step_names() {
    std::vector<std::string_view> names;
    for (const pass::Pass& row : pass::all_passes()) names.push_back(row.name);
    for (const Lowering& row : kLowerings) names.push_back(row.name);
    return names;
}

std::vector<pass::NamedStep> lowerings_for(const Target& target) {
    std::vector<pass::NamedStep> steps;
    for (const Lowering& row : kLowerings)
        steps.push_back({row.name, [&row, &target](ir::Module& module) { return row.run(module, target); }});
    return steps;
}

Status lower_trees(ir::Module& module, const Target& target, const pass::Watcher& watcher) {
    return Lowerer(module, target, watcher).run(kTreeOrder);
}

Status lower(ir::Module& module, const Target& target, const pass::Watcher& watcher) {
    if (target.literal && target.packs_constants())
        return fail(FaultKind::Usage, "packed constants: literal text has the guest's numbers");
    if (const Status refused = refuse_interface_of_compute(module, target); !refused) return refused;
    count_bytes(module);
    Lowerer lowerer(module, target, watcher);
    if (const Status done = lowerer.run(kOrder); !done) return done;
    if (const Status joined = target.literal ? Status{} : lowerer.join_lanes(); !joined) return joined;
    if (const Status fit = pass::verifies_passes() ? verify_integers(module, target) : Status{}; !fit) return fit;
    if (const Status done = lowerer.run(kLateOrder); !done) return done;
    if (const Status made = lowerer.make_trees(); !made) return made;
    if (const Status done = lowerer.run(kTreeOrder); !done) return done;
    return pass::verifies_passes() ? verify_for(module, target) : Status{};
}

} // namespace relit::lang
