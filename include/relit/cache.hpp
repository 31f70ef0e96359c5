// Translations through a cache in memory and in a folder: the same results as without, byte for byte. Self-contained; C++23.
#pragma once

#include "relit/relit.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace relit::api {

struct CacheSettings {
    std::string folder; // empty: in memory only. Processes may share one
    std::uint64_t most_bytes = std::uint64_t{1} << 30;
    std::size_t most_bytes_in_memory = std::size_t{64} << 20;
    bool read_only = false;
    bool durable = false; // each batch survives a crash of the machine; slower
};

/// What happened since the cache was opened. A translation that is found takes two hits.
struct CacheCounts {
    std::uint64_t memory_hits = 0, disk_hits = 0, misses = 0;
    std::uint64_t written = 0; // entries on disk
    std::uint64_t damaged = 0; // entries that were found, were not right, and are dropped
    std::uint64_t dropped = 0; // entries that could not be written
};

/// Threads may call every function at once. A child process of fork() must not use it, but may open the folder itself.
/// No failure of the folder, the disk or another process changes a result: it costs translations.
class TranslationCache {
public:
    /// Fails (code 3 or 4) if the folder cannot be used: the program can go on without it, or in memory only.
    [[nodiscard]] static Expected<TranslationCache> open(const CacheSettings& settings);
    TranslationCache(TranslationCache&&) noexcept;
    TranslationCache& operator=(TranslationCache&&) noexcept;
    /// Writes what is not written yet.
    ~TranslationCache();

    /// As api::translate and api::translate_linked. What is made is written by another thread, within 50 ms.
    [[nodiscard]] Expected<Shader> translate(std::string_view language, File file, const Wish& wish = {});
    [[nodiscard]] Expected<LinkedShaders> translate_linked(std::span<const Part> parts, const Wish& wish = {});

    /// Writes all that was made so far; the error says why that, or an earlier batch, was not written.
    [[nodiscard]] Expected<void> flush();
    [[nodiscard]] CacheCounts counts() const;

private:
    struct State;
    explicit TranslationCache(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace relit::api
