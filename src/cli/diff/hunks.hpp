// Lines of two dumps as hunks: those that differ, with three lines before and after them.
#pragma once

#include "cli/diff/answer.hpp"

#include <deque>

namespace relit::cli {

inline constexpr std::size_t kContextLines = 3;

/// Takes all lines in their order and gives the answer those that belong to a hunk.
class Hunks {
public:
    explicit Hunks(DiffAnswer& answer) : answer_(answer) {}
    /// The locations are those of the line, or of the next line in a text that does not have it.
    void add(In in, std::string&& text, const DumpLocation& left, const DumpLocation& right);
    void finish();

private:
    struct Shared {
        std::string text;
        DumpLocation left, right;
    };
    void begin(const DumpLocation& left, const DumpLocation& right);

    DiffAnswer& answer_;
    std::deque<Shared> before_; // shared lines that may come before a difference
    std::size_t after_ = 0;     // shared lines since the last difference that were given
    bool is_open_ = false;
};

} // namespace relit::cli
