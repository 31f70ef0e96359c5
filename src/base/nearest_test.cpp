#include "base/nearest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit {
namespace {

TEST(Nearest, CountsLetters) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("disam", "disasm"), 1U);
}

TEST(Nearest, IsTheLikeliestNameOrNone) {
    constexpr std::array<std::string_view, 4> kNames = {"disasm", "asm", "run", "translate"};
    EXPECT_EQ(nearest_of("disam", kNames), "disasm");
    EXPECT_EQ(nearest_of("tranlsate", kNames), "translate");
    EXPECT_EQ(nearest_of("ru", kNames), "run");
    EXPECT_EQ(nearest_of("convert", kNames), "");
}

} // namespace
} // namespace relit
