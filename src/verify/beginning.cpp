#include "verify/beginning.hpp"

#include "ir/builder.hpp"
#include "run/interpreter.hpp"
#include "run/lane_names.hpp"
#include "verify/rewrite/path_records.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::verify {
namespace {

/// A module, and after which of its instructions it is cut.
struct Cut {
    std::uint32_t last = 0;
    std::optional<Difference> difference{};
};

/// The shortest cut that differs whose predecessor does not; without a difference if even the whole module agrees.
Result<Cut> shortest_cut(const ir::Module& module, Watched watched, const Probe& probe) {
    std::uint32_t good = 0, bad = static_cast<std::uint32_t>(module.origins.size());
    auto whole = probe.compare(only_up_to(module, bad), watched);
    if (!whole) return std::unexpected(whole.error());
    Cut cut{bad, std::move(*whole)};
    while (cut.difference && good + 1 < cut.last) {
        const std::uint32_t middle = good + (cut.last - good) / 2;
        auto difference = probe.compare(only_up_to(module, middle), watched);
        if (!difference) return std::unexpected(difference.error());
        if (*difference)
            cut = {middle, std::move(*difference)};
        else
            good = middle;
    }
    return cut;
}

std::string shown_instruction(const ir::Module& module, std::uint32_t origin) {
    if (origin == 0) return "before the first instruction";
    return fmt::format("instruction {}: {}", origin - 1, std::string_view(module.origins[origin - 1]));
}

/// The difference with the name that slices have for its lane.
Difference named(const ir::Module& module, Difference difference) {
    if (!difference.lane) return difference;
    const bool is_path =
        difference.lane->storage == run::Storage::Register && difference.lane->index == path_file(module);
    difference.where = is_path ? std::string("the path from there") : run::lane_name(module, *difference.lane);
    return difference;
}

/// Forgets what was added to the program to see its path.
void forget_paths(BackwardSlice& slice) {
    const std::uint32_t path = path_file(slice.module);
    const auto is_path = [&](const run::TracedLane& lane) {
        return lane.storage == run::Storage::Register && lane.index == path;
    };
    for (run::TracedStep& step : slice.steps) {
        std::erase_if(step.reads, is_path);
        std::erase_if(step.writes, is_path);
    }
}

/// Returns how many it forgets.
std::size_t keep_last(std::vector<run::TracedStep>& steps) {
    const std::size_t left_out = steps.size() - std::min(steps.size(), BackwardSlice::kMostSteps);
    steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(left_out));
    return left_out;
}

/// The slice of the whole program after the instruction ran for the last time; if the value is another there than in the program
/// that was compared, because a loop runs otherwise without later stores, that of the latter at its end.
Result<std::optional<BackwardSlice>> slice_behind(const ir::Module& whole, const ir::Module& cut, std::uint32_t origin,
                                                  const Difference& difference, const Probe& probe) {
    if (!difference.lane) return fail(FaultKind::NotSupported, "it is no value of a register or of memory");
    run::Query query{.lanes = {*difference.lane}, .invocation = difference.invocation, .origin = origin};
    if (difference.lane->storage == run::Storage::Memory) query.origin.reset(); // any invocation may have stored it
    auto slice = probe.slice(whole, query);
    if (slice && *slice && (*slice)->value == difference.wanted) return slice;
    query.origin.reset();
    return probe.slice(cut, query);
}

/// Describes a cut that differs. The comparison is made once more, for it says which value to explain.
Result<Beginning> beginning_at(const ir::Module& module, Watched watched, Cut cut, const Probe& probe) {
    const ir::Module shortened = only_up_to(module, cut.last);
    auto again = probe.compare(shortened, watched);
    if (!again) return std::unexpected(again.error());
    Beginning began{.instruction = shown_instruction(module, cut.last)};
    if (!*again) {
        began.difference = named(module, std::move(*cut.difference));
        began.no_slice = "the difference does not come again";
        return began;
    }
    auto slice = slice_behind(module, shortened, cut.last, **again, probe);
    began.difference = named(module, std::move(**again));
    if (!slice && slice.error().kind != FaultKind::NotSupported) return std::unexpected(slice.error());
    if (!slice) began.no_slice = slice.error().text;
    if (slice && !*slice) began.no_slice = "the interpreter has no step that made the value";
    if (slice && *slice) forget_paths(*(began.slice = std::move(*slice)));
    return began;
}

/// Of an instruction that gives a value too, as atomic ones do.
bool changes_memory(const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    return row.writes(ir::Memory::Buffer) || row.writes(ir::Memory::Image);
}

