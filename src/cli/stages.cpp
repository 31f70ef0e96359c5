#include "cli/stages.hpp"

#include <algorithm>
#include <utility>

namespace relit::cli {
namespace {

std::expected<StageFiles, Exit> open_stage(const Options& options, std::size_t number) {
    const std::string& file = options.files[number];
    auto program = open_program(options, file, number);
    if (!program) return std::unexpected(report(program.error(), file));
    ir::ContextReader context(options.context);
    const auto module = program->guest->lift(program->bytes, context);
    if (!module) return std::unexpected(report(module.error(), file));
    return StageFiles{file, std::move(*program), module->stage};
}

bool runs_behind(const StageFiles& first, const StageFiles& second) {
    const bool vertices = first.stage == ir::Stage::Vertex && second.stage == ir::Stage::Vertex;
    const isa::Guest* guest = first.program.guest;
    return vertices && !first.behind && guest == second.program.guest && guest->lift_joined != nullptr;
}

} // namespace

std::expected<std::vector<StageFiles>, Exit> open_stages(const Options& options) {
    std::vector<StageFiles> stages;
    for (std::size_t i = 0; i < options.files.size(); ++i) {
        auto stage = open_stage(options, i);
        if (!stage) return std::unexpected(stage.error());
        stages.insert(std::ranges::upper_bound(stages, stage->stage, {}, &StageFiles::stage), std::move(*stage));
    }
    if (stages.size() < 2 || !runs_behind(stages[0], stages[1])) return stages;
    stages[0].behind.emplace(std::move(stages[1].file), std::move(stages[1].program));
    stages.erase(stages.begin() + 1);
    return stages;
}

} // namespace relit::cli
