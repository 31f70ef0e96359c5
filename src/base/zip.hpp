// Archives of the zip format: the files in one by name, stored or deflated, and archives whose files are stored.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit {

/// A file in an archive, as its directory names it.
struct ZipEntry {
    std::string name;
    std::uint64_t packed = 0, size = 0; // bytes in the archive and unpacked, as declared
    std::uint32_t checksum = 0;         // CRC-32 of what is unpacked
    std::uint16_t method = 0;           // 0 stored, 8 deflated
    std::uint64_t header = 0;           // where its local header lies
};

/// Whether the file begins as an archive does.
[[nodiscard]] bool is_zip(Bytes file);

/// Fills the front of `into` with the bytes of a file from an offset on, and tells how many there are: fewer only where the file ends.
using ReadAt = std::function<std::size_t(std::uint64_t offset, std::span<std::uint8_t> into)>;
/// Returns true if an archive of `size` bytes has a file of this name in its directory, or in its first local header if it has no
/// directory. Reads 64 KiB at the end and, of each of at most 65535 entries, 46 bytes and a name that is as long.
[[nodiscard]] bool zip_has_file(const ReadAt& read, std::uint64_t size, std::string_view name);

/// Keeps a view of the archive.
class ZipReader {
public:
    /// Fails where the archive has no directory at its end, or one that is damaged.
    [[nodiscard]] static Result<ZipReader> open(Bytes file);

    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return entries_; }
    /// The last entry of the name; nullptr where there is none.
    [[nodiscard]] const ZipEntry* find(std::string_view name) const;
    /// Unpacks an entry. Fails where it has more than `most` bytes, is damaged or packed in another way.
    [[nodiscard]] Result<std::vector<std::uint8_t>> read(const ZipEntry& entry, std::uint64_t most) const;

private:
    explicit ZipReader(Bytes file) : file_(file) {}

    void sort_names();

    Bytes file_;
    std::vector<ZipEntry> entries_;
    std::vector<std::uint32_t> by_name_; // the entries, those of one name in their order
};

struct ZipFile {
    std::string name;
    std::vector<std::uint8_t> bytes;
};
/// An archive of these files, all stored. They are fewer than 65536, and less than 4 GiB in all.
[[nodiscard]] std::vector<std::uint8_t> write_zip(const std::vector<ZipFile>& files);

} // namespace relit
