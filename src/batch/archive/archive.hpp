// Archives whose files are inputs: tar, zip and 7z, packed with gzip, bzip2, xz, lzma, zstd or lz4 or not. libarchive reads them, from
// their first file to their last.
#pragma once

#include "base/hash/hash.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct archive;

namespace relit::batch {

inline constexpr std::uint64_t kMostMembers = 1048576;                       // entries of an archive
inline constexpr std::uint64_t kMostMemberBytes = std::uint64_t{4} << 30;    // of one of its files, unpacked
inline constexpr std::uint64_t kMostUnpackedBytes = std::uint64_t{16} << 30; // of all of them
inline constexpr std::uint64_t kMostNamesBytes = std::uint64_t{128} << 20;   // of the names of all of them
inline constexpr std::uint64_t kMostNameBytes = 1024;                        // of the name of one
inline constexpr std::uint64_t kMostNamePartBytes = 255;                     // between two /, as file systems have it
inline constexpr std::uint64_t kMostArchiveMemory = std::uint64_t{2} << 30;  // address space that reading takes
inline constexpr std::uint64_t kMostUnpackedAtOnce = std::uint64_t{1} << 30; // of those that wait to be run

/// The limits of what is read of an archive.
struct ArchiveLimits {
    std::uint64_t members = kMostMembers, member_bytes = kMostMemberBytes, unpacked_bytes = kMostUnpackedBytes,
                  names_bytes = kMostNamesBytes, memory = kMostArchiveMemory;
};

/// Returns true if the name ends as names of archives do: .zip, .7z, .tar, .tar.xz, .tgz and so on.
[[nodiscard]] bool has_archive_name(std::string_view file);

/// A file in an archive.
struct Member {
    std::string name; // with / between folders, below the archive; its beginning if it is refused for its length
    std::uint64_t number = 0; // of all entries, from 0
    std::string refusal;      // why it is no input; empty: it is one
};

/// Takes a piece of a file's bytes; a fault ends the reading.
using TakePiece = std::function<Status(std::string_view piece)>;

class ArchiveReader {
public:
    /// A fault (bad input) if the file is none of these archives.
    [[nodiscard]] static Result<ArchiveReader> open(const std::string& file, const ArchiveLimits& limits = {});

    /// Goes to the next file; folders are passed over. Nothing at the end. After a fault, of an archive that is damaged or larger than the
    /// limits, there is no next one. Names that lead out of the archive or have control characters, links and encrypted files are
    /// refused, each alone.
    [[nodiscard]] Result<std::optional<Member>> next();
    /// Reads the file that next() has gone to, once. A fault if its contents are damaged, or of `take`.
    [[nodiscard]] Status read(const TakePiece& take);

private:
    struct Close {
        void operator()(archive* reader) const;
    };
    ArchiveReader(archive* reader, const ArchiveLimits& limits);
    [[nodiscard]] Status count(std::uint64_t of_member);
    [[nodiscard]] Status check_entry(std::size_t name_bytes) const;

    std::unique_ptr<archive, Close> reader_;
    ArchiveLimits limits_;
    std::uint64_t ceiling_ = 0; // of the address space of this process while libarchive runs
    std::uint64_t members_ = 0, bytes_ = 0, names_bytes_ = 0;
    std::uint64_t counted_ = 0; // bytes of this file that are in bytes_: at first as many as its header declares
};

/// Calls see() with each file of an archive and the hash of its contents, or why it is no input. A fault if the archive is none, is
/// damaged, or has no file; what came before the damage has been seen.
[[nodiscard]] Status each_member(const std::string& file,
                                 const std::function<void(const Member& member, const Result<Hash128>& hash)>& see,
                                 const ArchiveLimits& limits = {});

} // namespace relit::batch
