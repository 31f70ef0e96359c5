// relit batch merge: the results of stores of machines that share no folder, in one.
#include "cli/batch/shards/shards.hpp"
#include "cli/io/messages.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

struct Merged {
    std::uint64_t results = 0, there = 0, quarantined = 0; // copied, found in the target, without a result
    std::uint64_t damaged = 0, differ = 0;
};

/// The keys that name files below results/ or quarantined/, sorted.
Result<std::vector<Hash128>> keys_in(const std::string& folder) {
    std::vector<Hash128> keys;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
        if (const auto key = batch::hash_from(at->path().filename().string())) keys.push_back(*key);
    if (error) return fail(fmt::format("{}: {}", folder, error.message()));
    std::ranges::sort(keys, batch::EarlierHash());
    return keys;
}

/// Of two results of one unit the same is kept, whatever the order of the stores.
bool is_earlier(const batch::Record& one, const batch::Record& other) {
    const auto order = [](const batch::Record& record) {
        std::string text = std::to_string(record.exit);
        for (const batch::Part& part : record.parts) text += "\n" + part.name + " " + to_string(part.hash);
        return text;
    };
    return order(one) < order(other);
}

class Merge {
public:
    explicit Merge(const batch::Store& target) : target_(target) {}
    [[nodiscard]] const Merged& counts() const { return counts_; }

    [[nodiscard]] Status add(const batch::Store& source) {
        const auto results = keys_in(source.folder() + "/results");
        const auto quarantined = keys_in(source.folder() + "/quarantined");
        if (!results) return std::unexpected(results.error());
        if (!quarantined) return std::unexpected(quarantined.error());
        for (const Hash128 key : *results)
            if (const Status added = add_result(source, key); !added) return added;
        for (const Hash128 key : *quarantined)
            if (const Status added = add_quarantined(source, key); !added) return added;
        add_times(source.folder(), times_);
        return {};
    }
    /// A unit that one store quarantined and another finished has a result.
    [[nodiscard]] Status finish() {
        const auto quarantined = keys_in(target_.folder() + "/quarantined");
        if (!quarantined) return std::unexpected(quarantined.error());
        for (const Hash128 key : *quarantined) {
            const auto record = target_.find(key);
            if (record && *record)
                target_.forget_quarantined(key);
            else
                ++counts_.quarantined;
        }
        batch::TimeLog log(target_.folder());
        for (const auto& [inputs, time] : times_) log.add(inputs, time);
        return {};
    }

private:
    Status add_result(const batch::Store& source, Hash128 key) {
        const auto record = source.find(key);
        if (!record) {
            ++counts_.damaged;
            report_warning(shown_name(source.result_path(key)), record.error().text);
            return {};
        }
        if (!*record) return {}; // another process has taken it away
        const auto there = target_.find(key);
        if (there && *there) {
            if (**there == **record) return ++counts_.there, Status();
            ++counts_.differ;
            report_warning(shown_name(source.result_path(key)), "another store has another result of this unit");
            if (!is_earlier(**record, **there)) return {};
        }
        const std::string copy = target_.running_path("merged");
        std::error_code error;
        fs::copy_file(source.result_path(key), copy, fs::copy_options::overwrite_existing, error);
        if (error) return fail(fmt::format("cannot copy a result: {}", error.message()));
        ++counts_.results;
        return target_.keep(copy, key);
    }
    Status add_quarantined(const batch::Store& source, Hash128 key) const {
        const auto why = source.find_quarantined(key);
        const auto there = target_.find_quarantined(key);
        if (!why) return std::unexpected(why.error());
        if (!*why) return {};
        const auto order = [](const batch::Quarantine& one) { return std::tie(one.reason, one.location); };
        const bool is_kept = there && *there && order(**there) <= order(**why);
        return is_kept ? Status() : target_.put_quarantined(key, **why);
    }

    const batch::Store& target_;
    Merged counts_;
    batch::Times times_;
};

