#include "batch/running.hpp"

#include "base/file.hpp"
#include "base/json/document.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNote = "/run.json";

std::unexpected<Fault> cannot_run(std::string_view what) {
    return fail(fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

std::string text_of_note(const RunNote& note) {
    JsonWriter json({.only_ascii = true});
    json.object({{"host", note.host}, {"process", note.process}, {"job", note.job}, {"shards", note.shards}});
    return json.take();
}

Result<RunNote> note_from(const std::string& path) {
    constexpr std::uint64_t kMost = 16 << 20;
    const auto bytes = read_file(path, kMost);
    if (!bytes) return std::unexpected(bytes.error());
    const auto json = read_json(text_of(*bytes), {.bytes = kMost});
    if (!json) return std::unexpected(json.error());
    try {
        return RunNote{(**json).at("host").get<std::string>(), (**json).at("process").get<std::int64_t>(),
                       (**json).at("job").get<std::string>(), (**json).at("shards").get<std::vector<std::uint32_t>>()};
    } catch (const nlohmann::json::exception&) {
        return fail("a member lacks, or is of another type");
    }
}

/// Returns true if a process holds the note's lock. Where a file system has no locks, all runs seem to live.
bool is_locked(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return false;
    const bool is_free = ::flock(file, LOCK_SH | LOCK_NB) == 0; // others may look at the same time
    ::close(file);
    return !is_free;
}

bool has_locks(int error) { return error != ENOLCK && error != ENOSYS && error != EOPNOTSUPP; }

/// Removes what dead runs have left whose shards are all among these: they are run again now.
void remove_dead(const std::string& store, const std::vector<std::uint32_t>& shards) {
    const auto is_among = [&](std::uint32_t shard) { return std::ranges::find(shards, shard) != shards.end(); };
    std::error_code ignored;
    for (const NotedRun& run : runs_in(store))
        if (!run.is_alive && std::ranges::all_of(run.note.shards, is_among)) fs::remove_all(run.folder, ignored);
}

Status lock_store(int file, Sharing sharing) {
    if (::flock(file, (sharing == Sharing::Alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return {};
    if (errno == EWOULDBLOCK) return fail(FaultKind::Usage, "another run writes to it");
    return sharing == Sharing::Together && !has_locks(errno) ? Status() : Status(cannot_run("take its lock"));
}

} // namespace

RunNote note_of_this_run(std::string job, std::vector<std::uint32_t> shards) {
    std::array<char, 256> host{};
    (void)::gethostname(host.data(), host.size() - 1);
    return {host.data(), ::getpid(), std::move(job), std::move(shards)};
}

Result<std::shared_ptr<Run>> Run::begin(const std::string& store, Sharing sharing, const RunNote& note) {
    const int file = ::open((store + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return cannot_run("open its lock");
    std::shared_ptr<Run> run(new Run(file));
    if (const Status locked = lock_store(file, sharing); !locked) return std::unexpected(locked.error());
    std::error_code error;
    if (sharing == Sharing::Alone)
        fs::remove_all(store + "/running", error);
    else
        remove_dead(store, note.shards);
    if (const Status made = run->make_folder(store, note); !made) return std::unexpected(made.error());
    return run;
}

/// The note has its name only when it is locked: until then nobody takes the run for a dead one.
Status Run::make_folder(const std::string& store, const RunNote& note) {
    std::error_code error;
    fs::create_directories(store + "/running", error);
    std::string pattern = store + "/running/XXXXXX";
    if (error || ::mkdtemp(pattern.data()) == nullptr) return cannot_run("make a folder in running");
    folder_ = pattern;
    (void)::chmod(folder_.c_str(), 0755); // others may look
    const std::string path = folder_ + kNote, hidden = path + ".new", text = text_of_note(note);
    note_ = ::open(hidden.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (note_ < 0 || ::write(note_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return cannot_run("write a note in running");
    (void)::flock(note_, LOCK_EX | LOCK_NB);
    return ::rename(hidden.c_str(), path.c_str()) == 0 ? Status() : cannot_run("write a note in running");
}

Run::~Run() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
    if (note_ >= 0) ::close(note_);
    ::close(lock_);
}

std::vector<NotedRun> runs_in(const std::string& store) {
    std::vector<NotedRun> runs;
    std::error_code error;
    fs::directory_iterator at(store + "/running", error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        const std::string folder = at->path().string();
        auto note = note_from(folder + kNote);
        if (note) runs.push_back({std::move(*note), folder, is_locked(folder + kNote)});
    }
    std::ranges::sort(runs, {}, [](const NotedRun& run) {
        return std::tie(run.note.shards, run.note.host, run.note.process, run.folder);
    });
    return runs;
}

} // namespace relit::batch
