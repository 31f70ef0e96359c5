#include "cli/diff/line_diff.hpp"

#include <gtest/gtest.h>

namespace relit::cli {
namespace {

/// "=a -b +c": lines of both, of the left alone, of the right alone.
std::string aligned(const std::vector<std::string>& left, const std::vector<std::string>& right) {
    const auto lines = align(left, right);
    std::string text;
    for (const AlignedLine& line : *lines)
        text += (text.empty() ? "" : " ") + (line.is_shared() ? "=" + left[*line.left]
                                             : line.left      ? "-" + left[*line.left]
                                                              : "+" + right[*line.right]);
    return text;
}

TEST(LineDiff, AlignsByALongestCommonSubsequence) {
    EXPECT_EQ(aligned({"a", "b", "c"}, {"a", "b", "c"}), "=a =b =c");
    EXPECT_EQ(aligned({"a", "b", "c"}, {"a", "x", "c"}), "=a -b +x =c");
    EXPECT_EQ(aligned({"a", "b", "c", "d"}, {"b", "d", "e"}), "-a =b -c =d +e");
    EXPECT_EQ(aligned({}, {"a"}), "+a");
    EXPECT_EQ(aligned({"a", "a"}, {"a"}), "=a -a");
}

TEST(LineDiff, RefusesTextsThatAreTooLong) {
    std::vector<std::string> left(20000, "a"), right(20000, "b");
    EXPECT_FALSE(align(left, right));
    right = left;
    EXPECT_TRUE(align(left, right)) << "what both begin with takes no table";
}

} // namespace
} // namespace relit::cli
