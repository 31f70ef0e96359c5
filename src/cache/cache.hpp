// A cache of values by key, in tiers: memory, then a folder on disk, then a server. Losing a tier, or all of them, loses no answer:
// what is not found is made anew by who asked.
#pragma once

#include "base/thread.hpp"
#include "cache/memory.hpp"
#include "cache/own_process.hpp"
#include "cache/remote.hpp"
#include "cache/store.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cache {

struct Settings {
    std::string folder;      // empty: in memory only
    std::uint64_t build = 0; // of who makes the values; entries of other builds are not found
    std::uint64_t most_bytes = std::uint64_t{1} << 30;
    std::size_t most_bytes_in_memory = std::size_t{64} << 20;
    bool read_only = false;
    bool durable = false; // each batch is on the disk before flush() returns, whatever happens to the machine
    std::chrono::milliseconds use_resolution{1000}; // a use of an entry is noted in the folder that long after the last
    RemoteSettings remote{};
};

/// All that a value follows from: parts that are one text when they are joined. A server finds values by its SHA-256, so that
/// who has no such text asks no server.
using Inputs = std::span<const std::string_view>;

/// What happened since it was opened.
struct Counts {
    std::uint64_t memory_hits = 0, disk_hits = 0, remote_hits = 0, misses = 0;
    std::uint64_t puts = 0, written = 0;
    std::uint64_t damaged = 0; // entries that were found and not right; each was dropped
    std::uint64_t dropped = 0; // puts that could not be written
};

/// Threads may call everything at once. A child process of fork() has no use of it: it finds nothing and keeps nothing.
class Cache {
public:
    /// Fails where the folder cannot be used; in memory only it never fails.
    [[nodiscard]] static Result<std::unique_ptr<Cache>> open(const Settings& settings);
    Cache(const Cache&) = delete;
    Cache& operator=(const Cache&) = delete;
    /// Writes what was put.
    ~Cache();

    /// Null where there is none of this kind and build, or none that is right.
    [[nodiscard]] Value find(const Key& key, const Kind& kind, Inputs inputs = {});
    /// What the server has; null where that is nothing. From now on it is joined with what is here.
    [[nodiscard]] Value refresh(const Key& key, const Kind& kind, Inputs inputs);
    /// Keeps a value; it is found at once, and made to bytes and written within kLongestWait, with others, by another thread.
    /// More than kMostValueBytes are not kept.
    void put(const Key& key, const Kind& kind, Value value, Inputs inputs = {});
    /// Writes and uploads all that was put so far. The fault tells why that, or a batch since the last call, was not written.
    Status flush();

    [[nodiscard]] Counts counts() const;
    /// Null where it is in memory only.
    [[nodiscard]] Store* store() { return store_ ? &*store_ : nullptr; }
    /// Null where there is none.
    [[nodiscard]] Remote* remote() { return remote_.get(); }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    /// Why writing, or reading an entry, failed last, if it did.
    [[nodiscard]] std::optional<Fault> last_fault() const;

    static constexpr std::chrono::milliseconds kLongestWait{50};
    static constexpr std::size_t kMostInBatch = 256;

private:
    explicit Cache(const Settings& settings);
    /// What will be a change of the store.
    struct Waiting {
        Change::What what = Change::What::Put;
        Key key;
        Kind kind{};   // of Put, and
        Value value{}; // what is put
    };
    void queue(Waiting waiting);
    [[nodiscard]] std::vector<Waiting> take_queue();
    [[nodiscard]] std::vector<Change> changes_of(std::span<const Waiting> all) const;
    void write_queue();
    void write_in_background(const std::stop_token& stop);
    [[nodiscard]] Value find_on_disk(const Key& key, const Kind& kind);
    [[nodiscard]] Value find_remotely(const Key& key, const Kind& kind, Inputs inputs);
    void put_here(const Key& key, const Kind& kind, Value value);

    Settings settings_;
    const OwnProcess process_;
    Memory memory_;
    std::optional<Store> store_;
    std::unique_ptr<Remote> remote_;

    mutable std::mutex mutex_; // of what is between it and the writer
    std::condition_variable_any wake_;
    std::vector<Waiting> queue_;
    std::size_t queued_bytes_ = 0;
    std::optional<Fault> fault_, unsaid_; // the last one, and that of the background that flush() has not told yet
    std::mutex writing_;                  // one batch at a time, in the order of the queue
    std::atomic<std::uint64_t> memory_hits_ = 0, disk_hits_ = 0, remote_hits_ = 0, misses_ = 0, puts_ = 0, written_ = 0,
                               damaged_ = 0, dropped_ = 0;
    Thread writer_; // the last: it ends before what it uses
};

} // namespace relit::cache
