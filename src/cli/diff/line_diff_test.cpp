#include "cli/diff/line_diff.hpp"

#include "isa/shared/random.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using isa::Random;
using Lines = std::vector<std::string>;

struct Differed {
    std::string text; // "=a -b +c": lines of both, of the left alone, of the right alone
    Lines left, right;
    std::size_t shared = 0;
    std::vector<NotAligned> not_aligned;
};

Differed differed(const Lines& left, const Lines& right, std::size_t window = kDiffWindow) {
    Differed got;
    const auto see = [&](In in, std::string&& line) {
        got.text +=
            fmt::format("{}{}{}", got.text.empty() ? "" : " ", in == In::Both ? '=' : static_cast<char>(in), line);
        got.shared += in == In::Both ? 1 : 0;
        if (in != In::Right) got.left.push_back(line);
        if (in != In::Left) got.right.push_back(line);
    };
    got.not_aligned = diff_lines(lines_of(left), lines_of(right), see, window);
    return got;
}

TEST(LineDiff, AlignsByALongestCommonSubsequence) {
    EXPECT_EQ(differed({"a", "b", "c"}, {"a", "b", "c"}).text, "=a =b =c");
    EXPECT_EQ(differed({"a", "b", "c"}, {"a", "x", "c"}).text, "=a -b +x =c");
    EXPECT_EQ(differed({"a", "b", "c", "d"}, {"b", "d", "e"}).text, "-a =b -c =d +e");
    EXPECT_EQ(differed({}, {"a"}).text, "+a");
    EXPECT_EQ(differed({"a", "a"}, {"a"}).text, "=a -a");
    EXPECT_EQ(differed({}, {}).text, "");
}

/// Lines with the numbers 0 to count, where each of them may be missing or another.
Lines changed(Random& random, std::size_t count, std::uint32_t one_in) {
    Lines lines;
    for (std::size_t i = 0; i < count; ++i) {
        if (random.one_in(one_in)) lines.push_back(fmt::format("new {}", random.below(1000000)));
        if (!random.one_in(one_in)) lines.push_back(fmt::format("line {}", i));
    }
    return lines;
}

TEST(LineDiff, LongTextsAreAlignedByWindowsAndKeepEveryLine) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        const Lines left = changed(random, 2000, 20), right = changed(random, 2000, 20);
        const Differed whole = differed(left, right), by_windows = differed(left, right, 64);
        for (const Differed& one : {whole, by_windows}) {
            EXPECT_EQ(one.left, left) << seed;
            EXPECT_EQ(one.right, right) << seed;
            EXPECT_TRUE(one.not_aligned.empty()) << seed;
        }
        EXPECT_GE(by_windows.shared * 100, whole.shared * 99) << seed << ": a window loses few shared lines";
    }
}

TEST(LineDiff, ABlockLongerThanAWindowIsTold) {
    Lines left(100, "a"), right(100, "b");
    left.emplace_back("end"), right.emplace_back("end");
    const Differed got = differed(left, right, 16);
    EXPECT_EQ(got.left, left);
    EXPECT_EQ(got.right, right);
    EXPECT_EQ(got.not_aligned, (std::vector<NotAligned>{{1, 1, 96, 96}})) << "six windows that follow one another";
    EXPECT_TRUE(got.text.ends_with(" =end")) << "it goes on where lines are shared again";
}

TEST(LineDiff, TheRestOfALongerTextNeedsNoLineToAlign) {
    const Differed got = differed(Lines(100, "a"), {"a", "b"}, 16);
    EXPECT_EQ(got.left.size(), 100U);
    EXPECT_EQ(got.shared, 1U);
    EXPECT_LE(got.not_aligned.size(), 1U);
}

} // namespace
} // namespace relit::cli
