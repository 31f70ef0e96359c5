// The cache that a verb translates through, if any: whatever is wrong with it is said, and costs no answer.
#pragma once

#include "cli/io/program.hpp"
#include "cli/translate/stages.hpp"
#include "translate/cached.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace relit::cli {

/// The tiers that --cache names.
struct CacheTiers {
    std::string folder, url;   // empty: none
    bool is_read_only = false; // the server
};
/// Of "DIR", "URL" or "DIR,URL", and ",read-only" behind a URL.
[[nodiscard]] Result<CacheTiers> tiers_of(std::string_view text);

/// "500M": a number with K, M, G, T for powers of 1024, or nothing.
[[nodiscard]] std::optional<std::uint64_t> bytes_of_size(std::string_view text);
/// Puts the limit of a folder that the user names into the settings.
[[nodiscard]] Status set_limit(const CacheOptions& options, cache::Settings& settings);

/// The folder of --cache; a fault where none is named or it cannot be used.
[[nodiscard]] Result<std::unique_ptr<cache::Cache>> open_cache(const CacheOptions& options, bool read_only = false);
/// The one to translate through: null, and a warning, where it cannot be used. Null too where passes are to be watched.
[[nodiscard]] std::unique_ptr<cache::Cache> usable_cache(const Options& options);
/// Writes what was put; a warning where it cannot be.
void finish(cache::Cache& cache);

/// Calls `translate` with the cache or null.
template <class Translate>
auto with_cache(const Options& options, Translate&& translate) {
    const std::unique_ptr<cache::Cache> cache = usable_cache(options);
    auto result = translate(cache.get());
    if (cache != nullptr) finish(*cache);
    return result;
}

/// Returns what a cache keeps of the programs, to translate them anew.
[[nodiscard]] std::vector<translate::ProgramFiles> files_of(std::span<const StageFiles> stages);

} // namespace relit::cli
