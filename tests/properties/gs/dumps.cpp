// Dumps of the GS: what is read is written alike, whatever the container.
#include "machine/gs/dump/dump.hpp"
#include "tests/support/gs/corpus.hpp"

#include <gtest/gtest.h>

namespace relit::machine::gs::gs_dumps {
namespace {

void check(const std::filesystem::path& path) {
    SCOPED_TRACE(path.string());
    const std::vector<std::uint8_t> file = test::read_gs_file(path);
    EXPECT_EQ(recognise_dump(file).sureness, Sureness::Certain);
    const std::vector<std::uint8_t> unpacked = unpack(file, Limits{}.unpacked).bytes;
    const Reading reading = read_dump(file);
    ASSERT_FALSE(reading.fault) << reading.fault->text;
    ASSERT_FALSE(reading.dump.events.empty());
    EXPECT_EQ(reading.unpacked, unpacked.size());
    EXPECT_TRUE(write_dump(reading.dump) == unpacked);
}

TEST(GsDumpProperties, DumpsOfTheRepositoryAreWrittenAsTheyWereRead) {
    const auto dumps = test::gs_data();
    EXPECT_EQ(dumps.size(), 4U);
    for (const auto& path : dumps) check(path);
}

TEST(GsDumpProperties, DumpsOfTheCorpusAreWrittenAsTheyWereRead) {
    const auto dumps = test::gs_corpus_dumps();
    if (dumps.empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    EXPECT_GE(dumps.size(), 68U);
    for (const auto& path : dumps) check(path);
}

// The damage is told at its offset, and everything in front of it stays.
TEST(GsDumpProperties, DumpsThatAreCutOffKeepTheirPackets) {
    const std::vector<std::uint8_t> file = test::read_gs_file(test::gs_data().front());
    const std::vector<std::uint8_t> unpacked = unpack(file, Limits{}.unpacked).bytes;
    const Reading whole = read_dump(unpacked);
    for (std::size_t i = 0; i < whole.dump.events.size(); ++i) {
        const Event& event = whole.dump.events[i];
        const Reading cut = read_dump(Bytes(unpacked).first(static_cast<std::size_t>(event.offset) + 1));
        ASSERT_TRUE(cut.fault);
        EXPECT_EQ(cut.fault->offset, event.offset);
        EXPECT_EQ(cut.dump.events.size(), i);
    }
}

} // namespace
} // namespace relit::machine::gs::gs_dumps
