// relit translate with the programs of several stages, which are drawn together.
#pragma once

#include "cli/translate/dump.hpp"
#include "cli/translate/stages.hpp"

#include <span>

namespace relit::cli {

Exit translate_linked(const Options& options, std::span<const StageFiles> stages, const lang::Target& target,
                      const translate::PipelineOptions& pipeline, const Dump& dump);

} // namespace relit::cli
