// relit run --why and --first: what is asked for.
#pragma once

#include "cli/options/options.hpp"
#include "run/investigation.hpp"

namespace relit::cli {

/// From --why, --first and --invocation; of --first difference the empty query. A fault (exit 2) if the program has no such
/// value or instruction.
[[nodiscard]] Result<run::Query> query_of(const Options& options, const ir::Module& module);

} // namespace relit::cli
