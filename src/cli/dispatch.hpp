// From a command line that was read to the verb that it names.
#pragma once

#include "cli/exit.hpp"

namespace relit::cli {

struct Options;

/// Runs the verb, with the programs and contexts that bundles and command streams among its files give it.
[[nodiscard]] Exit dispatch(const Options& typed);

} // namespace relit::cli
