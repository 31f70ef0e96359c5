// relit batch check: whether the results of a store are those of its units, all and no others.
#include "base/hash/running_hash.hpp"
#include "cli/batch/shards/shards.hpp"
#include "cli/io/messages.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

/// A unit, result or file with what is wrong.
struct Finding {
    std::string name, text;
};

struct Checked {
    std::uint64_t units = 0, results = 0, missing = 0, quarantined = 0, damaged = 0, foreign = 0;
    std::string hash; // of the results, whose order is that of their keys
    std::vector<Finding> findings;

    [[nodiscard]] bool is_good() const { return missing + damaged + foreign == 0; }
};

void add_to(RunningHash& hash, const batch::Record& record) {
    std::string text = fmt::format("{} {}\n", to_string(record.key), record.exit);
    for (const batch::Part& part : record.parts)
        text += fmt::format("{} {} {}\n", part.name, part.bytes, to_string(part.hash));
    hash.add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

/// Files below results/ that are no unit's: `names` are those of the results of units, sorted.
Status find_foreign(const batch::Store& store, const std::vector<std::string>& names, Checked& checked) {
    const std::string folder = store.folder() + "/results";
    std::vector<std::string> foreign;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        std::error_code ignored;
        const std::string path = at->path().string();
        if (!at->is_directory(ignored) && !std::ranges::binary_search(names, path)) foreign.push_back(path);
    }
    if (error) return fail(fmt::format("results: {}", error.message()));
    std::ranges::sort(foreign);
    for (const std::string& path : foreign) checked.findings.push_back({shown_name(path), "is the result of no unit"});
    checked.foreign += foreign.size();
    return {};
}

Status check_unit(const batch::Store& store, const batch::Unit& unit, RunningHash& hash, Checked& checked) {
    const auto note = [&](std::string text) { checked.findings.push_back({shown_name(unit.name), std::move(text)}); };
    ++checked.units;
    if (key_of(store.plan(), unit.inputs) != unit.key)
        return note("its key is not of this plan"), ++checked.foreign, Status();
    const auto record = store.find(unit.key);
    if (!record) return note("its result is damaged: " + record.error().text), ++checked.damaged, Status();
    if (*record) return add_to(hash, **record), ++checked.results, Status();
    const auto quarantine = store.find_quarantined(unit.key);
    if (!quarantine) return std::unexpected(quarantine.error());
    ++(*quarantine ? checked.quarantined : checked.missing);
    return {};
}

Result<Checked> check(const batch::Store& store, std::span<const batch::Unit> units) {
    Checked checked;
    RunningHash hash;
    std::vector<std::uint32_t> numbers = first_of_each_key(units);
    std::ranges::sort(numbers, {},
                      [&](std::uint32_t number) { return std::tuple(units[number].key.high, units[number].key.low); });
    std::vector<std::string> names;
    for (const std::uint32_t number : numbers) {
        if (const Status one = check_unit(store, units[number], hash, checked); !one)
            return std::unexpected(one.error());
        names.push_back(store.result_path(units[number].key));
    }
    std::ranges::sort(names);
    if (const Status found = find_foreign(store, names, checked); !found) return std::unexpected(found.error());
    checked.hash = to_string(hash.value());
    return checked;
}

std::string text_of_check(const Checked& checked) {
    std::string text =
        fmt::format("{} unit{}: {} results", checked.units, checked.units == 1 ? "" : "s", checked.results);
    if (checked.quarantined != 0) text += fmt::format(", {} quarantined", checked.quarantined);
    if (checked.missing != 0) text += fmt::format(", {} missing", checked.missing);
    if (checked.damaged != 0) text += fmt::format(", {} damaged", checked.damaged);
    if (checked.foreign != 0) text += fmt::format(", {} foreign", checked.foreign);
    text += fmt::format("\nhash of the results: {}\n", checked.hash);
    for (const Finding& finding : checked.findings) text += fmt::format("{}: {}\n", finding.name, finding.text);
    return text;
}

} // namespace

Exit check_store(const Options& options, std::span<const std::string> words) {
    const std::string name = shown_name(words[0]);
    const auto store = batch::Store::open(words[0]);
    if (!store) return report(store.error(), name);
    const auto units = store->units();
    if (!units) return report(units.error(), name);
    const auto checked = check(*store, *units);
    if (!checked) return report(checked.error(), name);
    const Exit answered = answer_beside(options, text_of_check(*checked), [&](JsonWriter& json) {
        json.members({{"units", checked->units},
                      {"results", checked->results},
                      {"quarantined", checked->quarantined},
                      {"missing", checked->missing},
                      {"damaged", checked->damaged},
                      {"foreign", checked->foreign},
                      {"hash", checked->hash}});
        json.objects("findings", checked->findings,
                     [&](const Finding& finding) { json.members({{"name", finding.name}, {"text", finding.text}}); });
    });
    return answered == Exit::Done && !checked->is_good() ? Exit::No : answered;
}

} // namespace relit::cli
