#include "verify/alone.hpp"

#include "verify/agree.hpp"
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
                                              std::vector<run::State> states, Setting& setting, Operands operands) {
    ir::Module told = module.clone();
    if (operands == Operands::Hidden) {
        (void)add_unknown_zero(told);
        for (run::State& state : states) state.files.push_back({0});
    }
    const auto program = build(told, back_end, device, setting.loop_limit, operands);
    if (!program) return std::unexpected(program.error());
    if (Status done = run_on(told, device, *program, states, &setting.textures); !done)
        return std::unexpected(done.error());
    return states;
}

/// Which operands a program that differs is tried with once more: docs/devices.md says of which driver.
Operands tried_again(const render::vk::Device& device) {
    return is_lavapipe(device) ? Operands::Hidden : Operands::Shown;
}

/// Compares one sample of a module that is cut short.
Result<std::optional<Difference>> compare_when_cut(const ir::Module& cut, BackEnd back_end, render::vk::Device& device,
                                                   Quad quad, Setting& setting) {
    std::vector<run::State> wanted(quad.inputs.begin(), quad.inputs.end());
    const std::vector<run::State> inputs = wanted;
    if (Status done = run_here(cut, wanted, setting); !done) return std::unexpected(done.error());
    const auto got = run_on_device(cut, back_end, device, inputs, setting, tried_again(device));
    if (!got) return std::unexpected(got.error());
    return difference_of(cut, quad, wanted[quad.which], (*got)[quad.which], setting);
}

/// The results of a device for a batch whose operands are hidden from it; run once a sample differs.
class Hidden {
public:
    Hidden(const ir::Module& module, BackEnd back_end, render::vk::Device& device, const Batch& batch, Setting& setting)
        : module_(module), back_end_(back_end), device_(device), batch_(batch), setting_(setting) {}

    Result<bool> agrees_on(std::uint32_t sample) {
        if (tried_again(device_) == Operands::Shown) return false;
        if (states_.empty()) {
            auto states = run_on_device(module_, back_end_, device_, batch_.inputs, setting_, Operands::Hidden);
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

/// One batch of samples through one language; the first difference ends up in the result.
Status check_batch(const ir::Module& module, Comparison& comparison, render::vk::Device& device, const Batch& batch,
                   Setting& setting) {
    ComparisonResult& result = comparison.result;
    const BackEnd back_end = comparison.back_end->back_end;
    std::vector<run::State> got = batch.inputs;
    if (Status done = run_on(module, device, comparison.program, got, &setting.textures); !done) return done;
    Hidden hidden(module, back_end, device, batch, setting);
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
        auto began = where_it_began(
            module, [&](const ir::Module& cut) { return compare_when_cut(cut, back_end, device, quad, setting); });
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

Result<Batch> next_batch(const ir::Module& module, std::uint32_t first, const CompareOptions& options,
                         Setting& setting) {
    Batch batch{first, {}, {}};
    const std::uint32_t count = std::min(kBatch, options.samples - first);
    batch.inputs.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) batch.inputs.push_back(sample_state(module, options.seed + first + i));
    batch.wanted = batch.inputs;
    if (Status done = run_here(module, batch.wanted, setting); !done) return std::unexpected(done.error());
    return batch;
}

} // namespace

Result<Verified> compare_alone(const ir::Module& module, render::vk::Device& device, const CompareOptions& options) {
    Setting setting{sample_textures(module, options.seed), options.loop_limit};
    std::vector<Comparison> comparisons;
    for (const NamedBackEnd& each : kBackEnds) {
        options.tell(fmt::format("{}: translating", each.name));
        auto program = build(module, each.back_end, device, options.loop_limit);
        Comparison& comparison =
            comparisons.emplace_back(Comparison{&each, {}, {.language = each.name, .outputs = outputs_of(module)}});
        if (program)
            comparison.program = std::move(*program);
        else if (!note_refusal(comparison.result, program.error()))
            return std::unexpected(program.error());
    }
    for (std::uint32_t first = 0; first < options.samples; first += kBatch) {
        const Result<Batch> batch = next_batch(module, first, options, setting);
        if (!batch) return std::unexpected(batch.error());
        for (Comparison& comparison : comparisons) {
            if (comparison.result.finding || comparison.result.refused) continue;
            options.tell(fmt::format("{}: {} of {} samples", comparison.back_end->name, first, options.samples));
            if (Status done = check_batch(module, comparison, device, *batch, setting); !done)
                return std::unexpected(done.error());
        }
    }
    Verified verified;
    for (Comparison& comparison : comparisons) verified.results.push_back(std::move(comparison.result));
    return verified;
}

} // namespace relit::verify
