// The units of a command line, and the store that they are for.
#pragma once

#include "batch/store.hpp"
#include "cli/batch/unit_command.hpp"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace relit::cli {

struct Gathered {
    batch::Store store; // in a run of its own
    UnitCommand command;
    std::vector<batch::Unit> units; // with keys
    std::uint64_t unreadable = 0;   // inputs that cannot be read
};
/// Finds the inputs that `words` and --files-from name for a verb, and makes or opens the store of --out. What is wrong is reported and
/// gives the exit code; inputs that cannot be read are reported and left out.
[[nodiscard]] std::expected<Gathered, Exit> gather_units(const Options& options, const std::string& verb,
                                                         std::span<const std::string> words);

} // namespace relit::cli
