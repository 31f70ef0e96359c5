#include "base/snapshot.hpp"

#include "base/hash/hash.hpp"

#include <cassert>

#include <fmt/format.h>

namespace relit {
namespace {

constexpr std::size_t kMagicBytes = 8, kVersionAt = 8, kNumberAt = 12, kSizeAt = 16, kChecksumBytes = 16;

/// The checksum of what lies in front of it.
std::vector<std::uint8_t> seal_of(Bytes bytes) {
    const Hash128 hash = hash_of(bytes);
    std::vector<std::uint8_t> stored;
    SnapshotWriter{stored}(hash.high, hash.low);
    return stored;
}

} // namespace

bool SnapshotReader::flag() {
    const std::size_t at = in_.offset();
    const std::uint64_t value = number(1);
    if (value > 1) note(at, "a byte that says yes or no is neither");
    return value == 1;
}

Bytes SnapshotReader::take(std::uint64_t size) {
    const std::size_t at = in_.offset();
    const Bytes bytes = fault_ || size > in_.left() ? Bytes() : in_.take(static_cast<std::size_t>(size));
    if (bytes.size() != size) note(at, "the snapshot ends inside of a value");
    return bytes;
}

void SnapshotReader::note(std::size_t at, std::string_view what) {
    if (!fault_ && !what.empty()) fault_ = fail_at(from_ + at, std::string(what)).error();
}

Status SnapshotReader::finish() {
    if (!in_.at_end()) note(in_.offset(), "bytes follow the last value of the snapshot");
    if (fault_) return std::unexpected(*fault_);
    return {};
}

std::vector<std::uint8_t> sealed_snapshot(const SnapshotKind& kind, Bytes content) {
    assert(kind.magic.size() == kMagicBytes);
    std::vector<std::uint8_t> file(kind.magic.begin(), kind.magic.end());
    SnapshotWriter{file}(kind.version, kind.number, std::uint64_t{content.size()});
    file.insert(file.end(), content.begin(), content.end());
    const std::vector<std::uint8_t> checksum = seal_of(file);
    file.insert(file.end(), checksum.begin(), checksum.end());
    return file;
}

Result<Bytes> opened_snapshot(const SnapshotKind& kind, Bytes file) {
    Cursor in(file);
    const Bytes magic = file.first(std::min(file.size(), kMagicBytes));
    if (text_of(magic) != kind.magic.substr(0, magic.size()) || magic.empty())
        return fail_at(0, fmt::format("no snapshot: it does not begin with \"{}\"", kind.magic));
    if (file.size() < kSnapshotHeader + kChecksumBytes)
        return fail_at(file.size(), "truncated: a snapshot has more than its header");
    in.skip(kMagicBytes);
    const std::uint32_t version = in.u32le(), number = in.u32le();
    const std::uint64_t size = in.u64le(), there = file.size() - kSnapshotHeader - kChecksumBytes;
    if (version != kind.version)
        return fail_at(kVersionAt,
                       fmt::format("a snapshot of version {}; only version {} can be read", version, kind.version));
    if (number != kind.number) return fail_at(kNumberAt, fmt::format("no snapshot of {}", kind.name));
    if (size > there)
        return fail_at(file.size(), fmt::format("truncated: {} of {} bytes of content are there", there, size));
    if (size < there) return fail_at(kSizeAt, fmt::format("{} bytes of content, but {} are there", size, there));
    const Bytes stored = file.last(kChecksumBytes);
    const std::vector<std::uint8_t> checksum = seal_of(file.first(file.size() - kChecksumBytes));
    if (!std::ranges::equal(stored, checksum))
        return fail_at(file.size() - kChecksumBytes, "damaged: the checksum is not that of the content");
    return file.subspan(kSnapshotHeader, static_cast<std::size_t>(size));
}

} // namespace relit
