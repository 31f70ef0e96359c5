// The options of cache, and where translate finds one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace relit::cli {

/// The cache, and what is to be done with it.
struct CacheOptions {
    std::string folder;                    // "DIR", "URL" or "DIR,URL[,read-only]"; empty or "off": none
    std::string size;                      // that prune leaves: "500M"
    std::string listen = "127.0.0.1:8120"; // of serve
    std::optional<std::uint64_t> age;
    std::uint32_t again = 0; // per cent of the translations that verify makes anew
    [[nodiscard]] bool is_on() const { return !folder.empty() && folder != "off"; }
};

} // namespace relit::cli
