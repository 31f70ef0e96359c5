// The options of run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relit::cli {

/// The command table of a video BIOS image that run is to run.
struct TableOptions {
    std::string name; // or number; empty: a program is run
    std::vector<std::string> parameters;
    std::string registers; // the file of what registers and memory read
};

/// The steps of a traced program that are written. `why` and `first_such`: instead of those that the others select, those that made
/// a value; empty: not asked.
struct TraceOptions {
    std::string why, first_such;
    std::uint64_t first = 0, last = UINT64_MAX; // instructions, from 0
    std::string only;                           // a register or a lane; empty: all
    std::optional<std::uint64_t> invocation;
    bool hex = false;
};

/// A square of fragments, instead of one for each set.
struct GridOptions {
    std::uint32_t size = 0;        // of each side; 0: none
    std::vector<std::string> over; // inputs that vary; empty: all varyings
};

struct RunOptions {
    std::string inputs, constants_from; // files
    GridOptions grid;
    std::string on = "interpreter";
    bool numbers = false; // decimals instead of hex digits
    bool traces = false;  // the program, or the table
    TraceOptions trace;
    TableOptions table;

    /// Returns true if the run is shown step by step, or some steps of it.
    [[nodiscard]] bool shows_steps() const { return traces || asks(); }
    /// Returns true if a value is asked for, and what made it.
    [[nodiscard]] bool asks() const { return !trace.why.empty() || !trace.first_such.empty(); }
};

} // namespace relit::cli
