// The target of a translation as a bundle has it, and as options have it.
#pragma once

#include "bundle/bundle.hpp"
#include "cli/io/program.hpp"

namespace relit::cli {

[[nodiscard]] bundle::TargetOptions target_in(const Options& options);
/// Fails with BadInput where a value is none that its option takes.
[[nodiscard]] Status check_target(const bundle::TargetOptions& target);
/// Puts what the target says where the user says nothing, as far as the verb takes it; where both say something else a note
/// tells which counts. `file`: of the bundle, as it is shown.
[[nodiscard]] Status apply_target(const bundle::TargetOptions& target, const std::string& file, Options& options);
/// The target that is meant: the first, or the first of the language that --to names; null where there is none.
[[nodiscard]] const bundle::TargetOptions* target_for(const bundle::Bundle& bundle, const Options& options);

} // namespace relit::cli
