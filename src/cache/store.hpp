// Entries by key on disk, a file each: found, written in batches, listed, and the least recently used dropped where they are too
// many.
#pragma once

#include "cache/counters.hpp"
#include "cache/entry.hpp"
#include "cache/folder.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::cache {

struct StoreSettings {
    std::string folder;
    std::uint64_t most_bytes = std::uint64_t{1} << 30; // of entries
    bool read_only = false, durable = false;
    std::chrono::nanoseconds use_resolution = std::chrono::seconds(1); // a use is noted that long after the last
};

/// A change of the store. Several are written at once.
struct Change {
    enum class What : std::uint8_t { Put, Erase };
    What what = What::Put;
    Key key;
    std::vector<std::uint8_t> entry{}; // of Put: sealed, not packed
    Join join = nullptr;               // of Put where the key is there; nullptr: what is there stays
};

struct StoreSize {
    std::uint64_t entries = 0, bytes = 0; // in whole pages
    std::uint64_t file_bytes = 0;         // as the file system counts them
};

struct Dropped {
    std::uint64_t entries = 0;
    std::uint64_t failed = 0; // are still there
    std::string why{};        // of the first of these
};

/// Threads may share it. Entries are read without a lock: they are renamed to their names when they are whole.
class Store {
public:
    [[nodiscard]] static Result<Store> open(const StoreSettings& settings);

    /// The entry as it was put, unchecked; nothing where there is none, a fault where it cannot be read.
    [[nodiscard]] Result<std::optional<std::vector<std::uint8_t>>> find(const Key& key) const;
    /// The same, shown to `visit`, if there is one; `visit` tells whether this is a use of it.
    [[nodiscard]] Status visit(const Key& key, const std::function<bool(Bytes entry)>& visit) const;
    /// Takes note that an entry was used, in place of a visit.
    void note_use(const Key& key) const;
    /// Each of them is there, or not; where it fails, those before are.
    [[nodiscard]] Status write(std::span<const Change> changes) const;
    /// Visits every entry by key; `visit` gives false to end.
    [[nodiscard]] Status each(const std::function<bool(const Key& key, Bytes entry)>& visit) const;
    /// Drops the least recently used until entries have at most so many bytes. What cannot be dropped stays in all of them.
    [[nodiscard]] Result<Dropped> shrink(std::uint64_t most) const;
    [[nodiscard]] Result<StoreSize> size() const;
    /// How recently an entry was used, in 64ths of the limit that were written since; nothing where there is none.
    [[nodiscard]] std::optional<std::uint64_t> age_of(const Key& key) const;
    /// Drops what was not used for so many 64ths of the limit.
    [[nodiscard]] Result<Dropped> drop_older(std::uint64_t age) const;
    [[nodiscard]] bool is_read_only() const { return settings_.read_only; }

private:
    Store(const StoreSettings& settings, Folder folder) : settings_(settings), folder_(std::move(folder)) {}
    void note_use_of(const OpenFile& entry) const;
    /// With the lock, and counters that are right; they are written at the end.
    [[nodiscard]] Status change(const std::function<Status(Counters&)>& body) const;
    [[nodiscard]] Result<Dropped> drop(
        const std::function<bool(std::uint64_t bytes, std::int64_t used, const Counters& clock)>& is_too_many) const;
    [[nodiscard]] Status write_batch(Counters& counters, std::span<const Change> changes) const;

    StoreSettings settings_;
    Folder folder_;
};

} // namespace relit::cache
