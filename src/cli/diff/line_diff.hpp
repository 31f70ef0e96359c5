// Two texts aligned line by line: which lines they share, and which each has alone.
#pragma once

#include "base/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::cli {

/// A line of one text, of the other, or of both; the numbers count from 0.
struct AlignedLine {
    std::optional<std::size_t> left, right;
    [[nodiscard]] bool is_shared() const { return left && right; }
    [[nodiscard]] bool operator==(const AlignedLine&) const = default;
};
/// By a longest common subsequence. Fails where the texts are too long for the table that it takes.
[[nodiscard]] Result<std::vector<AlignedLine>> align(std::span<const std::string> left,
                                                     std::span<const std::string> right);

} // namespace relit::cli
