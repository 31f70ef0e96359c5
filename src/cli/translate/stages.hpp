// The files that translate is given, as the stages of a pipeline: a file a stage, two where two vertex programs run in a row.
#pragma once

#include "cli/io/program.hpp"
#include "translate/translate.hpp"

#include <string>
#include <vector>

namespace relit::cli {

/// The program of a stage, and the files that it comes from.
struct StageFiles {
    std::vector<std::string> files; // their names; two where two vertex programs run one after the other
    std::vector<std::vector<std::uint8_t>> bytes;
    isa::ProgramPtr program;
    ir::Stage stage{};
};

/// In the order of the pipeline, in whichever order they were named; two vertex programs run as they were. What is wrong
/// with a file is reported.
[[nodiscard]] std::expected<std::vector<StageFiles>, Exit> open_stages(const Options& options);

} // namespace relit::cli
