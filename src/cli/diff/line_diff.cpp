#include "cli/diff/line_diff.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace relit::cli {
namespace {

/// The next lines of a text, at most a window of them.
class Window {
public:
    Window(const NextLine& next, std::size_t size) : next_(next), size_(size) {}

    void fill() {
        while (!is_last_ && lines_.size() < size_) {
            auto line = next_();
            is_last_ = !line;
            if (line) lines_.push_back(std::move(*line));
        }
    }
    [[nodiscard]] const std::deque<std::string>& lines() const { return lines_; }
    /// Returns whether the text ends with the window.
    [[nodiscard]] bool is_last() const { return is_last_; }
    /// Returns the number of the first line, from 1.
    [[nodiscard]] std::uint64_t number() const { return number_; }
    std::string take() {
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        ++number_;
        return line;
    }

private:
    const NextLine& next_;
    std::size_t size_;
    std::deque<std::string> lines_;
    bool is_last_ = false;
    std::uint64_t number_ = 1;
};

/// Equal lines have equal numbers, which compare faster.
using Numbers = std::vector<std::uint32_t>;
std::pair<Numbers, Numbers> numbers_of(const Window& left, const Window& right) {
    std::unordered_map<std::string_view, std::uint32_t> known;
    const auto number = [&](const std::deque<std::string>& lines) {
        Numbers numbers;
        for (const std::string& line : lines)
            numbers.push_back(known.try_emplace(line, static_cast<std::uint32_t>(known.size())).first->second);
        return numbers;
    };
    Numbers left_numbers = number(left.lines());
    return {std::move(left_numbers), number(right.lines())};
}

/// Lengths of the longest common subsequences of all pairs of endings.
class Lengths {
public:
    Lengths(const Numbers& left, const Numbers& right)
        : across_(right.size() + 1), cells_((left.size() + 1) * across_) {
        for (std::size_t i = left.size(); i-- > 0;)
            for (std::size_t j = right.size(); j-- > 0;)
                cells_[i * across_ + j] = left[i] == right[j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                                              : std::max(at(i + 1, j), at(i, j + 1));
    }
    [[nodiscard]] std::uint16_t at(std::size_t i, std::size_t j) const { return cells_[i * across_ + j]; }

private:
    std::size_t across_;
    std::vector<std::uint16_t> cells_; // windows have fewer than 65,536 lines
};

/// Returns the marks of the lines of two windows in their order.
std::vector<In> align(Numbers left, Numbers right) {
    std::size_t shared = 0; // at the ends of both
    for (; !left.empty() && !right.empty() && left.back() == right.back(); ++shared) left.pop_back(), right.pop_back();
    const Lengths lengths(left, right);
    std::vector<In> marks;
    for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
        if (i < left.size() && j < right.size() && left[i] == right[j])
            marks.push_back(In::Both), ++i, ++j;
        else if (j == right.size() || (i < left.size() && lengths.at(i + 1, j) >= lengths.at(i, j + 1)))
            marks.push_back(In::Left), ++i;
        else
            marks.push_back(In::Right), ++j;
    }
    marks.insert(marks.end(), shared, In::Both);
    return marks;
}

/// Returns how many marks are final though more lines follow: up to the last shared line in the first half of the windows, or up to
/// the first shared line; 0 if no line is shared.
std::size_t count_final(std::span<const In> marks, std::size_t window) {
    std::size_t final = 0, left = 0, right = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        left += marks[i] != In::Right ? 1 : 0;
        right += marks[i] != In::Left ? 1 : 0;
        if (final != 0 && std::max(left, right) > window / 2) break;
        if (marks[i] == In::Both) final = i + 1;
    }
    return final;
}

class Differ {
public:
    Differ(const NextLine& left, const NextLine& right, const SeeLine& see, std::size_t window)
        : left_(left, window), right_(right, window), see_(see), size_(window) {}

    std::vector<NotAligned> run() {
        for (;;) {
            take_equal_lines();
            if (left_.lines().empty() && right_.lines().empty()) return std::move(not_aligned_);
            auto [left, right] = numbers_of(left_, right_);
            take(align(std::move(left), std::move(right)));
        }
    }

private:
    void fill() {
        left_.fill();
        right_.fill();
    }
    void take_equal_lines() {
        for (fill(); !left_.lines().empty() && !right_.lines().empty(); fill()) {
            if (left_.lines().front() != right_.lines().front()) return;
            see_(In::Both, left_.take());
            (void)right_.take();
        }
    }
    void take(std::span<const In> marks) {
        const bool is_rest = (left_.is_last() && right_.is_last()) || left_.lines().empty() || right_.lines().empty();
        const std::size_t final = is_rest ? marks.size() : count_final(marks, size_);
        if (final == 0) add_not_aligned();
        for (const In in : final == 0 ? marks : marks.first(final)) {
            std::string line = in == In::Right ? right_.take() : left_.take();
            if (in == In::Both) (void)right_.take();
            see_(in, std::move(line));
        }
    }

    /// Windows that follow one another are one block.
    void add_not_aligned() {
        const auto follows = [&](const NotAligned& last) {
            return last.left + last.left_count == left_.number() && last.right + last.right_count == right_.number();
        };
        if (not_aligned_.empty() || !follows(not_aligned_.back()))
            not_aligned_.push_back({left_.number(), right_.number(), 0, 0});
        not_aligned_.back().left_count += left_.lines().size();
        not_aligned_.back().right_count += right_.lines().size();
    }

    Window left_, right_;
    const SeeLine& see_;
    std::size_t size_;
    std::vector<NotAligned> not_aligned_;
};

} // namespace

NextLine lines_of(std::span<const std::string> lines) {
    return [lines, at = std::size_t{0}]() mutable {
        return at < lines.size() ? std::optional(lines[at++]) : std::nullopt;
    };
}

std::vector<NotAligned> diff_lines(const NextLine& left, const NextLine& right, const SeeLine& see,
                                   std::size_t window) {
    return Differ(left, right, see, window).run();
}

} // namespace relit::cli
