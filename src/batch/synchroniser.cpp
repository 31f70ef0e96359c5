#include "batch/synchroniser.hpp"

#include "base/child_process.hpp"
#include "batch/descriptors.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace relit::batch {
namespace {

/// Synchronises once for all requests that have come meanwhile.
[[noreturn]] void be_synchroniser(int requests, int folder) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)std::signal(SIGINT, SIG_IGN);
    (void)std::signal(SIGHUP, SIG_IGN);
    for (std::array<char, 64> some{};;) {
        const ssize_t got = ::read(requests, some.data(), some.size());
        if (got == 0 || (got < 0 && errno != EINTR)) break;
        (void)::syncfs(folder);
    }
    ::_exit(0);
}

} // namespace

Synchroniser::Synchroniser(const std::string& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    std::array<int, 2> ends{-1, -1};
    if (folder_ < 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
    (void)std::fflush(nullptr);
    process_ = ::fork();
    if (process_ == 0) {
        close_all_but({ends[0], folder_});
        be_synchroniser(ends[0], folder_);
    }
    ::close(ends[0]);
    requests_ = ends[1];
}

Synchroniser::~Synchroniser() {
    if (is_changed_ && folder_ >= 0) (void)::syncfs(folder_);
    if (requests_ >= 0) ::close(requests_);
    if (process_ > 0) (void)wait_for_child(process_, 60);
    if (folder_ >= 0) ::close(folder_);
}

void Synchroniser::synchronise_at_times() {
    if (!is_changed_ || Clock::now() - last_ < std::chrono::seconds(1)) return;
    last_ = Clock::now();
    is_changed_ = false;
    const char request = 1;
    if (process_ <= 0 || ::send(requests_, &request, 1, MSG_NOSIGNAL | MSG_DONTWAIT) != 1)
        is_changed_ = true; // at the end
}

} // namespace relit::batch
