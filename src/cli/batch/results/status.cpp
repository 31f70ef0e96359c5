// relit batch status: what the units of a store's latest run came to.
#include "cli/batch/batch.hpp"
#include "cli/io/messages.hpp"

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

Exit answer_status(const Options& options, const batch::Store& store, const UnitCounts& counts,
                   const std::vector<NamedStatus>& special) {
    std::string text = fmt::format("{}\n{}\n", store.plan().command(), counts.text());
    for (const NamedStatus& one : special) text += line_of(one);
    if (!options.json) return answer(options, text);
    return answer(options, json_text([&](JsonWriter& json) {
                      json.member("command", store.plan().command());
                      counts.write(json);
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
    std::vector<NamedStatus> special; // neither done with exit code 0 nor missing
    for (const std::uint32_t number : first_of_each_key(*units)) {
        auto status = status_of(*store, (*units)[number].key);
        if (!status) return report(status.error(), name);
        counts.add(*status);
        const bool is_usual =
            status->state == UnitState::Missing || (status->state == UnitState::Done && status->exit == 0);
        if (!is_usual) special.push_back({shown_name((*units)[number].name), std::move(*status)});
    }
    const Exit written = answer_status(options, *store, counts, special);
    const bool is_complete = counts.missing + counts.damaged + counts.quarantined + counts.failed == 0;
    return written == Exit::Done && !is_complete ? Exit::No : written;
}

} // namespace relit::cli
