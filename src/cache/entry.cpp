#include "cache/entry.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <xxhash.h>
#include <zstd.h>

namespace relit::cache {
namespace {

constexpr std::array<std::uint8_t, 4> kEntryMagic = {'R', 'L', 'C', 'E'};
constexpr std::uint16_t kEntryVersion = 1;
// Offsets in the header; numbers are little endian.
constexpr std::size_t kVersionAt = 4, kKindAt = 6, kPackingAt = 7, kBuildAt = 8, kSizeAt = 16, kStoredAt = 20,
                      kKeyAt = 24, kChecksumAt = 40;
constexpr int kLevel = 6;

void put(std::span<std::uint8_t> header, std::size_t at, std::size_t bytes, std::uint64_t value) {
    for (std::size_t i = 0; i < bytes; ++i) header[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}
std::uint64_t get(Bytes header, std::size_t at, std::size_t bytes) { return little_endian(header.subspan(at, bytes)); }

/// Of the header in front of the checksum, and of the bytes behind it.
std::uint64_t checksum_of(Bytes header, Bytes stored) {
    return XXH3_64bits_withSeed(stored.data(), stored.size(), XXH3_64bits(header.data(), kChecksumAt));
}

std::vector<std::uint8_t> packed(Bytes value) {
    std::vector<std::uint8_t> into(kHeaderBytes + ZSTD_compressBound(value.size()));
    const std::size_t size =
        ZSTD_compress(into.data() + kHeaderBytes, into.size() - kHeaderBytes, value.data(), value.size(), kLevel);
    if (ZSTD_isError(size) != 0) return {};
    into.resize(kHeaderBytes + size);
    return into;
}

} // namespace

std::vector<std::uint8_t> seal(const Label& label, Bytes value, Packing packing) {
    std::vector<std::uint8_t> entry = packing == Packing::Zstd ? packed(value) : std::vector<std::uint8_t>{};
    if (entry.empty()) {
        packing = Packing::None;
        entry.resize(kHeaderBytes);
        entry.insert(entry.end(), value.begin(), value.end());
    }
    std::ranges::copy(kEntryMagic, entry.begin());
    put(entry, kVersionAt, 2, kEntryVersion);
    put(entry, kKindAt, 1, label.kind);
    put(entry, kPackingAt, 1, static_cast<std::uint64_t>(packing));
    put(entry, kBuildAt, 8, label.build);
    put(entry, kSizeAt, 4, value.size());
    put(entry, kStoredAt, 4, entry.size() - kHeaderBytes);
    put(entry, kKeyAt, 8, label.key.high);
    put(entry, kKeyAt + 8, 8, label.key.low);
    put(entry, kChecksumAt, 8, checksum_of(entry, Bytes(entry).subspan(kHeaderBytes)));
    return entry;
}

std::string_view text_of(Flaw flaw) {
    switch (flaw) {
        case Flaw::Short: return "it is cut off";
        case Flaw::Magic: return "it does not begin as an entry does";
        case Flaw::Version: return "its version is not known";
        case Flaw::Size: return "its sizes are out of range";
        case Flaw::Checksum: return "its checksum is wrong";
        case Flaw::Packing: return "it cannot be unpacked";
    }
    return "unknown";
}

std::expected<std::size_t, Flaw> declared_bytes(Bytes header) {
    if (header.size() < kHeaderBytes) return std::unexpected(Flaw::Short);
    if (!std::ranges::equal(header.first(kEntryMagic.size()), kEntryMagic)) return std::unexpected(Flaw::Magic);
    if (get(header, kVersionAt, 2) != kEntryVersion) return std::unexpected(Flaw::Version);
    const std::uint64_t size = get(header, kSizeAt, 4), stored = get(header, kStoredAt, 4);
    const std::uint64_t packing = get(header, kPackingAt, 1);
    if (packing > static_cast<std::uint64_t>(Packing::Zstd)) return std::unexpected(Flaw::Packing);
    const bool fits = packing == 0 ? stored == size : stored <= ZSTD_compressBound(kMostValueBytes);
    if (size > kMostValueBytes || !fits) return std::unexpected(Flaw::Size);
    return kHeaderBytes + static_cast<std::size_t>(stored);
}

std::expected<Entry, Flaw> open_entry(Bytes bytes) {
    const auto declared = declared_bytes(bytes);
    if (!declared) return std::unexpected(declared.error());
    if (*declared > bytes.size()) return std::unexpected(Flaw::Short);
    const Bytes stored = bytes.subspan(kHeaderBytes, *declared - kHeaderBytes);
    if (get(bytes, kChecksumAt, 8) != checksum_of(bytes, stored)) return std::unexpected(Flaw::Checksum);
    Entry entry;
    entry.label = {{get(bytes, kKeyAt, 8), get(bytes, kKeyAt + 8, 8)}, bytes[kKindAt], get(bytes, kBuildAt, 8)};
    entry.packing = static_cast<Packing>(bytes[kPackingAt]);
    entry.size = static_cast<std::uint32_t>(get(bytes, kSizeAt, 4));
    entry.stored = stored;
    return entry;
}

std::expected<std::vector<std::uint8_t>, Flaw> value_of(const Entry& entry) {
    if (entry.packing == Packing::None) return std::vector<std::uint8_t>(entry.stored.begin(), entry.stored.end());
    // What the frame says itself must fit, before memory is taken for it.
    if (ZSTD_getFrameContentSize(entry.stored.data(), entry.stored.size()) != entry.size)
        return std::unexpected(Flaw::Packing);
    std::vector<std::uint8_t> value(entry.size);
    const std::size_t size = ZSTD_decompress(value.data(), value.size(), entry.stored.data(), entry.stored.size());
    if (ZSTD_isError(size) != 0 || size != value.size()) return std::unexpected(Flaw::Packing);
    return value;
}

} // namespace relit::cache
