// Properties of every guest language: text and words carry the same, whatever the program.
#include "tests/support/guests/text.hpp"
#include "guests/guests.hpp"
#include "isa/frontend.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/encoding/word.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/encoding/word.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/rsx/fp/encoding/word.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/encoding/word.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <random>
#include <vector>

namespace relit::guest_properties {
namespace {

constexpr std::uint64_t kSeeds = 200;

TEST(GuestProperties, SampleRoundTripsThroughTextInEveryDialect) {
    for (const isa::Frontend* guest : guests::frontends()) {
        for (const codec::TextOptions& options : test::dialects_of(*guest)) {
            for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
                ASSERT_EQ(test::round_trip_fault(*guest, options, seed), "");
            }
        }
    }
}

TEST(GuestProperties, SampleIsTheSameForTheSameSeed) {
    for (const isa::Frontend* guest : guests::frontends()) {
        EXPECT_EQ(guest->codec.sample(7), guest->codec.sample(7)) << guest->name();
        EXPECT_NE(guest->codec.sample(7), guest->codec.sample(8)) << guest->name();
    }
}

TEST(GuestProperties, ExplanationOwnsEveryBitOfEveryInstruction) {
    for (const isa::Frontend* guest : guests::frontends()) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            const std::vector<std::uint8_t> file = guest->codec.sample(seed);
            const auto listing = codec::list(guest->codec, file, {});
            const auto explained = codec::explain(guest->codec, file, {});
            ASSERT_TRUE(listing && explained) << guest->name() << " seed " << seed;
            for (const codec::Explanation& explanation : *explained) {
                ASSERT_LT(explanation.line, listing->lines.size());
                EXPECT_FALSE(explanation.summary.empty());
                unsigned bits = 0;
                for (const codec::ExplainedField& field : explanation.fields)
                    for (const BitRun& run : field.runs) bits += run.width;
                ASSERT_EQ(bits, 32 * listing->lines[explanation.line].words.size()) << guest->name();
            }
        }
    }
}

TEST(GuestProperties, EmptyFileIsRefusedAtItsBegin) {
    for (const codec::Codec* codec : guests::codecs()) {
        const auto listing = codec::list(*codec, Bytes{});
        ASSERT_FALSE(listing) << codec->name;
        EXPECT_EQ(listing.error().offset, 0U) << codec->name << ": " << listing.error().text;
    }
    for (const isa::Frontend* guest : guests::frontends()) {
        const auto program = guest->parse(Bytes{});
        ASSERT_FALSE(program) << guest->name();
        EXPECT_EQ(program.error().text, "the file is empty") << guest->name();
        EXPECT_EQ(program.error().offset, 0U) << guest->name();
    }
}

/// Whether the guest's files are what its listings print.
bool is_text(const codec::Codec& codec, Bytes file) {
    const auto listing = codec::list(codec, file);
    const std::string text = listing ? codec::print(*listing) : std::string();
    return std::ranges::equal(text, file, {}, [](char c) { return static_cast<std::uint8_t>(c); });
}

/// What is left of a file is listed as it is, so that it assembles back to the same bytes, or refused with the location and a reason;
/// and all verbs agree: a file that is listed is explained and has properties.
TEST(GuestProperties, FileThatIsCutShortIsListedWholeOrRefused) {
    std::size_t listed = 0, refused = 0;
    for (const isa::Frontend* guest : guests::frontends()) {
        const std::vector<std::uint8_t> file = guest->codec.sample(3);
        for (std::size_t size = 0; size < file.size(); size += size < 64 ? 1 : 13) {
            SCOPED_TRACE(std::string(guest->name()) + " " + std::to_string(size));
            const Bytes part = Bytes(file).first(size);
            const auto listing = codec::list(guest->codec, part);
            const auto explained = codec::explain(guest->codec, part);
            const auto properties = codec::properties(guest->codec, part);
            EXPECT_EQ(listing.has_value(), explained.has_value());
            EXPECT_EQ(listing.has_value(), properties.has_value());
            const auto parsed = guest->parse(part);
            EXPECT_TRUE(parsed || !parsed.error().text.empty());
            EXPECT_LE(guest->codec.recognise(part).sureness, guest->codec.recognise(file).sureness);
            if (!listing) {
                ++refused;
                EXPECT_FALSE(listing.error().text.empty());
                continue;
            }
            ++listed;
            const auto again = codec::assemble(guest->codec, codec::print(*listing));
            ASSERT_TRUE(again) << again.error().text;
            EXPECT_TRUE(std::ranges::equal(*again, part) || is_text(guest->codec, *again));
        }
    }
    EXPECT_GT(listed, 10U);
    EXPECT_GT(refused, 100U); // a program needs its end
}

/// A fault names no offset in a text: that of the bytes that it assembles to is told in words. A file that is cut within a
/// character, or before its first line ends, may be read as bytes, and then has its offset in them.
void expect_no_offset(const Fault& fault, std::string_view text) {
    const Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    if (isa::is_text(bytes) && text.contains('\n'))
        EXPECT_FALSE(fault.offset) << *fault.offset << ": " << fault.text;
    else
        EXPECT_LE(fault.offset.value_or(0), text.size()) << fault.text;
}

TEST(GuestProperties, TextThatIsCutShortIsRefusedAtALocationThatItHas) {
    const ir::Context nothing;
    std::size_t refused = 0;
    for (const isa::Frontend* guest : guests::frontends()) {
        const auto listing = codec::list(guest->codec, guest->codec.sample(3));
        ASSERT_TRUE(listing) << guest->name();
        const std::string text = codec::print(*listing);
        for (std::size_t size = 0; size < text.size(); size += size < 400 ? 1 : 7) {
            SCOPED_TRACE(std::string(guest->name()) + " " + std::to_string(size));
            const std::string_view cut = std::string_view(text).substr(0, size);
            const Bytes part(reinterpret_cast<const std::uint8_t*>(cut.data()), size);
            if (const auto listed = codec::list(guest->codec, part); !listed) expect_no_offset(listed.error(), cut);
            if (const auto known = codec::properties(guest->codec, part); !known) expect_no_offset(known.error(), cut);
            const auto program = guest->parse(part);
            if (!program) expect_no_offset(program.error(), cut), ++refused;
            if (!program) continue;
            ir::ContextReader context(nothing);
            if (const auto lifted = guest->lift(**program, context); !lifted) expect_no_offset(lifted.error(), cut);
        }
    }
    EXPECT_GT(refused, 1000U);
}

/// Any word survives field by field decode and encode: no table can lose a bit.
template <class W>
void words_round_trip(unsigned seed) {
    std::mt19937 rng(seed);
    for (int i = 0; i < 10000; ++i) {
        W in{}, out{};
        for (auto& raw : in.raw) raw = static_cast<std::uint32_t>(rng());
        for (const auto& field : W::fields) out.insert(field, in.extract(field));
        ASSERT_EQ(in, out) << "seed " << seed;
    }
}

TEST(WordProperties, WordsSurviveFieldByField) {
    words_round_trip<isa::nv2a::Word128>(1);
    words_round_trip<isa::PushHeader>(2);
    words_round_trip<isa::nv2a::ExecutionModeWord>(3);
    words_round_trip<isa::rsx::fp::Word128>(4);
    words_round_trip<isa::rsx::vp::Word128>(5);
    words_round_trip<isa::r500::vs::Word128>(6);
}

} // namespace
} // namespace relit::guest_properties
