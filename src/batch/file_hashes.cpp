#include "batch/file_hashes.hpp"

#include "base/file.hpp"
#include "batch/unit.hpp"

#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace relit::batch {
namespace {

constexpr std::string_view kHashesSignature = "relit hashes 1 ";
constexpr std::size_t kHashesFirstLine = kHashesSignature.size() + 32 + 1;
constexpr std::int64_t kSecond = 1'000'000'000, kCoarsestTime = 2 * kSecond;

/// By which a file is known not to have changed.
struct FileState {
    std::uint64_t size = 0, inode = 0, device = 0;
    std::int64_t modified = 0, changed = 0; // nanoseconds since 1970

    [[nodiscard]] bool operator==(const FileState&) const = default;
};
/// In front of the path and a zero byte. The record does not leave the machine, so the order of bytes is its own.
struct FixedPart {
    FileState state;
    Hash128 hash;
};
static_assert(sizeof(FixedPart) == 7 * sizeof(std::uint64_t));

std::int64_t nanoseconds_of(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

std::optional<FileState> state_of(const std::string& file) {
    struct stat status{};
    if (::stat(file.c_str(), &status) != 0) return std::nullopt;
    return FileState{static_cast<std::uint64_t>(status.st_size), status.st_ino, status.st_dev,
                     nanoseconds_of(status.st_mtim), nanoseconds_of(status.st_ctim)};
}

Hash128 hash_of_text(std::string_view text) {
    return hash_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::string_view path_at(std::string_view records, std::size_t offset) {
    const std::string_view rest = records.substr(offset + sizeof(FixedPart));
    return rest.substr(0, rest.find('\0'));
}

/// The offsets of all records; none if they are not whole.
std::vector<std::size_t> offsets_of(std::string_view records) {
    std::vector<std::size_t> offsets;
    for (std::size_t at = 0; at < records.size();) {
        if (records.size() - at <= sizeof(FixedPart)) return {};
        offsets.push_back(at);
        at += sizeof(FixedPart) + path_at(records, at).size() + 1;
        if (at > records.size()) return {};
    }
    std::ranges::sort(offsets, {}, [&](std::size_t offset) { return path_at(records, offset); });
    return offsets;
}

/// The records of a file that is as it was written; empty otherwise.
std::string records_in(const std::string& path) {
    const auto bytes = read_file(path, kMostHashesBytes);
    if (!bytes || bytes->size() < kHashesFirstLine) return {};
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::string_view records = text.substr(kHashesFirstLine);
    const std::string first = fmt::format("{}{}\n", kHashesSignature, to_string(hash_of_text(records)));
    return text.starts_with(first) ? std::string(records) : std::string();
}

} // namespace

FileHashes::FileHashes(std::string path, std::int64_t now)
    : path_(std::move(path)), now_(now), old_(records_in(path_)), offsets_(offsets_of(old_)) {}

Result<Hash128> FileHashes::of(const std::string& file) {
    const auto state = state_of(file);
    const auto offset = std::ranges::lower_bound(offsets_, std::string_view(file), {},
                                                 [&](std::size_t one) { return path_at(old_, one); });
    FixedPart fixed{};
    const bool is_there = state && offset != offsets_.end() && path_at(old_, *offset) == file;
    if (is_there) std::memcpy(&fixed, old_.data() + *offset, sizeof fixed);
    if (!is_there || fixed.state != *state) {
        auto hash = hash_of_contents(file);
        ++read_;
        const bool is_settled = state && std::max(state->modified, state->changed) + kCoarsestTime < now_;
        if (!hash || !is_settled) return hash;
        fixed = {*state, *hash};
    }
    new_.append(reinterpret_cast<const char*>(&fixed), sizeof fixed);
    new_.append(file).push_back('\0');
    return fixed.hash;
}

Status FileHashes::write(const std::string& temporary) const {
    const File file(std::fopen(temporary.c_str(), "wb"));
    const std::string first = fmt::format("{}{}\n", kHashesSignature, to_string(hash_of_text(new_)));
    const bool is_written = file != nullptr && std::fputs(first.c_str(), file.get()) >= 0 &&
                            std::fwrite(new_.data(), 1, new_.size(), file.get()) == new_.size() &&
                            std::fflush(file.get()) == 0 && std::rename(temporary.c_str(), path_.c_str()) == 0;
    return is_written ? Status() : fail(fmt::format("cannot write hashes: {}", std::strerror(errno)));
}

Result<std::int64_t> time_of_file_system(const std::string& file) {
    const File made(std::fopen(file.c_str(), "wb"));
    const auto state = made != nullptr ? state_of(file) : std::nullopt;
    if (!state) return fail(fmt::format("cannot write: {}", std::strerror(errno)));
    return state->modified;
}

} // namespace relit::batch
