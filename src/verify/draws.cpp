#include "verify/draws.hpp"

#include "verify/agree.hpp"
#include "verify/beginning.hpp"
#include "verify/draw_run.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace relit::verify {
namespace {

constexpr std::uint32_t kSamplesOfADraw = 16;
// Invocations of a draw share what constants hold: if one goes round for ever, all do.
constexpr std::uint32_t kMostIterations = 4096;

/// Everything that all draws of a program share.
struct DrawPlan {
    const isa::Program& program;
    const ir::Module& lifted;
    const ir::Module* traceable; // nullptr: there is none of the same shape
    render::vk::Device& device;
    const CompareOptions& options;
    BuildOptions how;
};

bool writes_memory(const ir::Module& module, const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    if (row.writes(ir::Memory::Image)) return true;
    return row.writes(ir::Memory::Buffer) && module.resources[inst.imm].kind == ir::ResourceKind::StorageBuffer;
}

bool is_lane(const ir::Inst& inst) {
    return inst.op == ir::Op::ReadBuiltin && static_cast<ir::Builtin>(inst.imm) == ir::Builtin::SubgroupInvocation;
}
/// The number of another invocation of the quad, as compilers come by it.
bool is_neighbour(const ir::Module& module, const ir::Inst& inst) {
    constexpr std::uint64_t kQuad = 4;
    if (inst.op != ir::Op::IXor || !is_lane(module[inst.operands[0]])) return false;
    return ir::known_lane(module, inst.operands[1]).value_or(kQuad) < kQuad;
}

/// Returns true if the program looks at its subgroup beyond its own quad, which is the same in any subgroup.
bool looks_beyond_its_quad(const ir::Module& module) {
    const bool has_quads = module.stage == ir::Stage::Fragment;
    for (const ir::Inst& inst : module.insts) {
        const bool derives = inst.op == ir::Op::FDdx || inst.op == ir::Op::FDdy;
        if (ir::info(inst.op).exchanges() && !derives && (inst.op != ir::Op::Shuffle || !has_quads)) return true;
        for (std::size_t i = 0; i < inst.operands.size(); ++i) {
            const ir::Inst& operand = module[inst.operands[i]];
            const bool asks = inst.op == ir::Op::Shuffle && i == 1;
            if (is_lane(operand) && !is_neighbour(module, inst)) return true;
            if (asks != is_neighbour(module, operand)) return true;
        }
    }
    return false;
}

/// Why the program's invocations cannot be compared one by one, or nothing.
std::string_view why_not(const ir::Module& module, const render::vk::DeviceInfo& info) {
    if (!info.draws) return "the device has no graphics queue";
    if (std::ranges::any_of(module.insts, [&](const ir::Inst& inst) { return writes_memory(module, inst); }))
        return "its invocations write to shared memory in any order";
    if (looks_beyond_its_quad(module)) return "it reads its subgroup, which is implementation-defined";
    return {};
}

// ---- what the interpreter makes of what invocations were given

/// The contents of outputs that the program does not write: hosts leave them open.
enum class Unwritten : std::uint64_t { Zero = 0, Other = 0x3f5eed };

/// Sets lanes that no record holds to zero.
void keep_recorded(std::vector<std::uint64_t>& lanes, std::uint32_t file, const InvocationRecords& records) {
    std::vector<std::uint64_t> kept(lanes.size());
    for (const RecordedLanes& each : records.made)
        if (each.file == file) std::copy_n(lanes.begin() + each.lane, each.lanes, kept.begin() + each.lane);
    lanes = std::move(kept);
}

/// Forgets registers that no record holds, and gives all invocations of a patch what it makes as a whole, which lies with the
/// first one.
void keep_outputs(const ir::Module& module, const InvocationRecords& records, std::vector<run::State>& states) {
    const std::size_t together = companions_in(module);
    for (std::size_t i = 0; i < states.size(); ++i) {
        for (std::size_t f = 0; f < module.files.size(); ++f) {
            const ir::RegisterFile& file = module.files[f];
            if (file.role == ir::Role::Register)
                keep_recorded(states[i].files[f], static_cast<std::uint32_t>(f), records);
            if (file.role == ir::Role::Output && file.is_patch)
                states[i].files[f] = states[i / together * together].files[f];
        }
    }
}

/// Invocations of a draw, what is bound to their program, and what is recorded of them.
struct DrawnInvocations {
    std::span<const Drawn> drawn;
    const std::vector<ir::Bound>& bound;
    const InvocationRecords& records;
};

/// `states`: what the invocations end as.
Status run_drawn(const DrawPlan& plan, const ir::Module& module, const DrawnInvocations& all, Unwritten unwritten,
                 std::vector<run::State>& states, run::Tracer* tracer = nullptr) {
    const std::span<const Drawn> drawn = all.drawn;
    std::vector<ir::Bound> bound = all.bound;
    states.clear();
    for (const Drawn& one : drawn) {
        run::State& state = states.emplace_back(one.given);
        for (std::size_t f = 0; f < plan.lifted.files.size(); ++f) // what annotate_end() adds begins at 0
            if (module.files[f].role == ir::Role::Output)
                std::ranges::fill(state.files[f], static_cast<std::uint64_t>(unwritten));
    }
    run::Host host{.bound = &bound, .tracer = tracer};
    host.builtin = [&](ir::Builtin builtin, unsigned lane, std::size_t state) -> std::uint64_t {
        if (builtin == ir::Builtin::SubgroupInvocation) return state % companions_in(module); // of a quad
        const auto found = drawn[state].builtins.find(builtin);
        return found == drawn[state].builtins.end() ? 0 : found->second[lane];
    };
    constexpr std::uint64_t kSteps = 1U << 20; // an invocation
    const run::Limits limits{.loop_limit = plan.how.loop_limit,
                             .steps = std::max(run::Limits{}.steps, states.size() * kSteps)};
    return run::run(module, states, limits, host);
}

Result<std::vector<run::State>> run_draws(const DrawPlan& plan, const ir::Module& module, const DrawnInvocations& all,
                                          Unwritten unwritten = Unwritten::Zero) {
    std::vector<run::State> states;
    if (Status done = run_drawn(plan, module, all, unwritten, states); !done) return std::unexpected(done.error());
    keep_outputs(module, all.records, states);
    return states;
}

/// Of a module with annotate_end().
std::size_t end_file(const ir::Module& annotated) {
    const auto found = ir::file_of(annotated, ir::FilePurpose::End);
    assert(found);
    return *found;
}

/// The interpreter's results, and those if outputs held something else before.
struct DrawTruth {
    std::vector<run::State> usual, other;
};
Result<DrawTruth> truth_of(const DrawPlan& plan, const ir::Module& annotated, const DrawnInvocations& all) {
    auto usual = run_draws(plan, annotated, all);
    if (!usual) return std::unexpected(usual.error());
    auto other = run_draws(plan, annotated, all, Unwritten::Other);
    if (!other) return std::unexpected(other.error());
    return DrawTruth{std::move(*usual), std::move(*other)};
}

bool discards(const ir::Module& module) {
    return std::ranges::any_of(module.insts, [](const ir::Inst& inst) { return inst.op == ir::Op::Discard; });
}

/// Returns the record in the shape of what is wanted; for lanes that no record has or the program does not write, what is
/// wanted.
run::State state_of(const ir::Module& annotated, const InvocationRecords& records, const Drawn& drawn,
                    const run::State& wanted, const run::State& other) {
    run::State got = wanted;
    got.files[end_file(annotated)][0] = drawn.ended ? 1 : 0;
    got.hit_loop_limit = !drawn.ended && !discards(annotated);
    const bool has_ended = wanted.files[end_file(annotated)][0] != 0; // else nothing that it writes is known
    std::size_t next = 0;
    for (const RecordedLanes& lanes : records.made) {
        for (std::uint32_t i = 0; i < lanes.lanes; ++i, ++next) {
            const std::size_t lane = lanes.lane + i;
            const bool is_written = wanted.files[lanes.file][lane] == other.files[lanes.file][lane];
            if (drawn.ended && (is_written || !has_ended)) got.files[lanes.file][lane] = drawn.made[next];
        }
    }
    return got;
}

// ---- draws

/// A program on its way to the device and what comes of it: the pipeline's stages are built once.
struct PipelineComparison {
    const NamedBackEnd* back_end;
    DrawnProgram program; // empty where the language refuses it
    ComparisonResult result;
    std::optional<DrawnProgram> hidden{}; // the same with operands that the driver does not know, once a draw differed
};

/// Which operands a draw that differs is tried with once more: docs/devices.md says of which driver.
Operands tried_again(const DrawPlan& plan) { return is_lavapipe(plan.device) ? Operands::Hidden : Operands::Shown; }

/// An invocation that differs, with those that belong to it.
struct DifferingInvocation {
    std::vector<ir::Bound> bound;
    std::vector<Drawn> drawn;
    std::size_t which = 0;
};

struct Compared {
    std::uint32_t samples = 0, not_compared = 0;
    std::vector<OutputCount> outputs;
    std::optional<Difference> difference;
    std::optional<DifferingInvocation> invocation{};
};

/// Why no output of an invocation is compared.
std::optional<NotCompared> why_not_compared(const ir::Module& annotated, const run::State& wanted) {
    if (wanted.undefined_lookup) return NotCompared::Lookup;
    if (wanted.hit_loop_limit) return NotCompared::LoopLimit;
    if (wanted.files[end_file(annotated)][0] == 0) return NotCompared::Discarded;
    return std::nullopt;
}

/// The outputs that records hold, and memory.
std::vector<OutputCount> recorded_outputs(const ir::Module& annotated, const InvocationRecords& records) {
    std::vector<OutputCount> outputs = outputs_of(annotated);
    std::erase_if(outputs, [&](const OutputCount& output) {
        const std::uint32_t width = annotated.files[output.is_memory ? 0 : output.index].lanes;
        return !output.is_memory && std::ranges::none_of(records.made, [&](const RecordedLanes& lanes) {
            return lanes.file == output.index && lanes.lane < (output.reg + 1) * width &&
                   lanes.lane + lanes.lanes > output.reg * width;
        });
    });
    return outputs;
}

/// Counts an invocation: of each register whether a lane in its record is one that the program writes.
void count_invocation(const ir::Module& annotated, const InvocationRecords& records, const run::State& wanted,
                      const run::State& other, std::vector<OutputCount>& outputs) {
    const auto why = why_not_compared(annotated, wanted);
    for (OutputCount& output : outputs) {
        if (output.is_memory || why) {
            count_sample(output, output.is_memory ? NotCompared::AnyOrder : why);
            continue;
        }
        const std::uint32_t width = annotated.files[output.index].lanes, first = output.reg * width;
        const bool is_written = std::ranges::any_of(records.made, [&](const RecordedLanes& lanes) {
            if (lanes.file != output.index) return false;
            for (std::uint32_t lane = std::max(first, lanes.lane);
                 lane < std::min(first + width, lanes.lane + lanes.lanes); ++lane)
                if (wanted.files[lanes.file][lane] == other.files[lanes.file][lane]) return true;
            return false;
        });
        count_sample(output, is_written ? std::nullopt : std::optional(NotCompared::Unwritten));
    }
}

/// All invocations of one draw, up to the first difference.
Result<Compared> compare_draw(const DrawPlan& plan, const ir::Module& lifted, const DrawnProgram& program,
                              std::uint64_t seed) {
    ir::Module annotated = lifted.clone();
    annotate_end(annotated);
    const Values values = seed % 2 == 0 ? Values::Ordinary : Values::Awkward;
    const auto bound = sample_bound(plan.program, lifted, plan.options.context, {1, 1, 1}, seed, values);
    const auto drawn = draw_once(plan.device, program, annotated, bound, seed, values);
    if (!drawn) return std::unexpected(drawn.error());
    const auto truth = truth_of(plan, annotated, {*drawn, bound, program.records});
    if (!truth) return std::unexpected(truth.error());
    Compared compared{.outputs = recorded_outputs(annotated, program.records), .difference = {}};
    const std::size_t together = companions_in(annotated);
    for (std::size_t i = 0; i < drawn->size() && !compared.difference; ++i) {
        const run::State& wanted = truth->usual[i];
        ++compared.samples;
        count_invocation(annotated, program.records, wanted, truth->other[i], compared.outputs);
        if (wanted.hit_loop_limit || wanted.undefined_lookup) {
            ++compared.not_compared;
            continue;
        }
        const std::size_t first = i / together * together;
        const auto run_module = [&](const ir::Module& other) -> Result<run::State> {
            const auto companions = std::span(*drawn).subspan(first, together);
            auto states = run_draws(plan, other, {companions, bound, program.records});
            if (!states) return std::unexpected(states.error());
            return std::move((*states)[i - first]);
        };
        const run::State got = state_of(annotated, program.records, (*drawn)[i], wanted, truth->other[i]);
        const bool flushes = !plan.device.info().preserves_denormals;
        auto difference = difference_of(annotated, wanted, got, run_module, flushes);
        if (!difference) return std::unexpected(difference.error());
        compared.difference = std::move(*difference);
        if (!compared.difference) continue;
        const auto begin = drawn->begin() + static_cast<std::ptrdiff_t>(first);
        compared.invocation = {bound, {begin, begin + static_cast<std::ptrdiff_t>(together)}, i - first};
    }
    return compared;
}

/// Looks for the instruction where a draw begins to differ.
class DrawProbe {
public:
    DrawProbe(const DrawPlan& plan, BackEnd back_end, std::uint64_t seed)
        : plan_(plan), back_end_(back_end), seed_(seed) {}

