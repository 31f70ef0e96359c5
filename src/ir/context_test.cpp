// Sources: what the user says, what the file brings, what is usual.
#include "ir/context.hpp"

#include <gtest/gtest.h>

namespace relit::ir {
namespace {

TEST(Context, TheContextOverridesTheFile) {
    const Context given{{{"a", 1}}};
    ContextReader reader(given);
    reader.bring({{{"a", 2}, {"b", 3}, {"unread", 4}}});
    reader.bring({{{"b", 5}, {"d", 6}}});
    constexpr ContextKey kA{"a", "N", "9", ""}, kB{"b", "N", "9", ""}, kC{"c", "N", "9", ""},
        kD{"d", "N", "as computed", ""};
    EXPECT_EQ(reader.read(kA), 1U);
    EXPECT_EQ(reader.read(kB), 3U);
    EXPECT_EQ(reader.read(kC), 9U);
    EXPECT_EQ(reader.read_or(8, kD), 6U);
    EXPECT_EQ(reader.seen(), (Context{{{"a", 1}, {"b", 3}, {"c", 9}, {"d", 6}}}));
}

TEST(Context, NamesContainNumbers) {
    const Context given{{{"word3.of12", 7}}};
    ContextReader reader(given);
    constexpr ContextKey kWord{"word#.of#", "N", "5", ""}, kComputed{"half#.of#", "N", "as computed", ""};
    EXPECT_EQ(reader.read(kWord, 3, 12), 7U);
    EXPECT_EQ(reader.read(kWord, 3, 1), 5U);
    EXPECT_EQ(reader.read_or(6, kComputed, 0, 0), 6U);
    EXPECT_EQ(reader.seen(), (Context{{{"half0.of0", 6}, {"word3.of1", 5}, {"word3.of12", 7}}}));
}

#ifndef NDEBUG
// A default stands in its row alone, or is computed in one way.
TEST(ContextDeathTest, AKeyHasOneDefault) {
    const Context none;
    ContextReader reader(none);
    constexpr ContextKey kLiteral{"a", "N", "9", ""}, kComputed{"b", "N", "as computed", ""};
    EXPECT_DEATH((void)reader.read_or(8, kLiteral), "default");
    EXPECT_EQ(reader.read_or(8, kComputed), 8U);
    EXPECT_EQ(reader.read_or(8, kComputed), 8U);
    EXPECT_DEATH((void)reader.read_or(7, kComputed), "two defaults|value == otherwise");
}
#endif

} // namespace
} // namespace relit::ir
