#include "cli/io/progress.hpp"

#include "cli/io/messages.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace relit::cli {

void Progress::tell(std::string_view what) const {
    if (!shown_) return;
    write_message(fmt::format("\r\x1b[K{}", what)); // to the line's start, and wipe it
    std::fflush(stderr);
}

} // namespace relit::cli
