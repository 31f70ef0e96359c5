// The command that all units of a batch run, read once: a worker runs it with the files of a unit.
#pragma once

#include "batch/unit.hpp"
#include "cli/options/options.hpp"

#include <expected>

namespace relit::cli {

enum class Exit : int;

struct UnitCommand {
    Options options; // of the verb, with the files of the first unit
    batch::Plan plan;
};
/// The program's own version: everything that it does may change with its bytes.
[[nodiscard]] Result<std::string> version_of_program();

/// Reads the options of the verb that batch runs. A mistake is reported and gives its exit code, before anything runs.
[[nodiscard]] std::expected<UnitCommand, Exit> unit_command(const Options& batch, const std::string& verb,
                                                            const batch::Unit& first);

/// Runs the command on a unit, in a worker, and gives its exit code, or a fault if a disk is full, so that something may be missing in
/// what it made. What the verb writes to names that its options give lies in `folder`, which is made if there are any. `in`: the folder
/// that the names of the unit's files are relative to; empty: the current one.
[[nodiscard]] Result<int> run_unit(const UnitCommand& command, const batch::Unit& unit, const std::string& folder,
                                   const std::string& in);

} // namespace relit::cli
