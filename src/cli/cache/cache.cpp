// relit cache: what is kept of translations, listed, explained, checked, shrunk and carried elsewhere.
#include "cli/cache/cache.hpp"

#include "cli/io/actions.hpp"
#include "cli/io/messages.hpp"
#include "cli/verbs.hpp"

#include <array>
#include <iterator>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr VerbAction kCacheActions[] = {
#define ACTION(run, name, words, least, most, purpose) {name, words, least, most, run},
#include "cli/cache/actions.inc"
#undef ACTION
};

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

Exit cache_verb(const Options& options) { return run_action(options, kCacheActions); }

} // namespace relit::cli
