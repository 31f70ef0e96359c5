// relit verify: does a program give the same in the interpreter and on the device, through SPIR-V and through GLSL?
#include "verify/verify.hpp"
#include "cli/bundle/bundle.hpp"
#include "cli/io/program.hpp"
#include "cli/io/progress.hpp"
#include "cli/run/given.hpp"
#include "cli/run/sets.hpp"
#include "cli/verbs.hpp"
#include "cli/verify/report.hpp"
#include "ir/names.hpp"
#include "translate/translate.hpp"
#include "verify/json.hpp"
#include "verify/registers.hpp"
#include "verify/rewrite/pipeline_io.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

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
    if (const Status sized = verify::check_workgroup(*module, context); !sized) return std::unexpected(sized.error());
    note_approximations(context, file);
    return Lifted{std::move(*program), std::move(*module)};
}

/// The inputs of --inputs; nothing if there are none.
Result<std::optional<verify::GivenInputs>> given_inputs(const Options& options, const Lifted& lifted) {
    if (options.run.inputs.empty()) return std::nullopt;
    if (lifted.module.stage == ir::Stage::Compute)
        return fail(FaultKind::NotSupported, "--inputs of a compute program: verify has its own");
    ir::Module alone = lifted.module.clone();
    (void)verify::lower_pipeline_io(alone);
    auto sets = given_sets(lifted.program, alone, options);
    if (!sets) return std::unexpected(sets.error());
    if (sets->states.empty()) return fail("there is no set of inputs");
    return verify::GivenInputs{std::move(sets->states), std::move(sets->textures)};
}

bundle::FileBytes json_file(const std::function<void(JsonWriter& json)>& write) {
    const std::string text = one_register_a_line(write) + "\n";
    return {text.begin(), text.end()};
}

/// Writes a bundle of what was compared, with inputs and results of the first difference of an invocation alone.
Status dump_verified(const Options& options, const Lifted& lifted, const verify::Verified& verified) {
    bundle::Bundle bundle = bundle_of(options, lifted.program, lifted.module.stage);
    bundle.verify = bundle::Samples{.seed = options.verify.seed, .samples = options.verify.samples};
    ir::Module alone = lifted.module.clone();
    (void)verify::lower_pipeline_io(alone);
    for (const verify::ComparisonResult& result : verified.results) {
        if (!result.finding) continue;
        bundle.notes +=
            fmt::format("{}: sample {}: {} is {:x}, not {:x}: {}\n", result.language, result.finding->sample,
                        result.finding->difference.where, result.finding->difference.got,
                        result.finding->difference.wanted, result.finding->began.instruction);
        if (result.mode != verify::ComparisonMode::Alone || bundle.inputs) continue;
        bundle.inputs = json_file([&](JsonWriter& json) { verify::write_inputs(json, alone, result.finding->given); });
        const auto results = [&](const run::State& state) {
            return json_file([&](JsonWriter& json) { verify::write_results(json, alone, state, false); });
        };
        bundle.results = {{"interpreter", results(result.finding->wanted)},
                          {std::string(result.language), results(result.finding->got)}};
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
    if (options.verify.groups && lifted->module.stage != ir::Stage::Compute)
        return report({FaultKind::Usage,
                       fmt::format("--groups is for compute programs; this is a {} program",
                                   ir::name_in(ir::kStageNames, lifted->module.stage)),
                       {},
                       0,
                       0},
                      file);
    const auto given = given_inputs(options, *lifted);
    if (!given) return report(given.error(), options.run.inputs);
    auto device = render::vk::Device::open({.device = options.device.name});
    if (!device) return report(device.error(), file);
    const Progress progress(options);
    const std::optional<ir::Module> traceable = verify::traceable_module(
        *lifted->program.parsed, lifted->module, options.context, options.translation.allow_unknown);
    const Result<verify::Verified> verified =
        verify::verify_on(*device, {*lifted->program.parsed, lifted->module, traceable ? &*traceable : nullptr},
                          {.samples = options.verify.samples,
                           .given = *given,
                           .seed = options.verify.seed,
                           .loop_limit = options.device.loop_limit,
                           .groups = options.verify.groups,
                           .constants = options.translation.constants,
                           .context = options.context,
                           .tell = [&](std::string_view text) { progress.tell(text); }});
    progress.tell({});
    if (!verified) return report(verified.error(), file);
    if (!options.inspection.dump.empty())
        if (const Status kept = dump_verified(options, *lifted, *verified); !kept)
            return report(kept.error(), options.inspection.dump);
    const std::string& name = device->info().name;
    if (const Exit exit = answer(
            options, options.json ? verify::as_json(*verified, name) : as_text(*verified, options.verify.seed, name));
        exit != Exit::Done)
        return exit;
    return verified->agrees() ? Exit::Done : Exit::No;
}

} // namespace relit::cli
