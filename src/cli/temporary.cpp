#include "cli/temporary.hpp"

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
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// What is to be removed. A handler of signals is given nothing, so that this cannot but be global.
struct Slot {
    std::atomic<bool> is_taken = false, is_ready = false;
    std::array<char, PATH_MAX> path{};
};
std::array<Slot, 4> g_slots; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

int keep(const std::string& path) {
    for (std::size_t i = 0; i < g_slots.size() && path.size() < PATH_MAX; ++i) {
        if (g_slots[i].is_taken.exchange(true)) continue;
        *std::ranges::copy(path, g_slots[i].path.begin()).out = '\0';
        g_slots[i].is_ready = true;
        return static_cast<int>(i);
    }
    return -1;
}

void end_by(int signal) {
    for (Slot& slot : g_slots)
        if (slot.is_ready) ::unlink(slot.path.data());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// The name of the folder with its last slash; empty for the one that the program is in.
std::string folder_of(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

} // namespace

std::unexpected<Fault> cannot_write() { return fail(fmt::format("cannot write: {}", std::strerror(errno))); }

Temporary::Temporary(Temporary&& other) noexcept
    : name_(std::move(other.name_)), path_(std::exchange(other.path_, {})), slot_(std::exchange(other.slot_, -1)) {}

Temporary::~Temporary() {
    if (!path_.empty()) ::unlink(path_.c_str());
    forget();
}

void Temporary::forget() {
    path_.clear();
    if (slot_ < 0) return;
    Slot& slot = g_slots[static_cast<std::size_t>(std::exchange(slot_, -1))];
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
        made.path_ = fmt::format("{}.relit-{}-{}", folder_of(name), ::getpid(), i);
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

Status Temporary::take_place() {
    if (path_.empty()) return {};
    if (std::rename(path_.c_str(), name_.c_str()) != 0) return cannot_write();
    forget();
    return {};
}

void clean_up_on_signals() {
    for (const int signal : {SIGHUP, SIGINT, SIGTERM})
        if (std::signal(signal, end_by) == SIG_IGN) std::signal(signal, SIG_IGN);
    std::signal(SIGPIPE, end_by);
}

} // namespace relit::cli
