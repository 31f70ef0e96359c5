// The lines of a text one after another, for texts of any length.
#pragma once

#include "base/result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace relit {

/// The lines of split_lines() one by one, for `for (const std::string_view line : TextLines(text))`.
class TextLines {
public:
    class Iterator {
    public:
        explicit Iterator(std::string_view text) : left_(text) { cut(); }

        [[nodiscard]] std::string_view operator*() const { return line_; }
        Iterator& operator++() {
            left_.remove_prefix(cut_);
            cut();
            return *this;
        }
        [[nodiscard]] bool operator==(std::default_sentinel_t /*end*/) const { return left_.empty(); }

    private:
        void cut() {
            const std::size_t end = std::min(left_.find('\n'), left_.size());
            line_ = left_.substr(0, end);
            if (line_.ends_with('\r')) line_.remove_suffix(1);
            cut_ = std::min(end + 1, left_.size());
        }

        std::string_view left_, line_;
        std::size_t cut_ = 0; // characters of the line with its end
    };

    explicit TextLines(std::string_view text) : text_(text) {}
    [[nodiscard]] Iterator begin() const { return Iterator(text_); }
    [[nodiscard]] static std::default_sentinel_t end() { return {}; }

private:
    std::string_view text_;
};

/// Calls `take(line, number)` with each line and its number, from 1 on, up to the first fault, which it returns.
template <class Take>
[[nodiscard]] Status each_line(std::string_view text, Take take) {
    std::uint32_t number = 0;
    for (const std::string_view line : TextLines(text))
        if (Status taken = take(line, ++number); !taken) return taken;
    return {};
}

} // namespace relit
