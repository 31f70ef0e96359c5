#include "base/lines.hpp"

#include <gtest/gtest.h>

#include <string>

namespace relit {
namespace {

TEST(EachLine, CountsFromOneAndStopsAtTheFirstFault) {
    std::string seen;
    const auto take = [&](std::string_view line, std::uint32_t number) -> Status {
        seen += std::to_string(number) + std::string(line) + ";";
        return number == 3 ? fail_line(number, 1, "the third") : Status();
    };
    EXPECT_TRUE(each_line("a\r\n\n", take));
    EXPECT_EQ(seen, "1a;2;");
    seen.clear();
    const Status read = each_line("a\nb\nc\nd\n", take);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().line, 3U);
    EXPECT_EQ(seen, "1a;2b;3c;");
}

} // namespace
} // namespace relit
