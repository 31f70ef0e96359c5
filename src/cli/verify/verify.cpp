// relit verify: does a program give the same in the interpreter and on the device, through SPIR-V and through GLSL?
#include "cli/bundle/bundle.hpp"
#include "cli/io/program.hpp"
#include "cli/io/progress.hpp"
#include "cli/run/sets.hpp"
#include "cli/verbs.hpp"
#include "cli/verify/dispatch.hpp"
#include "cli/verify/draw.hpp"
#include "cli/verify/verdict.hpp"
#include "translate/translate.hpp"
#include "verify/agree.hpp"
#include "verify/device_run.hpp"
#include "verify/hidden_operands.hpp"
#include "verify/pipeline_io.hpp"
#include "verify/registers.hpp"
#include "verify/samples.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// A program on its way to the device and what comes of it: the program is built once.
struct Comparison {
    const NamedBackEnd* back_end;
    verify::DeviceProgram program; // empty where the language refuses it
    Verdict verdict;
};

constexpr std::uint32_t kBatch = 4096; // samples in memory
struct Batch {
    std::uint32_t first = 0;
    std::vector<run::State> inputs, wanted;
};

/// What the device makes of inputs. With hidden operands the states have one more file, which is ignored.
Result<std::vector<run::State>> run_on_device(const ir::Module& module, verify::BackEnd back_end,
                                              render::vk::Device& device, std::vector<run::State> states,
                                              verify::Setting& setting, verify::Operands operands) {
    ir::Module told = module.clone();
    if (operands == verify::Operands::Hidden) {
        (void)verify::add_unknown_zero(told);
        for (run::State& state : states) state.files.push_back({0});
    }
    const auto program = verify::build(told, back_end, device, setting.loop_limit, operands);
    if (!program) return std::unexpected(program.error());
    if (Status done = verify::run_on(told, device, *program, states, &setting.textures); !done)
        return std::unexpected(done.error());
    return states;
}

/// Which operands a program that differs is tried with once more: docs/devices.md says of which driver.
verify::Operands tried_again(const render::vk::Device& device) {
    return verify::is_lavapipe(device) ? verify::Operands::Hidden : verify::Operands::Shown;
}

/// Whether the device agrees on one sample of a module that is cut short.
Result<bool> agrees_when_cut(const ir::Module& cut, verify::BackEnd back_end, render::vk::Device& device,
                             verify::Quad quad, verify::Setting& setting) {
    std::vector<run::State> wanted(quad.inputs.begin(), quad.inputs.end());
    const std::vector<run::State> inputs = wanted;
    if (Status done = verify::run_here(cut, wanted, setting); !done) return std::unexpected(done.error());
    const auto got = run_on_device(cut, back_end, device, inputs, setting, tried_again(device));
    if (!got) return std::unexpected(got.error());
    const auto difference = verify::difference_of(cut, quad, wanted[quad.which], (*got)[quad.which], setting);
    if (!difference) return std::unexpected(difference.error());
    return !*difference;
}

/// What a device makes of a batch whose operands are hidden from it; run where the first sample differs.
class Hidden {
public:
    Hidden(const ir::Module& module, verify::BackEnd back_end, render::vk::Device& device, const Batch& batch,
           verify::Setting& setting)
        : module_(module), back_end_(back_end), device_(device), batch_(batch), setting_(setting) {}

    Result<bool> agrees_on(std::uint32_t sample) {
        if (tried_again(device_) == verify::Operands::Shown) return false;
        if (states_.empty()) {
            auto states = run_on_device(module_, back_end_, device_, batch_.inputs, setting_, verify::Operands::Hidden);
            if (!states) return std::unexpected(states.error());
            states_ = std::move(*states);
        }
        const auto difference = verify::difference_of(module_, verify::quad_of(batch_.inputs, sample),
                                                      batch_.wanted[sample], states_[sample], setting_);
        if (!difference) return std::unexpected(difference.error());
        return !*difference;
    }

private:
    const ir::Module& module_;
    verify::BackEnd back_end_;
    render::vk::Device& device_;
    const Batch& batch_;
    verify::Setting& setting_;
    std::vector<run::State> states_;
};

