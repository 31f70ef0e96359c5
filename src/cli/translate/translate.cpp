// relit translate: SPIR-V or GLSL.
#include "translate/translate.hpp"

#include "cli/bundle/bundle.hpp"
#include "cli/bundle/target.hpp"
#include "cli/cache/use.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/program.hpp"
#include "cli/translate/dump.hpp"
#include "cli/translate/each.hpp"
#include "cli/translate/linked.hpp"
#include "cli/translate/stages.hpp"
#include "cli/translate/target.hpp"
#include "cli/verbs.hpp"
#include "ir/text/print.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <cstring>
#include <span>

namespace relit::cli {
namespace {

/// Why options do not go together, or nothing.
std::string_view conflict(const Options& options) {
    if (options.translation.partial && options.translation.to != "glsl") return "--partial is for --to glsl";
    if (!options.translation.debug_info.empty() && options.translation.to != "spirv")
        return "--debug-info is for --to spirv";
    if (options.translation.lines && options.translation.to != "glsl") return "--lines is for --to glsl";
    if (options.translation.steps && options.translation.to != "ir") return "--steps is for --to ir";
    if (is_given(options, "--for") && options.translation.to != "glsl") return "--for is for --to glsl";
    if (options.inspection.debug && options.translation.debug_info == "none")
        return "--debug excludes --debug-info none";
    return {};
}

translate::PipelineOptions pipeline_options_of(const Options& options, Dump& dump) {
    translate::PipelineOptions pipeline;
    if (options.translation.has_passes) pipeline.passes = options.translation.passes;
    pipeline.watcher = [&options, &dump](const pass::Step& step, const ir::Module& now) {
        if (options.inspection.debug) report_trace(pass::text_of(step) + '\n');
        if (options.inspection.time_passes)
            report_trace(fmt::format("{:<23} {:10.1f} us\n", step.name, step.seconds * 1e6));
        if (options.inspection.dump_after == step.name) report_trace(ir::print(now));
        dump.watch(step, now);
    };
    return pipeline;
}

Bytes as_bytes(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

/// Adds the code to what is open: as text, as words, or as the file that --output names.
Exit finish_json(const Options& options, JsonWriter& json, Bytes output, const lang::Artifact& artifact) {
    json.begin_object("code");
    const auto in_file = write_side_file(options, options.output, output, json);
    if (!in_file) return report(in_file.error(), options.output);
    if (!*in_file && options.translation.to == "spirv") {
        std::vector<std::uint32_t> words(output.size() / sizeof(std::uint32_t));
        std::memcpy(words.data(), output.data(), output.size());
        json.member("words", words);
    } else if (!*in_file) {
        json.member("text", text_of(output));
        translate::add_line_instructions(json, artifact);
    }
    json.end();
    json.end();
    return answer_json(json.take());
}

/// The text of a module after a pass, "lift" before the first.
struct ModuleStep {
    std::string name, text;
};

/// Lowered as the target wants it; `steps` are added if they are asked for.
Result<ir::Module> prepared(const Options& options, ir::Module module, translate::PipelineOptions pipeline,
                            std::vector<ModuleStep>& steps) {
    if (!options.translation.steps) return translate::prepare(std::move(module), target_of(options), pipeline);
    steps.push_back({"lift", ir::print(module)});
    pipeline.watcher = [&steps, before = pipeline.watcher](const pass::Step& step, const ir::Module& now) {
        before(step, now);
        std::string text = ir::print(now);
        if (text != steps.back().text) steps.push_back({std::string(step.name), std::move(text)});
    };
    return translate::prepare(std::move(module), target_of(options), pipeline);
}

Exit as_ir(const Options& options, const StageFiles& stage, const translate::PipelineOptions& pipeline) {
    ir::ContextReader context(options.context, {.leaves_out_unknown = options.translation.allow_unknown});
    auto module = translate::lift(*stage.program, context);
    if (!module) return report(module.error(), stage.files[0]);
    note_approximations(context, stage.files[0]);
    std::vector<ModuleStep> steps;
    const auto ready = prepared(options, std::move(*module), pipeline, steps);
    if (!ready) return report(ready.error(), stage.files[0]);
    const std::string text = ir::print(*ready);
    if (!options.json) return answer(options, text);
    JsonWriter json = json_answer();
    json.begin_object();
    if (options.translation.steps)
        json.objects("steps", steps,
                     [&](const ModuleStep& step) { json.members({{"name", step.name}, {"text", step.text}}); });
    return finish_json(options, json, as_bytes(text), {});
}

Exit translate_stage(const Options& options, const StageFiles& stage, const translate::PipelineOptions& pipeline,
                     const Dump& dump) {
    const std::string& file = stage.files[0];
    if (options.translation.to == "ir") return as_ir(options, stage, pipeline);
    const auto done = with_cache(options, [&](cache::Cache* cache) {
        return translate::translate(cache, *stage.program, options.context, target_of(options), pipeline,
                                    files_of(std::span(&stage, 1)));
    });
    if (!done) return report(done.error(), file);
    const translate::Translation& made = **done;
    note_assumed(made.artifact.assumed, shown_name(file));
    for (const std::string& note : made.artifact.approximate) report_note(shown_name(file), note);
    if (const Status valid = validate_if_asked(options, made.artifact, stage.stage); !valid)
        return report(valid.error(), file);
    const Bytes output = output_of(options, made.artifact);
    if (const Status kept = dump.write(stage.bytes, dump.stage(), output, ending_of(options)); !kept)
        return report(kept.error(), options.inspection.dump);
    if (options.json) {
        JsonWriter json = json_answer();
        json.begin_object();
        translate::add_members(json, made);
        return finish_json(options, json, output, made.artifact);
    }
    if (!options.inspection.dump.empty() && options.output == "-") return Exit::Done; // it is in the folder
    if (options.translation.to == "spirv" && options.output == "-" && !options.names_output &&
        ::isatty(STDOUT_FILENO) == 1) {
        return report({FaultKind::Usage, "SPIR-V is binary: name a file with -o, or a pipe", {}, 0, 0}, file);
    }
    return answer(options, output);
}

/// Before anything is translated: what cannot be translated can be reported all the same.
Status dump_bundle(const Options& options, std::span<const StageFiles> stages) {
    bundle::Bundle bundle = bundle_of(options, stages);
    bundle.targets.push_back(target_in(options));
    return write_bundle(options.inspection.dump, bundle);
}

} // namespace

Exit translate(const Options& typed) {
    if (typed.batch.each) return translate_each(typed);
    Options options = typed;
    const bool bundles = names_bundle(options.inspection.dump);
    if (bundles) options.inspection.dump.clear(); // no folder
    Dump dump(options.inspection.dump);
    const translate::PipelineOptions pipeline = pipeline_options_of(options, dump);
    if (const std::string_view wrong = conflict(options); !wrong.empty())
        return report({FaultKind::Usage, std::string(wrong), {}, 0, 0}, options.files[0]);
    const auto stages = open_stages(options);
    if (!stages) return stages.error();
    if (const Status kept = bundles ? dump_bundle(typed, *stages) : Status(); !kept)
        return report(kept.error(), typed.inspection.dump);
    if (stages->size() > 1) return translate_linked(options, *stages, target_of(options), pipeline, dump);
    return translate_stage(options, stages->front(), pipeline, dump);
}

} // namespace relit::cli
