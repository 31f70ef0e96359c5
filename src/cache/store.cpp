#include "cache/store.hpp"

#include "cache/pages.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

#include <fmt/format.h>
#include <lmdb.h>

namespace relit::cache {
namespace {

constexpr std::uint64_t kTicks = 64;         // of the clock, while as much is written as the limit
constexpr std::size_t kMostInLeaf = 1900;    // bytes of an entry that lies in a page with others
constexpr std::size_t kDroppedAtOnce = 2048; // entries: a transaction has a limited number of pages
constexpr std::uint64_t kFileForBytes = 2, kFileBeside = std::uint64_t{64} << 20; // room for what lies scattered

using KeyBytes = std::array<std::uint8_t, 16>;

KeyBytes bytes_of(const Key& key) {
    KeyBytes bytes{};
    for (std::size_t i = 0; i < 8; ++i) {
        bytes[i] = static_cast<std::uint8_t>(key.high >> (56 - 8 * i));
        bytes[8 + i] = static_cast<std::uint8_t>(key.low >> (56 - 8 * i));
    }
    return bytes;
}
Key key_of(Bytes bytes) { return {big_endian(bytes.first(8)), big_endian(bytes.subspan(8, 8))}; }

MDB_val value_of(std::span<const std::uint8_t> bytes) {
    return {bytes.size(), const_cast<std::uint8_t*>(bytes.data())}; // LMDB does not write to it
}
Bytes bytes_of(const MDB_val& value) { return {static_cast<const std::uint8_t*>(value.mv_data), value.mv_size}; }

/// How recently an entry was used, and what it takes.
struct Use {
    std::uint32_t tick = 0, bytes = 0;
};
/// One row: the clock, what all entries take, and what was written since the clock last moved.
struct Counters {
    std::uint64_t tick = 0, bytes = 0, since = 0;
};
constexpr std::array<std::uint8_t, 3> kCountersKey = {'a', 'l', 'l'};

template <class T>
std::optional<T> row_of(MDB_txn* txn, unsigned database, Bytes key) {
    MDB_val name = value_of(key), found{};
    if (mdb_get(txn, database, &name, &found) != 0 || found.mv_size != sizeof(T)) return {};
    T row;
    std::memcpy(&row, found.mv_data, sizeof row);
    return row;
}
template <class T>
int put_row(MDB_txn* txn, unsigned database, Bytes key, const T& row) {
    MDB_val name = value_of(key), value{sizeof row, const_cast<T*>(&row)};
    return mdb_put(txn, database, &name, &value, 0);
}

std::uint32_t room_of(std::size_t entry_bytes) {
    const std::size_t pages = (kPageHeader + entry_bytes + kPage - 1) / kPage;
    return static_cast<std::uint32_t>(entry_bytes <= kMostInLeaf ? entry_bytes : pages * kPage);
}

/// Whether LMDB may free the pages of a value: it goes by the first one's header. Values in a leaf have none.
bool may_be_freed(Bytes value) {
    if (value.size() <= kMostInLeaf) return true;
    const std::uint8_t* const header = value.data() - kPageHeader;
    return (reinterpret_cast<std::uintptr_t>(header) & (kPage - 1)) != 0 ||
           little_endian({header + 12, 4}) == (kPageHeader + value.size() + kPage - 1) / kPage;
}

/// The changes of one transaction, on what the counters say.
class Batch {
public:
    Batch(MDB_txn* txn, const Environment::Databases& databases, std::uint64_t most_bytes)
        : txn_(txn), in_(databases), tick_bytes_(std::max<std::uint64_t>(most_bytes / kTicks, 1)),
          counters_(row_of<Counters>(txn, databases.counters, kCountersKey).value_or(Counters{})) {}

