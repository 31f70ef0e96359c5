// GIF packets of real dumps: every byte of them is decoded, without memory from the heap.
#include "machine/gs/packets/gif.hpp"
#include "machine/gs/dump/dump.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/gs/corpus.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace relit::machine::gs::gs_gif {
namespace {

/// How often each address is written.
struct Counter {
    std::array<std::uint64_t, 256> writes{};
    std::uint64_t image = 0;
    void write(std::uint8_t address, std::uint64_t) { ++writes[address]; }
    void take_data(Bytes bytes) { image += bytes.size(); }
    [[nodiscard]] std::uint64_t all() const { return std::reduce(writes.begin(), writes.end()); }
};

TEST(GsGifProperties, DumpsAreDecodedWithoutAllocation) {
    auto dumps = test::gs_data();
    std::ranges::copy(test::gs_corpus_dumps(), std::back_inserter(dumps));
    for (const auto& path : dumps) {
        SCOPED_TRACE(path.string());
        const Reading reading = read_dump(test::read_gs_file(path));
        ASSERT_TRUE(reading.dump.state);
        Gif gif = gif_of(*reading.dump.state);
        Counter counter;
        const std::size_t before = test::allocations();
        for (const Event& event : reading.dump.events) {
            if (event.kind != EventKind::Transfer) continue;
            const Bytes bytes = reading.dump.bytes_of(event);
            const std::size_t done = transfer(gif, event.detail, bytes, counter);
            if (event.detail != 0 && done != bytes.size()) FAIL() << "bytes are left at " << event.offset;
        }
        EXPECT_EQ(test::allocations(), before);
        EXPECT_GT(counter.all(), 10U);
        for (const GifPath& one : gif.paths) EXPECT_TRUE(one.wants_tag());
    }
}

} // namespace
} // namespace relit::machine::gs::gs_gif
