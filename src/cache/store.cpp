#include "cache/store.hpp"

#include "cache/layout.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <tuple>

namespace relit::cache {
namespace {

constexpr std::uint64_t kTicks = 64; // of the clock, while as much is written as the limit
constexpr std::uint64_t kPage = 4096;
constexpr std::size_t kMostEntryBytes = kMostValueBytes + kHeaderBytes;

std::uint64_t room_of(std::uint64_t entry_bytes) { return (entry_bytes + kPage - 1) / kPage * kPage; }

/// Holds what an entry contains. It is empty if there is no entry, or if a file of its name is not a regular one.
using Found = Result<std::optional<std::vector<std::uint8_t>>>;

Found bytes_of(const OpenFile& file) {
    const bool is_none = errno == ENOENT || errno == ELOOP || errno == ENXIO; // a link or a socket is no entry
    if (!file.is_open()) return is_none ? Found(std::nullopt) : failed("cannot read an entry");
    errno = 0; // what is no file gives nothing and no error
    auto bytes = read_file(file, kMostEntryBytes);
    if (!bytes && errno != 0) return failed("cannot read an entry");
    return bytes;
}

Found entry_in(const Folder& folder, const Key& key) {
    return bytes_of(open_in(folder.entries(), name_of_key(key), O_RDONLY));
}

// ---- all of them

struct Aged {
    Key key;
    std::int64_t used = 0; // a time of files
    std::uint64_t bytes = 0, on_disk = 0;
};

/// The least recently used first.
Result<std::vector<Aged>> by_age(const Folder& folder) {
    constexpr std::int64_t kNanoseconds = 1'000'000'000, kBlock = 512;
    const auto names = names_in(folder.entries());
    if (!names) return std::unexpected(names.error());
    std::vector<Aged> all;
    for (const std::string& name : *names) {
        const auto key = key_of_name(name);
        struct stat status{};
        const bool is_entry = key &&
                              ::fstatat(folder.entries().number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                              S_ISREG(status.st_mode);
        if (!is_entry) continue;
        all.push_back({*key, status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec,
                       room_of(static_cast<std::uint64_t>(status.st_size)),
                       static_cast<std::uint64_t>(status.st_blocks * kBlock)});
    }
    std::ranges::sort(all, {}, [](const Aged& one) { return std::tuple(one.used, one.key.high, one.key.low); });
    return all;
}

std::uint64_t bytes_of(std::span<const Aged> all) {
    std::uint64_t bytes = 0;
    for (const Aged& one : all) bytes += one.bytes;
    return bytes;
}

/// Drops the first while `is_too_many` says so of what is left and the first. What cannot be removed stays, and counts as left.
template <class TooMany>
Result<Dropped> drop_while(const Folder& folder, Counters& counters, TooMany&& is_too_many) {
    const auto all = by_age(folder);
    if (!all) return std::unexpected(all.error());
    counters.bytes = bytes_of(*all); // what a killed process has counted and not written goes here
    Dropped dropped;
    for (const Aged& one : *all) {
        if (!is_too_many(counters.bytes, one)) break;
        const bool is_removed = ::unlinkat(folder.entries().number(), name_of_key(one.key).c_str(), 0) == 0;
        if (is_removed || errno == ENOENT)
            counters.bytes -= one.bytes;
        else if (++dropped.failed == 1)
            dropped.why = failed("cannot drop an entry").error().text;
        dropped.entries += is_removed ? 1 : 0;
    }
    return dropped;
}

// ---- a batch

/// Changes of a folder whose lock is held.
class Batch {
public:
    explicit Batch(const Folder& folder) : folder_(folder) {}

    Status apply(const Change& change) { return change.what == Change::What::Put ? put(change) : erase(change.key); }
    [[nodiscard]] std::uint64_t written() const { return written_; }
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

private:
    Status put(const Change& change) {
        const auto there = entry_in(folder_, change.key).value_or(std::nullopt); // what cannot be read is replaced
        const auto fresh = open_entry(change.entry);
        if (!fresh) return {}; // what is put was sealed; nothing else goes in
        const auto old = there ? open_entry(*there) : std::unexpected(Flaw::Short);
        if (!old || old->label != fresh->label) return store(change.key, change.entry, there);
        if (change.join == nullptr) return {};
        const auto joined = change.join(old->stored, fresh->stored);
        if (std::ranges::equal(joined, old->stored)) return {};
        return store(change.key, seal(fresh->label, joined), there);
    }
    Status store(const Key& key, Bytes entry, const std::optional<std::vector<std::uint8_t>>& old) {
        // A process that was killed may have left one.
        (void)::unlinkat(folder_.itself().number(), kNewEntry, 0);
        const OpenFile file = open_in(folder_.itself(), kNewEntry, O_WRONLY | O_CREAT | O_EXCL);
        if (!file.is_open() || !write_file(file, entry)) return failed("cannot write an entry");
        set_time_to_now(file);
        const std::string name = name_of_key(key);
        if (::renameat(folder_.itself().number(), kNewEntry, folder_.entries().number(), name.c_str()) != 0)
            return failed("cannot write an entry");
        written_ += room_of(entry.size());
        if (old) dropped_ += room_of(old->size());
        return {};
    }
    Status erase(const Key& key) {
        const auto old = entry_in(folder_, key).value_or(std::nullopt);
        if (::unlinkat(folder_.entries().number(), name_of_key(key).c_str(), 0) == 0) {
            if (old) dropped_ += room_of(old->size());
        } else if (errno != ENOENT) {
            return failed("cannot drop an entry");
        }
        return {};
    }

    const Folder& folder_;
    std::uint64_t written_ = 0, dropped_ = 0;
};

} // namespace

Result<Store> Store::open(const StoreSettings& settings) {
    auto folder = Folder::open(settings.folder, settings.read_only);
    if (!folder) return std::unexpected(folder.error());
    return Store(settings, std::move(*folder));
}

// ---- reading

Result<std::optional<std::vector<std::uint8_t>>> Store::find(const Key& key) const { return entry_in(folder_, key); }

Status Store::visit(const Key& key, const std::function<bool(Bytes entry)>& visit) const {
    const OpenFile file = open_in(folder_.entries(), name_of_key(key), O_RDONLY);
    const Found found = bytes_of(file);
    if (!found) return std::unexpected(found.error());
    if (*found && visit(**found)) note_use_of(file);
    return {};
}

void Store::note_use(const Key& key) const {
    if (settings_.read_only) return;
    if (const OpenFile file = open_in(folder_.entries(), name_of_key(key), O_RDONLY); file.is_open()) note_use_of(file);
}

void Store::note_use_of(const OpenFile& entry) const {
    if (settings_.read_only) return;
    if (nanoseconds_now() - time_of(entry) >= settings_.use_resolution.count()) set_time_to_now(entry);
}

Status Store::each(const std::function<bool(const Key& key, Bytes entry)>& visit) const {
    auto names = names_in(folder_.entries());
    if (!names) return std::unexpected(names.error());
    std::ranges::sort(*names);
    for (const std::string& name : *names) {
        const auto key = key_of_name(name);
        const Found entry = key ? entry_in(folder_, *key) : std::nullopt;
        if (!entry) return std::unexpected(entry.error());
        if (*entry && !visit(*key, **entry)) break;
    }
    return {};
}

Result<StoreSize> Store::size() const {
    const auto all = by_age(folder_);
    if (!all) return std::unexpected(all.error());
    StoreSize size{.entries = all->size(), .bytes = bytes_of(*all)};
    for (const Aged& one : *all) size.file_bytes += one.on_disk;
    return size;
}

std::optional<std::uint64_t> Store::age_of(const Key& key) const {
    const OpenFile file = open_in(folder_.entries(), name_of_key(key), O_RDONLY);
    if (!file.is_open()) return {};
    return Counters::read(folder_).value_or(Counters{}).age_of(time_of(file));
}

// ---- writing

Status Store::change(const std::function<Status(Counters&)>& body) const {
    if (settings_.read_only) return fail("the cache is open to be read only");
    const auto lock = folder_.lock();
    if (!lock) return std::unexpected(lock.error());
    auto counters = Counters::read(folder_);
    if (!counters) {
        const auto all = by_age(folder_);
        if (!all) return std::unexpected(all.error());
        counters.emplace();
        counters->bytes = bytes_of(*all);
    }
    const Status done = body(*counters);
    const Status counted = counters->write(folder_);
    return done ? counted : done;
}

Status Store::write_batch(Counters& counters, std::span<const Change> changes) const {
    std::uint64_t planned = 0;
    for (const Change& one : changes) planned += room_of(one.entry.size());
    if (counters.bytes + planned > settings_.most_bytes) {
        const std::uint64_t most = settings_.most_bytes - settings_.most_bytes / 4;
        const auto dropped =
            drop_while(folder_, counters, [&](std::uint64_t bytes, const Aged&) { return bytes > most; });
        if (!dropped) return std::unexpected(dropped.error());
    }
    // Who is killed in the middle has counted too much rather than too little: the next shrinking counts anew.
    counters.bytes += planned;
    if (const Status counted = counters.write(folder_); !counted) return counted;
    Batch batch(folder_);
    Status done;
    for (const Change& one : changes)
        if (done = batch.apply(one); !done) break;
    counters.bytes += batch.written();
    counters.bytes -= std::min(counters.bytes, planned + batch.dropped());
    counters.count_written(batch.written(), std::max<std::uint64_t>(settings_.most_bytes / kTicks, 1));
    if (done && settings_.durable && ::syncfs(folder_.entries().number()) != 0)
        return failed("cannot make a batch durable");
    return done;
}

Status Store::write(std::span<const Change> changes) const {
    return change([&](Counters& counters) { return write_batch(counters, changes); });
}

Result<Dropped> Store::drop(
    const std::function<bool(std::uint64_t bytes, std::int64_t used, const Counters& clock)>& is_too_many) const {
    Dropped dropped;
    const Status done = change([&](Counters& counters) -> Status {
        const Counters clock = counters;
        auto result = drop_while(folder_, counters, [&](std::uint64_t bytes, const Aged& one) {
            return is_too_many(bytes, one.used, clock);
        });
        if (!result) return std::unexpected(result.error());
        dropped = std::move(*result);
        return {};
    });
    return done ? Result<Dropped>(std::move(dropped)) : std::unexpected(done.error());
}

Result<Dropped> Store::shrink(std::uint64_t most) const {
    return drop([&](std::uint64_t bytes, std::int64_t, const Counters&) { return bytes > most; });
}

Result<Dropped> Store::drop_older(std::uint64_t age) const {
    return drop([&](std::uint64_t, std::int64_t used, const Counters& clock) { return clock.age_of(used) > age; });
}

} // namespace relit::cache
