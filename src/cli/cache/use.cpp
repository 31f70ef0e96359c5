#include "cli/cache/use.hpp"

#include "base/text.hpp"
#include "cli/io/messages.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Returns true if an option shows the passes: then they must run.
bool watches_passes(const Options& options) {
    return options.inspection.debug || options.inspection.time_passes || !options.inspection.dump_after.empty() ||
           !options.inspection.dump.empty();
}

/// Returns the position at which a URL begins in a list of tiers.
std::size_t url_in(std::string_view text) {
    for (std::size_t at = 0; at <= text.size();) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("http://") || rest.starts_with("https://")) return at;
        at = std::min(text.find(',', at), text.size()) + 1;
    }
    return text.npos;
}

void warn_unused(const std::string& tier, const Fault& fault) {
    report_warning(shown_name(tier), fmt::format("the cache is not used: {}", fault.text));
}

/// With all tiers that can be opened; null where none can.
std::unique_ptr<cache::Cache> open_tiers(const CacheTiers& tiers, cache::Settings settings) {
    settings.remote.read_only = tiers.is_read_only;
    settings.remote.url = tiers.url;
    auto opened = cache::Cache::open(settings);
    if (!opened) {
        warn_unused(tiers.url, opened.error());
        settings.remote.url.clear();
    }
    if (tiers.folder.empty()) return opened ? std::move(*opened) : nullptr;
    settings.folder = tiers.folder;
    auto with_folder = cache::Cache::open(settings);
    if (with_folder) return std::move(*with_folder);
    warn_unused(tiers.folder, with_folder.error());
    return settings.remote.url.empty() ? nullptr : std::move(*opened);
}

} // namespace

std::optional<std::uint64_t> bytes_of_size(std::string_view text) {
    constexpr std::string_view kUnits = "KMGT";
    unsigned shift = 0;
    if (const std::size_t unit = text.empty() ? kUnits.npos : kUnits.find(text.back()); unit != kUnits.npos) {
        shift = 10 * (static_cast<unsigned>(unit) + 1);
        text.remove_suffix(1);
    }
    const auto number = parse_integer(text);
    constexpr std::int64_t kMost = std::int64_t{1} << 22; // in the largest unit
    if (!number || *number < 0 || (shift != 0 && *number > kMost)) return {};
    return static_cast<std::uint64_t>(*number) << shift;
}

Status set_limit(const CacheOptions& options, cache::Settings& settings) {
    if (options.size.empty()) return {};
    const auto size = bytes_of_size(options.size);
    if (!size || *size == 0)
        return fail(FaultKind::Usage, fmt::format("a limit of {}: expected bytes, such as 10G", options.size));
    settings.most_bytes = *size;
    return {};
}

Result<CacheTiers> tiers_of(std::string_view text) {
    const std::size_t url = url_in(text);
    if (url == text.npos) return CacheTiers{.folder = std::string(text), .url = {}};
    CacheTiers tiers{.folder = std::string(text.substr(0, url == 0 ? 0 : url - 1)), .url = {}};
    const std::string_view rest = text.substr(url);
    const std::size_t comma = std::min(rest.find(','), rest.size());
    tiers.url = rest.substr(0, comma);
    tiers.is_read_only = rest.substr(comma) == ",read-only";
    if (comma != rest.size() && !tiers.is_read_only)
        return fail(FaultKind::Usage, "expected DIR, URL or DIR,URL, with ,read-only behind the URL or nothing");
    return tiers;
}

Result<std::unique_ptr<cache::Cache>> open_cache(const CacheOptions& options, bool read_only) {
    const auto tiers = options.is_on() ? tiers_of(options.folder) : Result<CacheTiers>(CacheTiers{});
    if (!tiers) return std::unexpected(tiers.error());
    if (tiers->folder.empty())
        return fail(FaultKind::Usage, "name the folder of the cache: --cache DIR, or RELIT_CACHE");
    return cache::Cache::open({.folder = tiers->folder, .build = translate::build_number(), .read_only = read_only});
}

std::unique_ptr<cache::Cache> usable_cache(const Options& options) {
    if (!options.cache.is_on() || watches_passes(options)) return nullptr;
    const auto tiers = tiers_of(options.cache.folder);
    if (!tiers) {
        warn_unused(options.cache.folder, tiers.error());
        return nullptr;
    }
    // A batch asks for most programs once: what is kept in memory beyond what waits for the disk only cools it down.
    constexpr std::size_t kInMemory = std::size_t{4} << 20;
    cache::Settings settings{.build = translate::build_number(), .most_bytes_in_memory = kInMemory};
    if (const Status limited = set_limit(options.cache, settings); !limited) {
        warn_unused(options.cache.folder, limited.error());
        return nullptr;
    }
    return open_tiers(*tiers, settings);
}

void finish(cache::Cache& cache) {
    if (const std::uint64_t damaged = cache.counts().damaged; damaged != 0)
        report_warning(shown_name(cache.settings().folder),
                       damaged == 1 ? "an entry of the cache is damaged and made anew"
                                    : fmt::format("{} entries of the cache are damaged and made anew", damaged));
    if (const Status written = cache.flush(); !written)
        report_warning(shown_name(cache.settings().folder),
                       fmt::format("the translation is not kept: {}", written.error().text));
    if (cache.remote() == nullptr) return;
    for (const std::string& text : cache.remote()->take_warnings())
        report_warning(shown_name(cache.settings().remote.url), text);
}

std::vector<translate::ProgramFiles> files_of(std::span<const StageFiles> stages) {
    std::vector<translate::ProgramFiles> files;
    for (const StageFiles& stage : stages) files.push_back({std::string(stage.program->frontend.name()), stage.bytes});
    return files;
}

} // namespace relit::cli
