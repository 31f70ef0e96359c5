// The options of run.
#pragma once

#include <string>
#include <vector>

namespace relit::cli {

/// The command table of a video BIOS image that run is to run.
struct TableOptions {
    std::string name; // or number; empty: a program is run
    std::vector<std::string> parameters;
    std::string registers; // the file of what registers and memory read
    bool traces = false;
};

struct RunOptions {
    std::string inputs, constants_from; // files
    std::string on = "interpreter";
    bool numbers = false; // decimals instead of hex digits
    TableOptions table;
};

} // namespace relit::cli
