#include "base/printable.hpp"

#include <gtest/gtest.h>

namespace relit {
namespace {

using namespace std::string_view_literals;

TEST(Printable, LeavesTextAsItIs) {
    EXPECT_EQ(printable("a b ~ \\ \""), "a b ~ \\ \"");
    EXPECT_EQ(printable("Grün \xe2\x82\xac \xf0\x9f\x98\x80"), "Grün \xe2\x82\xac \xf0\x9f\x98\x80");
}

TEST(Printable, SpellsControlCharacters) {
    EXPECT_EQ(printable("a\x1b[31m\0\n\r\x7f"sv), "a\\x1b[31m\\x00\\x0a\\x0d\\x7f");
    EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b"); // CSI in one character
    EXPECT_EQ(printable("a\n\tb\r", "\n\t"), "a\n\tb\\x0d");
}

// A name could show another file type or value than it has.
TEST(Printable, SpellsCharactersThatChangeTheDirection) {
    EXPECT_EQ(printable("a\xe2\x80\xaetxt.exe"), "a\\xe2\\x80\\xaetxt.exe");
    for (const std::string_view one :
         {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xaa", "\xe2\x81\xa6", "\xe2\x81\xa9"})
        EXPECT_NE(printable(one), one);
    for (const std::string_view one : {"\xe2\x80\x8d", "\xe2\x80\x90", "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa"})
        EXPECT_EQ(printable(one), one);
}

TEST(Printable, SpellsBytesThatAreNoCharacter) {
    EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
    EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");          // longer than need be
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80"); // half of a pair of UTF-16
}

} // namespace
} // namespace relit