/// Why no result of an invocation alone is compared.
std::optional<NotCompared> why_not_compared(const run::State& wanted) {
    if (wanted.looked_nowhere) return NotCompared::Lookup;
    if (wanted.hit_loop_limit) return NotCompared::LoopLimit;
    if (wanted.discarded) return NotCompared::Discarded;
    return std::nullopt;
}

/// Counts a sample. That a fragment is discarded, or a loop ended, is a result though no output is compared then; images are
/// shared by all samples.
void count_alone(const ir::Module& module, Verdict& verdict, const run::State& wanted) {
    const auto why = why_not_compared(wanted);
    ++verdict.samples;
    if (why && *why != NotCompared::Discarded) ++verdict.not_compared;
    for (OutputCount& each : verdict.outputs) {
        const bool is_image = each.is_memory && module.resources[each.index].kind == ir::ResourceKind::Image;
        count_sample(each, is_image ? NotCompared::AnyOrder : why);
    }
}

/// One batch of samples through one language; the first difference ends up in the verdict.
Status follow(const ir::Module& module, Comparison& comparison, render::vk::Device& device, const Batch& batch,
              verify::Setting& setting) {
    Verdict& verdict = comparison.verdict;
    const verify::BackEnd back_end = comparison.back_end->back_end;
    std::vector<run::State> got = batch.inputs;
    if (Status done = verify::run_on(module, device, comparison.program, got, &setting.textures); !done) return done;
    Hidden hidden(module, back_end, device, batch, setting);
    for (std::uint32_t i = 0; i < got.size(); ++i) {
        const verify::Quad quad = verify::quad_of(batch.inputs, i);
        const auto difference = verify::difference_of(module, quad, batch.wanted[i], got[i], setting);
        if (!difference) return std::unexpected(difference.error());
        count_alone(module, verdict, batch.wanted[i]);
        if (!*difference) continue;
        const Result<bool> agrees = hidden.agrees_on(i);
        if (!agrees) return std::unexpected(agrees.error());
        if (*agrees) {
            ++verdict.operands_hidden;
            continue;
        }
        auto began = where_it_began(
            module, [&](const ir::Module& cut) { return agrees_when_cut(cut, back_end, device, quad, setting); });
        if (!began) return std::unexpected(began.error());
        verdict.finding = Finding{.sample = batch.first + i,
                                  .difference = **difference,
                                  .instruction = std::move(*began),
                                  .given = batch.inputs[i],
                                  .wanted = batch.wanted[i],
                                  .got = got[i]};
        return {};
    }
    return {};
}

Result<Batch> next_batch(const ir::Module& module, std::uint32_t first, const Options& options,
                         verify::Setting& setting) {
    Batch batch{first, {}, {}};
    const std::uint32_t count = std::min(kBatch, options.verify.samples - first);
    batch.inputs.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i)
        batch.inputs.push_back(verify::sample_state(module, options.verify.seed + first + i));
    batch.wanted = batch.inputs;
    if (Status done = verify::run_here(module, batch.wanted, setting); !done) return std::unexpected(done.error());
    return batch;
}

Result<Verified> compare_alone(const ir::Module& module, render::vk::Device& device, const Options& options) {
    Progress progress(options);
    verify::Setting setting{verify::sample_textures(module, options.verify.seed), options.device.loop_limit};
    std::vector<Comparison> comparisons;
    for (const NamedBackEnd& each : kBackEnds) {
        progress.tell(fmt::format("{}: translating", each.name));
        auto program = verify::build(module, each.back_end, device, options.device.loop_limit);
        Comparison& comparison =
            comparisons.emplace_back(Comparison{&each, {}, {.language = each.name, .outputs = outputs_of(module)}});
        if (program)
            comparison.program = std::move(*program);
        else if (!note_refusal(comparison.verdict, program.error()))
            return std::unexpected(program.error());
    }
    for (std::uint32_t first = 0; first < options.verify.samples; first += kBatch) {
        const Result<Batch> batch = next_batch(module, first, options, setting);
        if (!batch) return std::unexpected(batch.error());
        for (Comparison& comparison : comparisons) {
            if (comparison.verdict.finding || comparison.verdict.refused) continue;
            progress.tell(
                fmt::format("{}: {} of {} samples", comparison.back_end->name, first, options.verify.samples));
            if (Status done = follow(module, comparison, device, *batch, setting); !done)
                return std::unexpected(done.error());
        }
    }
    Verified verified;
    for (Comparison& comparison : comparisons) verified.verdicts.push_back(std::move(comparison.verdict));
    return verified;
}

