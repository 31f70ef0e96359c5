#include "cache/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>

#include <fmt/format.h>

namespace relit::cache {
namespace {

constexpr mode_t kFileMode = 0666; // less what the umask takes
constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kNanoseconds + time.tv_nsec; }

} // namespace

OpenFile::~OpenFile() {
    if (number_ >= 0) ::close(number_);
}

OpenFile open_in(const OpenFile& folder, const std::string& name, int flags) {
    constexpr int kAlways = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK; // a pipe that lies there must not block
    return OpenFile(::openat(folder.number(), name.c_str(), flags | kAlways, kFileMode));
}

OpenFile folder_in(const OpenFile& folder, const std::string& name) {
    return open_in(folder, name, O_RDONLY | O_DIRECTORY);
}

Result<std::vector<std::string>> names_in(const OpenFile& folder) {
    std::vector<std::string> names;
    OpenFile again = folder_in(folder, "."); // a place of its own to read from
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(again.number()), ::closedir);
    if (list == nullptr) return failed("cannot list the cache");
    (void)again.release(); // the list closes it
    errno = 0;             // the end of the list is none
    while (const dirent* const one = ::readdir(list.get()))
        if (one->d_name[0] != '.') names.emplace_back(one->d_name);
    if (errno != 0) return failed("cannot list the cache");
    return names;
}

std::optional<std::vector<std::uint8_t>> read_file(const OpenFile& file, std::size_t most) {
    struct stat status{};
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    std::vector<std::uint8_t> bytes(std::min<std::size_t>(static_cast<std::size_t>(status.st_size), most));
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t more = ::pread(file.number(), bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return {};
        if (more == 0) break; // it was cut off meanwhile
        have += static_cast<std::size_t>(more);
    }
    bytes.resize(have);
    return bytes;
}

bool write_file(const OpenFile& file, Bytes bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const Bytes rest = bytes.subspan(done);
        const ssize_t some = ::pwrite(file.number(), rest.data(), rest.size(), static_cast<off_t>(done));
        if (some < 0 && errno == EINTR) continue;
        if (some == 0) errno = ENOSPC;
        if (some <= 0) return false;
        done += static_cast<std::size_t>(some);
    }
    return true;
}

std::int64_t time_of(const OpenFile& file) {
    struct stat status{};
    return ::fstat(file.number(), &status) == 0 ? nanoseconds(status.st_mtim) : 0;
}

void set_time_to_now(const OpenFile& file) {
    // The system's own "now" is some milliseconds old, but who may write a file without owning it can set no other.
    timespec now{};
    (void)::clock_gettime(CLOCK_REALTIME, &now);
    const std::array<timespec, 2> exact = {timespec{0, UTIME_OMIT}, now};
    if (::futimens(file.number(), exact.data()) != 0) (void)::futimens(file.number(), nullptr);
}

std::int64_t nanoseconds_now() {
    timespec now{};
    (void)::clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}

std::unexpected<Fault> failed(std::string_view what) {
    if (errno == ENOSPC || errno == EDQUOT) return fail("the disk of the cache is full");
    return fail(fmt::format("{}: {}", what, std::strerror(errno)));
}

} // namespace relit::cache
