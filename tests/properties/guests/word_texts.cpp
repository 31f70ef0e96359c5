// Files as numbers in a text (asm --as): what is written is read back to the same bytes, whatever the guest and the form; other
// texts are not taken for files.
#include "codec/word_text.hpp"
#include "guests/guests.hpp"
#include "guests/recognise.hpp"
#include "guests/spelled_bytes.hpp"
#include "isa/shared/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

namespace relit::word_texts {
namespace {

namespace fs = std::filesystem;
using File = std::vector<std::uint8_t>;
using codec::Form;

constexpr Form kForms[] = {Form::Hex, Form::C, Form::Rust};

File read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Example {
    const codec::Codec* codec = nullptr;
    File file;
    std::string name;
};

/// Samples of all codecs, and the files of tests/data that one of them recognises.
std::vector<Example> examples() {
    std::vector<Example> all;
    for (const codec::Codec* codec : guests::codecs())
        for (std::uint64_t seed = 0; codec->sample != nullptr && seed < 20; ++seed)
            all.push_back({codec, codec->sample(seed), std::string(codec->name) + ' ' + std::to_string(seed)});
    for (const auto& entry : fs::recursive_directory_iterator(RELIT_DATA)) {
        if (!entry.is_regular_file()) continue;
        File file = read(entry.path());
        const auto likely = guests::likely(guests::candidates_of(file), entry.path().string());
        if (likely.size() == 1) all.push_back({likely[0].codec, std::move(file), entry.path().string()});
    }
    return all;
}

std::string text_of(const Example& one, Form form) {
    const codec::WordLayout layout = one.codec->layout != nullptr ? one.codec->layout(one.file) : codec::WordLayout{};
    return codec::word_text(one.file, {form, codec::array_name_of(one.name, form), one.codec->name, layout});
}

TEST(WordTexts, AreReadBackToTheSameBytes) {
    std::set<std::string_view> guests;
    for (const Example& one : examples()) {
        guests.insert(one.codec->name);
        for (const Form form : kForms) {
            SCOPED_TRACE(one.name + " as " + std::to_string(static_cast<int>(form)));
            const std::string text = text_of(one, form);
            const auto shown = guests::read_spelled(nullptr, text, "file");
            ASSERT_TRUE(shown) << shown.error().text;
            ASSERT_TRUE(*shown);
            EXPECT_EQ((*shown)->codec, one.codec);
            EXPECT_EQ((*shown)->bytes, one.file);
            EXPECT_EQ((*shown)->assumed, "");
        }
    }
    EXPECT_EQ(guests.size(), guests::codecs().size());
}

/// The order that no first line says is assumed, and said.
TEST(WordTexts, OfOtherProgramsAreReadWithANote) {
    std::size_t read = 0;
    for (const Example& one : examples()) {
        if (!one.name.contains('/') || guests::frontend_named(one.codec->name) == nullptr) continue;
        for (const Form form : {Form::C, Form::Rust}) {
            SCOPED_TRACE(one.name + " as " + std::to_string(static_cast<int>(form)));
            std::string text = text_of(one, form);
            while (text.starts_with("//")) text.erase(0, text.find('\n') + 1);
            const auto shown = guests::read_spelled(nullptr, text, one.name);
            ASSERT_TRUE(shown) << shown.error().text;
            if (!*shown) continue; // a codec has a reader of its own, or what the bytes are is not known without a name
            ++read;
            EXPECT_EQ((*shown)->codec, one.codec);
            EXPECT_NE((*shown)->assumed, "");
            EXPECT_EQ((*shown)->bytes, one.file);
        }
    }
    EXPECT_GT(read, 100U);
}

TEST(WordTexts, SayHowManyBytesThereAre) {
    const Example one{guests::codec_named("nv2a"), guests::codec_named("nv2a")->sample(1), "a"};
    for (const Form form : kForms) {
        std::string text = text_of(one, form);
        const std::size_t comma = text.rfind("0x") == text.npos ? text.rfind(' ') : text.rfind("0x");
        text.erase(comma, text.find_first_of("\n,", comma) - comma);
        const auto shown = guests::read_spelled(nullptr, text, "file");
        ASSERT_FALSE(shown) << text;
        EXPECT_NE(shown.error().text, "");
    }
}

TEST(WordTexts, NameTheirGuest) {
    const Example one{guests::codec_named("rsx.fp"), guests::codec_named("rsx.fp")->sample(1), "a"};
    const std::string text = text_of(one, Form::C);
    const auto other = guests::read_spelled(guests::codec_named("nv2a"), text, "file");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().text, "the numbers are of rsx.fp by their first line, and --isa names nv2a");
    const File bytes(text.begin(), text.end());
    const auto likely = guests::likely(guests::candidates_of(bytes), "file");
    ASSERT_EQ(likely.size(), 1U);
    EXPECT_EQ(likely[0].codec, one.codec);
    EXPECT_EQ(likely[0].recognition.sureness, Sureness::Certain);
}

TEST(WordTexts, WithAnotherOrderHaveOtherBytes) {
    const Example one{guests::codec_named("rsx.vp"), guests::codec_named("rsx.vp")->sample(1), "a"};
    std::string text = text_of(one, Form::C);
    const std::size_t at = text.find("big-endian");
    ASSERT_NE(at, text.npos);
    text.replace(at, 3, "little");
    const auto shown = guests::read_spelled(nullptr, text, "file");
    ASSERT_TRUE(shown && *shown);
    File swapped = one.file;
    for (std::size_t i = 0; i < swapped.size(); i += 4) std::reverse(swapped.data() + i, swapped.data() + i + 4);
    EXPECT_EQ((*shown)->bytes, swapped);
}

TEST(WordTexts, OfNumbersThatAreNoProgramAreNothing) {
    isa::Random random(1);
    for (int i = 0; i < 2000; ++i) {
        File file(16 * (1 + random.below(20)));
        for (std::uint8_t& byte : file) byte = static_cast<std::uint8_t>(random.below(random.one_in(2) ? 256 : 8));
        const codec::WordLayout layout{.bits = random.one_in(2) ? 32U : 8U};
        std::string text = codec::word_text(file, {kForms[1 + random.below(2)], "table", "nv2a", layout});
        while (text.starts_with("//")) text.erase(0, text.find('\n') + 1);
        const auto shown = guests::read_spelled(nullptr, text, "file");
        ASSERT_TRUE(!shown || !*shown) << text;
    }
}

/// Any change leaves a text that is read or refused.
TEST(WordTexts, ThatAreDamagedAreReadOrRefused) {
    isa::Random random(2);
    const Example one{guests::codec_named("maxwell"), guests::codec_named("maxwell")->sample(1), "a"};
    std::size_t refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string text = text_of(one, kForms[random.below(3)]);
        for (std::uint32_t n = 1 + random.below(3); n > 0; --n)
            text[random.below(static_cast<std::uint32_t>(std::min<std::size_t>(text.size(), 400)))] =
                static_cast<char>(random.below(256));
        if (random.one_in(4)) text.resize(random.below(static_cast<std::uint32_t>(text.size())));
        const auto shown = guests::read_spelled(nullptr, text, "file");
        if (!shown) ++refused;
        if (shown && *shown && (*shown)->assumed.empty()) {
            EXPECT_EQ((*shown)->bytes.size(), one.file.size());
        }
    }
    EXPECT_GT(refused, 300U);
}

} // namespace
} // namespace relit::word_texts
