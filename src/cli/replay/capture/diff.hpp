// relit replay --diff of two captures of R500.
#pragma once

#include "cli/io/program.hpp"

namespace relit::cli {

/// Takes two files, which the command line has been checked for. Says the first draw after which a surface differs, what is
/// different of the draw, and which pixels; with -o FOLDER their images. No if something differs, or if there are no draws.
[[nodiscard]] Exit diff_captures(const Options& options);

} // namespace relit::cli
