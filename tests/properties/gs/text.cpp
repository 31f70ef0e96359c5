// The text of GS dumps: every dump of the corpus comes back from its text with the same bytes.
#include "machine/gs/text/text.hpp"
#include "tests/support/gs/corpus.hpp"

#include <gtest/gtest.h>

namespace relit::machine::gs::gs_text {
namespace {

void check(const std::filesystem::path& path) {
    SCOPED_TRACE(path.string());
    const Reading reading = read_dump(test::read_gs_file(path));
    ASSERT_FALSE(reading.fault);
    const std::string text = print_text(reading.dump);
    EXPECT_EQ(recognise_text(text).sureness, Sureness::Certain);
    const auto again = parse_text(text);
    ASSERT_TRUE(again) << again.error().line << ": " << again.error().text;
    EXPECT_TRUE(write_dump(*again) == write_dump(reading.dump));
}

TEST(GsTextProperties, DumpsOfTheRepositoryComeBack) {
    const auto dumps = test::gs_data();
    EXPECT_EQ(dumps.size(), 4U);
    for (const auto& path : dumps) check(path);
}

TEST(GsTextProperties, DumpsOfTheCorpusComeBack) {
    const auto dumps = test::gs_corpus_dumps();
    if (dumps.empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    EXPECT_GE(dumps.size(), 68U);
    for (const auto& path : dumps) check(path);
}

} // namespace
} // namespace relit::machine::gs::gs_text
