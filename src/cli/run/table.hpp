// relit run --table: a command table of a video BIOS image, with registers and memory from a list.
#pragma once

#include "cli/io/program.hpp"

namespace relit::cli {

[[nodiscard]] Exit run_table(const Options& options);

} // namespace relit::cli
