#include "cache/memory.hpp"

namespace relit::cache {
namespace {

constexpr std::size_t kBeside = 128; // what an entry takes beside its value, about

} // namespace

void Memory::Shard::drop(std::list<Held>::iterator which) {
    bytes -= which->bytes;
    by_key.erase(which->key);
    by_use.erase(which);
}

Memory::Hit Memory::find(const Key& key, std::uint8_t kind) {
    const auto now = std::chrono::steady_clock::now();
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.by_key.find(key);
    if (found == shard.by_key.end() || found->second->kind != kind) return {};
    shard.by_use.splice(shard.by_use.begin(), shard.by_use, found->second);
    Held& held = *found->second;
    const bool is_due = now - held.told >= due_after_;
    if (is_due) held.told = now;
    return {held.value, is_due};
}

void Memory::put(const Key& key, std::uint8_t kind, Value value) {
    const std::size_t bytes = value->size() + kBeside;
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    if (const auto found = shard.by_key.find(key); found != shard.by_key.end()) shard.drop(found->second);
    if (bytes > most_in_shard_) return;
    shard.by_use.push_front({key, kind, bytes, std::move(value), std::chrono::steady_clock::now()});
    shard.by_key.emplace(key, shard.by_use.begin());
    shard.bytes += bytes;
    while (shard.bytes > most_in_shard_) shard.drop(std::prev(shard.by_use.end()));
}

void Memory::erase(const Key& key) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    if (const auto found = shard.by_key.find(key); found != shard.by_key.end()) shard.drop(found->second);
}

std::size_t Memory::bytes() {
    std::size_t all = 0;
    for (Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        all += shard.bytes;
    }
    return all;
}

} // namespace relit::cache
