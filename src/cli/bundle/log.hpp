// Logs that hold programs, where verbs take programs, and what `info` says of them: logs of NV2A methods, and of drivers that
// print the programs that they compile.
#pragma once

#include "base/property.hpp"
#include "bundle/bundle.hpp"
#include "cli/options/options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// A program of a log.
struct LogProgram {
    std::string_view guest, ending; // ".push"
    bundle::FileBytes bytes;
    std::vector<std::string> gaps; // in the log
};
struct ProgramLog {
    std::string_view kind; // "nv2a.log"
    std::uint64_t bytes = 0;
    std::vector<LogProgram> programs;
    std::vector<std::string> gaps; // of the log as a whole
    std::vector<Property> properties;
};

/// Returns the log in a file, or in standard input, which can be read again if it is none. `isa` is what the user says it is: a
/// log has programs of that guest alone. A log of a driver with one program is none, since codecs read it, unless `number`, that
/// of --program, is not 0.
[[nodiscard]] Result<std::optional<ProgramLog>> log_in(std::string_view isa, const std::string& file,
                                                       std::uint64_t number);

/// Returns the place of the program that --program names; without it that of the only one.
[[nodiscard]] Result<std::size_t> program_of_log(std::uint64_t number, const ProgramLog& log);
/// Prints on standard error what the log does not have of a program.
void report_gaps(const ProgramLog& log, const LogProgram& program, std::string_view name);

} // namespace relit::cli
