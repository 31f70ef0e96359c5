// A plan that is cut into shards: pieces of the list of units that take about the same time, each for one process on any machine.
#pragma once

#include "base/result.hpp"
#include "batch/times.hpp"
#include "batch/unit.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::batch {

/// How the costs of units were found.
struct CostSources {
    std::uint64_t measured = 0, by_size = 0; // units
};
/// Sets the costs of units with different contents: as `times` say, else by the size of their files, at the speed of those that were
/// measured; if there are none, at 10 ms a unit and 1 s a MiB. `units` are all, `firsts` the number of the first unit with the same
/// key for each of them: the others cost nothing.
CostSources set_costs(std::span<Unit> units, std::span<const std::uint32_t> firsts, const Times& times);

/// Numbers the shards of units from 1, as many as their costs need at `seconds` each; a shard is a range of the list.
void cut_into_shards(std::span<Unit> units, std::uint32_t seconds);

/// The number of shards, which is that of the last unit; 0 without a plan.
[[nodiscard]] std::uint32_t shards_of(std::span<const Unit> units);

/// Some of the shards: one by its number, or part `number` of `parts`, both from 1, which is every shard whose number leaves the same
/// rest. There may be more parts than shards.
struct ShardChoice {
    std::uint32_t number = 1, parts = 0; // 0: `number` is that of a shard
};
/// "7" or "2/5"; a fault (usage) otherwise.
[[nodiscard]] Result<ShardChoice> shard_choice_from(std::string_view text);
/// The numbers that a choice stands for, of `count` shards; a fault (usage) if there is none of its number.
[[nodiscard]] Result<std::vector<std::uint32_t>> chosen_shards(ShardChoice choice, std::uint32_t count);

/// "1-3,7": sorted numbers as Slurm names elements of an array.
[[nodiscard]] std::string array_expression(std::span<const std::uint32_t> numbers);

} // namespace relit::batch
