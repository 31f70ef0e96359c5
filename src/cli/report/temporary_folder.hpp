// A folder for temporary files that is gone when the program is, however that ends.
#pragma once

#include "base/result.hpp"

#include <string>
#include <utility>

namespace relit::cli {

/// A folder of its own, which goes with all that is in it. A process of its own removes it where the program is ended, once
/// the processes that were forked since are gone, too.
class TemporaryFolder {
public:
    TemporaryFolder() = default;
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})), remover_(std::exchange(other.remover_, -1)),
          pipe_(std::exchange(other.pipe_, -1)) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    /// Call before any thread runs.
    [[nodiscard]] static Result<TemporaryFolder> make();
    /// "" of one that was not made.
    [[nodiscard]] const std::string& path() const { return path_; }
    /// Leaves the folder where it is, with all that is in it.
    void keep();

private:
    void start_remover();
    void end_remover();

    std::string path_;
    int remover_ = -1; // the process; none if it could not be made
    int pipe_ = -1;    // at whose end it removes the folder
};

} // namespace relit::cli
