// A value as it lies on disk and in packs: a header that says what it is and how it is checked, then its bytes.
#pragma once

#include "base/bytes.hpp"
#include "base/hash/hash.hpp"

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

namespace relit::cache {

using Key = Hash128;

/// What an entry is of. `kind` and `build` are the owner's own numbers: an entry of another build is never given to it.
struct Label {
    Key key;
    std::uint8_t kind = 0;
    std::uint64_t build = 0;
    [[nodiscard]] bool operator==(const Label&) const = default;
};

/// Makes one value of two under the same key; both are of one kind and build.
using Join = std::vector<std::uint8_t> (*)(Bytes old, Bytes fresh);

inline constexpr std::size_t kHeaderBytes = 48;
inline constexpr std::size_t kMostValueBytes = std::size_t{64} << 20;

/// Whether the bytes after the header are the value or a zstd frame of it.
enum class Packing : std::uint8_t { None, Zstd };

/// A sealed entry: header and bytes. The checksum covers both. The value has at most kMostValueBytes.
[[nodiscard]] std::vector<std::uint8_t> seal(const Label& label, Bytes value, Packing packing = Packing::None);

/// Why bytes are no entry.
enum class Flaw : std::uint8_t { Short, Magic, Version, Size, Checksum, Packing };
/// "the checksum is wrong"
[[nodiscard]] std::string_view text_of(Flaw flaw);

/// An entry whose checksum is right; `stored` refers to the bytes that were opened.
struct Entry {
    Label label;
    Packing packing = Packing::None;
    std::uint32_t size = 0; // of the value
    Bytes stored;
};
/// Checks the entry at the front of `bytes`; what is behind it does not matter.
[[nodiscard]] std::expected<Entry, Flaw> open_entry(Bytes bytes);
/// How many bytes the entry takes that has this header, as it declares itself; unchecked.
[[nodiscard]] std::expected<std::size_t, Flaw> declared_bytes(Bytes header);
/// The value itself.
[[nodiscard]] std::expected<std::vector<std::uint8_t>, Flaw> value_of(const Entry& entry);

} // namespace relit::cache
