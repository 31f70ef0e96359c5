// Reads the command line.
#pragma once

#include "cli/exit.hpp"
#include "cli/options/options.hpp"

#include <expected>

namespace relit::cli {

/// argv to Options. `no_color`: the environment asks for text without colours. An Exit means that the output is complete
/// (help, version, a usage fault).
[[nodiscard]] std::expected<Options, Exit> parse_command_line(int count, char** arguments, bool no_color);

} // namespace relit::cli