    Result<Beginning> where() {
        return where_it_began(plan_.lifted, plan_.traceable,
                              {[&](const ir::Module& cut, Watched watched) { return compare(cut, watched); },
                               [&](const ir::Module& other, const run::Query& query) { return slice(other, query); }});
    }

private:
    /// A record that is too large to hold all registers hides the difference.
    Result<std::optional<Difference>> compare(const ir::Module& cut, Watched watched) {
        const bool all = watched == Watched::Registers;
        const auto program = build_drawn(cut, back_end_, plan_.device, plan_.how, tried_again(plan_),
                                         all ? Recorded::Registers : Recorded::Outputs);
        if (!program && all && program.error().kind == FaultKind::NotSupported) return std::nullopt;
        if (!program) return std::unexpected(program.error());
        auto compared = compare_draw(plan_, cut, *program, seed_);
        if (!compared) return std::unexpected(compared.error());
        if (compared->invocation) invocation_ = std::move(compared->invocation);
        return std::move(compared->difference);
    }
    Result<std::optional<BackwardSlice>> slice(const ir::Module& module, run::Query query) {
        const DifferingInvocation& one = *invocation_;
        ir::Module annotated = module.clone();
        annotate_end(annotated);
        query.invocation = one.which;
        return slice_of(annotated.clone(), query, [&](run::Tracer* tracer) {
            return run_drawn(plan_, annotated, {one.drawn, one.bound, {}}, Unwritten::Zero, running_, tracer);
        });
    }

