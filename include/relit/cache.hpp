// Translations through a cache in memory, in a folder and on a server: the same results as without, byte for byte; at once, or by
// worker threads. Self-contained; C++23.
#pragma once

#include "relit/relit.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::api {

struct CacheSettings {
    std::string folder; // empty: in memory only. Processes may share one
    std::uint64_t most_bytes = std::uint64_t{1} << 30;
    std::size_t most_bytes_in_memory = std::size_t{64} << 20;
    bool read_only = false;
    bool durable = false; // each batch survives a crash of the machine; slower
    std::string
        server; // "http://host:port/folder", shared with others; empty: none. What it costs is limited (docs/cache.md)
    bool uploads = true;            // to the server
    unsigned workers = 0;           // threads of request() and warm(); 0: one less than there are cores
    std::size_t most_queued = 4096; // requests that wait for a worker
};

/// What happened since the cache was opened. A translation that is found takes two hits.
struct CacheCounts {
    std::uint64_t memory_hits = 0, disk_hits = 0, server_hits = 0, misses = 0;
    std::uint64_t written = 0; // entries on disk
    std::uint64_t damaged = 0; // entries that were found, were not right, and are dropped
    std::uint64_t dropped = 0; // entries that could not be written
};

/// A program to be translated, with its own bytes.
struct Request {
    std::string language;
    std::vector<std::uint8_t> file;
    TranslateOptions options{};
};

/// A translation that a worker makes. Copies are of the same; threads may share one. None is cancelled by going.
class Pending {
public:
    [[nodiscard]] bool is_ready() const;
    /// Waits.
    [[nodiscard]] const Expected<Shader>& get() const;
    /// Whether it had not begun: then no worker begins it, and it is ready with an error (code 1).
    bool cancel();

private:
    friend class TranslationCache;
    struct State;
    explicit Pending(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

/// Is told how many of all are done. One call at a time, by any worker.
using WarmProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Threads may call every function at once. A child process of fork() must not use it, but may open the folder itself.
/// No failure of the folder, the disk or another process changes a result: it costs translations.
class TranslationCache {
public:
    /// Fails (code 3 or 4) if the folder cannot be used: the program can go on without it, or in memory only.
    [[nodiscard]] static Expected<TranslationCache> open(const CacheSettings& settings);
    TranslationCache(TranslationCache&&) noexcept;
    TranslationCache& operator=(TranslationCache&&) noexcept;
    /// Cancels requests that have not begun, waits for those that have, and writes what is not written yet.
    ~TranslationCache();

    /// As api::translate and api::translate_linked. What is made is written by another thread, within 50 ms.
    [[nodiscard]] Expected<Shader> translate(std::string_view language, File file,
                                             const TranslateOptions& options = {});
    [[nodiscard]] Expected<LinkedShaders> translate_linked(std::span<const Part> parts,
                                                           const TranslateOptions& options = {});

    /// What is there; nothing where it would have to be made.
    [[nodiscard]] Expected<std::optional<Shader>> look_up(std::string_view language, File file,
                                                          const TranslateOptions& options = {});
    /// Has a worker translate it, and then call `done`, which must not throw. Fails (code 1) at once if most_queued wait already.
    [[nodiscard]] Expected<Pending> request(Request request,
                                            std::function<void(const Expected<Shader>&)> done = nullptr);
    /// Translates all by the workers, before they are needed, and waits: how many could be. Those that are in the folder or on
    /// the server are in memory then, as far as it goes.
    std::size_t warm(std::span<const Request> all, const WarmProgress& progress = nullptr);

    /// Writes all that was made so far; the error says why that, or an earlier batch, was not written.
    [[nodiscard]] Expected<void> flush();
    [[nodiscard]] CacheCounts counts() const;
    /// What was wrong with the server since the last call; nothing of it changed a result.
    [[nodiscard]] std::vector<std::string> take_warnings();

private:
    struct State;
    explicit TranslationCache(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace relit::api
