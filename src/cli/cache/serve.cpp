// relit cache serve: shares a folder with a team until it is stopped.
#include "base/end_signals.hpp"
#include "base/text.hpp"
#include "cli/cache/cache.hpp"
#include "cli/cache/server/server.hpp"
#include "cli/io/messages.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// "127.0.0.1:8120"
Result<ServerSettings> settings_of(std::string_view listen) {
    const std::size_t colon = listen.rfind(':');
    const auto port = colon == listen.npos ? std::nullopt : parse_integer(listen.substr(colon + 1));
    if (!port || *port < 0 || *port > UINT16_MAX)
        return fail(FaultKind::Usage, fmt::format("--listen {}: expected ADDRESS:PORT", listen));
    return ServerSettings{.address = std::string(listen.substr(0, colon)), .port = static_cast<std::uint16_t>(*port)};
}

/// At once, and in one line: who started it waits for that.
Exit print_now(const Options& options, const std::string& text, const AddMembers& add) {
    JsonWriter json({.one_line = true});
    json.begin_object();
    add(json);
    json.end();
    const Exit said = answer(options, options.json ? json.take() : text);
    std::fflush(stdout);
    return said;
}

Result<std::unique_ptr<cache::Cache>> open_served(const Options& options, const std::string& folder) {
    cache::Settings settings{.folder = folder, .build = translate::build_number()};
    if (const Status limited = set_limit(options.cache, settings); !limited) return std::unexpected(limited.error());
    return cache::Cache::open(settings);
}

} // namespace

Exit serve_cache(const Options& options, std::span<const std::string> words) {
    const std::string& folder = words[0];
    const auto settings = settings_of(options.cache.listen);
    if (!settings) return report(settings.error(), "cache serve");
    const sigset_t ends = hold_end_signals();
    const auto cache = open_served(options, folder);
    if (!cache) return report(cache.error(), folder);
    auto server = CacheServer::start(**cache, *settings);
    if (!server) return report(server.error(), "cache serve");
    if (!settings->address.starts_with("127."))
        report_warning(shown_name(folder), "everybody who reaches this address may read and write the cache");
    const std::string url = (*server)->url();
    const Exit said = print_now(options, fmt::format("{} is served at {}\n", folder, url),
                                [&](JsonWriter& json) { json.members({{"folder", folder}, {"url", url}}); });
    if (said != Exit::Done) return said;
    wait_for_end(ends);
    const ServerCounts counts = (*server)->counts();
    server->reset(); // before the cache is written
    if (const Status written = (*cache)->flush(); !written) return report(written.error(), folder);
    return print_now(options,
                     fmt::format("{} values given, {} absent, {} taken, {} requests refused\n", counts.given,
                                 counts.absent, counts.taken, counts.refused),
                     [&](JsonWriter& json) {
                         json.members({{"given", counts.given},
                                       {"absent", counts.absent},
                                       {"taken", counts.taken},
                                       {"refused", counts.refused}});
                     });
}

} // namespace relit::cli