    int apply(const Change& change) {
        switch (change.what) {
            case Change::What::Put: return put(change);
            case Change::What::Touch: return touch(change.key);
            case Change::What::Erase: return erase(change.key);
        }
        return 0;
    }
    int erase(const Key& key) {
        const KeyBytes bytes = bytes_of(key);
        MDB_val name = value_of(bytes), found{};
        int code = mdb_get(txn_, in_.values, &name, &found);
        if (code == MDB_NOTFOUND) return 0;
        if (code != 0 || !may_be_freed(bytes_of(found))) return code != 0 ? code : MDB_CORRUPTED;
        forget(row_of<Use>(txn_, in_.uses, bytes));
        code = mdb_del(txn_, in_.values, &name, nullptr);
        if (code == 0) code = mdb_del(txn_, in_.uses, &name, nullptr);
        return code == MDB_NOTFOUND ? 0 : code;
    }
    /// What all entries really take, as counted.
    void correct(std::uint64_t bytes) { counters_.bytes = bytes; }
    int finish() {
        counters_.tick += counters_.since / tick_bytes_;
        counters_.since %= tick_bytes_;
        return put_row(txn_, in_.counters, kCountersKey, counters_);
    }

private:
    int put(const Change& change) {
        const KeyBytes bytes = bytes_of(change.key);
        MDB_val name = value_of(bytes), found{};
        const int code = mdb_get(txn_, in_.values, &name, &found);
        if (code == MDB_NOTFOUND) return store(bytes, change.entry);
        if (code != 0 || !may_be_freed(bytes_of(found))) return code != 0 ? code : MDB_CORRUPTED;
        const auto old = open_entry(bytes_of(found)), fresh = open_entry(change.entry);
        if (!fresh) return 0; // what is put was sealed; nothing else goes in
        if (!old || old->label != fresh->label) return replace(bytes, change.entry);
        if (change.join == nullptr) return 0;
        const auto joined = change.join(old->stored, fresh->stored);
        if (std::ranges::equal(joined, old->stored)) return 0;
        return replace(bytes, seal(fresh->label, joined));
    }
    int replace(const KeyBytes& key, Bytes entry) {
        forget(row_of<Use>(txn_, in_.uses, key));
        return store(key, entry);
    }
    int store(const KeyBytes& key, Bytes entry) {
        MDB_val name = value_of(key), value = value_of(entry);
        if (const int code = mdb_put(txn_, in_.values, &name, &value, 0); code != 0) return code;
        const std::uint32_t room = room_of(entry.size());
        counters_.bytes += room;
        counters_.since += room;
        return put_row(txn_, in_.uses, key, Use{static_cast<std::uint32_t>(counters_.tick), room});
    }
    int touch(const Key& key) {
        const KeyBytes bytes = bytes_of(key);
        auto use = row_of<Use>(txn_, in_.uses, bytes);
        if (!use || use->tick == counters_.tick) return 0;
        use->tick = static_cast<std::uint32_t>(counters_.tick);
        return put_row(txn_, in_.uses, bytes, *use);
    }
    void forget(const std::optional<Use>& use) {
        if (use) counters_.bytes -= std::min<std::uint64_t>(counters_.bytes, use->bytes);
    }

    MDB_txn* txn_;
    const Environment::Databases& in_;
    std::uint64_t tick_bytes_;
    Counters counters_;
};

/// Visits the rows of a database; false from `visit` ends it.
template <class Visit>
bool each_row(MDB_txn* txn, unsigned database, Visit&& visit) {
    MDB_cursor* cursor = nullptr;
    if (mdb_cursor_open(txn, database, &cursor) != 0) return false;
    MDB_val key{}, value{};
    std::optional<KeyBytes> last;
    bool in_order = true;
    while (in_order && mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
        KeyBytes now{};
        in_order = key.mv_size == now.size();
        if (!in_order) break;
        std::memcpy(now.data(), key.mv_data, now.size());
        in_order = !last || *last < now; // else a damaged tree might be walked for ever
        if (!in_order || !visit(key_of(now), bytes_of(value))) break;
        last = now;
    }
    mdb_cursor_close(cursor);
    return in_order;
}

/// As far as the map reaches.
Bytes bounded(Bytes bytes, const std::uint8_t* end) {
    return bytes.first(std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(end - bytes.data())));
}

} // namespace

Result<Store> Store::open(const StoreSettings& settings) {
    auto environment = Environment::open({.folder = settings.folder,
                                          .most_bytes = kFileForBytes * settings.most_bytes + kFileBeside,
                                          .read_only = settings.read_only,
                                          .durable = settings.durable});
    if (!environment) return std::unexpected(environment.error());
    return Store(std::move(*environment), settings.most_bytes);
}

std::optional<std::vector<std::uint8_t>> Store::find(const Key& key) const {
    std::optional<std::vector<std::uint8_t>> entry;
    (void)visit(key, [&](Bytes bytes) { entry.emplace(bytes.begin(), bytes.end()); });
    return entry;
}

bool Store::visit(const Key& key, const std::function<void(Bytes entry)>& visit) const {
    const KeyBytes name = bytes_of(key);
    bool is_there = false;
    (void)environment_->read([&](MDB_txn* txn, const std::uint8_t* end) {
        MDB_val wanted = value_of(name), found{};
        is_there = mdb_get(txn, environment_->databases().values, &wanted, &found) == 0;
        if (is_there) visit(bounded(bytes_of(found), end));
    });
    return is_there;
}

