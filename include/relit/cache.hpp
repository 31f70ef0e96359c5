// Translations through a cache in memory, in a folder and on a server, in the calling thread or by worker threads. The
// results are the same as without a cache, byte for byte. Self-contained; C++23.
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
    std::string folder; // empty: in memory only; several processes may share a folder
    // Bytes of the folder's entries and of those in memory; the least recently used ones are dropped first.
    std::uint64_t most_bytes = std::uint64_t{1} << 30;
    std::size_t most_bytes_in_memory = std::size_t{64} << 20;
    bool read_only = false; // the folder is read and never changed
    bool durable = false;   // each written batch survives a crash of the machine; slower
    /// "http://host:port/folder", shared with others; empty: none. The time it may take is limited (docs/cache.md).
    std::string server;
    bool uploads = true;            // to the server
    unsigned workers = 0;           // threads of request() and warm(); 0: the number of cores less one, at least one
    std::size_t most_queued = 4096; // requests that wait for a worker
};

/// Counts of lookups and entries since the cache was opened. A translation that is found counts as two hits: of the list
/// of context keys that its program reads, and of the translation with their values.
struct CacheCounts {
    std::uint64_t memory_hits = 0, disk_hits = 0, server_hits = 0, misses = 0;
    std::uint64_t written = 0; // entries that were written to the folder
    std::uint64_t damaged = 0; // entries that were found damaged and dropped
    std::uint64_t dropped = 0; // entries that could not be written
};

/// A program to be translated, with its own bytes.
struct Request {
    std::string language;
    std::vector<std::uint8_t> file;
    TranslateOptions options{};
};

/// A translation by a worker. Copies refer to the same request and may be shared between threads. Destroying one does
/// not cancel the request. It may outlive the cache, whose end cancels requests that have not begun.
class Pending {
public:
    [[nodiscard]] bool is_ready() const;
    /// Waits until the translation is ready. The reference is valid while any copy exists.
    [[nodiscard]] const Expected<Shader>& get() const;
    /// Returns true if no worker had begun it. None begins it then, it is ready with an error (code 1), and its handler
    /// is not called.
    bool cancel();

private:
    friend class TranslationCache;
    struct State;
    explicit Pending(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

/// Receives the number of finished translations. Any worker or the thread in warm() may call it, one at a time. It must
/// not throw.
using WarmProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Several threads may call its functions at the same time. A child process of fork() must not use it, but may open the
/// folder itself. A failure of the folder, the disk or another process never changes a result: programs are translated
/// again.
class TranslationCache {
public:
    /// Fails (code 3 or 4) if the folder cannot be used. The caller can go on without a cache, or with one in memory.
    [[nodiscard]] static Expected<TranslationCache> open(const CacheSettings& settings);
    TranslationCache(TranslationCache&&) noexcept;
    TranslationCache& operator=(TranslationCache&&) noexcept;
    /// Cancels requests that have not begun, waits for those that have, and writes all unwritten entries.
    ~TranslationCache();

    /// Do what api::translate and api::translate_linked do, in the calling thread, with the same errors. New translations
    /// are found at once; another thread writes them to the folder within 50 ms.
    [[nodiscard]] Expected<Shader> translate(std::string_view language, File file,
                                             const TranslateOptions& options = {});
    [[nodiscard]] Expected<LinkedShaders> translate_linked(std::span<const Part> parts,
                                                           const TranslateOptions& options = {});

    /// Returns the cached translation; std::nullopt on a miss. Never translates. Fails as api::translate does for options
    /// and for a file that cannot be read.
    [[nodiscard]] Expected<std::optional<Shader>> look_up(std::string_view language, File file,
                                                          const TranslateOptions& options = {});
    /// Queues a translation for a worker, which then calls `done` with the result, be it an error; several workers may
    /// do so at the same time. `done` must not throw or destroy the cache. Workers take requests in their order. Fails at
    /// once (code 1) if most_queued requests already wait.
    [[nodiscard]] Expected<Pending> request(Request request,
                                            std::function<void(const Expected<Shader>&)> done = nullptr);
    /// Translates all requests ahead of their use: the workers do, and the calling thread too while the queue is full.
    /// Waits, and returns the number that succeeded. Translations from the folder or the server are loaded into memory,
    /// up to its limit.
    std::size_t warm(std::span<const Request> all, const WarmProgress& progress = nullptr);

    /// Writes all unwritten entries to the folder, and waits up to 1 s for uploads. If these are late, they
    /// and all later ones are dropped, with a warning. The error says why entries, of this or an earlier batch, were not
    /// written.
    [[nodiscard]] Expected<void> flush();
    [[nodiscard]] CacheCounts counts() const;
    /// Returns the failures of the server since the last call, for people to read. None of them changed a result.
    [[nodiscard]] std::vector<std::string> take_warnings();

private:
    struct State;
    explicit TranslationCache(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace relit::api
