#include "cli/diff/line_diff.hpp"

#include <algorithm>

namespace relit::cli {
namespace {

constexpr std::size_t kMostCells = std::size_t{64} << 20;
using Texts = std::span<const std::string>;

/// Lengths of the longest common subsequences of all pairs of endings.
class Lengths {
public:
    Lengths(Texts left, Texts right) : across_(right.size() + 1), cells_((left.size() + 1) * across_) {
        for (std::size_t i = left.size(); i-- > 0;)
            for (std::size_t j = right.size(); j-- > 0;)
                cells_[i * across_ + j] =
                    left[i] == right[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
    [[nodiscard]] std::uint32_t at(std::size_t i, std::size_t j) const { return cells_[i * across_ + j]; }

private:
    std::size_t across_;
    std::vector<std::uint32_t> cells_;
};

/// Adds the lines between equal ones, with the numbers of the first lines.
void add_middle(std::vector<AlignedLine>& lines, Texts left, Texts right, std::size_t first) {
    const Lengths lengths(left, right);
    for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
        if (i < left.size() && j < right.size() && left[i] == right[j])
            lines.push_back({first + i++, first + j++});
        else if (j == right.size() || (i < left.size() && lengths.at(i + 1, j) >= lengths.at(i, j + 1)))
            lines.push_back({first + i++, {}});
        else
            lines.push_back({{}, first + j++});
    }
}

} // namespace

Result<std::vector<AlignedLine>> align(Texts left, Texts right) {
    const auto [a, b] = std::ranges::mismatch(left, right);
    const auto front = static_cast<std::size_t>(a - left.begin());
    std::size_t back = 0;
    while (back < std::min(left.size(), right.size()) - front &&
           left[left.size() - 1 - back] == right[right.size() - 1 - back])
        ++back;
    const Texts left_middle = left.subspan(front, left.size() - front - back),
                right_middle = right.subspan(front, right.size() - front - back);
    if ((left_middle.size() + 1) * (right_middle.size() + 1) > kMostCells)
        return fail(FaultKind::NotSupported, "the files differ in too many lines to be aligned");
    std::vector<AlignedLine> lines;
    for (std::size_t i = 0; i < front; ++i) lines.push_back({i, i});
    add_middle(lines, left_middle, right_middle, front);
    for (std::size_t i = back; i > 0; --i) lines.push_back({left.size() - i, right.size() - i});
    return lines;
}

} // namespace relit::cli
