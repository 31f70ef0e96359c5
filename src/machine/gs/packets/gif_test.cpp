#include "machine/gs/packets/gif.hpp"

#include "machine/gs/state/registers.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace relit::machine::gs {
namespace {

using Octets = std::vector<std::uint8_t>;

struct Recorder {
    std::vector<std::pair<unsigned, std::uint64_t>> writes;
    Octets image;
    void write(std::uint8_t address, std::uint64_t value) { writes.emplace_back(address, value); }
    void take_data(Bytes bytes) { image.insert(image.end(), bytes.begin(), bytes.end()); }
    bool operator==(const Recorder&) const = default;
};

void put(Octets& into, std::uint64_t low, std::uint64_t high) {
    for (const std::uint64_t half : {low, high})
        for (unsigned i = 0; i < 8; ++i) into.push_back(static_cast<std::uint8_t>(half >> 8 * i));
}

Octets tag(std::uint64_t loops, TagFormat format, std::initializer_list<unsigned> registers, std::uint64_t more = 0) {
    std::uint64_t list = 0;
    unsigned shift = 0;
    for (const unsigned one : registers) list |= std::uint64_t{one} << shift, shift += 4;
    Octets bytes;
    put(bytes, loops | more | std::uint64_t(format) << 58 | std::uint64_t(registers.size() & 15) << 60, list);
    return bytes;
}

Recorder decoded(const Octets& bytes, std::uint8_t path = 3) {
    Gif gif;
    Recorder recorder;
    EXPECT_EQ(transfer(gif, path, bytes, recorder), bytes.size());
    return recorder;
}

using Writes = std::vector<std::pair<unsigned, std::uint64_t>>;

// The layouts are those of reference 2.2; every expected value is put together by hand.
TEST(GsGif, PackedLayouts) {
    Octets bytes = tag(1, TagFormat::Packed, {0, 3, 10, 4, 5, 12, 13, 6, 14, 15, 11});
    put(bytes, 0x00000000000003d5, 0);
    put(bytes, 0xffffffff'ffffc123ULL & 0x00003fff'00003fffULL, ~0ULL);
    put(bytes, ~0ULL, 0x00000a50'00000000ULL);
    put(bytes, 0xffff2345'ffff1234ULL, 0x000006f0'0abcdef0ULL);
    put(bytes, 0x00002345'00001234ULL, 0x00008000'9abcdef0ULL);
    put(bytes, 0x00002345'00001234ULL, 0x000006f0'0abcdef0ULL);
    put(bytes, 0x00002345'00001234ULL, 0x00000000'9abcdef0ULL);
    put(bytes, 0x0123456789abcdef, 0x1111);
    put(bytes, 0xfedcba9876543210, 0xff4c);
    put(bytes, 1, 1);
    put(bytes, 1, 1);
    const Writes expected = {{0x00, 0x3d5},
                             {0x03, 0x3fff0123},
                             {0x0a, 0xa5ULL << 56},
                             {0x04, 0x6fabcdef'23451234ULL},
                             {0x0d, 0x9abcdef0'23451234ULL}, // ADC
                             {0x0c, 0x6fabcdef'23451234ULL},
                             {0x0d, 0x9abcdef0'23451234ULL},
                             {0x06, 0x0123456789abcdef},
                             {0x4c, 0xfedcba9876543210}};
    EXPECT_EQ(decoded(bytes).writes, expected);
}

TEST(GsGif, LatchOfQ) {
    constexpr std::uint64_t kTwo = 0x40000000;
    Octets bytes = tag(3, TagFormat::Packed, {1, 2});
    const std::uint64_t colour_low = 0x00000002'00000001ULL, colour_high = 0x00000004'00000003ULL;
    for (const std::uint64_t q : {kTwo, std::uint64_t{0}, std::uint64_t{0x7fc00000}}) {
        put(bytes, colour_low, colour_high);
        put(bytes, 0x1111111122222222, q);
    }
    const Octets again = tag(1, TagFormat::Packed, {1});
    bytes.insert(bytes.end(), again.begin(), again.end());
    put(bytes, colour_low, colour_high);
    const Recorder found = decoded(bytes);
    ASSERT_EQ(found.writes.size(), 7U);
    EXPECT_EQ(found.writes[0].second, 0x3f800000'04030201ULL); // a tag makes it 1
    EXPECT_EQ(found.writes[1], std::pair(2U, std::uint64_t{0x1111111122222222}));
    EXPECT_EQ(found.writes[2].second, 0x40000000'04030201ULL);
    EXPECT_EQ(found.writes[4].second, 0x00800000'04030201ULL);
    EXPECT_EQ(found.writes[6].second, 0x3f800000'04030201ULL);
    EXPECT_EQ(latched_q(0x7fc00000), 0x7f7fffffU);
    EXPECT_EQ(latched_q(0xff800000), 0xff800000U);
}

TEST(GsGif, PreWritesPrimOfPackedTagsWithData) {
    const std::uint64_t pre = 1ULL << 46 | 0x5bULL << 47;
    Octets bytes = tag(0, TagFormat::Packed, {15}, pre);
    EXPECT_TRUE(decoded(bytes).writes.empty());
    bytes = tag(1, TagFormat::Packed, {15}, pre);
    put(bytes, 0, 0);
    EXPECT_EQ(decoded(bytes).writes, (Writes{{0, 0x5b}}));
    bytes = tag(1, TagFormat::RegList, {15}, pre);
    put(bytes, 0, 0);
    EXPECT_TRUE(decoded(bytes).writes.empty());
}

TEST(GsGif, ListsArePaddedAndSkipSome) {
    Octets bytes = tag(1, TagFormat::RegList, {1, 14, 5, 15, 3});
    put(bytes, 0x10, 0x20);
    put(bytes, 0x30, 0x40);
    put(bytes, 0x50, 0xdead);
    const Octets next = tag(1, TagFormat::Packed, {0});
    bytes.insert(bytes.end(), next.begin(), next.end());
    put(bytes, 6, 0);
    EXPECT_EQ(decoded(bytes).writes, (Writes{{1, 0x10}, {5, 0x30}, {3, 0x50}, {0, 6}}));
}

TEST(GsGif, SixteenRegistersAreWrittenAsZero) {
    Octets bytes = tag(1, TagFormat::RegList, {});
    for (std::uint64_t i = 0; i < 8; ++i) put(bytes, 2 * i, 2 * i + 1);
    EXPECT_EQ(decoded(bytes).writes.size(), 16U);
}

TEST(GsGif, ImagesAreSpans) {
    for (const TagFormat format : {TagFormat::Image, TagFormat::Image3}) {
        Octets bytes = tag(2, format, {});
        for (unsigned i = 0; i < 32; ++i) bytes.push_back(static_cast<std::uint8_t>(i));
        EXPECT_EQ(decoded(bytes).image, Octets(bytes.begin() + 16, bytes.end()));
    }
}

TEST(GsGif, WindowOfPath1EndsWithItsPacket) {
    constexpr std::uint64_t kEop = 1 << 15;
    Octets bytes = tag(1, TagFormat::Packed, {0}, kEop);
    put(bytes, 3, 0);
    const std::size_t packet = bytes.size();
    const Octets more = tag(1, TagFormat::Packed, {0});
    bytes.insert(bytes.end(), more.begin(), more.end());
    Gif gif;
    Recorder recorder;
    EXPECT_EQ(transfer(gif, 0, bytes, recorder), packet);
    EXPECT_EQ(recorder.writes, (Writes{{0, 3}}));
    EXPECT_EQ(transfer(gif, 0, more, recorder), more.size());
    EXPECT_TRUE(gif.paths[0].wants_tag()); // what is unfinished at the end of the memory is lost
}

/// Any bytes: tags with few loops, so that many come.
Octets random_bytes(std::mt19937& rng, std::size_t qwords) {
    Octets bytes;
    while (bytes.size() < qwords * kQword) {
        const std::uint64_t low = rng() | std::uint64_t{rng()} << 32;
        put(bytes, low & ~0x7fe0ULL, rng() | std::uint64_t{rng()} << 32);
    }
    return bytes;
}

TEST(GsGif, CuttingTransfersChangesNothing) {
    std::mt19937 rng(1);
    for (int round = 0; round < 200; ++round) {
        const Octets bytes = random_bytes(rng, 100);
        Gif whole, parts;
        Recorder wanted, found;
        transfer(whole, 1, bytes, wanted);
        for (std::size_t at = 0; at < bytes.size();) {
            const std::size_t size = std::min<std::size_t>(bytes.size() - at, (1 + rng() % 9) * kQword);
            transfer(parts, 1, Bytes(bytes).subspan(at, size), found);
            at += size;
            parts.paths[1] = path_of(saved_of(parts.paths[1])); // and saving it does not either
        }
        EXPECT_EQ(wanted, found) << "round " << round;
        EXPECT_EQ(whole.paths[1].loops_left, parts.paths[1].loops_left);
        EXPECT_EQ(whole.q, parts.q);
    }
}

} // namespace
} // namespace relit::machine::gs
