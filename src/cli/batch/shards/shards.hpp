// Stores with a plan that is cut into shards, as the actions on them see them.
#pragma once

#include "batch/shards.hpp"
#include "cli/batch/batch.hpp"
#include "cli/exit.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::cli {

/// A store, its units, and for each unit the number of the first with its key.
struct PlannedStore {
    batch::Store store;
    std::vector<batch::Unit> units;
    std::vector<std::uint32_t> firsts;

    [[nodiscard]] std::uint32_t shards() const { return batch::shards_of(units); }
};
/// A fault (usage) if the store has no plan with shards.
[[nodiscard]] Result<PlannedStore> open_planned(const std::string& folder);

/// All that is known of a shard.
struct ShardState {
    std::uint32_t number = 0;
    UnitCounts counts;
    std::vector<batch::RunNote> running, died; // the runs that have it, and those that were killed and left a note

    [[nodiscard]] bool lacks_results() const { return counts.missing + counts.damaged != 0; }
};
/// The shards without what is known of units: add that to the counts of shard `number - 1`.
[[nodiscard]] std::vector<ShardState> shards_with_runs(std::uint32_t count, std::span<const batch::NotedRun> runs);
/// "host n1, process 12, job 7_3"
[[nodiscard]] std::string text_of_run(const batch::RunNote& note);

/// The numbers of the shards that no run has and that lack results; with `retries` also those with units that may end
/// otherwise. A fault if the store cannot be read.
struct Unfinished {
    std::vector<std::uint32_t> shards;
    std::uint64_t running = 0; // shards that lack results and are being run
};
[[nodiscard]] Result<Unfinished> find_unfinished(const PlannedStore& planned, bool retries);

/// Writes an answer to standard output: --out names a store.
[[nodiscard]] Exit answer_beside(const Options& options, const std::string& text, const AddMembers& members);

} // namespace relit::cli
