#include "cache/folder.hpp"

#include "base/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

namespace relit::cache {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVersionFile = "relit-cache", kText = "relit cache ", kBad = "store.bad-";
constexpr std::int64_t kFolderVersion = 1;
constexpr mode_t kFileMode = 0666, kFolderMode = 0777; // less what the umask takes
constexpr std::chrono::milliseconds kLockTime{10000}, kLockStep{1};

std::unexpected<Fault> failed(std::string_view what) { return fail(fmt::format("{}: {}", what, std::strerror(errno))); }

/// Waits for a bounded time: who holds the lock may have been stopped.
Status lock(int file) {
    for (auto waited = kLockStep; ::flock(file, LOCK_EX | LOCK_NB) != 0; waited += kLockStep) {
        if (errno != EWOULDBLOCK && errno != EINTR) return failed("cannot lock the cache");
        if (waited > kLockTime) return fail("another process is opening the cache and does not end");
        std::this_thread::sleep_for(kLockStep);
    }
    return {};
}

/// Whether the folder has something beside the version file.
bool has_other_files(const std::string& path) {
    std::error_code error;
    for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
        if (at->path().filename() != kVersionFile) return true;
    return false;
}

std::string own_text() { return fmt::format("{}{}\n", kText, kFolderVersion); }

/// A version file that was just made, or whose maker was stopped: the store comes after it.
Status begin_version(const std::string& path, int file) {
    if (has_other_files(path)) {
        struct stat status{};
        if (::fstat(file, &status) == 0 && status.st_size == 0)
            (void)::unlink((path + "/").append(kVersionFile).c_str());
        return fail("the folder is not empty, and no cache");
    }
    const std::string text = own_text();
    if (::pwrite(file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        return failed("cannot write the version of the cache");
    return {};
}

Status check_version(const std::string& path, int file, bool read_only) {
    std::array<char, 64> bytes{};
    const ssize_t size = ::pread(file, bytes.data(), bytes.size(), 0);
    if (size < 0) return failed("cannot read the version of the cache");
    const std::string_view text(bytes.data(), static_cast<std::size_t>(size));
    const bool is_begun = text != own_text() && own_text().starts_with(text);
    if (is_begun && !read_only) return begin_version(path, file);
    const auto version = text.starts_with(kText) && text.ends_with('\n')
                             ? parse_integer(text.substr(kText.size(), text.size() - kText.size() - 1))
                             : std::nullopt;
    if (!version || *version <= 0) return fail("the version file is damaged; the cache is left as it is");
    if (*version != kFolderVersion)
        return fail(FaultKind::NotSupported,
                    fmt::format("the cache has version {}, this program knows {}; it is left as it is", *version,
                                kFolderVersion));
    return {};
}

Status make_folder(const std::string& path) {
    std::error_code error;
    const fs::path parent = fs::path(path).parent_path();
    if (!parent.empty()) fs::create_directories(parent, error);
    if (::mkdir(path.c_str(), kFolderMode) == 0) return {};
    struct stat status{};
    const int why = errno;
    if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
    errno = why == EEXIST ? ENOTDIR : why;
    return failed("cannot make the folder of the cache");
}

} // namespace

Result<Folder> Folder::open(const std::string& path, bool read_only) {
    if (const Status made = read_only ? Status{} : make_folder(path); !made) return std::unexpected(made.error());
    const std::string name = (path + "/").append(kVersionFile);
    const int flags = read_only ? O_RDONLY : O_RDWR | O_CREAT;
    Folder folder(path, ::open(name.c_str(), flags | O_CLOEXEC, kFileMode));
    if (folder.lock_ < 0 && read_only && errno == ENOENT) return fail("there is no cache");
    if (folder.lock_ < 0) return failed("cannot open the cache");
    if (const Status locked = lock(folder.lock_); !locked) return std::unexpected(locked.error());
    if (const Status known = check_version(path, folder.lock_, read_only); !known)
        return std::unexpected(known.error());
    return folder;
}

Folder::~Folder() {
    if (lock_ >= 0) ::close(lock_);
}

Status Folder::make_store() const {
    if (::mkdir(store().c_str(), kFolderMode) == 0 || errno == EEXIST) return {};
    return failed("cannot make the store of the cache");
}

Status Folder::set_store_aside() const {
    std::error_code error;
    std::vector<fs::path> old;
    for (fs::directory_iterator at(path_, error), end; !error && at != end; at.increment(error))
        if (at->path().filename().string().starts_with(kBad)) old.push_back(at->path());
    for (const fs::path& one : old) fs::remove_all(one, error);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
    fs::rename(store(), fmt::format("{}/{}{}", path_, kBad, seconds), error);
    if (error) return fail(fmt::format("cannot set the damaged store aside: {}", error.message()));
    return {};
}

} // namespace relit::cache
