// The files that translate is given, as the stages of a pipeline: a file a stage, two where two vertex programs run in a row.
#pragma once

#include "cli/program.hpp"
#include "translate/translate.hpp"

#include <optional>
#include <string>
#include <vector>

namespace relit::cli {

struct StageFiles {
    std::string file;
    Program program;
    ir::Stage stage{};
    struct Behind {
        std::string file;
        Program program;
    };
    std::optional<Behind> behind{}; // the vertex program that runs after the first

    [[nodiscard]] translate::Given given() const {
        translate::Given all{*program.guest, program.bytes};
        if (behind) all.behind = behind->program.bytes;
        return all;
    }
};

/// In the order of the pipeline, in whichever order they were named; two vertex programs run as they were. What is wrong
/// with a file is reported.
[[nodiscard]] std::expected<std::vector<StageFiles>, Exit> open_stages(const Options& options);

} // namespace relit::cli
