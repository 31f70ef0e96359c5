// The answer of diff as it is written, difference by difference, as text or as JSON.
#pragma once

#include "cli/diff/line_diff.hpp"
#include "cli/io/product.hpp"
#include "machine/r500/capture/compare.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

struct DiffLine {
    In in;
    std::string text;
};

/// A draw of two streams, or several that follow one another and differ in the same way.
struct DrawComparison {
    std::uint64_t number = 0, count = 1;
    In in = In::Both;               // else the other stream has no such draw
    std::uint64_t right_number = 0; // in the right stream; 0: the same
    std::vector<machine::r500::Difference> state{};
    std::vector<std::pair<std::string_view, std::vector<DiffLine>>> programs{}; // that differ, by their stages

    [[nodiscard]] bool differs() const { return in != In::Both || !state.empty() || !programs.empty(); }
};

/// The position of a line of a dump.
struct DumpLocation {
    std::uint64_t packet = 0; // from 1; 0: in front of the packets
    std::uint64_t offset = 0; // in the uncompressed file
    std::uint64_t draws = 0;  // that began up to the line
    [[nodiscard]] bool operator==(const DumpLocation&) const = default;
};

/// "lines 1 to 4096 share none with lines 1 to 4096 of OTHER: they are not aligned"
[[nodiscard]] std::string not_aligned_text(const NotAligned& block, std::string_view other);

/// Differences one by one, then whether there were any.
class DiffAnswer {
public:
    /// `kind`: "lines", "draws" or "packets".
    DiffAnswer(const Options& options, Output& out, std::string_view kind);
    /// Returns false if it cannot be written.
    bool add(const DrawComparison& draw);
    void add(In in, std::string_view text);

    /// Lines that differ, with lines that surround them.
    void begin_hunk(const DumpLocation& left, const DumpLocation& right);
    void end_hunk();

    /// There was something to compare.
    void note_lines() { has_lines_ = true; }
    [[nodiscard]] bool has_lines() const { return has_lines_; }
    /// `not_compared`: the reason if nothing, or not everything, was compared.
    Exit finish(std::string_view not_compared, std::span<const NotAligned> not_aligned = {});

private:
    void finish_json(bool is_same, std::string_view not_compared, std::span<const NotAligned> not_aligned);

    const Options& options_;
    Output& out_;
    JsonWriter json_;
    bool differs_ = false, has_lines_ = false;
};

} // namespace relit::cli
