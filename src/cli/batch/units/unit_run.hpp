// Runs units in worker processes, and tells what came of them in their order.
#pragma once

#include "batch/store.hpp"
#include "cli/batch/batch.hpp"
#include "cli/batch/unit_command.hpp"

#include <cstdint>
#include <vector>

namespace relit::cli {

/// Runs those of the units that have no result, in a run of the store, which it ends. `unreadable` of the inputs could not be read, which
/// has been reported. Answers with a line for each unit (--json) and the counts.
[[nodiscard]] Exit run_in_store(const Options& options, batch::Store& store, const UnitCommand& command,
                                std::vector<batch::Unit> units, std::uint64_t unreadable);

} // namespace relit::cli
