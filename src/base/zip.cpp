#include "base/zip.hpp"

#include "base/compression.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <zlib.h>

namespace relit {
namespace {

// Signatures and sizes of the records (APPNOTE 4.3).
constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kMostComment = 65535;
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::uint16_t kEncrypted = 1;

std::uint16_t u16(Bytes bytes, std::size_t at) {
    return static_cast<std::uint16_t>(little_endian(bytes.subspan(at, 2)));
}
std::uint32_t u32(Bytes bytes, std::size_t at) {
    return static_cast<std::uint32_t>(little_endian(bytes.subspan(at, 4)));
}

/// Where the record at the end begins: the last of its signature whose comment reaches to the end of the file.
std::optional<std::size_t> end_record(Bytes file) {
    if (file.size() < kEndBytes) return std::nullopt;
    const std::size_t last = file.size() - kEndBytes;
    const std::size_t first = last > kMostComment ? last - kMostComment : 0;
    for (std::size_t at = last + 1; at-- > first;)
        if (u32(file, at) == kEnd && at + kEndBytes + u16(file, at + 20) == file.size()) return at;
    return std::nullopt;
}

ZipEntry entry_of(Bytes record, Bytes name) {
    return {{name.begin(), name.end()},
            u32(record, 20),
            u32(record, 24),
            u32(record, 16),
            u16(record, 10),
            u32(record, 42)};
}

/// Exactly `size` bytes.
Result<std::vector<std::uint8_t>> unpack_deflated(Bytes packed, std::uint64_t size) {
    Inflated unpacked = inflate_raw(packed, size);
    if (unpacked.end == InflateEnd::CutOff || unpacked.end == InflateEnd::Damaged)
        return fail("its packed data is damaged");
    if (unpacked.end == InflateEnd::TooLong || unpacked.bytes.size() != size)
        return fail("it unpacks to another size than it declares");
    return std::move(unpacked.bytes);
}

std::uint32_t checksum_of(Bytes bytes) {
    return static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), bytes.data(), bytes.size()));
}

