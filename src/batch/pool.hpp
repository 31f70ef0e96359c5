// The supervisor of a run: worker processes that live for many units, limits of time and memory for each unit, a second try for a
// unit whose worker ends, and quarantine for one that fails both. Results are written by workers and do not pass through here.
#pragma once

#include "base/result.hpp"
#include "batch/store.hpp"
#include "batch/unit.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace relit::batch {

/// The limits of a unit, looked at 20 times a second: a unit may exceed a limit for so long before it is ended.
struct UnitLimits {
    std::uint32_t cpu_seconds = 120;   // of all threads of the worker
    std::uint32_t clock_seconds = 480; // for a unit that waits, too
    std::uint64_t memory_bytes = std::uint64_t{4}
                                 << 30; // resident pages of the worker, with what the unit has written to its streams
};

struct PoolOptions {
    unsigned workers = 1;
    UnitLimits limits;
};

/// Runs a unit in a worker process and gives its exit code, or a fault if that says nothing of the unit, because a disk is full: standard output and error are files, standard input is empty. `folder` is
/// the unit's own for files that belong to the result; it is not there until it is made.
using RunUnit = std::function<Result<int>(const Unit& unit, const std::string& folder)>;

/// How a unit ended.
struct UnitEnd {
    int exit = 0;
    std::optional<Quarantine> quarantine{}; // then there is no exit code
    std::optional<Fault> refused{}; // then there is none either, and no result: its input is not what its key is of
    std::uint64_t microseconds = 0; // on the clock, of the last try
};

/// Events that the caller learns, in the supervisor's process.
struct PoolEvents {
    std::function<void(std::size_t unit, const UnitEnd& end)> finished; // in any order
    std::function<void()> tick;                                         // some 20 times a second
};

/// How a run ended without a fault.
struct PoolEnd {
    int signal = 0; // SIGINT, SIGTERM or SIGHUP stopped it; units that had not ended are not counted against them
};

/// Runs the units of these numbers and writes their results, or why there is none, to the store. Call before any thread runs,
/// in a run of the store. A fault if no process can be made or a result cannot be written (a full disk): what was finished stays.
[[nodiscard]] Result<PoolEnd> run_pool(const Store& store, std::span<const Unit> units,
                                       std::span<const std::uint32_t> pending, const RunUnit& run,
                                       const PoolOptions& options, const PoolEvents& events);

} // namespace relit::batch
