// relit cache warm: translates programs before they are needed.
#include "cache/pack.hpp"
#include "cli/cache/cache.hpp"
#include "cli/io/messages.hpp"
#include "cli/translate/batch.hpp"

#include <fmt/format.h>

namespace relit::cli {

Exit warm_cache(const Options& options, std::span<const std::string> words) {
    if (options.translation.to == "ir")
        return report({FaultKind::Usage, "--to ir: the IR is not kept", {}, 0, 0}, "cache warm");
    const auto items = batch_items(words);
    if (!items) return report(items.error(), "cache warm");
    if (!options.cache.is_on())
        return report({FaultKind::Usage, "name the cache: --cache TIERS, or RELIT_CACHE", {}, 0, 0}, "cache warm");
    const std::unique_ptr<cache::Cache> cache = usable_cache(options);
    if (cache == nullptr) return report({FaultKind::BadInput, "the cache cannot be used", {}, 0, 0}, "cache warm");
    const BatchCounts counts = run_batch(options, *items, {}, cache.get());
    finish(*cache);
    const Exit said = answer(options, counts.text(options.json));
    end_as_stopped(counts);
    return said == Exit::Done ? counts.worst : said;
}

} // namespace relit::cli
