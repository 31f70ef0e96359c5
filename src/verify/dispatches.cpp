#include "verify/dispatches.hpp"

#include "ir/texel_format.hpp"
#include "verify/agree.hpp"
#include "verify/beginning.hpp"
#include "verify/device_run.hpp"
#include "verify/dispatch_run.hpp"
#include "verify/rewrite/register_records.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace relit::verify {
namespace {

constexpr std::uint32_t kDwordBytes = 4;

/// Everything that all dispatches of a program share.
struct GridPlan {
    const isa::Program& program;
    const ir::Module& module;
    const ir::Module* traceable; // nullptr: there is none of the same shape
    render::vk::Device& device;
    run::Grid grid;
    run::Limits limits;
    const ir::Context& context;
    bool one_level_size; // the device gives all invocations the size of one level (docs/devices.md)
    lang::ConstantLayout constants;
    const ChangeModule& change;

    [[nodiscard]] BuildOptions how() const {
        return {.loop_limit = static_cast<std::uint32_t>(limits.loop_limit), .constants = constants, .change = change};
    }
};

/// Enough for several workgroups, and for several subgroups in all.
std::array<std::uint32_t, 3> groups_for(const ir::Module& module) {
    constexpr std::uint64_t kSmall = 64, kMiddle = 256;
    const std::uint64_t each = run::invocations_of(module);
    if (each <= kSmall) return {2, 2, 1};
    return {each <= kMiddle ? 2U : 1U, 1, 1};
}

std::vector<ir::Bound> inputs_of(const GridPlan& plan, std::uint64_t seed) {
    return sample_bound(plan.program, plan.module, plan.context, plan.grid.groups, seed);
}

/// The memory that the interpreter leaves, and the words of it that are left to chance.
struct GridTruth {
    run::State memory;
    std::optional<run::State> rounded;               // with texels that are rounded otherwise
    std::vector<std::vector<std::size_t>> by_chance; // by resource: where such words begin
    run::Dispatched how;

