// Logs of methods where verbs take programs, and what `info` says of them.
#pragma once

#include "base/property.hpp"
#include "cli/options/options.hpp"
#include "emulators/xemu/log.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The log in a file, or in standard input, which can be read again if it is none. `isa`: what the user says it is; a log
/// holds NV2A programs.
[[nodiscard]] Result<std::optional<emulators::xemu::Log>> log_in(std::string_view isa, const std::string& file);

/// The program that --program names; without it the only one.
[[nodiscard]] Result<const emulators::xemu::LoggedProgram*> program_of_log(std::uint64_t number,
                                                                           const emulators::xemu::Log& log);
/// Prints on standard error what the log does not have of a program.
void report_gaps(const emulators::xemu::Log& log, const emulators::xemu::LoggedProgram& program, std::string_view name);

[[nodiscard]] std::vector<Property> properties_of(const emulators::xemu::Log& log);

} // namespace relit::cli
