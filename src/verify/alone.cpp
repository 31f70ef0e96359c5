#include "verify/alone.hpp"

#include "run/dispatch.hpp"
#include "verify/agree.hpp"
#include "verify/beginning.hpp"
#include "verify/rewrite/hidden_operands.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::verify {
namespace {

/// A program on its way to the device and what comes of it: the program is built once.
struct Comparison {
    const NamedBackEnd* back_end;
    DeviceProgram program; // empty where the language refuses it
    ComparisonResult result;
};

constexpr std::uint32_t kBatch = 4096; // samples in memory
struct Batch {
    std::uint32_t first = 0;
    std::vector<run::State> inputs, wanted;
};

/// Returns the results of the device. With hidden operands the states have one more file, which is ignored.
Result<std::vector<run::State>> run_on_device(const ir::Module& module, BackEnd back_end, render::vk::Device& device,
                                              std::vector<run::State> states, Setting& setting, Operands operands,
                                              const ChangeModule& change) {
    ir::Module told = module.clone();
    if (operands == Operands::Hidden) {
        (void)add_unknown_zero(told);
        for (run::State& state : states) state.files.push_back({0});
    }
    const auto program = build(told, back_end, device, setting.loop_limit, operands, change);
    if (!program) return std::unexpected(program.error());
    if (Status done = run_on(told, device, *program, states, &setting.textures); !done)
        return std::unexpected(done.error());
    return states;
}

/// Which operands a program that differs is tried with once more: docs/devices.md says of which driver.
Operands tried_again(const render::vk::Device& device) {
    return is_lavapipe(device) ? Operands::Hidden : Operands::Shown;
}

/// Looks for the instruction where a sample begins to differ.
class AloneProbe {
public:
    AloneProbe(BackEnd back_end, render::vk::Device& device, Quad quad, Setting& setting, const ChangeModule& change)
        : back_end_(back_end), device_(device), quad_(quad), setting_(setting), change_(change) {}

    Result<Beginning> where(const ir::Module& module, const ir::Module* traceable) {
        return where_it_began(module, traceable,
                              {[&](const ir::Module& cut, Watched) { return compare(cut); },
                               [&](const ir::Module& other, const run::Query& query) { return slice(other, query); }});
    }

private:
    [[nodiscard]] std::vector<run::State> inputs_for(const ir::Module& cut) const {
        std::vector<run::State> inputs;
        for (const run::State& state : quad_.inputs) inputs.push_back(with_files_of(cut, state));
        return inputs;
    }
    Result<std::optional<Difference>> compare(const ir::Module& cut) {
        const std::vector<run::State> inputs = inputs_for(cut);
        std::vector<run::State> wanted = inputs;
        if (Status done = run_here(cut, wanted, setting_); !done) return std::unexpected(done.error());
        const auto got = run_on_device(cut, back_end_, device_, inputs, setting_, tried_again(device_), change_);
        if (!got) return std::unexpected(got.error());
        return difference_of(cut, {inputs, quad_.which}, wanted[quad_.which], (*got)[quad_.which], setting_);
    }
    Result<std::optional<BackwardSlice>> slice(const ir::Module& module, run::Query query) {
        query.invocation = quad_.which;
        return slice_of(module.clone(), query, [&](run::Tracer* tracer) {
            running_ = inputs_for(module);
            return run_here(module, running_, setting_, tracer);
        });
    }

    BackEnd back_end_;
    render::vk::Device& device_;
    Quad quad_;
    Setting& setting_;
    const ChangeModule& change_;
    std::vector<run::State> running_; // which tracers look at
};

/// The results of a device for a batch whose operands are hidden from it; run once a sample differs.
class Hidden {
public:
    Hidden(const ir::Module& module, BackEnd back_end, render::vk::Device& device, const Batch& batch, Setting& setting,
           const ChangeModule& change)
        : module_(module), back_end_(back_end), device_(device), batch_(batch), setting_(setting), change_(change) {}