    [[nodiscard]] std::uint64_t words_by_chance() const {
        std::uint64_t count = 0;
        for (const auto& words : by_chance) count += words.size();
        return count;
    }
    /// Of an output: memory in which the program wrote no word that is certain.
    [[nodiscard]] std::optional<NotCompared> why_not_compared(const OutputCount& output, const ir::Module& module,
                                                              const std::vector<ir::Bound>& inputs) const;
    void forget(run::State& state) const {
        for (std::size_t i = 0; i < by_chance.size(); ++i)
            for (const std::size_t at : by_chance[i])
                std::memset(&state.resources[i][at], 0,
                            std::min<std::size_t>(kDwordBytes, state.resources[i].size() - at));
    }
    /// Words that come of the other rounding become those of the usual one.
    void accept_rounded(run::State& state) const {
        for (std::size_t i = 0; rounded && i < state.resources.size(); ++i) {
            const std::vector<std::uint8_t>&other = rounded->resources[i], &usual = memory.resources[i];
            for (std::size_t at = 0; at + kDwordBytes <= usual.size(); at += kDwordBytes)
                if (std::memcmp(&state.resources[i][at], &other[at], kDwordBytes) == 0)
                    std::memcpy(&state.resources[i][at], &usual[at], kDwordBytes);
        }
    }
};

std::optional<NotCompared> GridTruth::why_not_compared(const OutputCount& output, const ir::Module& module,
                                                       const std::vector<ir::Bound>& inputs) const {
    if (how.hit_loop_limit) return NotCompared::LoopLimit;
    if (!output.is_memory || by_chance[output.index].empty()) return std::nullopt;
    const run::State before = memory_of(module, inputs);
    const std::vector<std::uint8_t>&was = before.resources[output.index], &is = memory.resources[output.index];
    const std::vector<std::size_t>& uncertain = by_chance[output.index];
    for (std::size_t at = 0; at < is.size(); at += kDwordBytes) {
        const std::size_t size = std::min<std::size_t>(kDwordBytes, is.size() - at);
        if (std::memcmp(&was[at], &is[at], size) != 0 && !std::ranges::binary_search(uncertain, at))
            return std::nullopt;
    }
    return NotCompared::Chance;
}

/// Usual: as everything else assumes. Other: all that the program or Vulkan leaves to chance is done otherwise. Rounded: texels
/// that are stored are rounded otherwise.
enum class Variant : std::uint8_t { Usual, Other, Rounded };

bool rounds_texels(const ir::Module& module) {
    return std::ranges::any_of(module.resources, [](const ir::Resource& each) {
        const ir::TexelFormat format = ir::texel_format(each.format);
        return each.kind == ir::ResourceKind::Image && !format.is_of_integers() && format.bits[0] < kDwordBytes * 8;
    });
}

Result<run::State> run_in(const GridPlan& plan, const ir::Module& module, std::vector<ir::Bound> bound, Variant variant,
                          run::Dispatched* how = nullptr) {
    run::Grid grid = plan.grid;
    if (variant == Variant::Other) grid.order = run::Order::Backward;
    if (variant == Variant::Other)
        grid.undefined_choices = {
            .lookups = true, .level_sizes = plan.one_level_size, .conversions = ir::Conversion::OtherUndefined};
    if (variant == Variant::Rounded) grid.undefined_choices.conversions = ir::Conversion::OtherRounding;
    const auto done = run::dispatch(module, bound, grid, plan.limits);
    if (!done) return std::unexpected(done.error());
    if (how != nullptr) *how = *done;
    return memory_of(module, bound);
}

Result<GridTruth> truth_of(const GridPlan& plan, const ir::Module& module, const std::vector<ir::Bound>& inputs) {
    GridTruth truth;
    auto usual = run_in(plan, module, inputs, Variant::Usual, &truth.how);
    if (!usual) return std::unexpected(usual.error());
    const auto other = run_in(plan, module, inputs, Variant::Other);
    if (!other) return std::unexpected(other.error());
    truth.memory = std::move(*usual);
    truth.by_chance.resize(truth.memory.resources.size());
    for (std::size_t i = 0; i < truth.by_chance.size(); ++i) {
        const std::vector<std::uint8_t>&one = truth.memory.resources[i], &two = other->resources[i];
        for (std::size_t at = 0; at < one.size(); at += kDwordBytes) {
            const std::size_t size = std::min<std::size_t>(kDwordBytes, one.size() - at);
            if (std::memcmp(&one[at], &two[at], size) != 0) truth.by_chance[i].push_back(at);
        }
    }
    truth.forget(truth.memory);
    if (!rounds_texels(module)) return truth;
    auto rounded = run_in(plan, module, inputs, Variant::Rounded);
    if (!rounded) return std::unexpected(rounded.error());
    truth.rounded = std::move(*rounded);
    return truth;
}

/// The first difference that counts on one set of inputs.
Result<std::optional<Difference>> compare_on(const GridPlan& plan, const ir::Module& module, const NativeRun& native,
                                             const std::vector<ir::Bound>& inputs, const GridTruth& truth) {
    std::vector<ir::Bound> bound = inputs;
    if (Status done = native.run(plan.device, bound, plan.grid.groups); !done) return std::unexpected(done.error());
    run::State got = memory_of(module, bound);
    truth.forget(got);
    truth.accept_rounded(got);
    return difference_of(module, truth.memory, got, [&](const ir::Module& other) -> Result<run::State> {
        auto state = run_in(plan, other, inputs, Variant::Usual);
        if (state) truth.forget(*state);
        return state;
    });
}

/// Looks for the instruction where a dispatch begins to differ.
class GridProbe {
public:
    GridProbe(const GridPlan& plan, BackEnd back_end, const std::vector<ir::Bound>& inputs)
        : plan_(plan), back_end_(back_end), inputs_(inputs) {}

    Result<Beginning> where() {
        return where_it_began(plan_.module, plan_.traceable,
                              {[&](const ir::Module& cut, Watched watched) { return compare(cut, watched); },
                               [&](const ir::Module& other, const run::Query& query) { return slice(other, query); }});
    }

private:
    Result<std::optional<Difference>> compare(const ir::Module& cut, Watched watched) {
        if (watched == Watched::Outputs) return compare_memory(cut, inputs_);
        ir::Module recording = cut.clone();
        const auto records = add_register_records(recording, plan_.grid.groups);
        if (!records) return compare_memory(cut, inputs_);
        std::vector<ir::Bound> inputs = inputs_;
        inputs.emplace_back().bytes.resize(recording.resources[records->resource].size);
        auto difference = compare_memory(recording, inputs);
        if (!difference || !*difference || !(*difference)->lane || (*difference)->lane->index != records->resource)
            return difference;
        const auto [invocation, lane] = records->lane_at((*difference)->lane->at);
        (*difference)->lane = {.index = lane.file, .at = lane.lane, .kind = cut.files[lane.file].kind};
        (*difference)->invocation = invocation;
        return difference;
    }
    Result<std::optional<Difference>> compare_memory(const ir::Module& module, const std::vector<ir::Bound>& inputs) {
        const auto truth = truth_of(plan_, module, inputs);
        if (!truth) return std::unexpected(truth.error());
        const auto native = build_native(module, back_end_, plan_.device, plan_.how(), inputs);
        if (!native) return std::unexpected(native.error());
        return compare_on(plan_, module, *native, inputs, *truth);
    }
    Result<std::optional<BackwardSlice>> slice(const ir::Module& module, const run::Query& query) {
        return slice_of(module.clone(), query, [&](run::Tracer* tracer) -> Status {
            running_ = inputs_;
            run::Grid grid = plan_.grid;
            grid.tracer = tracer;
            const auto done = run::dispatch(module, running_, grid, plan_.limits);
            return done ? Status() : std::unexpected(done.error());
        });
    }

