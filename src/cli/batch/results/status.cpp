// relit batch status: what the units of a store's latest run came to.
#include "cli/batch/batch.hpp"
#include "cli/batch/shards/shards.hpp"
#include "cli/io/messages.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct NamedStatus {
    std::string name;
    UnitStatus status;
};

std::string line_of(const NamedStatus& one) {
    const UnitStatus& status = one.status;
    if (status.state == UnitState::Damaged) return fmt::format("damaged      {}: {}\n", one.name, status.damage);
    if (status.state == UnitState::Done) return fmt::format("exit code {}  {}\n", status.exit, one.name);
    return fmt::format("quarantined  {}: {}\n", one.name, explanation_of(status.quarantine));
}

void write_status(JsonWriter& json, const NamedStatus& one) {
    json.member("unit", one.name);
    if (one.status.state == UnitState::Done) json.member("exit", one.status.exit);
    if (one.status.state == UnitState::Damaged) json.member("damaged", one.status.damage);
    if (one.status.state == UnitState::Quarantined)
        json.object("quarantined",
                    {{"reason", one.status.quarantine.reason}, {"location", one.status.quarantine.location}});
}

/// "shard 3: 10 of 50 units have ended; its process died: host n1, process 12"
std::string line_of(const ShardState& shard) {
    const UnitCounts& counts = shard.counts;
    std::string text = fmt::format("shard {}: {} of {} units have ended", shard.number,
                                   counts.units() - counts.missing - counts.damaged, counts.units());
    for (const batch::RunNote& note : shard.running) text += "; it is being run: " + text_of_run(note);
    for (const batch::RunNote& note : shard.died) text += "; a process that ran it died: " + text_of_run(note);
    return text + "\n";
}

/// A line with their number, and one for each that is being run or lacks results.
std::string lines_of(const std::vector<ShardState>& shards) {
    if (shards.empty()) return {};
    const auto complete =
        shards.size() - static_cast<std::size_t>(std::ranges::count_if(shards, &ShardState::lacks_results));
    std::string text = fmt::format("{} of {} shards are complete\n", complete, shards.size());
    for (const ShardState& shard : shards)
        if (shard.lacks_results() || !shard.running.empty()) text += line_of(shard);
    return text;
}

void write_notes(JsonWriter& json, std::string_view name, const std::vector<batch::RunNote>& notes) {
    json.objects(name, notes, [&](const batch::RunNote& note) {
        json.members({{"host", note.host}, {"process", note.process}, {"job", note.job}});
    });
}

void write_shard(JsonWriter& json, const ShardState& shard) {
    json.member("shard", shard.number);
    json.members({{"units", shard.counts.units()},
                  {"done", shard.counts.done},
                  {"failed", shard.counts.failed},
                  {"quarantined", shard.counts.quarantined},
                  {"damaged", shard.counts.damaged},
                  {"missing", shard.counts.missing}});
    write_notes(json, "running", shard.running);
    write_notes(json, "died", shard.died);
}

Exit answer_status(const Options& options, const batch::Store& store, const UnitCounts& counts,
                   const std::vector<ShardState>& shards, const std::vector<NamedStatus>& special) {
    std::string text = fmt::format("{}\n{}\n{}", store.plan().command(), counts.text(), lines_of(shards));
    for (const NamedStatus& one : special) text += line_of(one);
    if (!options.json) return answer(options, text);
    return answer(options, json_text([&](JsonWriter& json) {
                      json.member("command", store.plan().command());
                      counts.write(json);
                      if (!shards.empty())
                          json.objects("shards", shards, [&](const ShardState& shard) { write_shard(json, shard); });
                      json.objects("special", special, [&](const NamedStatus& one) { write_status(json, one); });
                  }));
}

} // namespace

Exit show_status(const Options& options, std::span<const std::string> words) {
    const std::string name = shown_name(words[0]);
    const auto store = batch::Store::open(words[0]);
    if (!store) return report(store.error(), name);
    const auto units = store->units();
    if (!units) return report(units.error(), name);
    UnitCounts counts;
    counts.inputs = units->size();
    const auto runs = batch::runs_in(store->folder());
    auto shards = shards_with_runs(batch::shards_of(*units), runs);
    std::vector<NamedStatus> special; // neither done with exit code 0 nor missing
    for (const std::uint32_t number : first_of_each_key(*units)) {
        auto status = status_of(*store, (*units)[number].key);
        if (!status) return report(status.error(), name);
        counts.add(*status);
        if (!shards.empty()) shards[(*units)[number].shard - 1].counts.add(*status);
        const bool is_usual =
            status->state == UnitState::Missing || (status->state == UnitState::Done && status->exit == 0);
        if (!is_usual) special.push_back({shown_name((*units)[number].name), std::move(*status)});
    }
    const Exit written = answer_status(options, *store, counts, shards, special);
    const bool is_complete = counts.missing + counts.damaged + counts.quarantined + counts.failed == 0;
    return written == Exit::Done && !is_complete ? Exit::No : written;
}

} // namespace relit::cli
