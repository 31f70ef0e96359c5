#include "cli/translate/stages.hpp"

#include <algorithm>
#include <utility>

namespace relit::cli {
namespace {

std::expected<StageFiles, Exit> open_stage(const Options& options, const std::string& file, std::size_t number) {
    auto program = open_program(options, file, number);
    if (!program) return std::unexpected(report(program.error(), file));
    const ir::Stage stage = program->frontend().stage(*program->parsed);
    StageFiles opened{.files = {file}, .bytes = {}, .program = std::move(program->parsed), .stage = stage};
    opened.bytes.push_back(std::move(program->bytes));
    return opened;
}

/// VertexA and the VertexB after it as one.
Result<StageFiles> joined(StageFiles first, StageFiles second) {
    auto program = first.program->frontend.join(*first.program, *second.program);
    if (!program) return std::unexpected(program.error());
    first.files.push_back(std::move(second.files[0]));
    first.bytes.push_back(std::move(second.bytes[0]));
    first.program = std::move(*program);
    return first;
}

/// Each file on its own, or the two programs of a draw.
std::vector<std::expected<StageFiles, Exit>> open_each(const Options& options) {
    std::vector<std::expected<StageFiles, Exit>> opened;
    if (options.stage == kBothStages) {
        for (const std::string_view stage : {"vs", "fs"}) {
            Options one = options;
            one.stage = stage;
            one.context_keys.clear();              // they are of both
            if (!opened.empty()) one.isa = "r500"; // the kind of the stream has been reported
            opened.push_back(open_stage(one, options.files[0], 0));
        }
        return opened;
    }
    for (std::size_t i = 0; i < options.files.size(); ++i) opened.push_back(open_stage(options, options.files[i], i));
    return opened;
}

} // namespace

std::expected<std::vector<StageFiles>, Exit> open_stages(const Options& options) {
    std::vector<StageFiles> stages;
    for (auto& stage : open_each(options)) {
        if (!stage) return std::unexpected(stage.error());
        stages.insert(std::ranges::upper_bound(stages, stage->stage, {}, &StageFiles::stage), std::move(*stage));
    }
    std::vector<const isa::Frontend*> guests;
    for (const StageFiles& stage : stages) guests.push_back(&stage.program->frontend);
    if (const Status used = check_context_keys(options, guests); !used)
        return std::unexpected(report(used.error(), options.files[0]));
    if (stages.size() < 2 || !isa::are_joined(*stages[0].program, *stages[1].program)) return stages;
    const std::string behind = stages[1].files[0];
    auto both = joined(std::move(stages[0]), std::move(stages[1]));
    if (!both) return std::unexpected(report(both.error(), behind));
    stages[0] = std::move(*both);
    stages.erase(stages.begin() + 1);
    return stages;
}

} // namespace relit::cli
