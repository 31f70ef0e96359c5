#include "cache/cache.hpp"

#include <new>
#include <utility>

namespace relit::cache {
namespace {

constexpr std::size_t kMostUnwrittenBytes = std::size_t{32} << 20; // then who puts waits for the disk

} // namespace

Cache::Cache(const Settings& settings)
    : settings_(settings), memory_(settings.most_bytes_in_memory, settings.use_resolution) {}

Result<std::unique_ptr<Cache>> Cache::open(const Settings& settings) {
    std::unique_ptr<Cache> cache(new Cache(settings));
    if (!settings.remote.url.empty()) {
        auto remote = Remote::open(settings.remote);
        if (!remote) return std::unexpected(remote.error());
        cache->remote_ = std::move(*remote);
    }
    if (settings.folder.empty()) return cache;
    auto store = Store::open({.folder = settings.folder,
                              .most_bytes = settings.most_bytes,
                              .read_only = settings.read_only,
                              .durable = settings.durable,
                              .use_resolution = settings.use_resolution});
    if (!store) return std::unexpected(store.error());
    cache->store_.emplace(std::move(*store));
    return cache;
}

Cache::~Cache() {
    if (!process_.is_here()) { // a child has no such thread
        if (writer_.joinable()) writer_.detach();
        return;
    }
    writer_.request_stop();
    wake_.notify_all();
    writer_ = {}; // waits for it
    write_queue();
}

// ---- finding

Value Cache::find(const Key& key, const Kind& kind, Inputs inputs) {
    if (Memory::Hit hit = memory_.find(key, kind.number); hit.value != nullptr) {
        ++memory_hits_;
        if (hit.is_due && store_ && process_.is_here()) store_->note_use(key);
        return std::move(hit.value);
    }
    if (Value value = find_on_disk(key, kind); value != nullptr) {
        ++disk_hits_;
        memory_.put(key, kind.number, value);
        return value;
    }
    Value value = find_remotely(key, kind, inputs);
    ++(value != nullptr ? remote_hits_ : misses_);
    if (value != nullptr) put_here(key, kind, value);
    return value;
}

Value Cache::find_remotely(const Key& key, const Kind& kind, Inputs inputs) {
    if (remote_ == nullptr || inputs.empty()) return nullptr;
    const auto bytes = remote_->find({key, kind.number, settings_.build}, sha256_of(inputs));
    return bytes ? kind.read(*bytes) : nullptr;
}

Value Cache::refresh(const Key& key, const Kind& kind, Inputs inputs) {
    Value value = find_remotely(key, kind, inputs);
    if (value != nullptr) put_here(key, kind, value);
    return value;
}

Value Cache::find_on_disk(const Key& key, const Kind& kind) {
    if (!store_ || !process_.is_here()) return nullptr;
    bool is_right = true;
    Value found;
    const auto read = [&](Bytes bytes) {
        const auto entry = open_entry(bytes);
        is_right = entry && entry->label.key == key;
        if (!is_right || entry->label.kind != kind.number || entry->label.build != settings_.build) return false;
        if (entry->packing == Packing::None)
            found = kind.read(entry->stored);
        else if (const auto unpacked = value_of(*entry))
            found = kind.read(*unpacked);
        is_right = found != nullptr;
        return is_right;
    };
    if (const Status seen = store_->visit(key, read); !seen) {
        const std::lock_guard keep(mutex_);
        fault_ = seen.error();
    }
    if (!is_right) {
        ++damaged_;
        if (!settings_.read_only) queue({.what = Change::What::Erase, .key = key});
    }
    return found;
}

// ---- putting

void Cache::put(const Key& key, const Kind& kind, Value value, Inputs inputs) {
    if (value->size() > kMostValueBytes) return;
    ++puts_;
    if (remote_ != nullptr && !inputs.empty())
        remote_->put({key, kind.number, settings_.build}, sha256_of(inputs), value->bytes(), kind.join);
    put_here(key, kind, std::move(value));
}

void Cache::put_here(const Key& key, const Kind& kind, Value value) {
    const Value old = kind.join != nullptr ? memory_.find(key, kind.number).value : nullptr;
    const Value joined = old != nullptr ? kind.read(kind.join(old->bytes(), value->bytes())) : value;
    memory_.put(key, kind.number, joined != nullptr ? joined : value);
    if (store_ && !settings_.read_only) queue({.key = key, .kind = kind, .value = std::move(value)});
}

void Cache::queue(Waiting waiting) {
    bool is_too_much = false, is_for_writer = false;
    {
        const std::lock_guard lock(mutex_);
        if (waiting.value != nullptr) queued_bytes_ += waiting.value->size();
        queue_.push_back(std::move(waiting));
        is_too_much = queued_bytes_ > kMostUnwrittenBytes;
        is_for_writer = queue_.size() == 1 || queue_.size() == kMostInBatch; // what lies between does not wake it
        if (!writer_.joinable()) writer_ = Thread([this](const std::stop_token& stop) { write_in_background(stop); });
    }
    if (is_for_writer) wake_.notify_one();
    if (is_too_much) write_queue();
}

std::vector<Cache::Waiting> Cache::take_queue() {
    const std::lock_guard lock(mutex_);
    queued_bytes_ = 0;
    return std::exchange(queue_, {});
}

std::vector<Change> Cache::changes_of(std::span<const Waiting> all) const {
    std::vector<Change> changes;
    changes.reserve(all.size());
    for (const Waiting& one : all) {
        Change change{.what = one.what, .key = one.key, .join = one.kind.join};
        if (one.value != nullptr) {
            const std::vector<std::uint8_t> bytes = one.value->bytes();
            if (bytes.size() > kMostValueBytes) continue;
            change.entry = seal({one.key, one.kind.number, settings_.build}, bytes);
        }
        changes.push_back(std::move(change));
    }
    return changes;
}

void Cache::write_queue() {
    const std::lock_guard lock(writing_);
    if (!process_.is_here()) return;
    const std::vector<Waiting> all = take_queue();
    if (all.empty() || !store_) return;
    std::uint64_t puts = 0;
    for (const Waiting& one : all) puts += one.what == Change::What::Put ? 1U : 0U;
    Status written;
    try {
        written = store_->write(changes_of(all));
    } catch (const std::bad_alloc&) {
        written = fail(FaultKind::Internal, "out of memory"); // so short a text takes none
    }
    (written ? written_ : dropped_) += puts;
    if (written) return;
    const std::lock_guard keep(mutex_);
    fault_ = written.error();
    unsaid_ = std::move(written.error());
}

/// A batch begins with the first change and is written when it is large or has waited.
void Cache::write_in_background(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [&] { return !queue_.empty(); })) return;
            (void)wake_.wait_for(lock, stop, kLongestWait, [&] { return queue_.size() >= kMostInBatch; });
        }
        if (!stop.stop_requested()) write_queue();
    }
}

Status Cache::flush() {
    write_queue();
    if (remote_ != nullptr) remote_->flush();
    const std::lock_guard lock(mutex_);
    const auto fault = std::exchange(unsaid_, {});
    return fault ? Status(std::unexpected(*fault)) : Status{};
}

Counts Cache::counts() const {
    return {.memory_hits = memory_hits_,
            .disk_hits = disk_hits_,
            .remote_hits = remote_hits_,
            .misses = misses_,
            .puts = puts_,
            .written = written_,
            .damaged = damaged_,
            .dropped = dropped_};
}

std::optional<Fault> Cache::last_fault() const {
    const std::lock_guard lock(mutex_);
    return fault_;
}

} // namespace relit::cache
