#include "cli/use_cache.hpp"

#include "cli/messages.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Whether the passes themselves are to be seen: then they must run.
bool watches_passes(const Options& options) {
    return options.debug || options.time_passes || !options.dump_after.empty() || !options.dump.empty();
}

} // namespace

Result<std::unique_ptr<cache::Cache>> open_cache(const CacheOptions& options, bool read_only) {
    if (!options.is_on()) return fail(FaultKind::Usage, "name the folder of the cache: --cache DIR, or RELIT_CACHE");
    return cache::Cache::open({.folder = options.folder, .build = translate::build_number(), .read_only = read_only});
}

std::unique_ptr<cache::Cache> usable_cache(const Options& options) {
    if (!options.cache.is_on() || watches_passes(options)) return nullptr;
    auto cache = open_cache(options.cache);
    if (!cache) {
        say_warning(shown_name(options.cache.folder), fmt::format("the cache is not used: {}", cache.error().text));
        return nullptr;
    }
    if (const auto& damage = (*cache)->store()->damage())
        say_warning(shown_name(options.cache.folder),
                    fmt::format("{}; it is set aside, and the cache begins empty", damage->text));
    return std::move(*cache);
}

void finish(cache::Cache& cache) {
    if (const Status written = cache.flush(); !written)
        say_warning(shown_name(cache.settings().folder),
                    fmt::format("the translation is not kept: {}", written.error().text));
}

std::vector<translate::ProgramFiles> files_of(std::span<const StageFiles> stages) {
    std::vector<translate::ProgramFiles> files;
    for (const StageFiles& stage : stages) files.push_back({std::string(stage.program->frontend.name()), stage.bytes});
    return files;
}

} // namespace relit::cli
