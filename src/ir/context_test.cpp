// Sources: what the user says, what the file brings, what is usual.
#include "ir/context.hpp"

#include <gtest/gtest.h>

namespace relit::ir {
namespace {

TEST(Context, TheUserIsAskedFirstAndTheFileNext) {
    const Context given{{{"a", 1}}};
    ContextReader reader(given);
    reader.bring({{{"a", 2}, {"b", 3}, {"unread", 4}}});
    reader.bring({{{"b", 5}, {"d", 6}}});
    EXPECT_EQ(reader.read("a", 9), 1U);
    EXPECT_EQ(reader.read("b", 9), 3U);
    EXPECT_EQ(reader.read("c", 9), 9U);
    EXPECT_EQ(reader.read("d", 9), 6U);
    EXPECT_EQ(reader.seen(), (Context{{{"a", 1}, {"b", 3}, {"c", 9}, {"d", 6}}}));
}

} // namespace
} // namespace relit::ir
