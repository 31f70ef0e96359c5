// The text of a capture assembles to the dwords of its submissions, one after the other.
#include "codec/codec.hpp"
#include "machine/r500/capture/folder.hpp"
#include "machine/r500/codec.hpp"
#include "tests/support/r500/corpus.hpp"

#include <gtest/gtest.h>

namespace relit::machine::r500::r500_text {
namespace {

void expect_same(const std::filesystem::path& folder) {
    SCOPED_TRACE(folder.string());
    const auto archive = archive_of_folder(folder, codec::kMaxWholeFile);
    ASSERT_TRUE(archive) << archive.error().text;
    const auto listing = codec::list(kCodec, *archive, {});
    ASSERT_TRUE(listing) << listing.error().text;
    EXPECT_EQ(listing->unknown, 0U);
    const auto assembled = kCodec.assemble(codec::print(*listing), {});
    ASSERT_TRUE(assembled) << describe(assembled.error(), "text");
    std::vector<std::uint8_t> wanted;
    for (const Submission& one : test::read_r500_capture(folder).loaded.capture.submissions)
        for (const std::uint32_t dword : one.dwords)
            for (unsigned byte = 0; byte < 4; ++byte) wanted.push_back(static_cast<std::uint8_t>(dword >> 8 * byte));
    EXPECT_TRUE(*assembled == wanted);
    EXPECT_FALSE(wanted.empty());
}

TEST(R500TextProperties, CapturesOfTheRepositoryAssembleBack) {
    const auto captures = test::r500_data();
    EXPECT_FALSE(captures.empty());
    for (const auto& folder : captures) expect_same(folder);
}

TEST(R500TextProperties, CapturesOfTheCorpusAssembleBack) {
    const auto captures = test::r500_corpus_captures();
    if (captures.empty()) GTEST_SKIP() << "no corpus at " << test::r500_corpus() << ": set RELIT_CORPUS";
    EXPECT_GE(captures.size(), 87U);
    for (const auto& folder : captures) expect_same(folder);
}

} // namespace
} // namespace relit::machine::r500::r500_text
