// The target of a translation, from the options, and what they ask of its output.
#pragma once

#include "cli/io/program.hpp"
#include "lang/target.hpp"

namespace relit::cli {

[[nodiscard]] lang::Target target_of(const Options& options);

/// With --validate a fault (internal) if SPIRV-Tools or glslang refuse a translation for target_of(options).
[[nodiscard]] Status validate_if_asked(const Options& options, const lang::Artifact& artifact, ir::Stage stage);

} // namespace relit::cli
