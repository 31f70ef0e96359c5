#include "cli/translate/linked.hpp"

#include "cli/cache/use.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/translate/target.hpp"
#include "ir/names.hpp"
#include "ir/text/print.hpp"
#include "translate/linked.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Stages = std::span<const StageFiles>;

constexpr std::array<std::string_view, 6> kTerminatorNames = {"vert", "tesc", "tese", "geom", "frag", "comp"};
std::string_view ending_of(const StageFiles& stage) { return kTerminatorNames[static_cast<std::size_t>(stage.stage)]; }

/// "a.bin", "a.bin and b.bin" where two run in a row.
std::string names_of(const StageFiles& stage) {
    std::string all;
    for (const std::string& file : stage.files) all.append(all.empty() ? "" : " and ").append(shown_name(file));
    return all;
}
std::string names_of(Stages stages) {
    std::string all;
    for (const StageFiles& stage : stages) all.append(all.empty() ? "" : " with ").append(names_of(stage));
    return all;
}

/// A vertex program, then one of each later stage.
bool is_a_row(Stages stages) {
    bool good = stages.front().stage == ir::Stage::Vertex && stages.back().stage <= ir::Stage::Fragment;
    for (std::size_t i = 1; i < stages.size(); ++i) good = good && stages[i - 1].stage < stages[i].stage;
    return good;
}

Exit refuse_stages(std::string text) {
    report_error({FaultKind::Usage, std::move(text), {}, 0, 0}, {});
    return Exit::Usage;
}

Exit refuse_row(Stages stages) {
    std::string all;
    for (const StageFiles& stage : stages)
        all += fmt::format("{}{} is a {} program", all.empty() ? "" : ", ", names_of(stage),
                           ir::name_in(ir::kStageNames, stage.stage));
    return refuse_stages(
        fmt::format("a draw has a vertex program and at most one program of each later stage; {}", all));
}

std::vector<const isa::Program*> programs_of(Stages stages) {
    std::vector<const isa::Program*> all;
    for (const StageFiles& stage : stages) all.push_back(stage.program.get());
    return all;
}

Exit as_ir(const Options& options, Stages stages, const lang::Target& target,
           const translate::PipelineOptions& pipeline) {
    auto lifted = translate::lift_linked(programs_of(stages), options.context, target);
    if (!lifted) return report(lifted.error(), names_of(stages));
    if (const Status ready = translate::prepare_linked(lifted->stages, target, pipeline); !ready)
        return report(ready.error(), names_of(stages));
    for (std::size_t i = 0; i < stages.size(); ++i) note_assumed(lifted->stages[i].assumed, names_of(stages[i]));
    if (options.json) {
        JsonWriter json = json_answer();
        json.begin_object();
        for (const translate::LinkedModule& stage : lifted->stages) {
            json.begin_object(ir::name_in(ir::kStageNames, stage.module.stage));
            json.member("text", ir::print(stage.module));
            json.end();
        }
        json.end();
        return answer(options, json.take());
    }
    std::string all;
    for (const translate::LinkedModule& stage : lifted->stages)
        all.append(all.empty() ? "" : "\n").append(ir::print(stage.module));
    return answer(options, all);
}

std::string output_name(const Options& options, const StageFiles& stage) {
    return fmt::format("{}.{}{}", options.output, ending_of(stage), options.translation.to == "spirv" ? ".spv" : "");
}

/// If --output names files, the codes go there, and the JSON names them.
Exit answer_as_json(const Options& options, Stages stages, const translate::Linked& linked) {
    JsonWriter json = json_answer();
    json.begin_object();
    translate::add_members(json, linked);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const lang::Artifact& artifact = linked.stages[i].artifact;
        const std::string name = output_name(options, stages[i]);
        json.begin_object(ir::name_in(ir::kStageNames, stages[i].stage));
        const auto in_file = write_side_file(options, name, output_of(options, artifact), json);
        if (!in_file) return report(in_file.error(), name);
        if (!*in_file) translate::add_code(json, artifact);
        json.end();
    }
    json.end();
    return answer_json(json.take());
}

Exit write_files(const Options& options, Stages stages, const translate::Linked& linked) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Options one = options;
        one.output = output_name(options, stages[i]);
        const Exit done = answer(one, output_of(options, linked.stages[i].artifact));
        if (done != Exit::Done) return done;
    }
    return Exit::Done;
}

Exit write_texts(const Options& options, Stages stages, const translate::Linked& linked) {
    std::string all;
    for (std::size_t i = 0; i < stages.size(); ++i)
        all += fmt::format("{}// {}: {}\n{}", i == 0 ? "" : "\n", ir::name_in(ir::kStageNames, stages[i].stage),
                           names_of(stages[i]), linked.stages[i].artifact.text);
    return answer(options, all);
}

/// The end of the command that files want: "NAME.vert.spv and NAME.frag.spv".
std::string output_names(Stages stages) {
    std::string all;
    for (std::size_t i = 0; i < stages.size(); ++i)
        all += fmt::format("{}NAME.{}.spv",
                           i == 0                   ? ""
                           : i + 1 == stages.size() ? " and "
                                                    : ", ",
                           ending_of(stages[i]));
    return all;
}

} // namespace

Exit translate_linked(const Options& options, Stages stages, const lang::Target& target,
                      const translate::PipelineOptions& pipeline, const Dump& dump) {
    if (!is_a_row(stages)) return refuse_row(stages);
    if (options.translation.to == "ir") return as_ir(options, stages, target, pipeline);
    const bool to_files = options.output != "-", dumps = !options.inspection.dump.empty();
    if (options.translation.to == "spirv" && !options.json && !to_files && !dumps)
        return refuse_stages(fmt::format("several SPIR-V modules require -o NAME, for {}", output_names(stages)));
    const auto done = with_cache(options, [&](cache::Cache* cache) {
        return translate::translate_linked(cache, programs_of(stages), options.context, target, pipeline,
                                           files_of(stages));
    });
    if (!done) return report(done.error(), names_of(stages));
    const translate::Linked& linked = **done;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const lang::Artifact& artifact = linked.stages[i].artifact;
        note_assumed(artifact.assumed, names_of(stages[i]));
        for (const std::string& note : artifact.approximate) report_note(names_of(stages[i]), note);
        if (const Status valid = validate_if_asked(options, artifact, stages[i].stage); !valid)
            return report(valid.error(), names_of(stages[i]));
        if (const Status kept =
                dump.write(stages[i].bytes, stages[i].stage, output_of(options, artifact), ending_of(options));
            !kept)
            return report(kept.error(), options.inspection.dump);
    }
    if (options.json) return answer_as_json(options, stages, linked);
    if (to_files) return write_files(options, stages, linked);
    return dumps ? Exit::Done : write_texts(options, stages, linked); // dumped texts are in the folder
}

} // namespace relit::cli
