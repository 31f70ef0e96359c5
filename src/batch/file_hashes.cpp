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

std::string_view path_at(std::string_view records, std::size_t offset) {
    const std::string_view rest = records.substr(offset + sizeof(FixedPart));
    return rest.substr(0, rest.find('\0'));
}

std::string first_line(Hash128 hash) { return fmt::format("{}{}\n", kHashesSignature, to_string(hash)); }

std::string_view text_of_record(const std::vector<std::uint8_t>& record) {
    return {reinterpret_cast<const char*>(record.data()), record.size()};
}

/// A record that is as it was written; empty otherwise.
std::vector<std::uint8_t> read_record_of_hashes(const std::string& path) {
    auto record = read_file(path, kMostHashesBytes);
    if (!record || record->size() < kHashesFirstLine) return {};
    const std::string first = first_line(hash_of(Bytes(*record).subspan(kHashesFirstLine)));
    return text_of_record(*record).starts_with(first) ? std::move(*record) : std::vector<std::uint8_t>();
}

/// The offsets of all files; none if they are not whole.
std::vector<std::size_t> offsets_in(std::string_view record) {
    std::vector<std::size_t> offsets;
    for (std::size_t at = kHashesFirstLine; at < record.size();) {
        if (record.size() - at <= sizeof(FixedPart)) return {};
        offsets.push_back(at);
        at += sizeof(FixedPart) + path_at(record, at).size() + 1;
        if (at > record.size()) return {};
    }
    std::ranges::sort(offsets, {}, [&](std::size_t offset) { return path_at(record, offset); });
    return offsets;
}

} // namespace

FileHashes::FileHashes(std::string path, std::string temporary, std::int64_t now)
    : path_(std::move(path)), temporary_(std::move(temporary)), now_(now), old_(read_record_of_hashes(path_)),
      offsets_(offsets_in(text_of_record(old_))), new_(std::fopen(temporary_.c_str(), "wb")) {
    const std::string placeholder = first_line({});
    is_written_ = new_ != nullptr && std::fputs(placeholder.c_str(), new_.get()) >= 0;
}

void FileHashes::add(std::string_view bytes) {
    hash_.add({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    is_written_ = is_written_ && std::fwrite(bytes.data(), 1, bytes.size(), new_.get()) == bytes.size();
}

Result<Hash128> FileHashes::of(const std::string& file) {
    const std::string_view record = text_of_record(old_);
    const auto state = state_of(file);
    const auto offset = std::ranges::lower_bound(offsets_, std::string_view(file), {},
                                                 [&](std::size_t one) { return path_at(record, one); });
    FixedPart fixed{};
    const bool is_there = state && offset != offsets_.end() && path_at(record, *offset) == file;
    if (is_there) std::memcpy(&fixed, old_.data() + *offset, sizeof fixed);
    if (!is_there || fixed.state != *state) {
        auto hash = hash_of_contents(file);
        ++read_;
        const bool is_settled = state && std::max(state->modified, state->changed) + kCoarsestTime < now_;
        if (!hash || !is_settled) return hash;
        fixed = {*state, *hash};
    }
    add({reinterpret_cast<const char*>(&fixed), sizeof fixed});
    add({file.c_str(), file.size() + 1}); // with its zero byte
    return fixed.hash;
}

Status FileHashes::finish() {
    is_written_ = is_written_ && std::fseek(new_.get(), 0, SEEK_SET) == 0 &&
                  std::fputs(first_line(hash_.value()).c_str(), new_.get()) >= 0 && std::fflush(new_.get()) == 0 &&
                  std::rename(temporary_.c_str(), path_.c_str()) == 0;
    return is_written_ ? Status() : fail(fmt::format("cannot write hashes: {}", std::strerror(errno)));
}

Result<std::int64_t> time_of_file_system(const std::string& file) {
    const File made(std::fopen(file.c_str(), "wb"));
    const auto state = made != nullptr ? state_of(file) : std::nullopt;
    if (!state) return fail(fmt::format("cannot write: {}", std::strerror(errno)));
    return state->modified;
}

} // namespace relit::batch
