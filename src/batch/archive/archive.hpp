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
inline constexpr std::uint64_t kMostUnpackedAtOnce = std::uint64_t{1} << 30; // of those that wait to be run

/// Returns true if the name ends as names of archives do: .zip, .7z, .tar, .tar.xz, .tgz and so on.
[[nodiscard]] bool has_archive_name(std::string_view file);

/// A file in an archive.
struct Member {
    std::string name;         // with / between folders, below the archive
    std::uint64_t number = 0; // of all entries, from 0
    std::string refusal;      // why it is no input; empty: it is one
};

/// Takes a piece of a file's bytes; a fault ends the reading.
using TakePiece = std::function<Status(std::string_view piece)>;

class ArchiveReader {
public:
    /// A fault (bad input) if the file is none of these archives.
    [[nodiscard]] static Result<ArchiveReader> open(const std::string& file);

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
    explicit ArchiveReader(archive* reader) : reader_(reader) {}
    [[nodiscard]] Status count(std::uint64_t bytes, std::uint64_t of_member);

    std::unique_ptr<archive, Close> reader_;
    std::uint64_t members_ = 0, bytes_ = 0;
    bool is_counted_ = false; // the bytes of this file, as its header declares them
};

/// Calls see() with each file of an archive and the hash of its contents, or why it is no input. A fault if the archive is none, is
/// damaged, or has no file; what came before the damage has been seen.
[[nodiscard]] Status each_member(const std::string& file,
                                 const std::function<void(const Member& member, const Result<Hash128>& hash)>& see);

} // namespace relit::batch
