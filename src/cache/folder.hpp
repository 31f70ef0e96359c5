// The folder of a cache: a file that says its version, and the store. One process at a time opens or sets aside a store.
#pragma once

#include "base/result.hpp"

#include <string>
#include <utility>

namespace relit::cache {

/// Holds the lock under which stores are opened, until its end.
class Folder {
public:
    /// Makes the folder where it is not there, unless it is only to be read. Fails where it is of a newer version, or
    /// holds anything that is no cache: nothing is ever wiped.
    [[nodiscard]] static Result<Folder> open(const std::string& path, bool read_only);
    Folder(Folder&& other) noexcept : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}
    Folder& operator=(Folder&&) = delete;
    ~Folder();

    [[nodiscard]] std::string store() const { return path_ + "/store"; }
    /// Makes the folder of the store where it is not there.
    [[nodiscard]] Status make_store() const;
    /// Renames a damaged store to "store.bad-TIME", of which one is kept, so that an empty one can be made.
    [[nodiscard]] Status set_store_aside() const;

private:
    Folder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

    std::string path_;
    int lock_ = -1; // the version file
};

} // namespace relit::cache
