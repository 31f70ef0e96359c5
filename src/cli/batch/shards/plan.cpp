// relit batch plan: the units of a command, cut into shards.
#include "cli/batch/command_line.hpp"
#include "cli/batch/shards/shards.hpp"
#include "cli/batch/units/gather.hpp"
#include "cli/io/messages.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// The times of the store itself, and of that of --times-from.
Result<batch::Times> known_times(const Options& options, const batch::Store& store) {
    batch::Times times;
    add_times(store.folder(), times);
    const std::string& earlier = options.store.times_from;
    if (earlier.empty()) return times;
    const auto other = batch::Store::open(earlier);
    if (!other) return fail(fmt::format("--times-from {}: {}", earlier, other.error().text));
    if (other->plan().verb != store.plan().verb)
        return fail(FaultKind::Usage, fmt::format("--times-from {}: it has the times of {}, not of {}", earlier,
                                                  other->plan().verb, store.plan().verb));
    add_times(earlier, times);
    return times;
}

std::string text_of_sources(const batch::CostSources& sources) {
    if (sources.measured == 0)
        return "no unit has been measured; the sizes count, 10 ms a unit and 1 s a MiB are assumed";
    if (sources.by_size == 0) return "all units have been measured";
    return fmt::format("{} units have been measured, {} are estimated by their sizes", sources.measured,
                       sources.by_size);
}

Exit answer_plan(const Options& options, const Gathered& gathered, std::span<const std::uint32_t> firsts,
                 const batch::CostSources& sources) {
    constexpr double kMicroseconds = 1e6;
    double seconds = 0;
    for (const batch::Unit& unit : gathered.units) seconds += static_cast<double>(unit.cost) / kMicroseconds;
    const std::uint32_t shards = batch::shards_of(gathered.units);
    const std::uint64_t units = first_of_each_key(gathered.units).size();
    const std::string text =
        fmt::format("{} unit{}, {} shard{}, about {:.0f} s in all: {}\n", units, units == 1 ? "" : "s", shards,
                    shards == 1 ? "" : "s", seconds, text_of_sources(sources));
    return answer_beside(options, text, [&](JsonWriter& json) {
        json.members({{"units", units},
                      {"inputs", firsts.size()},
                      {"unreadable", gathered.unreadable},
                      {"shards", shards},
                      {"seconds", seconds},
                      {"measured", sources.measured},
                      {"by_size", sources.by_size}});
    });
}

} // namespace

Exit plan_shards(const Options& options, std::span<const std::string> words) {
    if (!is_verb_of_units(words[0]))
        return report({FaultKind::Usage,
                       fmt::format("plan {}: name a verb that batch runs on many inputs", shown_name(words[0])),
                       {},
                       0,
                       0},
                      "batch");
    auto gathered = gather_units(options, words[0], words.subspan(1));
    if (!gathered) return gathered.error();
    const std::string name = shown_name(options.output);
    const auto times = known_times(options, gathered->store);
    if (!times) return report(times.error(), "batch");
    const auto firsts = firsts_of(gathered->units);
    const auto sources = set_costs(gathered->units, firsts, *times);
    batch::cut_into_shards(gathered->units, options.store.shard_seconds);
    const Status written = gathered->store.write_units(gathered->units);
    if (!written) return report(written.error(), name);
    const Exit answered = answer_plan(options, *gathered, firsts, sources);
    return answered == Exit::Done && gathered->unreadable != 0 ? Exit::BadInput : answered;
}

} // namespace relit::cli
