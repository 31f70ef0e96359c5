// Progress for a user at a terminal.
#pragma once

#include "cli/io/program.hpp"

#include <string_view>

namespace relit::cli {

/// One line on standard error, wiped when it is over. Says nothing where standard error is not a terminal.
class Progress {
public:
    explicit Progress(const Options& options) : shown_(options.progress) {}
    ~Progress() { tell({}); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    Progress(Progress&&) = delete;
    Progress& operator=(Progress&&) = delete;

    void tell(std::string_view what) const;

private:
    bool shown_;
};

} // namespace relit::cli
