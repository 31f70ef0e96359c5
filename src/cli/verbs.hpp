// The verbs as functions.
#pragma once

#include "cli/exit.hpp"

namespace relit::cli {

struct Options;

/// Runs one verb; each is a file of its own.
using Verb = Exit (*)(const Options& options);
#define VERB(function, name, files, arguments, purpose) Exit function(const Options& options);
#include "cli/verbs.inc"
#undef VERB

} // namespace relit::cli