struct Lifted {
    Program program;
    ir::Module module;
};
Result<Lifted> lift(const Options& options, const std::string& file) {
    Result<Program> program = open_program(options, file);
    if (!program) return std::unexpected(program.error());
    ir::ContextReader context(options.context, {.leaves_out_unknown = options.translation.allow_unknown});
    auto module = translate::lift(*program->parsed, context);
    if (!module) return std::unexpected(module.error());
    if (const Status sized = check_workgroup(*module, context); !sized) return std::unexpected(sized.error());
    note_doubts(context, file);
    return Lifted{std::move(*program), std::move(*module)};
}

Result<Verified> verify_on(const Lifted& lifted, render::vk::Device& device, const Options& options) {
    if (lifted.module.stage == ir::Stage::Compute)
        return verify_dispatches(lifted.program, lifted.module, device, options);
    ir::Module alone = lifted.module.clone();
    (void)verify::lower_pipeline_io(alone);
    Result<Verified> verified = compare_alone(alone, device, options);
    if (!verified) return verified;
    if (Status some = some_language_translates(verified->verdicts); !some) return std::unexpected(some.error());
    if (Status done = verify_draws(lifted.program, lifted.module, device, options, *verified); !done)
        return std::unexpected(done.error());
    return verified;
}

bundle::FileBytes json_file(const std::function<void(JsonWriter& json)>& write) {
    const std::string text = one_register_a_line(write) + "\n";
    return {text.begin(), text.end()};
}

/// What was compared, and of the first difference of an invocation alone its inputs and what came of them.
Status dump_verified(const Options& options, const Lifted& lifted, const Verified& verified) {
    bundle::Bundle bundle = bundle_of(options, lifted.program, lifted.module.stage);
    bundle.verify = bundle::Samples{.seed = options.verify.seed, .samples = options.verify.samples};
    ir::Module alone = lifted.module.clone();
    (void)verify::lower_pipeline_io(alone);
    for (const Verdict& verdict : verified.verdicts) {
        if (!verdict.finding) continue;
        bundle.notes +=
            fmt::format("{}: sample {}: {} is {:x}, not {:x}: {}\n", verdict.language, verdict.finding->sample,
                        verdict.finding->difference.where, verdict.finding->difference.got,
                        verdict.finding->difference.wanted, verdict.finding->instruction);
        if (verdict.ran != Ran::Alone || bundle.inputs) continue;
        bundle.inputs = json_file([&](JsonWriter& json) { verify::write_inputs(json, alone, verdict.finding->given); });
        const auto results = [&](const run::State& state) {
            return json_file([&](JsonWriter& json) { verify::write_results(json, alone, state, false); });
        };
        bundle.results = {{"interpreter", results(verdict.finding->wanted)},
                          {std::string(verdict.language), results(verdict.finding->got)}};
    }
    return write_bundle(options.inspection.dump, bundle);
}

} // namespace

Exit verify(const Options& options) {
    const std::string& file = options.files[0];
    if (!options.inspection.dump.empty() && !names_bundle(options.inspection.dump))
        return report({FaultKind::Usage, "--dump: verify writes a bundle: name it NAME.relit", {}, 0, 0}, file);
    Result<Lifted> lifted = lift(options, file);
    if (!lifted) return report(lifted.error(), file);
    auto device = render::vk::Device::open({.device = options.device.name});
    if (!device) return report(device.error(), file);
    const Result<Verified> verified = verify_on(*lifted, *device, options);
    if (!verified) return report(verified.error(), file);
    if (!options.inspection.dump.empty())
        if (const Status kept = dump_verified(options, *lifted, *verified); !kept)
            return report(kept.error(), options.inspection.dump);
    const std::string& name = device->info().name;
    if (const Exit exit = answer(options, options.json ? as_json(*verified, name) : as_text(*verified, options, name));
        exit != Exit::Done)
        return exit;
    return verified->agrees() ? Exit::Done : Exit::No;
}

} // namespace relit::cli