/// The same list if all stores have it; else the units of all by name, without shards.
Result<std::vector<batch::Unit>> units_of_all(std::span<const batch::Store> stores) {
    std::vector<batch::Unit> all;
    bool is_one_list = true;
    for (const batch::Store& store : stores) {
        auto units = store.units();
        if (!units) return fail(fmt::format("{}: {}", shown_name(store.folder()), units.error().text));
        if (&store == stores.data()) {
            all = std::move(*units);
        } else if (!is_one_list || *units != all) {
            is_one_list = false;
            std::ranges::move(*units, std::back_inserter(all));
        }
    }
    if (is_one_list) return all;
    for (batch::Unit& unit : all) unit.shard = 0, unit.cost = 0;
    const auto order = [](const batch::Unit& unit) {
        return std::tie(unit.name, unit.files, unit.key.high, unit.key.low);
    };
    std::ranges::sort(all, {}, order);
    const auto rest = std::ranges::unique(all);
    all.erase(rest.begin(), rest.end());
    return all;
}

/// Opens stores that have one plan.
Result<std::vector<batch::Store>> open_all(std::span<const std::string> names) {
    std::vector<batch::Store> stores;
    for (const std::string& name : names) {
        auto store = batch::Store::open(name);
        if (!store) return fail(fmt::format("{}: {}", shown_name(name), store.error().text));
        stores.push_back(std::move(*store));
        if (stores.back().plan() == stores[0].plan()) continue;
        if (const auto same = batch::Store::open_for(name, stores[0].plan()); !same)
            return fail(same.error().kind, fmt::format("{} has another plan than {}: {}", shown_name(name),
                                                       shown_name(names[0]), same.error().text));
    }
    return stores;
}

Exit answer_merge(const Options& options, const Merged& counts, std::size_t units, std::size_t stores) {
    std::string text = fmt::format("{} stores, {} inputs: {} results copied, {} were there", stores, units,
                                   counts.results, counts.there);
    if (counts.quarantined != 0) text += fmt::format(", {} quarantined", counts.quarantined);
    if (counts.damaged != 0) text += fmt::format(", {} damaged and left out", counts.damaged);
    if (counts.differ != 0) text += fmt::format(", {} differ between stores", counts.differ);
    return answer_beside(options, text + "\n", [&](JsonWriter& json) {
        json.members({{"stores", stores},
                      {"inputs", units},
                      {"copied", counts.results},
                      {"there", counts.there},
                      {"quarantined", counts.quarantined},
                      {"damaged", counts.damaged},
                      {"differ", counts.differ}});
    });
}

} // namespace

Exit merge_stores(const Options& options, std::span<const std::string> words) {
    if (options.output == "-")
        return report({FaultKind::Usage, "name the store of all results: --out STORE", {}, 0, 0}, "batch");
    auto sources = open_all(words);
    if (!sources) return report(sources.error(), "batch");
    const std::string name = shown_name(options.output);
    auto target = batch::Store::open_for(options.output, sources->front().plan());
    if (!target) return report(target.error(), name);
    if (const Status begun = target->begin_run(batch::Sharing::Alone, batch::note_of_this_run({}, {})); !begun)
        return report(begun.error(), name);
    std::vector<batch::Store> listed = *sources;
    if (target->units()) listed.push_back(*target); // which an earlier merge has filled
    const auto units = units_of_all(listed);
    if (!units) return report(units.error(), "batch");
    if (const Status written = target->write_units(*units); !written) return report(written.error(), name);
    Merge merge(*target);
    for (const batch::Store& source : *sources)
        if (const Status added = merge.add(source); !added) return report(added.error(), name);
    if (const Status finished = merge.finish(); !finished) return report(finished.error(), name);
    const Exit answered = answer_merge(options, merge.counts(), units->size(), sources->size());
    return answered == Exit::Done && merge.counts().damaged + merge.counts().differ != 0 ? Exit::No : answered;
}

} // namespace relit::cli
