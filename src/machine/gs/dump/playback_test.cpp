// Long packets are played in parts, and their work is that of the whole.
#include "machine/gs/dump/playback.hpp"
#include "machine/gs/state/layout.hpp"

#include <gtest/gtest.h>

namespace relit::machine::gs {
namespace {

/// A packet of so many quadwords: a tag, then writes of XYZ2 to an x that counts.
std::vector<std::uint8_t> points(std::uint32_t quadwords) {
    std::vector<std::uint8_t> bytes(std::size_t{quadwords} * kQword);
    const auto put = [&](std::size_t at, std::uint64_t value) {
        for (unsigned i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
    };
    constexpr std::uint32_t kMostLoops = 0x7fff;
    for (std::uint32_t i = 0; i < quadwords; ++i) {
        const bool is_tag = i % (kMostLoops + 1) == 0;
        const std::uint64_t tag = std::min(quadwords - i - 1, kMostLoops) | std::uint64_t{1} << 60;
        put(std::size_t{i} * kQword, is_tag ? tag : i & 0xffff);
        put(std::size_t{i} * kQword + 8, is_tag ? 0xe : 0x05);
    }
    return bytes;
}

struct Played {
    std::vector<std::uint16_t> points;
    std::size_t steps = 0, most = 0; // of work in a step
};
Played play(Path path, const std::vector<std::uint8_t>& bytes) {
    Dump dump;
    dump.add(EventKind::Transfer, static_cast<std::uint8_t>(path), bytes);
    dump.add(EventKind::VSync, 0, {});
    WorkList work;
    Playback playback(dump, work);
    Played played;
    for (; playback.step(work); work.clear(), ++played.steps) {
        played.most = std::max(played.most, work.items.size());
        for (const Work& one : work.items)
            if (const auto* draw = std::get_if<Draw>(&one)) played.points.push_back(draw->vertices[0].x);
    }
    return played;
}

TEST(GsPlayback, PlaysLongPacketsInParts) {
    constexpr std::uint32_t kQwords = 50'000, kTags = 2;
    const Played played = play(Path::Path3, points(kQwords));
    EXPECT_EQ(played.points.size(), kQwords - kTags);
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < kQwords; ++i)
        if (i % 0x8000 != 0) {
            ASSERT_EQ(played.points[next++], i & 0xffff);
        }
    EXPECT_EQ(played.steps, 5U); // of 800'000 bytes four parts, and the vsync
    EXPECT_LE(played.most, std::size_t{256} * 1024 / kQword);
}

// What reference 13.1 calls the tail of a window of 16 KiB cannot be longer.
TEST(GsPlayback, TakesNoMoreThanAWindowInTheOldStyle) {
    EXPECT_EQ(play(Path::Path1Window, points(1024)).points.size(), 1023U);
    EXPECT_EQ(play(Path::Path1Window, points(3000)).points.size(), 1023U);
}

/// A state of version 9 with a transfer of 8 by 8 pixels, so many bytes of which came.
SavedState in_transfer(PixelFormat format, std::uint32_t total, std::uint32_t came, bool writes = true) {
    SavedState state;
    state.version = 9;
    BitBltBuf buffers;
    buffers.set(BitBltBuf::destination_format, format).set(BitBltBuf::source_format, format);
    state.trx_BITBLTBUF = value_of(buffers);
    state.trx_TRXREG = value_of(TrxReg{}.set(TrxReg::width, 8U).set(TrxReg::height, 8U));
    state.trx_total = total, state.trx_start = state.trx_end = came, state.trx_write = writes ? 1 : 0;
    return state;
}

TEST(GsPlayback, TransfersThatWereUnderWayGoOn) {
    const auto started = [](const SavedState& state) -> std::optional<StartTransfer> {
        Dump dump;
        dump.state = state;
        WorkList work;
        const Playback playback(dump, work);
        if (work.items.empty()) return std::nullopt;
        return std::get<StartTransfer>(work.items.back());
    };
    const auto half = started(in_transfer(PixelFormat::Ct32, 256, 128));
    ASSERT_TRUE(half);
    EXPECT_EQ(half->direction, Direction::HostToLocal);
    EXPECT_EQ(half->arrived, 32U);
    EXPECT_EQ(half->trxreg[TrxReg::width], 8U);
    EXPECT_EQ(started(in_transfer(PixelFormat::Ct24, 192, 30))->arrived, 10U);
    EXPECT_EQ(started(in_transfer(PixelFormat::T4, 32, 5))->arrived, 10U);
    EXPECT_EQ(started(in_transfer(PixelFormat::Ct16, 128, 2, false))->direction, Direction::LocalToHost);
    EXPECT_FALSE(started(in_transfer(PixelFormat::Ct32, 256, 256)));
    EXPECT_FALSE(started(SavedState{}));
}

// Versions before 7 save PRIM and PRMODE apart; since then the attributes in force are those of PRIM.
TEST(GsPlayback, AttributesInForceAreRestored) {
    const auto is_textured = [](std::uint32_t version, bool from_prim) {
        Dump dump;
        SavedState& state = dump.state.emplace();
        state.version = version;
        const Prim plain = Prim{}.set(Prim::primitive, Primitive::Point),
                   textured = Prim{plain}.set(Prim::textured, true);
        state.PRIM = value_of(version < 7 && !from_prim ? plain : textured);
        state.PRMODE = value_of(version < 7 && !from_prim ? textured : plain);
        state.PRMODECONT = value_of(PrModeCont{}.set(PrModeCont::from_prim, from_prim));
        dump.add(EventKind::Transfer, static_cast<std::uint8_t>(Path::Path3), points(2));
        WorkList work;
        Playback playback(dump, work);
        while (playback.step(work)) {}
        return work.states.at(0).prim[Prim::textured];
    };
    for (const std::uint32_t version : {6U, 8U}) {
        EXPECT_TRUE(is_textured(version, true)) << version;
        EXPECT_TRUE(is_textured(version, false)) << version;
    }
}

} // namespace
} // namespace relit::machine::gs
