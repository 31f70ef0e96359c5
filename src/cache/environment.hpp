// An LMDB environment with all that its use by many processes asks for: checked before it is mapped, grown when it is full, of
// no use to a child process, and shared by all who open it in one process.
#pragma once

#include "base/result.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>

struct MDB_env;
struct MDB_txn;

namespace relit::cache {

class Folder;

struct EnvironmentSettings {
    std::string folder;
    std::uint64_t most_bytes = 0; // that the file may take
    bool read_only = false;
    bool durable = false; // a commit that was acknowledged survives a crash of the machine
};

class Environment {
public:
    /// The one of this process where it is open already. A damaged store is set aside and an empty one takes its place.
    [[nodiscard]] static Result<std::shared_ptr<Environment>> open(const EnvironmentSettings& settings);
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment();

    /// The databases in it.
    struct Databases {
        unsigned values = 0, uses = 0, counters = 0;
    };
    [[nodiscard]] const Databases& databases() const { return databases_; }
    /// Why an earlier store was set aside when this one was opened.
    [[nodiscard]] const std::optional<Fault>& damage() const { return damage_; }
    [[nodiscard]] bool is_read_only() const { return settings_.read_only; }

    /// Runs `body` in a read transaction; false where there is none to be had: the cache has no entry then. What `body`
    /// sees lies in memory that ends at `end`.
    [[nodiscard]] bool read(const std::function<void(MDB_txn*, const std::uint8_t* end)>& body);
    /// Runs `body` in a write transaction and commits it. `body` gives an error code of LMDB, and is run again where the file
    /// had to grow.
    [[nodiscard]] Status write(const std::function<int(MDB_txn*)>& body);
    /// Whether write() failed for lack of room below the limit.
    [[nodiscard]] static bool is_full(const Fault& fault);
    [[nodiscard]] std::uint64_t file_bytes() const;

private:
    explicit Environment(const EnvironmentSettings& settings) : settings_(settings) {}
    [[nodiscard]] static Result<std::shared_ptr<Environment>> open_anew(const EnvironmentSettings& settings,
                                                                        const Folder& folder);
    [[nodiscard]] int begin();               // makes env_ and opens the databases
    [[nodiscard]] Status check_file() const; // before it is mapped
    [[nodiscard]] int begin_transaction(unsigned flags, MDB_txn*& txn) const;
    [[nodiscard]] Status check_state() const;
    [[nodiscard]] Status prepare();
    [[nodiscard]] int open_databases();
    void close();

    [[nodiscard]] bool is_of_this_process() const;
    [[nodiscard]] bool is_whole();
    [[nodiscard]] bool was_just_whole() const;
    [[nodiscard]] MDB_txn* take_reader();
    void give_back(MDB_txn* reader);
    void drop_readers();
    [[nodiscard]] bool grow();
    void follow_growth();
    [[nodiscard]] int try_write(const std::function<int(MDB_txn*)>& body);
    [[nodiscard]] Fault fault_of(int code) const;

    EnvironmentSettings settings_;
    MDB_env* env_ = nullptr;
    Databases databases_;
    std::optional<Fault> damage_;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> identity_; // device and inode of the store, once it is open
    std::shared_mutex gate_; // shared while the map is used; alone while it moves
    static constexpr std::size_t kReaders = 64;
    std::array<std::atomic<MDB_txn*>, kReaders> readers_{}; // that nobody uses just now
    std::atomic<std::uint64_t> largest_ = 0;                // of the file so far
    std::atomic<std::int64_t> looked_at_ = 0;               // when its size was last asked for, of a steady clock
    std::atomic<bool> is_lost_ = false;                     // the file was cut off under us
    const std::uint8_t* of_this_process_ = nullptr;         // a page that is zeros in a child
};

} // namespace relit::cache
