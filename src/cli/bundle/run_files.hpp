// The files that say how programs of a bundle are run, as far as `run` would refuse them.
#pragma once

#include "bundle/bundle.hpp"
#include "cli/translate/stages.hpp"

#include <span>

namespace relit::cli {

/// Fails with the fault of `run` where a set of --inputs has a name that no program of the guest can have. Sets of several programs,
/// of a compute program, and of one that does not lift are not compared with names.
[[nodiscard]] Status check_names(const Options& options, std::span<const StageFiles> stages,
                                 const bundle::FileBytes& inputs);
/// Fails where no program's guest has such a dump of constants.
[[nodiscard]] Status check_constants(std::span<const StageFiles> stages, const bundle::FileBytes& constants);
/// Fails where --expected is not JSON, as `run` prints results.
[[nodiscard]] Status check_results(const bundle::FileBytes& results);

} // namespace relit::cli
