// Entries by key on disk: found, written in batches, listed, and the least recently used dropped where they are too many.
#pragma once

#include "cache/entry.hpp"
#include "cache/environment.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::cache {

struct StoreSettings {
    std::string folder;
    std::uint64_t most_bytes = std::uint64_t{1} << 30; // of entries
    bool read_only = false, durable = false;
};

/// A change of the store. Several are written at once.
struct Change {
    enum class What : std::uint8_t { Put, Touch, Erase };
    What what = What::Put;
    Key key;
    std::vector<std::uint8_t> entry{}; // of Put: sealed, not packed
    Join join = nullptr;               // of Put where the key is there; nullptr: what is there stays
};

struct StoreSize {
    std::uint64_t entries = 0, bytes = 0; // of entries, in whole pages where they take some
    std::uint64_t file_bytes = 0;
};

/// Threads may share it.
class Store {
public:
    [[nodiscard]] static Result<Store> open(const StoreSettings& settings);

    /// The entry as it was put, unchecked; nothing where there is none.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> find(const Key& key) const;
    /// Shows it where it lies, until `visit` comes back; false where there is none.
    bool visit(const Key& key, const std::function<void(Bytes entry)>& visit) const;
    /// All of them, or none where it fails.
    [[nodiscard]] Status write(std::span<const Change> changes);
    /// Visits every entry by key, as it lies there; `visit` gives false to end. Fails where the keys are out of order.
    [[nodiscard]] Status each(const std::function<bool(const Key& key, Bytes entry)>& visit) const;
    /// Drops the least recently used until entries have at most so many bytes; how many it dropped.
    [[nodiscard]] Result<std::uint64_t> shrink(std::uint64_t bytes);
    [[nodiscard]] StoreSize size() const;
    /// How recently an entry was used, in 64ths of the limit that were written since; nothing where there is none.
    [[nodiscard]] std::optional<std::uint64_t> age_of(const Key& key) const;
    /// Drops what was not used for so many 64ths of the limit.
    [[nodiscard]] Result<std::uint64_t> drop_older(std::uint64_t age);
    [[nodiscard]] const std::optional<Fault>& damage() const { return environment_->damage(); }
    [[nodiscard]] bool is_read_only() const { return environment_->is_read_only(); }

private:
    Store(std::shared_ptr<Environment> environment, std::uint64_t most_bytes)
        : environment_(std::move(environment)), most_bytes_(most_bytes) {}
    struct Aged {
        Key key;
        std::uint32_t tick = 0, bytes = 0;
    };
    [[nodiscard]] std::vector<Aged> by_age() const;
    [[nodiscard]] Result<std::uint64_t> drop(std::span<const Aged> all, std::size_t count);

    std::shared_ptr<Environment> environment_;
    std::uint64_t most_bytes_;
};

} // namespace relit::cache
