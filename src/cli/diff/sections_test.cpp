#include "cli/diff/sections.hpp"

#include "cli/diff/hunks.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Texts = std::vector<std::string>;
constexpr std::uint64_t kToTheEnd = UINT64_MAX;

std::vector<Section> sections_between(const Texts& left, const Texts& right, std::size_t most = kMostSections) {
    return align_sections(lines_of(left), lines_of(right), most);
}

TEST(Sections, AlternateAndReachTheEnd) {
    EXPECT_EQ(sections_between({"a", "b", "c"}, {"a", "b", "c"}),
              (std::vector<Section>{{3, 3, true}, {kToTheEnd, kToTheEnd, false}}));
    EXPECT_EQ(sections_between({"a", "b", "c"}, {"a", "x", "y", "c"}),
              (std::vector<Section>{{1, 1, true}, {2, 3, false}, {3, 4, true}, {kToTheEnd, kToTheEnd, false}}));
    EXPECT_EQ(sections_between({"a"}, {"x", "a"}),
              (std::vector<Section>{{0, 1, false}, {1, 2, true}, {kToTheEnd, kToTheEnd, false}}));
    EXPECT_EQ(sections_between({}, {}), (std::vector<Section>{{kToTheEnd, kToTheEnd, false}}));
}

TEST(Sections, TheLastOfTooManyIsTheRest) {
    const Texts left{"a", "1", "b", "2", "c"}, right{"a", "3", "b", "4", "c"};
    EXPECT_EQ(sections_between(left, right, 2),
              (std::vector<Section>{{1, 1, true}, {5, 5, false}, {kToTheEnd, kToTheEnd, false}}));
}

/// Gives lines, of which those with a sign are of one text alone, to hunks; returns the text that a user reads.
std::string hunks_of(const Texts& lines) {
    Options options;
    const std::string file = testing::TempDir() + "hunks_of.txt";
    {
        auto out = *Output::open(file, "");
        DiffAnswer answer(options, out, "packets");
        Hunks hunks(answer);
        DumpLocation left{.packet = 1}, right{.packet = 1};
        for (const std::string& line : lines) {
            const In in = line[0] == '-' ? In::Left : line[0] == '+' ? In::Right : In::Both;
            hunks.add(in, line.substr(1), left, right);
            if (in != In::Right) ++left.offset;
            if (in != In::Left) ++right.offset;
        }
        hunks.finish();
        (void)answer.finish({});
    }
    const auto bytes = *read_input(options, file);
    std::string text(bytes.begin(), bytes.end());
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) text[at] = '/';
    return text;
}

TEST(Hunks, HaveThreeLinesAround) {
    EXPECT_EQ(hunks_of({" a", " b", " c"}), "");
    EXPECT_EQ(hunks_of({" a", " b", " c", " d", "-e", "+f", " g", " h", " i", " j"}),
              "@@ packet 0 at 0x1 @@/  b/  c/  d/- e/+ f/  g/  h/  i/");
    EXPECT_EQ(hunks_of({"+a", " b"}), "@@ packet 0 at 0x0 @@/+ a/  b/");
}

TEST(Hunks, AreOneWhereTheirLinesMeet) {
    const Texts between{" 1", " 2", " 3", " 4", " 5", " 6"};
    Texts lines{"-a"};
    lines.insert(lines.end(), between.begin(), between.end());
    lines.emplace_back("+b");
    EXPECT_EQ(hunks_of(lines), "@@ packet 0 at 0x0 @@/- a/  1/  2/  3/  4/  5/  6/+ b/");
    lines.insert(lines.begin() + 1, " 0");
    EXPECT_EQ(hunks_of(lines),
              "@@ packet 0 at 0x0 @@/- a/  0/  1/  2/@@ packet 0 at 0x5 | packet 0 at 0x4 @@/  4/  5/  6/+ b/");
}

} // namespace
} // namespace relit::cli
