// Hashes of files that a run keeps for the next one, so that it reads only files that have changed since.
#pragma once

#include "base/file.hpp"
#include "base/hash/hash.hpp"
#include "base/hash/running_hash.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::batch {

inline constexpr std::uint64_t kMostHashesBytes = std::uint64_t{1} << 30; // of a record; a longer one is not used

/// A file has not changed if its path, size, inode, device, and the times of its last change (mtime, ctime) are those of the
/// record. Some file systems count two seconds as one time: a file that changed less than so long before it was read, or later, is
/// not recorded, because it may change once more and have the same times.
class FileHashes {
public:
    /// Reads the record, a file; one that is not there, or is damaged, has nothing. The new one is written to `temporary`, a file in
    /// the same file system. `now`: nanoseconds since 1970, before which no file has been read.
    FileHashes(std::string path, std::string temporary, std::int64_t now);

    /// The hash of a file's bytes, from the record or by reading it.
    [[nodiscard]] Result<Hash128> of(const std::string& file);
    /// Replaces the record by the files that of() was called with. Once.
    [[nodiscard]] Status finish();
    /// How many files have been read.
    [[nodiscard]] std::uint64_t read_files() const { return read_; }

private:
    void add(std::string_view bytes);

    std::string path_, temporary_;
    std::int64_t now_;
    std::vector<std::uint8_t> old_;    // the record, behind its first line the files one after the other
    std::vector<std::size_t> offsets_; // of them, sorted by paths
    File new_;
    RunningHash hash_;       // of what is in the new one
    bool is_written_ = true; // all that was to be written
    std::uint64_t read_ = 0;
};

/// The time of the clock that the file system of `file`, which is made and stays empty, takes for changes; nanoseconds since 1970.
[[nodiscard]] Result<std::int64_t> time_of_file_system(const std::string& file);

} // namespace relit::batch
