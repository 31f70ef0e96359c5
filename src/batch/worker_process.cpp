#include "batch/worker_process.hpp"

#include "base/printable.hpp"
#include "batch/descriptors.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include <fmt/format.h>

namespace relit::batch {
namespace {

void close_one(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

/// The time that all threads of a process have taken.
std::chrono::nanoseconds cpu_time_of(pid_t process) {
    clockid_t clock{};
    std::timespec time{};
    if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return {};
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// The resident pages of a process, in bytes.
std::uint64_t memory_of(pid_t process) {
    const int file = ::open(fmt::format("/proc/{}/statm", process).c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    std::array<char, 128> text{};
    const ssize_t got = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    unsigned long long all = 0, resident = 0;
    if (got <= 0 || std::sscanf(text.data(), "%llu %llu", &all, &resident) != 2)
        return 0; // NOLINT(cert-err34-c): the kernel's
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t size_of(int descriptor) {
    struct stat state{};
    return ::fstat(descriptor, &state) == 0 ? static_cast<std::uint64_t>(state.st_size) : 0;
}

std::unexpected<Fault> no_worker() {
    return fail(FaultKind::Internal, fmt::format("no worker process can be made: {}", std::strerror(errno)));
}

/// The worker ends with its supervisor, and is the first that the system ends for lack of memory.
void tie_to(pid_t supervisor) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != supervisor) ::_exit(0);
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    (void)!::write(file, "1000", 4);
    ::close(file);
}

} // namespace

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)), socket_(std::exchange(other.socket_, -1)),
      output_(std::exchange(other.output_, -1)), messages_(std::exchange(other.messages_, -1)), unit_(other.unit_),
      attempt_(other.attempt_), began_(other.began_), cpu_before_(other.cpu_before_) {}

WorkerProcess::~WorkerProcess() {
    (void)end(unit_.has_value());
    close_one(output_);
    close_one(messages_);
}

Status WorkerProcess::begin(const std::function<void(const WorkerFiles&)>& work) {
    if (output_ < 0) output_ = ::memfd_create("stdout", MFD_CLOEXEC);
    if (messages_ < 0) messages_ = ::memfd_create("stderr", MFD_CLOEXEC);
    std::array<int, 2> ends{-1, -1};
    const bool has_files = output_ >= 0 && messages_ >= 0;
    if (!has_files || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return no_worker();
    socket_ = ends[0];
    (void)std::fflush(nullptr);
    const pid_t supervisor = ::getpid();
    process_ = ::fork();
    if (process_ == 0) {
        tie_to(supervisor);
        close_all_but({ends[1], output_, messages_});
        work({ends[1], output_, messages_});
        ::_exit(0);
    }
    ::close(ends[1]);
    return process_ > 0 ? Status() : no_worker();
}

ChildEnd WorkerProcess::end(bool kill) {
    close_one(socket_);
    if (process_ <= 0) return {};
    if (kill) (void)::kill(process_, SIGKILL);
    constexpr std::uint32_t kSecondsToLeave = 5;
    return wait_for_child(std::exchange(process_, -1), kSecondsToLeave);
}

bool WorkerProcess::give(std::uint32_t unit, unsigned attempt) {
    unit_ = unit;
    attempt_ = attempt;
    began_ = std::chrono::steady_clock::now();
    cpu_before_ = cpu_time_of(process_);
    return ::send(socket_, &unit, sizeof unit, MSG_NOSIGNAL) == sizeof unit;
}

std::optional<WorkerReply> WorkerProcess::take_reply() const {
    WorkerReply reply;
    ssize_t got = 0;
    while ((got = ::recv(socket_, &reply, sizeof reply, 0)) < 0 && errno == EINTR) {}
    if (got != static_cast<ssize_t>(sizeof reply) || reply.unit != unit_) return std::nullopt;
    return reply;
}

std::uint64_t WorkerProcess::microseconds() const {
    const auto time = std::chrono::steady_clock::now() - began_;
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count());
}

std::string WorkerProcess::excess_of(const UnitLimits& limits) const {
    const auto on_clock = std::chrono::steady_clock::now() - began_;
    if (cpu_time_of(process_) - cpu_before_ > std::chrono::seconds(limits.cpu_seconds))
        return fmt::format("CPU time limit, {} s", limits.cpu_seconds);
    if (on_clock > std::chrono::seconds(limits.clock_seconds))
        return fmt::format("time limit on the clock, {} s", limits.clock_seconds);
    if (memory_of(process_) + size_of(output_) + size_of(messages_) > limits.memory_bytes)
        return fmt::format("memory limit, {} MiB", limits.memory_bytes >> 20);
    return {};
}

std::string WorkerProcess::last_message() const {
    constexpr std::size_t kMost = 1024;
    const std::uint64_t size = size_of(messages_);
    std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(size, kMost)), '\0');
    const ssize_t got = ::pread(messages_, text.data(), text.size(), static_cast<off_t>(size - text.size()));
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (const std::size_t line = text.rfind('\n'); line != text.npos) text.erase(0, line + 1);
    return printable(text);
}

} // namespace relit::batch
