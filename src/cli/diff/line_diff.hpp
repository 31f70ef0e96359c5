// Two texts aligned line by line: the lines that they share, and those of one alone. The texts may be of any length.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::cli {

/// Gives the next line of a text; std::nullopt after the last.
using NextLine = std::function<std::optional<std::string>()>;
/// Gives the lines of a text in memory, which must outlive the result.
[[nodiscard]] NextLine lines_of(std::span<const std::string> lines);

/// The text that has a line, by its mark in a diff.
enum class In : char { Both = ' ', Left = '-', Right = '+' };
using SeeLine = std::function<void(In in, std::string&& text)>;

/// A block of lines of each text that were not aligned, because within a window they share none. Numbers from 1.
struct NotAligned {
    std::uint64_t left = 0, right = 0;             // the first of them
    std::uint64_t left_count = 0, right_count = 0; // how many
    [[nodiscard]] bool operator==(const NotAligned&) const = default;
};

/// How many lines of each text are compared with one another; more than this may not lie between two shared lines.
inline constexpr std::size_t kDiffWindow = 4096;

/// Calls see() for every line of both texts, in order, shared lines once; between shared lines those of the left come first. Within
/// a window the shared lines are a longest common subsequence, so that texts of at most `window` lines are aligned as well as
/// possible. Memory: some 32 MiB and two windows of lines.
[[nodiscard]] std::vector<NotAligned> diff_lines(const NextLine& left, const NextLine& right, const SeeLine& see,
                                                 std::size_t window = kDiffWindow);

} // namespace relit::cli