    const DrawPlan& plan_;
    BackEnd back_end_;
    std::uint64_t seed_;
    std::optional<DifferingInvocation> invocation_;
    std::vector<run::State> running_; // which tracers look at
};

/// A draw that differed, where the driver knows no operand.
Result<Compared> compare_hidden(const DrawPlan& plan, PipelineComparison& comparison, std::uint64_t seed) {
    if (!comparison.hidden) {
        auto built = build_drawn(plan.lifted, comparison.back_end->back_end, plan.device, plan.how, Operands::Hidden);
        if (!built) return std::unexpected(built.error());
        comparison.hidden = std::move(*built);
    }
    return compare_draw(plan, plan.lifted, *comparison.hidden, seed);
}

Status check_draw(const DrawPlan& plan, PipelineComparison& comparison, std::uint32_t number) {
    const std::uint64_t seed = plan.options.seed + number;
    ComparisonResult& result = comparison.result;
    auto compared = compare_draw(plan, plan.lifted, comparison.program, seed);
    if (!compared) return std::unexpected(compared.error());
    if (compared->difference && tried_again(plan) == Operands::Hidden) {
        auto hidden = compare_hidden(plan, comparison, seed);
        if (!hidden) return std::unexpected(hidden.error());
        if (!hidden->difference) {
            compared = std::move(hidden);
            result.operands_hidden += compared->samples - compared->not_compared;
        }
    }
    result.samples += compared->samples;
    result.not_compared += compared->not_compared;
    add_counts(result.outputs, compared->outputs);
    if (!compared->difference) return {};
    auto began = DrawProbe(plan, comparison.back_end->back_end, seed).where();
    if (!began) return std::unexpected(began.error());
    result.finding = Finding{number, *compared->difference, std::move(*began)};
    return {};
}

/// Builds the pipelines; not_drawn says why if the stages around the program cannot give it what it reads, or no language
/// translates it.
Result<std::vector<PipelineComparison>> build_all(const DrawPlan& plan, const Tell& tell, Verified& verified) {
    std::vector<PipelineComparison> comparisons;
    for (const NamedBackEnd& each : plan.options.back_ends) {
        tell(fmt::format("{}: translating for a pipeline", each.name));
        auto program = build_drawn(plan.lifted, each.back_end, plan.device, plan.how);
        PipelineComparison& comparison = comparisons.emplace_back(
            PipelineComparison{&each, {}, {.language = each.name, .mode = ComparisonMode::Pipeline}});
        if (program)
            comparison.program = std::move(*program);
        else if (!note_refusal(comparison.result, program.error()))
            return std::unexpected(program.error());
    }
    const bool none = std::ranges::all_of(comparisons, [](const auto& one) { return one.result.refused.has_value(); });
    if (none) {
        verified.not_drawn = comparisons[0].result.refused->text;
        comparisons.clear();
    }
    return comparisons;
}

} // namespace

