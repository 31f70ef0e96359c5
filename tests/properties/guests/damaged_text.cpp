// A listing with one damaged word is still taken for its own guest's text, whose assembler says what is wrong; ./go soak damaged_texts
// has more of them.
#include "tests/support/guests/damaged_text.hpp"
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"
#include "guests/kind.hpp"

#include <gtest/gtest.h>

#include <fmt/ranges.h>

namespace relit::damaged_text {
namespace {

TEST(DamagedText, IsTakenForItsGuest) {
    constexpr std::size_t kTexts = 100;
    for (const codec::Codec* const codec : guests::codecs()) {
        const test::DamagedTexts texts = test::damaged_texts(*codec, 1, kTexts, false);
        EXPECT_EQ(texts.refused, kTexts) << codec->name;
        EXPECT_GE(texts.named, 95U) << fmt::format("{}", fmt::join(texts.misses, "\n"));
    }
}

TEST(DamagedText, ALineNamesItsGuest) {
    for (const codec::Codec* const codec : guests::codecs()) {
        const test::DamagedTexts texts = test::damaged_texts(*codec, 1, 50, true);
        EXPECT_EQ(texts.named, texts.refused) << codec->name;
        EXPECT_EQ(texts.refused, 50U) << codec->name;
    }
}

TEST(DamagedText, SchedulingAloneInFrontIsNoComment) {
    constexpr std::string_view kText = "/*0008*/ --:-:-:Y:0      SUST.Q [R2], R4 ;\n/*0010*/ --:-:-:Y:0      EXIT ;\n";
    const auto kind = guests::kind_of_text(kText, "file", {});
    ASSERT_TRUE(kind) << kind.error().text;
    EXPECT_EQ(kind->codec->name, "maxwell");
}

/// Every assembler reads a text with the line as it reads the text without it.
TEST(DamagedText, TheLineBecomesBlank) {
    for (const codec::Codec* const codec : guests::codecs()) {
        const std::string text = test::listing_of(*codec, 1);
        ASSERT_NE(text, "") << codec->name;
        const auto expected = codec::assemble(*codec, text);
        ASSERT_TRUE(expected) << codec->name << ": " << expected.error().text;
        std::string named = "  .isa " + std::string(codec->name) + "  // its guest\n" + text;
        const std::span bytes(reinterpret_cast<std::uint8_t*>(named.data()), named.size());
        EXPECT_EQ(guests::take_isa_line(nullptr, bytes).value(), codec);
        const auto assembled = codec::assemble(*codec, named);
        ASSERT_TRUE(assembled) << codec->name << ": " << assembled.error().text;
        EXPECT_EQ(*assembled, *expected) << codec->name;
    }
}

TEST(DamagedText, ALineThatNamesNoGuestIsAFault) {
    const auto fault = [](std::string text, const codec::Codec* named = nullptr) {
        const auto taken =
            guests::take_isa_line(named, std::span(reinterpret_cast<std::uint8_t*>(text.data()), text.size()));
        return taken ? std::string("none") : describe(taken.error(), "f");
    };
    EXPECT_EQ(fault("\n.isa nv2\n"),
              "f:2:6: error: .isa nv2: no such guest language; there are nv2a, rsx.vp, rsx.fp, "
              "maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a");
    EXPECT_EQ(fault(".isa\n"), "f:1:1: error: .isa takes the name of a guest language");
    EXPECT_EQ(fault(".isa nv2a twice\n"), "f:1:11: error: only a comment may follow .isa NAME");
    EXPECT_EQ(fault(".isa nv2a\n", guests::codec_named("ir")),
              "f:1:1: error: the text is of nv2a by its .isa, and --isa names ir");
    EXPECT_EQ(fault(".isa nv2a\n", guests::codec_named("nv2a")), "none");
    EXPECT_EQ(fault(".isax\n"), "none");
    EXPECT_EQ(fault("mov oPos, v0\n.isa nv2\n"), "none");
}

} // namespace
} // namespace relit::damaged_text
