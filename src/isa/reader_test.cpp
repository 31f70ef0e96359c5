// The reader of texts: where its things end, also where the text is a part of a longer one.
#include "isa/reader.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace relit::isa {
namespace {

constexpr TextRules kLines{.line_comment = '#', .new_lines_end_statements = true};
constexpr TextRules kStatements{};

/// The first `count` characters; what follows them is not the reader's.
Reader reader_of(std::string_view text, std::size_t count) { return {text.substr(0, count), kLines}; }

TEST(IsaReader, EndsWithItsTextWhateverFollowsThat) {
    EXPECT_EQ(reader_of("12345", 3).number(), 123U);
    EXPECT_EQ(reader_of("0x12345", 5).number(), 0x123U);
    EXPECT_EQ(reader_of("12ab", 2).number(), 12U);
    EXPECT_EQ(reader_of("0x12", 2).number(), std::nullopt);
    EXPECT_EQ(reader_of("abc", 2).word(), "ab");
    EXPECT_EQ(reader_of("a.b.c", 3).dotted_word(), "a.b");
    EXPECT_EQ(reader_of("xyzw", 2).letters_here(4), "xy");
    EXPECT_EQ(reader_of("; ", 0).peek(), '\0');
    EXPECT_FALSE(reader_of(";", 0).accept(';'));
    EXPECT_FALSE(reader_of(" +", 1).accept_joining_plus());
    EXPECT_FALSE(reader_of("a.", 0).dot_here());
    EXPECT_TRUE(reader_of("  x", 2).at_end());
    EXPECT_TRUE(reader_of("# x\ny", 3).at_end());
    EXPECT_TRUE(reader_of("/* x */ y", 6).at_end()); // without its end
    Reader number = reader_of("12345", 3);
    (void)number.number();
    EXPECT_EQ(number.at(), 3U);
}

TEST(IsaReader, NumbersHave32Bits) {
    const auto number = [](std::string_view text) { return Reader(text, kLines).number(); };
    EXPECT_EQ(number("4294967295"), 0xffffffffU);
    EXPECT_EQ(number("0xffffffff,"), 0xffffffffU);
    EXPECT_EQ(number(" 0XfF "), 0xffU);
    EXPECT_EQ(number("00000000012"), 12U);
    for (const std::string_view text :
         {"4294967296", "0x100000000", "99999999999999999999999", "12a", "12_", "0x", "0xg", "x", "-1", ""}) {
        Reader in(text, kLines);
        EXPECT_EQ(in.number(), std::nullopt) << text;
        EXPECT_EQ(in.at(), 0U) << text;
    }
}

TEST(IsaReader, WordsBeginWithNoDigit) {
    EXPECT_EQ(Reader(" a1_B.c", kLines).word(), "a1_B");
    EXPECT_EQ(Reader(" a1_B.c-", kLines).dotted_word(), "a1_B.c");
    EXPECT_EQ(Reader("1a", kLines).word(), "");
    EXPECT_EQ(Reader("_", kLines).word(), "_");
    EXPECT_EQ(Reader("xyzwx", kLines).letters_here(4), "xyzw");
    EXPECT_EQ(Reader(" x", kLines).letters_here(4), "");
    EXPECT_EQ(Reader("azAZ@[`{", kLines).letters_here(9), "azAZ");
    EXPECT_EQ(Reader("09/:", kLines).number(), 9U);
}

TEST(IsaReader, StatementsEndAsTheRulesSay) {
    const auto ends = [](std::string_view text, TextRules rules, bool needs_semicolon) {
        return Reader(text, rules).end_statement(needs_semicolon);
    };
    for (const std::string_view text : {"", ";", "\n", " # x", " // x\n", "/* x */"})
        EXPECT_TRUE(ends(text, kLines, true)) << text;
    EXPECT_FALSE(ends("x", kLines, false));
    EXPECT_TRUE(ends("x", kStatements, false));
    EXPECT_FALSE(ends("\n x", kStatements, true));
    EXPECT_TRUE(ends("\n ;", kStatements, true));
    EXPECT_FALSE(ends(";", {.new_lines_end_statements = true, .semicolons_end_statements = false}, false));
    Reader plus("\n + x", kLines), none("\n x", kLines);
    EXPECT_TRUE(plus.accept_joining_plus());
    EXPECT_EQ(plus.at(), 4U);
    EXPECT_FALSE(none.accept_joining_plus());
    EXPECT_EQ(none.at(), 0U);
}

TEST(IsaReader, FaultsNameLineAndColumnFromOne) {
    const Reader in("ab\ncd\n\ne", kLines);
    const auto location = [&](std::size_t at) {
        const Fault fault = in.fault(at, "x");
        return std::pair(fault.line, fault.column);
    };
    EXPECT_EQ(location(0), std::pair(1U, 1U));
    EXPECT_EQ(location(2), std::pair(1U, 3U));
    EXPECT_EQ(location(3), std::pair(2U, 1U));
    EXPECT_EQ(location(6), std::pair(3U, 1U));
    EXPECT_EQ(location(8), std::pair(4U, 2U));
    EXPECT_EQ(location(99), std::pair(4U, 2U));
}

} // namespace
} // namespace relit::isa