Status verify_draws(const LiftedProgram& lifted_program, render::vk::Device& device, const CompareOptions& options,
                    Verified& verified) {
    const ir::Module& lifted = lifted_program.module;
    const DrawPlan plan{lifted_program.program,
                        lifted,
                        lifted_program.traceable,
                        device,
                        options,
                        {.loop_limit = std::min(options.loop_limit, kMostIterations),
                         .constants = options.constants,
                         .change = options.change_for_device}};
    verified.not_drawn = why_not(lifted, device.info());
    if (!verified.not_drawn.empty()) return {};
    auto comparisons = build_all(plan, options.tell, verified);
    if (!comparisons) return std::unexpected(comparisons.error());
    const std::uint32_t draws = (options.samples + kSamplesOfADraw - 1) / kSamplesOfADraw;
    for (PipelineComparison& comparison : *comparisons) {
        const bool is_built = !comparison.result.refused;
        for (std::uint32_t i = 0; is_built && i < draws && !comparison.result.finding; ++i) {
            options.tell(fmt::format("{}: {} of {} draws", comparison.back_end->name, i, draws));
            if (Status done = check_draw(plan, comparison, i); !done) return done;
        }
        verified.results.push_back(std::move(comparison.result));
    }
    return {};
}

} // namespace relit::verify