Status Store::write(std::span<const Change> changes) {
    if (is_read_only()) return fail("the cache is open to be read only");
    const auto apply = [&](MDB_txn* txn) {
        Batch batch(txn, environment_->databases(), most_bytes_);
        for (const Change& change : changes)
            if (const int code = batch.apply(change); code != 0) return code;
        return batch.finish();
    };
    constexpr int kTries = 4;
    Status written;
    for (int i = 0; i < kTries; ++i) {
        const std::uint64_t has = size().bytes;
        // Where entries lie scattered nothing but dropping many makes room in one piece.
        const bool is_scattered = i > 0;
        if (has > most_bytes_ || is_scattered) {
            const auto dropped = shrink(is_scattered ? has / 2 : most_bytes_ - most_bytes_ / 4);
            if (!dropped) return std::unexpected(dropped.error());
        }
        written = environment_->write(apply);
        if (written || !Environment::is_full(written.error())) break;
    }
    return written;
}

Status Store::each(const std::function<bool(const Key& key, Bytes entry)>& visit) const {
    bool in_order = false;
    const bool read = environment_->read([&](MDB_txn* txn, const std::uint8_t* end) {
        in_order = each_row(txn, environment_->databases().values,
                            [&](const Key& key, Bytes entry) { return visit(key, bounded(entry, end)); });
    });
    if (!read) return fail("the cache cannot be read any more");
    if (!in_order) return fail("the store is damaged: its keys are out of order");
    return {};
}

StoreSize Store::size() const {
    StoreSize size;
    (void)environment_->read([&](MDB_txn* txn, const std::uint8_t*) {
        MDB_stat stat{};
        if (mdb_stat(txn, environment_->databases().values, &stat) == 0) size.entries = stat.ms_entries;
        size.bytes = row_of<Counters>(txn, environment_->databases().counters, kCountersKey).value_or(Counters{}).bytes;
    });
    size.file_bytes = environment_->file_bytes();
    return size;
}

// ---- which go

/// All, the least recently used first; what they take is counted, as rows of uses may be damaged.
std::vector<Store::Aged> Store::by_age() const {
    std::vector<Aged> all;
    (void)environment_->read([&](MDB_txn* txn, const std::uint8_t*) {
        (void)each_row(txn, environment_->databases().values, [&](const Key& key, Bytes entry) {
            const auto use = row_of<Use>(txn, environment_->databases().uses, bytes_of(key));
            all.push_back({key, use.value_or(Use{}).tick, room_of(entry.size())});
            return true;
        });
    });
    std::ranges::sort(all, {}, [](const Aged& one) { return std::tuple(one.tick, one.key.high, one.key.low); });
    return all;
}

/// Drops the first `count`; the others are what stays.
Result<std::uint64_t> Store::drop(std::span<const Aged> all, std::size_t count) {
    std::uint64_t stays = 0;
    for (const Aged& one : all.subspan(count)) stays += one.bytes;
    for (std::size_t at = 0; at < std::max<std::size_t>(count, 1); at += kDroppedAtOnce) {
        const auto part = all.subspan(at, std::min(kDroppedAtOnce, count - at));
        const Status dropped = environment_->write([&](MDB_txn* txn) {
            Batch batch(txn, environment_->databases(), most_bytes_);
            for (const Aged& one : part)
                if (const int code = batch.erase(one.key); code != 0) return code;
            if (at + part.size() == count) batch.correct(stays);
            return batch.finish();
        });
        if (!dropped) return std::unexpected(dropped.error());
    }
    return count;
}

Result<std::uint64_t> Store::shrink(std::uint64_t bytes) {
    if (is_read_only()) return fail("the cache is open to be read only");
    const std::vector<Aged> all = by_age();
    std::uint64_t has = 0;
    for (const Aged& one : all) has += one.bytes;
    std::size_t count = 0;
    while (count < all.size() && has > bytes) has -= all[count++].bytes;
    return drop(all, count);
}

std::optional<std::uint64_t> Store::age_of(const Key& key) const {
    std::optional<std::uint64_t> age;
    const KeyBytes name = bytes_of(key);
    (void)environment_->read([&](MDB_txn* txn, const std::uint8_t*) {
        const auto use = row_of<Use>(txn, environment_->databases().uses, name);
        const auto all = row_of<Counters>(txn, environment_->databases().counters, kCountersKey);
        if (use && all) age = all->tick - std::min<std::uint64_t>(all->tick, use->tick);
    });
    return age;
}

Result<std::uint64_t> Store::drop_older(std::uint64_t age) {
    if (is_read_only()) return fail("the cache is open to be read only");
    const std::vector<Aged> all = by_age();
    std::uint64_t now = 0;
    (void)environment_->read([&](MDB_txn* txn, const std::uint8_t*) {
        now = row_of<Counters>(txn, environment_->databases().counters, kCountersKey).value_or(Counters{}).tick;
    });
    const auto young = std::ranges::find_if(all, [&](const Aged& one) { return one.tick + age >= now; });
    return drop(all, static_cast<std::size_t>(young - all.begin()));
}

} // namespace relit::cache
