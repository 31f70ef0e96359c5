// From a command line that was read to the verb that it names.
#pragma once

#include "cli/exit.hpp"

#include <expected>

namespace relit::cli {

struct Options;

/// The options with the programs and contexts that bundles and command streams among the files give; `as_typed` is `typed`. Mistakes
/// are reported.
[[nodiscard]] std::expected<Options, Exit> with_opened_files(const Options& typed);

/// Runs the verb, with the programs and contexts that bundles and command streams among its files give it.
[[nodiscard]] Exit dispatch(const Options& typed);

} // namespace relit::cli
