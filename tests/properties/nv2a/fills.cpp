// Programs whose unused fields have the values of a fill are listed without lists of fields, and any bit that differs is
// shown: text and words round trip.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/shared/random.hpp"

#include "base/words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace relit::isa::nv2a::nv2a_fills {
namespace {

constexpr Fill kFills[] = {Fill::Plain, Fill::Sdk, Fill::Xvs, Fill::Cg};

/// A random program whose unused fields are as in `fill`.
std::vector<Word128> filled(std::uint64_t seed, Fill fill) {
    const auto program = load_binary(sample(seed));
    std::vector<Word128> words;
    for (const Word128& word : program.value().slots) words.push_back(bits_in_text(word, fill));
    return words;
}

std::vector<std::uint8_t> bytes_of(const std::vector<Word128>& words) {
    std::vector<std::uint8_t> bytes;
    for (const Word128& word : words) add_words(bytes, word.raw);
    return bytes;
}

std::string text_of_words(const std::vector<std::uint8_t>& bytes, std::string_view fill, std::string_view dialect) {
    const auto listing = list(bytes, {{"fill", std::string(fill)}, {"dialect", std::string(dialect)}});
    return listing ? print(*listing) : "fault: " + listing.error().text;
}

void expect_back(const std::string& text, const std::vector<std::uint8_t>& bytes, std::uint64_t seed) {
    const auto again = assemble(text, {});
    EXPECT_TRUE(again && *again == bytes) << "seed " << seed << "\n" << text;
}

TEST(Nv2aFills, NeedNoListsInTheirOwnPrograms) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        for (const Fill fill : kFills) {
            const auto bytes = bytes_of(filled(seed, fill));
            const std::string text = text_of_words(bytes, name_of(fill), seed % 2 == 0 ? "vsh" : "gl");
            EXPECT_EQ(text.find('@'), std::string::npos) << "seed " << seed << "\n" << text;
            expect_back(text, bytes, seed);
        }
    }
}

TEST(Nv2aFills, ShowEveryBitThatDiffers) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        for (const Fill fill : kFills) {
            std::vector<Word128> words = filled(seed, fill);
            const std::string before = text_of_words(bytes_of(words), name_of(fill), "vsh");
            // FINAL, the lowest bit of the last dword, stays in the last word, so that the file stays one program.
            const std::uint32_t bit = random.below(128);
            if (bit == 96) continue;
            words[random.below(static_cast<std::uint32_t>(words.size()))].raw[bit / 32] ^= 1U << bit % 32;
            const auto bytes = bytes_of(words);
            const auto program = load_binary(bytes);
            if (!program || program->kind != FileKind::RawSlots) continue;
            for (const std::string_view shown : {"auto", "plain", "xvs"}) {
                const std::string text = text_of_words(bytes, shown, "vsh");
                expect_back(text, bytes, seed);
                if (shown != name_of(fill)) continue;
                EXPECT_NE(text, before) << "seed " << seed << ", bit " << bit;
            }
        }
    }
}

} // namespace
} // namespace relit::isa::nv2a::nv2a_fills
