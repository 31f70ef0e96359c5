// relit cache: what is kept of translations, listed, explained, checked, shrunk and carried elsewhere.
#include "cli/cache/cache.hpp"

#include "cli/io/messages.hpp"
#include "cli/verbs.hpp"

#include <array>
#include <iterator>

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct CacheActionRow {
    std::string_view name, words; // what it is given
    std::size_t least, most;      // of them
    CacheAction run;
};
constexpr CacheActionRow kCacheActions[] = {
#define ACTION(run, name, words, least, most, purpose) {name, words, least, most, run},
#include "cli/cache/actions.inc"
#undef ACTION
};

Exit refuse_cache(const std::string& text) { return report({FaultKind::Usage, text, {}, 0, 0}, "cache"); }

} // namespace

Status each_entry(cache::Cache& cache, const std::function<void(const ShownEntry&)>& visit,
                  const std::function<void(const cache::Key&, std::string_view)>& damaged) {
    return cache.store()->each([&](const cache::Key& key, Bytes bytes) {
        const auto entry = cache::open_entry(bytes);
        if (!entry) {
            damaged(key, text_of(entry.error()));
        } else if (entry->label.key != key || entry->packing != cache::Packing::None) {
            damaged(key, "it is of another key");
        } else {
            visit({entry->label, static_cast<translate::EntryKind>(entry->label.kind), entry->stored});
        }
        return true;
    });
}

Exit answer(const Options& options, const std::string& text, const AddMembers& json) {
    return answer(options, options.json ? json_text(json) : text);
}

Exit cache_verb(const Options& options) {
    const auto words = std::span(options.files).subspan(1);
    for (const CacheActionRow& row : kCacheActions) {
        if (row.name != options.files[0]) continue;
        if (words.size() < row.least || words.size() > row.most)
            return refuse_cache(
                fmt::format("expected relit cache {}{}{}", row.name, row.words.empty() ? "" : " ", row.words));
        return row.run(options, words);
    }
    std::string names;
    for (const CacheActionRow& row : kCacheActions) names.append(names.empty() ? "" : ", ").append(row.name);
    return refuse_cache(fmt::format("expected one of {}", names));
}

} // namespace relit::cli
