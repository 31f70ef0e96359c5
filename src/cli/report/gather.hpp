// The output of commands as documents of a report: each runs in a process of its own, so that none takes the report with it.
#pragma once

#include "cli/options/options.hpp"
#include "report/page.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// Runs the verb of `command` with --json, and gives what it prints and says. Its exit code is 6 with a message if it does not end by
/// itself within ten minutes. `form`: of the document; `typed`: the command as a user types it, without "relit". Call before any
/// thread runs.
[[nodiscard]] report::Document gather(const Options& command, std::string_view form, std::string_view typed);

/// The files as they are typed: the program of a bundle as "skin.relit --program 1", several programs of one as "skin.relit".
[[nodiscard]] std::vector<std::string> typed_names(const Options& options, std::span<const std::string> files);

/// A message as docs/schemas/message.json has it: kind "note", "warning" ...
[[nodiscard]] std::string message_of(std::string_view kind, std::string_view text);

/// The options of `options` with another verb, for these files: what follows from the file and the guest stays, what is shown of it not.
[[nodiscard]] Options command_for(const Options& options, std::string_view verb, std::span<const std::string> files);

} // namespace relit::cli