/// Appends numbers, least significant byte first.
class Writer {
public:
    void u16(std::size_t value) { number(value, 2); }
    void u32(std::size_t value) { number(value, 4); }
    void add(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void add(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }
    /// What the local and the central header of a stored file share: from the version to the length of the name.
    void common(const ZipFile& file) {
        u16(20), u16(0), u16(kStored), u16(0), u16(0x21); // version 2.0; the first of January 1980
        u32(checksum_of(file.bytes)), u32(file.bytes.size()), u32(file.bytes.size()), u16(file.name.size());
    }

private:
    void number(std::size_t value, unsigned bytes) {
        for (unsigned i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
    std::vector<std::uint8_t> bytes_;
};

} // namespace

bool is_zip(Bytes file) { return file.size() >= 4 && (u32(file, 0) == kLocal || u32(file, 0) == kEnd); }

bool zip_has_file(const ReadAt& read, std::uint64_t size, std::string_view name) {
    const auto is_name = [&](std::uint64_t at) {
        std::vector<std::uint8_t> bytes(name.size());
        return read(at, bytes) == bytes.size() && relit::text_of(bytes) == name;
    };
    std::array<std::uint8_t, kCentralBytes> record{};
    if (!is_zip(Bytes(record).first(read(0, std::span(record).first(kLocalBytes))))) return false;
    if (u32(record, 0) == kLocal && u16(record, 26) == name.size() && is_name(kLocalBytes)) return true;
    std::vector<std::uint8_t> tail(std::min<std::uint64_t>(size, kEndBytes + kMostComment));
    const std::uint64_t before = size - tail.size();
    if (read(before, tail) != tail.size()) return false;
    const auto end = end_record(tail);
    if (!end) return false;
    std::uint64_t at = u32(tail, *end + 16);
    for (std::size_t left = u16(tail, *end + 10); left != 0 && at + kCentralBytes <= before + *end; --left) {
        if (read(at, record) != record.size() || u32(record, 0) != kCentral) return false;
        const std::size_t length = u16(record, 28);
        if (length == name.size() && is_name(at + kCentralBytes)) return true;
        at += kCentralBytes + length + u16(record, 30) + u16(record, 32);
    }
    return false;
}

Result<ZipReader> ZipReader::open(Bytes file) {
    const auto end = end_record(file);
    if (!end) return fail("the archive has no directory at its end: it is cut off");
    const std::size_t count = u16(file, *end + 10);
    std::size_t at = u32(file, *end + 16);
    ZipReader reader(file);
    for (std::size_t i = 0; i < count; ++i) {
        if (at > *end || *end - at < kCentralBytes || u32(file, at) != kCentral)
            return fail_at(at, fmt::format("entry {} of the archive's directory is damaged", i));
        const Bytes record = file.subspan(at, kCentralBytes);
        const std::size_t name = u16(record, 28), rest = name + u16(record, 30) + u16(record, 32);
        if (*end - at - kCentralBytes < rest)
            return fail_at(at, fmt::format("entry {} of the archive's directory is cut off", i));
        reader.entries_.push_back(entry_of(record, file.subspan(at + kCentralBytes, name)));
        at += kCentralBytes + rest;
    }
    reader.sort_names();
    return reader;
}

void ZipReader::sort_names() {
    by_name_.resize(entries_.size());
    std::iota(by_name_.begin(), by_name_.end(), 0U);
    std::ranges::stable_sort(by_name_, {}, [&](std::uint32_t entry) { return std::string_view(entries_[entry].name); });
}

const ZipEntry* ZipReader::find(std::string_view name) const {
    const auto name_of = [&](std::uint32_t entry) { return std::string_view(entries_[entry].name); };
    const auto after = std::ranges::upper_bound(by_name_, name, {}, name_of);
    if (after == by_name_.begin() || name_of(*std::prev(after)) != name) return nullptr;
    return &entries_[*std::prev(after)];
}

Result<std::vector<std::uint8_t>> ZipReader::read(const ZipEntry& entry, std::uint64_t most) const {
    if (entry.size > most) return fail(fmt::format("has {} bytes, more than the {} that are read", entry.size, most));
    if (entry.header > file_.size() || file_.size() - entry.header < kLocalBytes || u32(file_, entry.header) != kLocal)
        return fail("has no header in the archive");
    const Bytes header = file_.subspan(entry.header, kLocalBytes);
    const std::uint64_t data = entry.header + kLocalBytes + u16(header, 26) + u16(header, 28);
    if (data > file_.size() || file_.size() - data < entry.packed) return fail("is cut off in the archive");
    if ((u16(header, 6) & kEncrypted) != 0) return fail("is encrypted");
    const Bytes packed = file_.subspan(data, entry.packed);
    if (entry.method != kStored && entry.method != kDeflated)
        return fail(FaultKind::NotSupported,
                    fmt::format("is packed by method {}; stored and deflated are read", entry.method));
    if (entry.method == kStored && entry.packed != entry.size) return fail("it has another size than it declares");
    auto bytes = entry.method == kStored ? Result<std::vector<std::uint8_t>>({packed.begin(), packed.end()})
                                         : unpack_deflated(packed, entry.size);
    if (bytes && checksum_of(*bytes) != entry.checksum) return fail("its checksum is wrong");
    return bytes;
}

std::vector<std::uint8_t> write_zip(const std::vector<ZipFile>& files) {
    Writer out, directory;
    for (const ZipFile& file : files) {
        directory.u32(kCentral), directory.u16(20), directory.common(file);
        for (int i = 0; i < 4; ++i) directory.u16(0); // extra field, comment, disk, internal attributes
        directory.u32(0), directory.u32(out.size()), directory.add(file.name);
        out.u32(kLocal), out.common(file), out.u16(0), out.add(file.name), out.add(file.bytes);
    }
    const std::size_t start = out.size();
    const std::vector<std::uint8_t> entries = directory.take();
    out.add(entries);
    out.u32(kEnd), out.u16(0), out.u16(0), out.u16(files.size()), out.u16(files.size());
    out.u32(entries.size()), out.u32(start), out.u16(0);
    return out.take();
}

} // namespace relit
