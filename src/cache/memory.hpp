// The tier in memory: values by key, bounded in bytes, the least recently used go first. Threads share it, by shards.
#pragma once

#include "cache/value.hpp"

#include <array>
#include <chrono>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace relit::cache {

class Memory {
public:
    /// Uses of a value are due to be told of so long after the last that was.
    explicit Memory(std::size_t most_bytes, std::chrono::nanoseconds due_after = std::chrono::hours(1))
        : most_in_shard_(most_bytes / kShards), due_after_(due_after) {}

    struct Hit {
        Value value;         // null where there is none of this kind
        bool is_due = false; // this use is to be told of
    };
    [[nodiscard]] Hit find(const Key& key, std::uint8_t kind);
    /// Replaces what is there.
    void put(const Key& key, std::uint8_t kind, Value value);
    void erase(const Key& key);
    [[nodiscard]] std::size_t bytes();

private:
    static constexpr std::size_t kShards = 16;
    struct Held {
        Key key;
        std::uint8_t kind = 0;
        std::size_t bytes = 0; // that it counts for
        Value value;
        std::chrono::steady_clock::time_point told; // of its last use that was due
    };
    struct HashOfKey {
        std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.low); }
    };
    struct Shard {
        std::mutex mutex;
        std::list<Held> by_use; // the latest in front
        std::unordered_map<Key, std::list<Held>::iterator, HashOfKey> by_key;
        std::size_t bytes = 0;

        void drop(std::list<Held>::iterator which);
    };
    [[nodiscard]] Shard& shard_of(const Key& key) { return shards_[key.high % kShards]; }

    std::size_t most_in_shard_;
    std::chrono::nanoseconds due_after_;
    std::array<Shard, kShards> shards_;
};

} // namespace relit::cache
