// relit batch resubmit, and what the actions on shards share.
#include "cli/batch/shards/shards.hpp"

#include "cli/io/messages.hpp"

#include <fmt/format.h>

namespace relit::cli {

Result<PlannedStore> open_planned(const std::string& folder) {
    auto store = batch::Store::open(folder);
    if (!store) return std::unexpected(store.error());
    auto units = store->units();
    if (!units) return std::unexpected(units.error());
    if (batch::shards_of(*units) == 0)
        return fail(FaultKind::Usage, "has no plan with shards: relit batch plan makes one");
    auto firsts = firsts_of(*units);
    return PlannedStore{std::move(*store), std::move(*units), std::move(firsts)};
}

std::vector<ShardState> shards_with_runs(std::uint32_t count, std::span<const batch::NotedRun> runs) {
    std::vector<ShardState> shards(count);
    for (std::uint32_t i = 0; i < count; ++i) shards[i].number = i + 1;
    for (const batch::NotedRun& run : runs)
        for (const std::uint32_t number : run.note.shards)
            if (number >= 1 && number <= count)
                (run.is_alive ? shards[number - 1].running : shards[number - 1].died).push_back(run.note);
    return shards;
}

std::string text_of_run(const batch::RunNote& note) {
    return fmt::format("host {}, process {}{}{}", note.host, note.process, note.job.empty() ? "" : ", job ", note.job);
}

Result<Unfinished> find_unfinished(const PlannedStore& planned, bool retries) {
    const auto runs = batch::runs_in(planned.store.folder());
    auto shards = shards_with_runs(planned.shards(), runs);
    for (std::uint32_t i = 0; i < planned.units.size(); ++i) {
        if (planned.firsts[i] != i) continue;
        const auto status = status_of(planned.store, planned.units[i].key);
        if (!status) return std::unexpected(status.error());
        shards[planned.units[i].shard - 1].counts.add(*status);
    }
    Unfinished unfinished;
    for (const ShardState& shard : shards) {
        const bool is_unfinished = shard.lacks_results() || (retries && shard.counts.retriable != 0);
        if (!is_unfinished) continue;
        if (shard.running.empty())
            unfinished.shards.push_back(shard.number);
        else
            ++unfinished.running;
    }
    return unfinished;
}

Exit answer_beside(const Options& options, const std::string& text, const AddMembers& members) {
    Options said = options;
    said.output = "-";
    return answer(said, options.json ? json_text(members) : text);
}

Exit list_unfinished(const Options& options, std::span<const std::string> words) {
    const std::string name = shown_name(words[0]);
    const auto planned = open_planned(words[0]);
    if (!planned) return report(planned.error(), name);
    const auto unfinished = find_unfinished(*planned, options.store.retries);
    if (!unfinished) return report(unfinished.error(), name);
    const std::string array = batch::array_expression(unfinished->shards);
    if (unfinished->running != 0 && !options.json)
        report_note(name, fmt::format("{} more shards are being run", unfinished->running));
    std::string text;
    if (options.store.by_slurm && !array.empty()) text = array + "\n";
    if (!options.store.by_slurm)
        for (const std::uint32_t shard : unfinished->shards) text += fmt::format("{}\n", shard);
    return answer_beside(options, text, [&](JsonWriter& json) {
        json.members({{"shards", unfinished->shards}, {"array", array}, {"running", unfinished->running}});
    });
}

} // namespace relit::cli
