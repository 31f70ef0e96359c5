#include "tests/support/cache/write_points.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace relit::test {
namespace {

// The functions below are called by everybody: what they do is set from outside.
std::atomic<std::uint64_t> g_count = 0, g_kill_at = 0, g_fail_from = 0;
std::atomic<bool> g_torn = false;
std::atomic<int> g_error = 0;

enum class Point : std::uint8_t { Go, Tear, Fail };

Point at_write() {
    const std::uint64_t now = ++g_count;
    if (g_error != 0 && now >= g_fail_from) {
        errno = g_error;
        return Point::Fail;
    }
    if (g_kill_at == 0 || now != g_kill_at) return Point::Go;
    if (g_torn) return Point::Tear;
    (void)::kill(::getpid(), SIGKILL);
    return Point::Go;
}

void die() { (void)::kill(::getpid(), SIGKILL); }

/// A call that moves no bytes.
template <class Call>
int call_or_stop(Call&& call) {
    const Point point = at_write();
    if (point == Point::Fail) return -1;
    if (point == Point::Tear) die();
    return static_cast<int>(call());
}

/// A call that writes `size` bytes, or half of them.
template <class Call>
ssize_t counted(std::size_t size, Call&& call) {
    const Point point = at_write();
    if (point == Point::Fail) return -1;
    if (point == Point::Go) return call(size);
    (void)call(size / 2);
    die();
    return -1;
}

} // namespace

void kill_at_write(std::uint64_t n, bool torn) {
    g_count = 0;
    g_torn = torn;
    g_kill_at = n;
}
void fail_writes_from(std::uint64_t n, int error) {
    g_count = 0;
    g_fail_from = n;
    g_error = error;
}
std::uint64_t writes_so_far() { return g_count; }

} // namespace relit::test

// Declared by the system's headers, and defined here in front of its own.
extern "C" {

ssize_t write(int file, const void* bytes, size_t size) {
    if (file <= STDERR_FILENO) return ::syscall(SYS_write, file, bytes, size);
    return relit::test::counted(size, [&](size_t some) { return ::syscall(SYS_write, file, bytes, some); });
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
    return relit::test::counted(size, [&](size_t some) { return ::syscall(SYS_pwrite64, file, bytes, some, at); });
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) { return ::pwrite(file, bytes, size, at); }
ssize_t writev(int file, const struct iovec* parts, int count) {
    const auto n = static_cast<size_t>(count);
    return relit::test::counted(n, [&](size_t some) { return ::syscall(SYS_writev, file, parts, some); });
}
ssize_t pwritev(int file, const struct iovec* parts, int count, off_t at) {
    const auto n = static_cast<size_t>(count);
    return relit::test::counted(n, [&](size_t some) { return ::syscall(SYS_pwritev, file, parts, some, at, 0); });
}
ssize_t pwritev64(int file, const struct iovec* parts, int count, off64_t at) {
    return ::pwritev(file, parts, count, at);
}
int fsync(int file) {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_fsync, file); });
}
int fdatasync(int file) {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_fdatasync, file); });
}
int msync(void* begin, size_t size, int flags) {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_msync, begin, size, flags); });
}
int ftruncate(int file, off_t size) noexcept {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_ftruncate, file, size); });
}
int ftruncate64(int file, off64_t size) noexcept { return ::ftruncate(file, size); }
int rename(const char* from, const char* to) noexcept {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_rename, from, to); });
}
int renameat(int in, const char* from, int into, const char* to) noexcept {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_renameat, in, from, into, to); });
}
int mkdirat(int in, const char* path, mode_t mode) noexcept {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_mkdirat, in, path, mode); });
}
int unlinkat(int in, const char* path, int flags) noexcept {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_unlinkat, in, path, flags); });
}
int mkdir(const char* path, mode_t mode) noexcept {
    return relit::test::call_or_stop([&] { return ::syscall(SYS_mkdir, path, mode); });
}

} // extern "C"
