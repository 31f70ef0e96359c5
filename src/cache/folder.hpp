// The folder of a cache: a file that says its version, which is also the lock of who writes, and a folder with the entries.
#pragma once

#include "base/result.hpp"
#include "cache/files.hpp"

#include <string>

namespace relit::cache {

class Folder {
public:
    /// Makes the folder where it is not there, unless it is only to be read. Fails where it is of a newer version, or
    /// holds anything that is no cache: nothing of others is ever wiped.
    [[nodiscard]] static Result<Folder> open(const std::string& path, bool read_only);

    [[nodiscard]] const OpenFile& itself() const { return folder_; }
    [[nodiscard]] const OpenFile& entries() const { return entries_; }
    /// Only the process that has it writes, until it ends. The lock belongs to the open file, whatever the number of the
    /// process. Waits for a bounded time.
    [[nodiscard]] Result<OpenFile> lock() const;

private:
    explicit Folder(OpenFile folder) : folder_(std::move(folder)) {}
    [[nodiscard]] Status open_entries(bool read_only);
    [[nodiscard]] Status begin();
    [[nodiscard]] Status begin(const OpenFile& version) const;
    void drop_version_1() const;
    [[nodiscard]] bool holds_only_ours() const;

    OpenFile folder_, entries_;
};

} // namespace relit::cache
