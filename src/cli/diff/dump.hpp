// relit diff of two dumps of the GS: packets are aligned first, by their bytes, and what differs is printed as hunks of lines; or, with
// --draws, by the state of each draw.
#pragma once

#include "cli/io/program.hpp"

namespace relit::cli {

/// Reads files twice: to align, and to print. Inputs that can be read only once are aligned by lines alone, and refused with --draws.
[[nodiscard]] Exit diff_dumps(const Options& options, Opened left, Opened right);

} // namespace relit::cli
