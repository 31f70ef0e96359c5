#include "cache/environment.hpp"

#include "cache/folder.hpp"
#include "cache/pages.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <lmdb.h>

namespace relit::cache {
namespace {

constexpr std::uint64_t kFirstMap = std::uint64_t{64} << 20, kMapStep = std::uint64_t{1} << 20;
constexpr unsigned kMostReaders = 2048, kDatabases = 3;
constexpr mode_t kMode = 0666;
constexpr std::size_t kForkPage = 4096;
constexpr int kMostTries = 64;

/// LMDB keeps locks that belong to the process, so that a file must not be open twice in one: all who ask for it share it.
struct Registry {
    std::mutex mutex;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::weak_ptr<Environment>> open;
};
Registry& registry() {
    static Registry all;
    return all;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> identity_of(const std::string& folder) {
    struct stat status{};
    if (::stat(folder.c_str(), &status) != 0) return {};
    return std::pair<std::uint64_t, std::uint64_t>(status.st_dev, status.st_ino);
}

std::uint64_t size_of(int file) {
    struct stat status{};
    return ::fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// By a clock that never goes back, in nanoseconds.
std::int64_t now() {
    using std::chrono::nanoseconds, std::chrono::steady_clock;
    return std::chrono::duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

/// A page that a child process sees as zeros.
const std::uint8_t* page_of_this_process() {
    void* const page = ::mmap(nullptr, kForkPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return nullptr;
    if (::madvise(page, kForkPage, MADV_WIPEONFORK) != 0) {
        ::munmap(page, kForkPage);
        return nullptr;
    }
    *static_cast<std::uint8_t*>(page) = 1;
    return static_cast<const std::uint8_t*>(page);
}

/// What a damaged file is told by, beside what is merely in the way.
bool is_damage(int code) {
    return code == MDB_INVALID || code == MDB_VERSION_MISMATCH || code == MDB_CORRUPTED || code == MDB_PANIC ||
           code == MDB_PAGE_NOTFOUND || code == MDB_INCOMPATIBLE;
}

constexpr std::string_view kFull = "the cache is full";

/// Where what is done in a transaction has no memory, it ends too.
struct Abort {
    void operator()(MDB_txn* txn) const { mdb_txn_abort(txn); }
};
using Transaction = std::unique_ptr<MDB_txn, Abort>;

} // namespace

// ---- opening

Status Environment::check_file() const {
    const std::string name = settings_.folder + "/store/data.mdb";
    const int file = ::open(name.c_str(), (settings_.read_only ? O_RDONLY : O_RDWR) | O_CLOEXEC);
    if (file < 0) return {}; // LMDB makes it, or says why not
    const bool is_made_anew = !settings_.read_only && PageFile(file).is_half_made() && ::ftruncate(file, 0) == 0;
    const Status good = is_made_anew || size_of(file) == 0 ? Status{} : PageFile(file).check_metas();
    ::close(file);
    return good;
}

int Environment::begin() {
    if (const int code = mdb_env_create(&env_); code != 0) return code;
    (void)mdb_env_set_maxreaders(env_, kMostReaders);
    (void)mdb_env_set_maxdbs(env_, kDatabases);
    (void)mdb_env_set_mapsize(env_, std::min(kFirstMap, settings_.most_bytes));
    const unsigned flags =
        MDB_NOTLS | (settings_.durable ? 0 : MDB_NOMETASYNC) | (settings_.read_only ? MDB_RDONLY : 0);
    return mdb_env_open(env_, (settings_.folder + "/store").c_str(), flags, kMode);
}

/// While a store is opened another process may make the map larger.
int Environment::begin_transaction(unsigned flags, MDB_txn*& txn) const {
    int code = MDB_MAP_RESIZED;
    for (int i = 0; i < kMostTries && code == MDB_MAP_RESIZED; ++i) {
        if (i > 0) (void)mdb_env_set_mapsize(env_, 0);
        code = mdb_txn_begin(env_, nullptr, flags, &txn);
    }
    return code;
}

Status Environment::check_state() const {
    int file = -1;
    if (mdb_env_get_fd(env_, &file) != 0) return {};
    MDB_txn* reader = nullptr;
    Status good = fail("the store changes too fast to be checked");
    constexpr int kLooks = 4; // a meta page that is just being written may look damaged
    for (int i = 0, looks = 0; i < kMostTries && looks < kLooks;
         ++i) { // two commits between both lines would hide the state
        if (const int code = begin_transaction(MDB_RDONLY, reader); code != 0) return std::unexpected(fault_of(code));
        const Transaction open(reader);
        const auto meta = PageFile(file).meta_of(mdb_txn_id(reader));
        if (meta) good = PageFile(file).check_trees(*meta), ++looks;
        if (meta && good) break;
    }
    return good;
}

int Environment::open_databases() {
    MDB_txn* txn = nullptr;
    if (const int code = begin_transaction(settings_.read_only ? MDB_RDONLY : 0, txn); code != 0) return code;
    const unsigned flags = settings_.read_only ? 0 : MDB_CREATE;
    int code = mdb_dbi_open(txn, "values", flags, &databases_.values);
    if (code == 0) code = mdb_dbi_open(txn, "uses", flags, &databases_.uses);
    if (code == 0) code = mdb_dbi_open(txn, "counters", flags, &databases_.counters);
    if (code == 0) return mdb_txn_commit(txn);
    mdb_txn_abort(txn);
    return code;
}

/// Everything up to the first use; the fault is of the kind Internal where the store is damaged.
Status Environment::prepare() {
    const auto damaged = [](const Fault& fault) {
        return std::unexpected(Fault{FaultKind::Internal, fault.text, fault.offset, 0, 0});
    };
    if (const Status good = check_file(); !good) return damaged(good.error());
    if (const int code = begin(); code != 0)
        return is_damage(code) ? damaged(fault_of(code)) : std::unexpected(fault_of(code));
    int dead = 0;
    (void)mdb_reader_check(env_, &dead);
    if (const Status good = check_state(); !good) return damaged(good.error());
    if (const int code = open_databases(); code != 0)
        return is_damage(code) ? damaged(fault_of(code)) : std::unexpected(fault_of(code));
    int file = -1;
    if (mdb_env_get_fd(env_, &file) == 0) largest_ = size_of(file);
    return {};
}

Result<std::shared_ptr<Environment>> Environment::open(const EnvironmentSettings& settings) {
    std::unique_lock lock(registry().mutex);
    const auto folder = Folder::open(settings.folder, settings.read_only);
    if (!folder) return std::unexpected(folder.error());
    for (;;) {
        const auto identity = identity_of(settings.folder + "/store");
        const auto entry = identity ? registry().open.find(*identity) : registry().open.end();
        if (entry == registry().open.end()) break;
        auto known = entry->second.lock();
        if (known && !known->is_of_this_process()) break; // the parent's
        if (known && (settings.read_only || !known->is_read_only())) return known;
        if (known) return fail("the cache is open in this process already, to be read only");
        lock.unlock(); // it is being closed
        std::this_thread::yield();
        lock.lock();
    }
    return open_anew(settings, *folder);
}

/// With the lock of the registry.
Result<std::shared_ptr<Environment>> Environment::open_anew(const EnvironmentSettings& settings, const Folder& folder) {
    std::optional<Fault> damage;
    for (int i = 0; i < 2; ++i) {
        if (const Status made = settings.read_only ? Status{} : folder.make_store(); !made)
            return std::unexpected(made.error());
        std::shared_ptr<Environment> made(new Environment(settings));
        made->of_this_process_ = page_of_this_process();
        const Status ready = made->prepare();
        made->damage_ = damage;
        if (ready) {
            made->identity_ = identity_of(settings.folder + "/store");
            if (made->identity_) registry().open[*made->identity_] = made;
            return made;
        }
        if (ready.error().kind != FaultKind::Internal) return std::unexpected(ready.error());
        damage = Fault{FaultKind::BadInput, "the store is damaged: " + ready.error().text, ready.error().offset, 0, 0};
        if (settings.read_only) return std::unexpected(*damage);
        made->close();
        if (const Status aside = folder.set_store_aside(); !aside) return std::unexpected(aside.error());
    }
    return std::unexpected(*damage);
}

void Environment::close() {
    if (env_ == nullptr) return;
    drop_readers();
    mdb_env_close(env_);
    env_ = nullptr;
}

Environment::~Environment() {
    if (is_of_this_process()) { // a child leaves it alone: its locks are its parent's
        const std::unique_lock lock = identity_ ? std::unique_lock(registry().mutex) : std::unique_lock<std::mutex>();
        close();
        if (identity_) registry().open.erase(*identity_);
    }
    if (of_this_process_ != nullptr) ::munmap(const_cast<std::uint8_t*>(of_this_process_), kForkPage);
}

bool Environment::is_of_this_process() const { return of_this_process_ != nullptr && *of_this_process_ == 1; }

// ---- reading

/// To ask for the size takes as long as to find a small entry.
bool Environment::was_just_whole() const {
    constexpr std::chrono::nanoseconds kHolds = std::chrono::microseconds(20);
    return !is_lost_ && now() - looked_at_.load(std::memory_order_relaxed) < kHolds.count();
}

bool Environment::is_whole() {
    int file = -1;
    if (is_lost_ || mdb_env_get_fd(env_, &file) != 0) return false;
    std::uint64_t before = largest_; // read first: other threads see it grow, too
    const std::uint64_t size = size_of(file);
    if (size < before) is_lost_ = true; // LMDB never cuts: to touch the map would be the end of the process
    while (size > before && !largest_.compare_exchange_weak(before, size)) {}
    looked_at_.store(now(), std::memory_order_relaxed);
    return !is_lost_;
}

MDB_txn* Environment::take_reader() {
    const std::size_t home = std::hash<std::thread::id>{}(std::this_thread::get_id());
    for (std::size_t i = 0; i < kReaders; ++i) {
        MDB_txn* const reader = readers_[(home + i) % kReaders].exchange(nullptr);
        if (reader == nullptr) continue;
        if (mdb_txn_renew(reader) == 0) return reader;
        mdb_txn_abort(reader);
        break;
    }
    MDB_txn* reader = nullptr;
    int code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &reader);
    if (code == MDB_READERS_FULL) {
        int dead = 0;
        (void)mdb_reader_check(env_, &dead);
        code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &reader);
    }
    return code == 0 ? reader : nullptr;
}

void Environment::give_back(MDB_txn* reader) {
    mdb_txn_reset(reader);
    const std::size_t home = std::hash<std::thread::id>{}(std::this_thread::get_id());
    for (std::size_t i = 0; i < kReaders; ++i) {
        MDB_txn* empty = nullptr;
        if (readers_[(home + i) % kReaders].compare_exchange_strong(empty, reader)) return;
    }
    mdb_txn_abort(reader);
}

void Environment::drop_readers() {
    for (auto& slot : readers_)
        if (MDB_txn* const reader = slot.exchange(nullptr); reader != nullptr) mdb_txn_abort(reader);
}

bool Environment::read(const std::function<void(MDB_txn*, const std::uint8_t* end)>& body) {
    if (!is_of_this_process()) return false;
    for (int i = 0; i < 2; ++i) {
        {
            const std::shared_lock lock(gate_);
            if (!was_just_whole() && !is_whole()) return false;
            if (MDB_txn* const reader = take_reader(); reader != nullptr) {
                MDB_envinfo info{};
                (void)mdb_env_info(env_, &info);
                const bool has_grown = (info.me_last_pgno + 1) * kPage > largest_;
                const bool is_good = !has_grown || is_whole();
                const auto* const map = static_cast<const std::uint8_t*>(info.me_mapaddr);
                Transaction open(reader);
                if (is_good) body(reader, map + std::min<std::uint64_t>(largest_, info.me_mapsize));
                give_back(open.release());
                return is_good;
            }
        }
        follow_growth();
    }
    return false;
}

// ---- writing

/// Another process has made the map larger.
void Environment::follow_growth() {
    const std::unique_lock lock(gate_);
    (void)mdb_env_set_mapsize(env_, 0);
}

bool Environment::grow() {
    const std::unique_lock lock(gate_);
    MDB_envinfo info{};
    (void)mdb_env_info(env_, &info);
    const std::uint64_t wanted =
        std::min<std::uint64_t>(2 * info.me_mapsize, settings_.most_bytes) / kMapStep * kMapStep;
    return wanted > info.me_mapsize && mdb_env_set_mapsize(env_, wanted) == 0;
}

int Environment::try_write(const std::function<int(MDB_txn*)>& body) {
    const std::shared_lock lock(gate_);
    if (!is_whole()) return MDB_CORRUPTED;
    MDB_txn* txn = nullptr;
    if (const int code = mdb_txn_begin(env_, nullptr, 0, &txn); code != 0) return code;
    Transaction open(txn);
    if (const int code = body(txn); code != 0) return code;
    return mdb_txn_commit(open.release());
}

Status Environment::write(const std::function<int(MDB_txn*)>& body) {
    if (!is_of_this_process()) return fail("the cache was opened by the parent of this process");
    int code = 0;
    for (int i = 0; i < kMostTries; ++i) {
        code = try_write(body);
        if (code == MDB_MAP_RESIZED)
            follow_growth();
        else if (code != MDB_MAP_FULL || !grow())
            break;
    }
    if (code != 0) return std::unexpected(fault_of(code));
    return {};
}

bool Environment::is_full(const Fault& fault) { return fault.text == kFull; }

Fault Environment::fault_of(int code) const {
    if (code == MDB_MAP_FULL) return {FaultKind::BadInput, std::string(kFull), {}, 0, 0};
    struct statvfs disk{};
    // LMDB says EIO where a write came back short.
    const bool full = (code == EIO || code == ENOSPC) && ::statvfs(settings_.folder.c_str(), &disk) == 0 &&
                      disk.f_bavail * disk.f_frsize < kMapStep;
    return {FaultKind::BadInput, full ? "the disk of the cache is full" : std::string(mdb_strerror(code)), {}, 0, 0};
}

std::uint64_t Environment::file_bytes() const {
    int file = -1;
    return env_ != nullptr && mdb_env_get_fd(env_, &file) == 0 ? size_of(file) : 0;
}

} // namespace relit::cache
