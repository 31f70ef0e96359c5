// Two sequences cut into sections that both share and others: packets, or draws, of two dumps.
#pragma once

#include "cli/diff/line_diff.hpp"

#include <cstdint>
#include <vector>

namespace relit::cli {

/// Ends of a section: how many things of each sequence come before it ends.
struct Section {
    std::uint64_t left_end = 0, right_end = 0;
    bool is_shared = false;
    [[nodiscard]] bool operator==(const Section&) const = default;
};

/// The last of so many sections contains the rest, and is not shared. Memory: 24 MiB.
inline constexpr std::size_t kMostSections = std::size_t{1} << 20;

/// Aligns two sequences by texts that are equal for equal things, as diff_lines() does. Sections follow one another; the last one
/// ends at UINT64_MAX of both.
[[nodiscard]] std::vector<Section> align_sections(const NextLine& left, const NextLine& right,
                                                  std::size_t most = kMostSections);

} // namespace relit::cli