/// The instruction becomes a constant.
void give_zero(ir::Module& module, ir::Id id) {
    const std::uint32_t origin = module[id].origin;
    const ir::Type type = module[id].type;
    const ir::Id zero = ir::Builder(module).make_constant(type, 0);
    module[id] = module[zero];
    module[id].origin = origin;
}

/// The guest instruction that an effect came from; of one that came from none, as outputs that are stored when the program has
/// ended, the last of those that computed what it stores.
std::uint32_t latest_origin(const ir::Module& module, ir::Id id, unsigned depth = 0) {
    constexpr unsigned kMostDepth = 4; // a conversion of a vector of lanes
    std::uint32_t latest = module[id].origin;
    if (latest != 0 || depth == kMostDepth) return latest;
    for (const ir::Id operand : module[id].operands)
        latest = std::max(latest, latest_origin(module, operand, depth + 1));
    return latest;
}

} // namespace

ir::Module only_up_to(const ir::Module& module, std::uint32_t last) {
    ir::Module cut = module.clone();
    for (ir::Function& function : cut.functions) {
        for (ir::Block& block : function.blocks) {
            std::erase_if(block.insts, [&](ir::Id id) {
                return ir::info(cut[id].op).result == '-' && cut[id].op != ir::Op::Barrier &&
                       latest_origin(module, id) > last;
            });
            for (const ir::Id id : block.insts)
                if (cut[id].origin > last && changes_memory(cut[id])) give_zero(cut, id);
        }
    }
    return cut;
}

Result<Beginning> where_it_began(const ir::Module& module, const ir::Module* traceable, const Probe& probe) {
    if (traceable != nullptr) {
        ir::Module watched = traceable->clone();
        add_path_records(watched);
        auto cut = shortest_cut(watched, Watched::Registers, probe);
        if (!cut) return std::unexpected(cut.error());
        if (cut->difference) return beginning_at(watched, Watched::Registers, std::move(*cut), probe);
    }
    auto cut = shortest_cut(module, Watched::Outputs, probe);
    if (!cut) return std::unexpected(cut.error());
    if (!cut->difference) return Beginning{.instruction = shown_instruction(module, cut->last)};
    auto began = beginning_at(module, Watched::Outputs, std::move(*cut), probe);
    if (began) began->registers_hide = traceable != nullptr;
    return began;
}

bool are_of_one_shape(const ir::Module& module, const ir::Module& other) {
    const auto is_same_file = [](const ir::RegisterFile& a, const ir::RegisterFile& b) {
        return a.name == b.name && a.kind == b.kind && a.lanes == b.lanes && a.count == b.count && a.role == b.role;
    };
    const auto is_same_resource = [](const ir::Resource& a, const ir::Resource& b) {
        return a.name == b.name && a.kind == b.kind && a.size == b.size && a.binding == b.binding;
    };
    return std::ranges::equal(module.files, other.files, is_same_file) &&
           std::ranges::equal(module.resources, other.resources, is_same_resource);
}

run::State with_files_of(const ir::Module& module, run::State state) {
    for (std::size_t i = state.files.size(); i < module.files.size(); ++i)
        state.files.emplace_back(module.files[i].lane_count());
    return state;
}

Result<std::optional<BackwardSlice>> slice_of(ir::Module module, const run::Query& query,
                                              const std::function<Status(run::Tracer* tracer)>& run) {
    run::Investigation investigation(module, query);
    if (const Status done = run(investigation.tracer()); !done) return std::unexpected(done.error());
    const auto answer = investigation.answer();
    if (!answer) return std::unexpected(answer.error());
    if (!*answer || (*answer)->slice.steps.empty()) return std::nullopt;
    std::vector<run::Writer> wanted = (*answer)->slice.steps;
    std::ranges::sort(wanted);
    std::vector<run::TracedStep> steps;
    std::size_t left_out = 0;
    run::Tracer tracer(module, [&](const run::TracedStep& step) {
        if (!std::ranges::binary_search(wanted, run::Writer{step.invocation, step.number})) return;
        steps.push_back(step);
        if (steps.size() > 2 * BackwardSlice::kMostSteps) left_out += keep_last(steps);
    });
    if (const Status done = run(&tracer); !done) return std::unexpected(done.error());
    left_out += keep_last(steps);
    const std::size_t invocation = (*answer)->at.invocation, elsewhere = (*answer)->slice.elsewhere.size();
    const std::uint64_t value = (*answer)->lanes[0].bits;
    return BackwardSlice{std::move(module), std::move(steps), left_out, elsewhere, invocation, value};
}

} // namespace relit::verify