    Result<bool> agrees_on(std::uint32_t sample) {
        if (tried_again(device_) == Operands::Shown) return false;
        if (states_.empty()) {
            auto states =
                run_on_device(module_, back_end_, device_, batch_.inputs, setting_, Operands::Hidden, change_);
            if (!states) return std::unexpected(states.error());
            states_ = std::move(*states);
        }
        const auto difference =
            difference_of(module_, quad_of(batch_.inputs, sample), batch_.wanted[sample], states_[sample], setting_);
        if (!difference) return std::unexpected(difference.error());
        return !*difference;
    }

private:
    const ir::Module& module_;
    BackEnd back_end_;
    render::vk::Device& device_;
    const Batch& batch_;
    Setting& setting_;
    const ChangeModule& change_;
    std::vector<run::State> states_;
};

/// Why no result of an invocation alone is compared.
std::optional<NotCompared> why_not_compared(const run::State& wanted) {
    if (wanted.undefined_lookup) return NotCompared::Lookup;
    if (wanted.hit_loop_limit) return NotCompared::LoopLimit;
    if (wanted.discarded) return NotCompared::Discarded;
    return std::nullopt;
}

/// Counts a sample. That a fragment is discarded, or a loop ended, is a result though no output is compared then; images are
/// shared by all samples.
void count_alone(const ir::Module& module, ComparisonResult& result, const run::State& wanted) {
    const auto why = why_not_compared(wanted);
    ++result.samples;
    if (why && *why != NotCompared::Discarded) ++result.not_compared;
    for (OutputCount& each : result.outputs) {
        const bool is_image = each.is_memory && module.resources[each.index].kind == ir::ResourceKind::Image;
        count_sample(each, is_image ? NotCompared::AnyOrder : why);
    }
}

/// The program as it is compared, and the same with all of its registers.
struct AloneModules {
    const ir::Module& compared;
    const ir::Module* traceable;
    const ChangeModule& change;
};

/// One batch of samples through one language; the first difference ends up in the result.
Status check_batch(const AloneModules& modules, Comparison& comparison, render::vk::Device& device, const Batch& batch,
                   Setting& setting) {
    const ir::Module& module = modules.compared;
    ComparisonResult& result = comparison.result;
    const BackEnd back_end = comparison.back_end->back_end;
    std::vector<run::State> got = batch.inputs;
    if (Status done = run_on(module, device, comparison.program, got, &setting.textures); !done) return done;
    Hidden hidden(module, back_end, device, batch, setting, modules.change);
    for (std::uint32_t i = 0; i < got.size(); ++i) {
        const Quad quad = quad_of(batch.inputs, i);
        const auto difference = difference_of(module, quad, batch.wanted[i], got[i], setting);
        if (!difference) return std::unexpected(difference.error());
        count_alone(module, result, batch.wanted[i]);
        if (!*difference) continue;
        const Result<bool> agrees = hidden.agrees_on(i);
        if (!agrees) return std::unexpected(agrees.error());
        if (*agrees) {
            ++result.operands_hidden;
            continue;
        }
        auto began = AloneProbe(back_end, device, quad, setting, modules.change).where(module, modules.traceable);
        if (!began) return std::unexpected(began.error());
        result.finding = Finding{.sample = batch.first + i,
                                 .difference = **difference,
                                 .began = std::move(*began),
                                 .given = batch.inputs[i],
                                 .wanted = batch.wanted[i],
                                 .got = got[i]};
        return {};
    }
    return {};
}

/// How many invocations run. Those that look at others come by whole quads: of what is given the last one is repeated.
std::uint32_t count_of(const ir::Module& module, const CompareOptions& options) {
    if (!options.given) return options.samples;
    const auto count = static_cast<std::uint32_t>(options.given->states.size());
    return run::looks_across(module) ? (count + 3) / 4 * 4 : count;
}

Result<Batch> next_batch(const ir::Module& module, std::uint32_t first, const CompareOptions& options,
                         Setting& setting) {
    Batch batch{first, {}, {}};
    const std::uint32_t count = std::min(kBatch, count_of(module, options) - first);
    batch.inputs.reserve(count);
    for (std::uint32_t i = first; i < first + count; ++i)
        batch.inputs.push_back(options.given
                                   ? options.given->states[std::min<std::size_t>(i, options.given->states.size() - 1)]
                                   : sample_state(module, options.seed + i));
    batch.wanted = batch.inputs;
    if (Status done = run_here(module, batch.wanted, setting); !done) return std::unexpected(done.error());
    return batch;
}

} // namespace

Result<Verified> compare_alone(const ir::Module& module, const ir::Module* traceable, render::vk::Device& device,
                               const CompareOptions& options) {
    Setting setting{options.given ? options.given->textures : sample_textures(module, options.seed),
                    options.loop_limit};
    const bool fits = traceable != nullptr && are_of_one_shape(module, *traceable);
    const AloneModules modules{module, fits ? traceable : nullptr, options.change_for_device};
    std::vector<Comparison> comparisons;
    for (const NamedBackEnd& each : options.back_ends) {
        options.tell(fmt::format("{}: translating", each.name));
        auto program =
            build(module, each.back_end, device, options.loop_limit, Operands::Shown, options.change_for_device);
        Comparison& comparison =
            comparisons.emplace_back(Comparison{&each, {}, {.language = each.name, .outputs = outputs_of(module)}});
        if (program)
            comparison.program = std::move(*program);
        else if (!note_refusal(comparison.result, program.error()))
            return std::unexpected(program.error());
    }
    const std::uint32_t samples = count_of(module, options);
    for (std::uint32_t first = 0; first < samples; first += kBatch) {
        const Result<Batch> batch = next_batch(module, first, options, setting);
        if (!batch) return std::unexpected(batch.error());
        for (Comparison& comparison : comparisons) {
            if (comparison.result.finding || comparison.result.refused) continue;
            options.tell(fmt::format("{}: {} of {} samples", comparison.back_end->name, first, samples));
            if (Status done = check_batch(modules, comparison, device, *batch, setting); !done)
                return std::unexpected(done.error());
        }
    }
    Verified verified;
    for (Comparison& comparison : comparisons) verified.results.push_back(std::move(comparison.result));
    return verified;
}

} // namespace relit::verify
