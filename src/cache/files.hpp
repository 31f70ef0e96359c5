// Files by their names in an open folder: no link is followed, and nothing but a regular file is read or written.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::cache {

/// An open file or folder, which is closed at its end.
class OpenFile {
public:
    OpenFile() = default;
    explicit OpenFile(int number) : number_(number) {}
    OpenFile(OpenFile&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    OpenFile& operator=(OpenFile&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~OpenFile();
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    /// Who calls it closes it.
    [[nodiscard]] int release() { return std::exchange(number_, -1); }

private:
    int number_ = -1;
};

/// A file of a folder; not open, with errno, where it is not there, or is a link.
[[nodiscard]] OpenFile open_in(const OpenFile& folder, const std::string& name, int flags);
/// A folder in a folder.
[[nodiscard]] OpenFile folder_in(const OpenFile& folder, const std::string& name);
/// All names but those that begin with a dot, in no order.
[[nodiscard]] Result<std::vector<std::string>> names_in(const OpenFile& folder);

/// The bytes of a regular file, the first `most` where it has more; nothing where it cannot be read.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> read_file(const OpenFile& file, std::size_t most);
/// False, with errno, where not all could be written.
[[nodiscard]] bool write_file(const OpenFile& file, Bytes bytes);
/// When a file was written, in nanoseconds since 1970; that is set to now. Does nothing for who may not.
[[nodiscard]] std::int64_t time_of(const OpenFile& file);
void set_time_to_now(const OpenFile& file);
/// By the clock that the times of files are of.
[[nodiscard]] std::int64_t nanoseconds_now();

/// Returns a fault that says what failed and the reason that errno gives; a full disk has a text of its own.
[[nodiscard]] std::unexpected<Fault> failed(std::string_view what);

} // namespace relit::cache