    const GridPlan& plan_;
    BackEnd back_end_;
    const std::vector<ir::Bound>& inputs_;
    std::vector<ir::Bound> running_; // which tracers look at
};

/// A program on its variant to the device and what comes of it: the program is built once.
struct GridComparison {
    const NamedBackEnd* back_end;
    std::optional<NativeRun> native; // none where the language refuses the program
    ComparisonResult result;
};

Status check_sample(const GridPlan& plan, GridComparison& comparison, std::uint32_t sample,
                    const std::vector<ir::Bound>& inputs, const GridTruth& truth) {
    ComparisonResult& result = comparison.result;
    ++result.samples;
    result.by_chance += truth.words_by_chance();
    for (OutputCount& each : result.outputs) count_sample(each, truth.why_not_compared(each, plan.module, inputs));
    if (truth.how.hit_loop_limit) return ++result.not_compared, Status{};
    const auto difference = compare_on(plan, plan.module, *comparison.native, inputs, truth);
    if (!difference) return std::unexpected(difference.error());
    if (!*difference) return {};
    auto began = GridProbe(plan, comparison.back_end->back_end, inputs).where();
    if (!began) return std::unexpected(began.error());
    result.finding = Finding{sample, **difference, std::move(*began)};
    return {};
}

Result<std::vector<GridComparison>> build_all(const GridPlan& plan, const CompareOptions& options) {
    std::vector<GridComparison> comparisons;
    for (const NamedBackEnd& each : options.back_ends) {
        options.tell(fmt::format("{}: translating", each.name));
        auto native = build_native(plan.module, each.back_end, plan.device, plan.how(), inputs_of(plan, options.seed));
        GridComparison& comparison = comparisons.emplace_back(GridComparison{
            &each, {}, {.language = each.name, .mode = ComparisonMode::Grid, .outputs = outputs_of(plan.module)}});
        if (native)
            comparison.native = std::move(*native);
        else if (!note_refusal(comparison.result, native.error()))
            return std::unexpected(native.error());
    }
    return comparisons;
}

} // namespace

Result<Verified> verify_dispatches(const LiftedProgram& program, render::vk::Device& device,
                                   const CompareOptions& options) {
    const ir::Module& module = program.module;
    const GridPlan plan{program.program,
                        module,
                        program.traceable,
                        device,
                        {options.groups.value_or(groups_for(module))},
                        {.loop_limit = options.loop_limit, .subgroup = device.info().subgroup_size},
                        options.context,
                        is_lavapipe(device),
                        options.constants,
                        options.change_for_device};
    auto comparisons = build_all(plan, options);
    if (!comparisons) return std::unexpected(comparisons.error());
    for (std::uint32_t sample = 0; sample < options.samples; ++sample) {
        options.tell(fmt::format("{} of {} dispatches", sample, options.samples));
        const std::vector<ir::Bound> inputs = inputs_of(plan, options.seed + sample);
        const auto truth = truth_of(plan, module, inputs);
        if (!truth) return std::unexpected(truth.error());
        for (GridComparison& comparison : *comparisons) {
            if (comparison.result.finding || comparison.result.refused) continue;
            if (Status done = check_sample(plan, comparison, sample, inputs, *truth); !done)
                return std::unexpected(done.error());
        }
    }
    Verified verified{.results = {}, .groups = plan.grid.groups};
    for (GridComparison& comparison : *comparisons) verified.results.push_back(std::move(comparison.result));
    if (Status some = some_language_translates(verified.results); !some) return std::unexpected(some.error());
    return verified;
}

} // namespace relit::verify
