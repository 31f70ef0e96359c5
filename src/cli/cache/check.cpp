// relit cache why, verify: what made a translation miss, and whether all that is there is right.
#include "cli/cache/cache.hpp"
#include "cli/io/messages.hpp"
#include "cli/translate/target.hpp"
#include "guests/guests.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// The counts of `cache verify`.
struct CacheCheck {
    std::uint64_t good = 0, damaged = 0, of_other_translators = 0, same = 0, not_kept = 0;
    struct Wrong {
        std::string key, why;
    };
    std::vector<Wrong> faults;

    void fault(std::string key, std::string_view why) { faults.push_back({std::move(key), std::string(why)}); }
    /// Why there is no answer; empty if an entry was checked.
    [[nodiscard]] std::string_view not_checked() const {
        if (good != 0 || damaged != 0) return {};
        return of_other_translators == 0 ? "the cache has no entries" : "all entries are of other translators";
    }
};

/// `again`: how many were translated anew; nothing where none were to be.
std::string text_of(const CacheCheck& result, std::optional<std::size_t> again) {
    std::string text;
    for (const auto& [key, why] : result.faults) text += fmt::format("{}: {}\n", key, why);
    text += fmt::format("{} entries are good, {} damaged\n", result.good, result.damaged);
    if (result.of_other_translators != 0)
        text += fmt::format("{} entries of other translators are not checked\n", result.of_other_translators);
    if (const std::string_view why = result.not_checked(); !why.empty())
        text += fmt::format("nothing was checked: {}\n", why);
    if (!again) return text;
    return text + fmt::format("{} translated anew: {} the same, {} without their programs\n", *again, result.same,
                              result.not_kept);
}

/// Which entries are translated anew: always the same ones.
bool is_chosen(const ShownEntry& entry, std::uint32_t per_cent) {
    constexpr std::uint64_t kWhole = 100;
    const bool is_result = entry.kind == translate::EntryKind::Shader || entry.kind == translate::EntryKind::Draw;
    return is_result && entry.label.build == translate::build_number() && entry.label.key.low % kWhole < per_cent;
}

void check_again(cache::Cache& cache, const ShownEntry& entry, CacheCheck& result) {
    switch (translate::revalidate(cache, entry.kind, entry.value, guests::frontend_named)) {
        case translate::Revalidation::Same: ++result.same; return;
        case translate::Revalidation::NotKept: ++result.not_kept; return;
        case translate::Revalidation::Different: result.fault(entry.key(), "a new translation differs"); return;
    }
}

} // namespace

Exit explain_miss(const Options& options, std::span<const std::string> words) {
    if (options.translation.to == "ir")
        return report({FaultKind::Usage, "--to ir: the IR is not kept", {}, 0, 0}, "cache why");
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    Options asked = options;
    asked.files.assign(words.begin(), words.end());
    const auto stages = open_stages(asked);
    if (!stages) return stages.error();
    std::vector<const isa::Program*> programs;
    for (const StageFiles& stage : *stages) programs.push_back(stage.program.get());
    translate::PipelineOptions pipeline;
    if (options.translation.has_passes) pipeline.passes = options.translation.passes;
    const translate::Lookup found =
        translate::look_up(**cache, programs, options.context, target_of(options), pipeline, files_of(*stages));
    if (const auto fault = (*cache)->last_fault(); fault && !found.full_key)
        return report(*fault, options.cache.folder);
    const std::string text =
        found.full_key ? fmt::format("found: {}\n", *found.full_key) : fmt::format("not found: {}\n", found.why);
    const Exit written = answer(options, text, [&](JsonWriter& json) {
        json.members({{"program_key", found.program_key},
                      {"found", found.full_key.has_value()},
                      {found.full_key ? "key" : "why", found.full_key.value_or(found.why)}});
    });
    return written == Exit::Done && !found.full_key ? Exit::No : written;
}

Exit verify_entries(const Options& options, std::span<const std::string>) {
    const auto cache = open_cache(options.cache, true);
    if (!cache) return report(cache.error(), options.cache.folder);
    CacheCheck result;
    std::vector<std::pair<cache::Label, std::vector<std::uint8_t>>> chosen; // translated once the reading is over
    const Status read = each_entry(
        **cache,
        [&](const ShownEntry& entry) {
            if (entry.label.build != translate::build_number()) {
                ++result.of_other_translators;
                return;
            }
            const Status good = translate::check_entry(entry.label, entry.value);
            ++(good ? result.good : result.damaged);
            if (!good) result.fault(entry.key(), good.error().text);
            if (good && is_chosen(entry, options.cache.again))
                chosen.emplace_back(entry.label, std::vector<std::uint8_t>(entry.value.begin(), entry.value.end()));
        },
        [&](const cache::Key& key, std::string_view why) {
            ++result.damaged;
            result.fault(to_string(key), why);
        });
    if (!read) return report(read.error(), options.cache.folder);
    for (const auto& [label, value] : chosen)
        check_again(**cache, {label, static_cast<translate::EntryKind>(label.kind), value}, result);
    const std::string text = text_of(result, options.cache.again != 0 ? std::optional(chosen.size()) : std::nullopt);
    const Exit written = answer(options, text, [&](JsonWriter& json) {
        json.members({{"good", result.good},
                      {"damaged", result.damaged},
                      {"of_other_translators", result.of_other_translators},
                      {"translated_anew", chosen.size()},
                      {"same", result.same},
                      {"not_kept", result.not_kept}});
        json.objects("faults", result.faults,
                     [&](const auto& fault) { json.members({{"key", fault.key}, {"why", fault.why}}); });
        if (const std::string_view why = result.not_checked(); !why.empty()) json.member("not_checked", why);
    });
    const bool is_no = !result.faults.empty() || !result.not_checked().empty();
    return written == Exit::Done && is_no ? Exit::No : written;
}

} // namespace relit::cli
