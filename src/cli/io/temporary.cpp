#include "cli/io/temporary.hpp"

#include "cli/exit.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// A file that is to be removed. Slots are never freed: a handler of signals may read them at any time.
struct Slot {
    std::atomic<bool> is_taken = true, is_ready = false;
    std::array<char, PATH_MAX> path{};
    Slot* next = nullptr; // set before others see the slot
};

// A handler of signals is given nothing, so that these cannot but be global.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<Slot*> g_slots = nullptr;
std::atomic<unsigned> g_begun = 0;         // threads that are making a file or putting it into its place
std::atomic<bool> g_ends = false;          // the program does, and no thread may begin either
std::atomic<unsigned> g_named = 0;         // temporary files so far
std::atomic<bool> g_disk_was_full = false; // outputs are written deep in verbs, whose exit codes do not tell
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

constexpr int kFullDisk = 64; // beside the exit code of a child
constexpr int kEnds[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};

/// While it lives, no thread ends the program by a signal: between a system call and the note of what it did a file could stay.
class Undivided {
public:
    Undivided() {
        sigset_t ends;
        ::sigemptyset(&ends);
        for (const int signal : kEnds) ::sigaddset(&ends, signal);
        ::pthread_sigmask(SIG_BLOCK, &ends, &before_); // the handler would wait for this thread
        ++g_begun;
        if (!g_ends) return;
        --g_begun;
        for (;;) ::pause();
    }
    ~Undivided() {
        --g_begun;
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    Undivided(const Undivided&) = delete;
    Undivided& operator=(const Undivided&) = delete;

private:
    sigset_t before_{};
};

Slot& free_slot() {
    for (Slot* slot = g_slots; slot != nullptr; slot = slot->next)
        if (!slot->is_taken.exchange(true)) return *slot;
    auto* const made = new Slot; // for the rest of the run
    made->next = g_slots;
    while (!g_slots.compare_exchange_weak(made->next, made)) {}
    return *made;
}

/// Null where the name is too long for a file.
Slot* keep(const std::string& path) {
    if (path.size() >= PATH_MAX) return nullptr;
    Slot& slot = free_slot();
    *std::ranges::copy(path, slot.path.begin()).out = '\0';
    slot.is_ready = true;
    return &slot;
}

void end_by(int signal) {
    remove_temporaries();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// The name of the folder with its last slash; empty for the one that the program is in.
std::string folder_of(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

/// By errno.
void note_full_disk() {
    if (errno == ENOSPC || errno == EDQUOT) g_disk_was_full = true;
}

} // namespace

std::unexpected<Fault> cannot_write() {
    note_full_disk();
    return fail(fmt::format("cannot write: {}", std::strerror(errno)));
}

bool take_full_disk() { return g_disk_was_full.exchange(false); }

void end_child(Exit exit) {
    const bool is_written = std::fflush(nullptr) == 0;
    if (!is_written) note_full_disk();
    if (!is_written && exit == Exit::Done) exit = Exit::BadInput;
    ::_exit(static_cast<int>(exit) | (take_full_disk() ? kFullDisk : 0));
}

int exit_of_child(int code) {
    if ((code & kFullDisk) != 0) g_disk_was_full = true;
    return code & ~kFullDisk;
}

Temporary::Temporary(Temporary&& other) noexcept
    : name_(std::move(other.name_)), path_(std::exchange(other.path_, {})), slot_(std::exchange(other.slot_, nullptr)) {
}

Temporary::~Temporary() {
    if (!path_.empty()) ::unlink(path_.c_str());
    forget();
}

void Temporary::forget() {
    path_.clear();
    if (slot_ == nullptr) return;
    auto& slot = *static_cast<Slot*>(std::exchange(slot_, nullptr));
    slot.is_ready = false;
    slot.is_taken = false;
}

Result<Temporary> Temporary::beside(const std::string& name) {
    Temporary made;
    made.name_ = name;
    struct stat old{};
    const bool is_there = ::lstat(name.c_str(), &old) == 0;
    if (is_there && !S_ISREG(old.st_mode)) return made;
    if (is_there && ::access(name.c_str(), W_OK) != 0) return cannot_write();
    constexpr mode_t kUsual = 0666; // less what the umask takes
    constexpr int kTries = 100;
    for (int i = 0; i < kTries; ++i) {
        made.path_ = fmt::format("{}.relit-{}-{}", folder_of(name), ::getpid(), g_named++);
        const Undivided until_noted;
        made.slot_ = keep(made.path_);
        const int file = ::open(made.path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kUsual);
        const int why = errno;
        if (file >= 0) {
            if (is_there) (void)::fchmod(file, old.st_mode & 0777);
            ::close(file);
            return made;
        }
        made.forget();
        errno = why;
        if (why == EEXIST) continue;
        if (is_there) return made; // it can be written, but nothing beside it
        return cannot_write();
    }
    return cannot_write();
}

Status Temporary::replace_target() {
    if (path_.empty()) return {};
    const Undivided until_forgotten;
    if (std::rename(path_.c_str(), name_.c_str()) != 0) return cannot_write();
    forget();
    return {};
}

void remove_temporaries() {
    g_ends = true;
    constexpr int kMostIterations = 1000; // of a folder on the network that does not answer
    constexpr std::timespec kRound{0, 1000000};
    for (int i = 0; i < kMostIterations && g_begun != 0; ++i) (void)::nanosleep(&kRound, nullptr);
    for (const Slot* slot = g_slots; slot != nullptr; slot = slot->next)
        if (slot->is_ready) ::unlink(slot->path.data());
}

void clean_up_on_signals() {
    for (const int signal : kEnds)
        if (std::signal(signal, end_by) == SIG_IGN && signal != SIGPIPE) std::signal(signal, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // writing fails, as on a full disk
}

} // namespace relit::cli
