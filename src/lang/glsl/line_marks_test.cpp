#include "lang/glsl/line_marks.hpp"

#include <gtest/gtest.h>

namespace relit::lang::glsl {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

TEST(LineMarks, AreTakenFromEachLine) {
    std::string text = "a;" + line_mark(std::vector<std::uint32_t>{5, 2, 5, 0}) + "\n\nb;\nc;" +
                       line_mark(std::vector<std::uint32_t>{1}) + "\n";
    EXPECT_EQ(take_line_marks(text), (Lists{{1, 4}, {}, {}, {0}}));
    EXPECT_EQ(text, "a;\n\nb;\nc;\n");
}

TEST(LineMarks, LastLineMayHaveNoEnd) {
    std::string text = "a;\nb;" + line_mark(std::vector<std::uint32_t>{3});
    EXPECT_EQ(take_line_marks(text), (Lists{{}, {2}}));
    EXPECT_EQ(text, "a;\nb;");
}

TEST(LineMarks, LinesWithoutOriginHaveNone) {
    EXPECT_EQ(line_mark({}), "");
    std::string text;
    EXPECT_TRUE(take_line_marks(text).empty());
}

} // namespace
} // namespace relit::lang::glsl
