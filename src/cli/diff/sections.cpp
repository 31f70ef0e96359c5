#include "cli/diff/sections.hpp"

#include <limits>

namespace relit::cli {

std::vector<Section> align_sections(const NextLine& left, const NextLine& right, std::size_t most) {
    std::vector<Section> sections;
    std::uint64_t left_count = 0, right_count = 0;
    const auto see = [&](In in, std::string&&) {
        left_count += in != In::Right ? 1 : 0;
        right_count += in != In::Left ? 1 : 0;
        const bool is_shared = in == In::Both, goes_on = !sections.empty() && sections.back().is_shared == is_shared;
        if (!goes_on && sections.size() < most) sections.push_back({0, 0, is_shared});
        Section& last = sections.back();
        last.is_shared = last.is_shared && is_shared;
        last.left_end = left_count, last.right_end = right_count;
    };
    (void)diff_lines(left, right, see); // blocks that are not aligned here are reported by lines
    constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();
    sections.push_back({kEnd, kEnd, false});
    return sections;
}

} // namespace relit::cli
