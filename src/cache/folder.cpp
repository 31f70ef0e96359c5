#include "cache/folder.hpp"

#include "base/hash/hash.hpp"
#include "base/text.hpp"
#include "cache/layout.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

namespace relit::cache {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kText = "relit cache ";
constexpr std::int64_t kFolderVersion = 2, kVersionWithOneFile = 1;
constexpr std::size_t kMostVersionBytes = 64;
constexpr mode_t kFolderMode = 0777; // less what the umask takes
constexpr std::chrono::microseconds kLockTime{10'000'000}, kFirstStep{50}, kLongestStep{5000};

/// Waits for a bounded time: who holds the lock may have been stopped.
Status take_lock(int file) {
    auto step = kFirstStep, waited = std::chrono::microseconds(0);
    while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return failed("cannot lock the cache");
        if (waited > kLockTime) return fail("another process writes to the cache and does not end");
        std::this_thread::sleep_for(step);
        waited += step;
        step = std::min(2 * step, kLongestStep);
    }
    return {};
}

std::string own_text() { return fmt::format("{}{}\n", kText, kFolderVersion); }

/// Reads the version file. Returns 0 if it is not there, or was not written to its end.
Result<std::int64_t> version_in(const OpenFile& folder) {
    const OpenFile file = open_in(folder, std::string(kVersionFile), O_RDONLY);
    if (!file.is_open() && errno == ENOENT) return 0;
    const auto bytes = file.is_open() ? read_file(file, kMostVersionBytes) : std::nullopt;
    if (!bytes) return failed("cannot read the version of the cache");
    const std::string_view text = relit::text_of(*bytes);
    if (text.size() < own_text().size() && own_text().starts_with(text)) return 0;
    const auto version = text.starts_with(kText) && text.ends_with('\n')
                             ? parse_integer(text.substr(kText.size(), text.size() - kText.size() - 1))
                             : std::nullopt;
    if (!version || *version <= 0) return fail("the version file is damaged; the cache is left as it is");
    if (*version > kFolderVersion)
        return fail(FaultKind::NotSupported,
                    fmt::format("the cache has version {}, this program knows {}; it is left as it is", *version,
                                kFolderVersion));
    return *version;
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
    Folder folder(OpenFile(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    if (!folder.folder_.is_open() && read_only && errno == ENOENT) return fail("there is no cache");
    if (!folder.folder_.is_open()) return failed("cannot open the cache");
    if (const Status opened = folder.open_entries(read_only); !opened) return std::unexpected(opened.error());
    return folder;
}

Status Folder::open_entries(bool read_only) {
    for (const bool may_begin : {!read_only, false}) {
        const auto version = version_in(folder_);
        if (!version) return std::unexpected(version.error());
        // Where the version was lost, what lies there tells what it is.
        const bool is_ours = *version == kFolderVersion || (*version == 0 && read_only && holds_only_ours());
        if (is_ours) entries_ = folder_in(folder_, std::string(kEntriesFolder));
        if (is_ours && entries_.is_open()) return {};
        if (is_ours && errno != ENOENT) return failed("cannot open the entries of the cache");
        if (!may_begin) break;
        if (const Status begun = begin(); !begun) return begun;
    }
    return fail("there is no cache");
}

Status Folder::begin() {
    OpenFile version = open_in(folder_, std::string(kVersionFile), O_RDWR | O_CREAT | O_EXCL);
    const bool is_new = version.is_open();
    if (!is_new) version = open_in(folder_, std::string(kVersionFile), O_RDWR);
    if (!version.is_open()) return failed("cannot open the cache");
    if (const Status locked = take_lock(version.number()); !locked) return locked;
    const Status begun = begin(version);
    if (!begun && is_new) (void)::unlinkat(folder_.number(), kVersionFile, 0);
    return begun;
}

/// With the lock. The version is written last.
Status Folder::begin(const OpenFile& version) const {
    const auto now = version_in(folder_); // another may have been faster
    if (!now) return std::unexpected(now.error());
    if (*now == kVersionWithOneFile) drop_version_1();
    if (*now == 0 && !holds_only_ours()) return fail("the folder is not empty, and no cache");
    if (::mkdirat(folder_.number(), kEntriesFolder, kFolderMode) != 0 && errno != EEXIST)
        return failed("cannot make the folder of the entries");
    const std::string text = own_text();
    if (*now != kFolderVersion &&
        !write_file(version, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}))
        return failed("cannot write the version of the cache");
    return {};
}

/// Its entries are of translators before this one: no lookup finds them.
void Folder::drop_version_1() const {
    for (const std::string& name : names_in(folder_).value_or(std::vector<std::string>())) {
        if (name != "store" && !name.starts_with("store.bad-")) continue;
        const OpenFile store = folder_in(folder_, name);
        if (!store.is_open()) continue;
        for (const char* const file : {"data.mdb", "lock.mdb"}) (void)::unlinkat(store.number(), file, 0);
        (void)::unlinkat(folder_.number(), name.c_str(), AT_REMOVEDIR);
    }
}

/// Returns true if the folder holds only files that a cache writes.
bool Folder::holds_only_ours() const {
    const auto names = names_in(folder_);
    if (!names || !std::ranges::all_of(*names, is_name_in_folder)) return false;
    const OpenFile entries = folder_in(folder_, std::string(kEntriesFolder));
    if (!entries.is_open()) return true;
    const auto keys = names_in(entries);
    return keys && std::ranges::all_of(*keys, [](const std::string& name) { return key_of_name(name).has_value(); });
}

Result<OpenFile> Folder::lock() const {
    OpenFile version = open_in(folder_, std::string(kVersionFile), O_RDWR); // anew: threads lock each other out, too
    if (!version.is_open()) return failed("cannot lock the cache");
    if (const Status locked = take_lock(version.number()); !locked) return std::unexpected(locked.error());
    return version;
}

} // namespace relit::cache
