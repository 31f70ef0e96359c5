// Functions that the parts of `relit bundle` share.
#pragma once

#include "bundle/bundle.hpp"
#include "cli/io/program.hpp"
#include "cli/translate/stages.hpp"

#include <span>
#include <string>
#include <vector>

namespace relit::cli {

/// Returns the options beside the programs as a bundle keeps them: the keys of their guests, and the target.
[[nodiscard]] bundle::Bundle bundle_of(const Options& options, std::span<const StageFiles> stages);
/// The same of one program.
[[nodiscard]] bundle::Bundle bundle_of(const Options& options, const Program& program, ir::Stage stage);
/// Writes a bundle, and reads it again: what is there can be read.
[[nodiscard]] Status write_bundle(const std::string& name, const bundle::Bundle& bundle);
/// Returns true if a name given to --dump is that of a bundle.
[[nodiscard]] bool names_bundle(std::string_view file);

// ---- one function an action; `words` are those after it

Exit make_bundle(const Options& options, std::span<const std::string> words);
Exit show_bundle(const Options& options, std::span<const std::string> words);
Exit extract_bundle(const Options& options, std::span<const std::string> words);
Exit check_bundles(const Options& options, std::span<const std::string> words);
Exit import_programs(const Options& options, std::span<const std::string> words);

} // namespace relit::cli
