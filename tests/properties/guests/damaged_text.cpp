// A listing with one damaged word is still taken for its own guest's text, whose assembler says what is wrong.
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"
#include "guests/kind.hpp"
#include "isa/shared/random.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace relit::damaged_text {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A listing as disasm prints it; empty where there is none for the seed.
std::string listing_of(const codec::Codec& codec, std::uint64_t seed) {
    constexpr std::string_view kDumps[] = {"gs/dither.gs.xz", "gs/scanmsk.gs.xz"};
    constexpr std::string_view kStreams[] = {"r500/flow_stream.vs.bin"};
    std::vector<std::uint8_t> file;
    if (codec.sample != nullptr) file = codec.sample(seed);
    if (codec.name == "gs") file = read(fs::path(RELIT_DATA) / kDumps[seed % std::size(kDumps)]);
    if (codec.name == "r500") file = read(fs::path(RELIT_DATA) / kStreams[seed % std::size(kStreams)]);
    const auto listing = codec::list(codec, file);
    return listing ? codec::print(*listing) : std::string();
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// Changes, removes, adds or swaps a character of a word.
void damage(std::string& text, isa::Random& random) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    std::size_t at = 0;
    do at = random.below(static_cast<std::uint32_t>(text.size()));
    while (!is_word(text[at]));
    const char letter = kLetters[random.below(static_cast<std::uint32_t>(kLetters.size()))];
    switch (random.below(4)) {
        case 0: text[at] = letter; break;
        case 1: text.erase(at, 1); break;
        case 2: text.insert(at, 1, letter); break;
        default: std::swap(text[at], text[at == 0 ? 0 : at - 1]); break;
    }
}

/// Listings that their own assembler refuses, and how many of them are taken for its guest's text.
struct Count {
    std::size_t refused = 0, named = 0;
};

Count count_damaged(const codec::Codec& codec, std::size_t wanted, bool has_isa_line) {
    isa::Random random(7);
    Count count;
    for (std::uint64_t seed = 1; count.refused < wanted && seed < 20 * wanted; ++seed) {
        std::string text = listing_of(codec, seed);
        if (text.empty()) continue;
        const std::string before = text;
        damage(text, random);
        if (codec::assemble(codec, text)) continue; // the damage is in a comment, or makes another program
        ++count.refused;
        if (has_isa_line) text.insert(0, "// a comment\n.isa " + std::string(codec.name) + "\n");
        const auto kind = guests::kind_of_text(text, "file", {});
        const bool is_named = kind && kind->codec == &codec;
        count.named += is_named ? 1 : 0;
        if (is_named || has_isa_line) continue;
        std::size_t at = 0;
        while (at < text.size() && at < before.size() && text[at] == before[at]) ++at;
        const std::size_t line = text.rfind('\n', at) + 1;
        std::cout << codec.name << ' ' << seed << " is taken for "
                  << (kind ? std::string(kind->codec->name) : kind.error().text) << ": "
                  << text.substr(line, text.find('\n', at) - line) << '\n';
    }
    return count;
}

TEST(DamagedText, IsTakenForItsGuest) {
    constexpr std::size_t kTexts = 500;
    for (const codec::Codec* const codec : guests::codecs()) {
        const Count count = count_damaged(*codec, kTexts, false);
        EXPECT_EQ(count.refused, kTexts) << codec->name;
        EXPECT_GE(100 * count.named, 95 * count.refused) << codec->name << ": " << count.named;
    }
}

TEST(DamagedText, ALineNamesItsGuest) {
    for (const codec::Codec* const codec : guests::codecs()) {
        const Count count = count_damaged(*codec, 50, true);
        EXPECT_EQ(count.named, count.refused) << codec->name;
        EXPECT_EQ(count.refused, 50U) << codec->name;
    }
}

/// Every assembler reads a text with the line as it reads the text without it.
TEST(DamagedText, TheLineBecomesBlank) {
    for (const codec::Codec* const codec : guests::codecs()) {
        const std::string text = listing_of(*codec, 1);
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
