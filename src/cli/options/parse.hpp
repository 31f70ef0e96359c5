// Reads the command line.
#pragma once

#include "cli/exit.hpp"
#include "cli/options/options.hpp"

#include <expected>

namespace relit::cli {

/// argv to Options. `no_color`: the environment asks for text without colours; `cache`: it names a cache. An Exit means that
/// the output is complete (help, version, a usage fault).
[[nodiscard]] std::expected<Options, Exit> parse_command_line(int count, char** arguments, bool no_color,
                                                              const char* cache = nullptr);

} // namespace relit::cli
