// relit translate --each.
#pragma once

#include "cli/io/program.hpp"

namespace relit::cli {

/// Translates each of the files, and those in folders, to a file in the folder --output.
Exit translate_each(const Options& options);

} // namespace relit::cli
