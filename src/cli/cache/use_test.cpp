#include "cli/cache/use.hpp"

#include <gtest/gtest.h>

namespace relit::cli {
namespace {

void expect_tiers(std::string_view text, std::string_view folder, std::string_view url, bool is_read_only) {
    const auto tiers = tiers_of(text);
    ASSERT_TRUE(tiers) << text;
    EXPECT_EQ(tiers->folder, folder) << text;
    EXPECT_EQ(tiers->url, url) << text;
    EXPECT_EQ(tiers->is_read_only, is_read_only) << text;
}

TEST(CacheTiers, AreAFolderAServerOrBoth) {
    expect_tiers("a/b", "a/b", "", false);
    expect_tiers("a,b,read-only", "a,b,read-only", "", false);
    expect_tiers("http://h:1/f", "", "http://h:1/f", false);
    expect_tiers("https://h,read-only", "", "https://h", true);
    expect_tiers("a,b,http://h", "a,b", "http://h", false);
    expect_tiers("a,https://h,read-only", "a", "https://h", true);
    expect_tiers("ahttp://h", "ahttp://h", "", false);
    for (const std::string_view text : {"http://h,", "a,http://h,b", "http://h,http://i", "http://h,read-only,"})
        EXPECT_FALSE(tiers_of(text)) << text;
}

} // namespace
} // namespace relit::cli
