// Dumps of any length, read piece by piece: the same parts as of whole ones, in memory that does not grow with them.
#include "machine/gs/dump/reader.hpp"
#include "machine/gs/dump/playback.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::machine::gs {
namespace {

using Octets = std::vector<std::uint8_t>;

/// An input that comes in pieces of so many bytes.
ReadBytes slowly(Bytes bytes, std::size_t step) {
    return [read = reader_of(bytes), step](std::span<std::uint8_t> into) {
        return read(into.first(std::min(into.size(), step)));
    };
}

Dump small_dump() {
    Dump dump = empty_dump();
    set_body(dump.header, "SLUS-00001", 1, 1, Octets{1, 2, 3, 255});
    dump.state->memory[5] = 7;
    dump.privileged[0x1000] = 3;
    dump.add(EventKind::Transfer, static_cast<std::uint8_t>(Path::Path3), Octets(100'000));
    dump.add(EventKind::Registers, 0, dump.privileged);
    dump.add(EventKind::VSync, 1, {});
    dump.add_read_fifo(12);
    return dump;
}

/// Puts together again what a reader gives.
Dump all_of(DumpReader& reader) {
    Dump dump;
    while (const auto part = reader.next()) {
        EXPECT_EQ(part->number, dump.events.size());
        EXPECT_TRUE(part->is_last);
        if (part->event.kind == EventKind::ReadFifo)
            dump.add_read_fifo(part->event.size);
        else
            dump.add(part->event.kind, part->event.detail, part->bytes);
    }
    static_cast<Front&>(dump) = reader.front();
    return dump;
}

TEST(GsDumpReader, ReadsEveryContainerInPiecesOfAnySize) {
    for (const Compression compression : {Compression::None, Compression::Xz, Compression::Zstd}) {
        for (const Container container : {Container::Current, Container::Old, Container::Stream}) {
            Dump dump = small_dump();
            dump.header.container = container;
            dump.header.crc = container == Container::Stream ? 0 : 0x81234567; // no packet begins so
            const Octets file = write_dump(dump), packed = *write_dump(dump, compression);
            for (const std::size_t step : {std::size_t{1}, std::size_t{5}, std::size_t{1000}, packed.size()}) {
                if (step == 1 && packed.size() > 1'000'000) continue;
                DumpReader reader(slowly(packed, step));
                EXPECT_EQ(reader.compression(), compression);
                EXPECT_TRUE(write_dump(all_of(reader)) == file);
                EXPECT_FALSE(reader.fault());
                EXPECT_EQ(reader.packets(), 4U);
                EXPECT_EQ(reader.unpacked(), file.size());
            }
        }
    }
}

// Another program writes a dump into a FIFO, frame by frame: each is given before the next is there. The first of a container
// with a header comes with all in front of it.
TEST(GsDumpReader, WaitsForNothingBehindAPacket) {
    constexpr std::size_t kFrames = 3;
    for (const Container container : {Container::Current, Container::Old, Container::Stream}) {
        Dump dump = empty_dump();
        dump.header.container = container;
        std::vector<std::size_t> written; // bytes at the end of each frame
        for (std::size_t frame = 0; frame < kFrames; ++frame) {
            dump.add(EventKind::Transfer, static_cast<std::uint8_t>(Path::Path3), Octets(16));
            dump.add(EventKind::VSync, 0, {});
            written.push_back(write_dump(dump).size());
        }
        const Octets file = write_dump(dump);
        std::size_t now = 0, read = 0;
        DumpReader reader([&](std::span<std::uint8_t> into) -> Result<std::size_t> {
            const std::size_t count = std::min(into.size(), written[now] - read);
            EXPECT_TRUE(count != 0 || now + 1 == kFrames) << "it asks for what comes after frame " << now;
            std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(read), count, into.begin());
            read += count;
            return count;
        });
        for (std::size_t frame = 0; frame < kFrames; ++frame) {
            now = frame;
            const auto transfer = reader.next();
            ASSERT_TRUE(transfer && transfer->event.kind == EventKind::Transfer);
            const auto vsync = reader.next();
            ASSERT_TRUE(vsync && vsync->event.kind == EventKind::VSync);
        }
        EXPECT_FALSE(reader.next());
        EXPECT_FALSE(reader.fault());
    }
}

// Whatever offset the file ends at, the reader says what reading a whole file says.
TEST(GsDumpReader, ReportsDamageAsReadingTheWholeDoes) {
    const Octets file = write_dump(small_dump());
    const std::size_t packets = file.size() - (100'006 + 8193 + 2 + 5);
    for (const std::size_t size :
         {std::size_t{3}, std::size_t{30}, std::size_t{50}, std::size_t{5000}, packets - 8192, packets - 1, packets,
          packets + 3, packets + 50'000, packets + 100'010, file.size()}) {
        const Bytes cut = Bytes(file).first(size);
        const Reading whole = read_dump(cut);
        DumpReader reader(slowly(cut, 777));
        const Dump parts = all_of(reader);
        EXPECT_EQ(parts.events.size(), whole.dump.events.size());
        EXPECT_EQ(parts.state, whole.dump.state);
        ASSERT_EQ(reader.fault().has_value(), whole.fault.has_value()) << size;
        if (!whole.fault) continue;
        EXPECT_EQ(reader.fault()->text, whole.fault->text);
        EXPECT_EQ(reader.fault()->offset, whole.fault->offset);
    }
}

/// A stream of one transfer that declares `declared` bytes, and `there` zeros after its head, made as they are read.
ReadBytes zeros_behind(std::uint32_t declared, std::uint64_t there) {
    Octets head = {0, 2};
    for (unsigned shift = 0; shift < 32; shift += 8) head.push_back(static_cast<std::uint8_t>(declared >> shift));
    return reader_of(head, [left = there](std::span<std::uint8_t> into) mutable -> Result<std::size_t> {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), left));
        std::fill_n(into.begin(), count, std::uint8_t{0});
        left -= count;
        return count;
    });
}

// A packet of 200 MiB comes in parts that follow one another, as far as it is there.
TEST(GsDumpReader, GivesLongPacketsInParts) {
    constexpr std::uint32_t kSize = 200U << 20;
    for (const std::uint32_t missing : {0U, 5U, 100U << 20}) {
        DumpReader reader(zeros_behind(kSize, kSize - missing));
        std::uint64_t came = 0;
        bool was_last = false;
        while (const auto part = reader.next()) {
            EXPECT_EQ(part->from, came);
            EXPECT_EQ(part->number, 0U);
            EXPECT_LE(part->bytes.size(), kPartOfPacket);
            came += part->bytes.size();
            was_last = part->is_last;
        }
        EXPECT_EQ(came, kSize - missing);
        EXPECT_EQ(was_last, missing == 0);
        EXPECT_EQ(reader.packets(), missing == 0 ? 1U : 0U);
        ASSERT_EQ(reader.fault().has_value(), missing != 0);
        if (missing != 5) continue;
        EXPECT_EQ(reader.fault()->offset, 0U);
        EXPECT_EQ(reader.fault()->text,
                  "packet 0: it declares 209715200 bytes, 209715195 are there; the rest of it and what follows is "
                  "missing");
    }
}

TEST(GsDumpReader, ReportsWhyAnInputCannotBeRead) {
    const Octets file = write_dump(small_dump());
    const std::size_t there = file.size() - 3;
    DumpReader reader([read = reader_of(Bytes(file).first(there))](std::span<std::uint8_t> into) mutable {
        auto got = read(into);
        return *got != 0 ? got : Result<std::size_t>(fail("cannot read: it is on fire"));
    });
    EXPECT_EQ(all_of(reader).events.size(), 3U);
    ASSERT_TRUE(reader.fault());
    EXPECT_EQ(reader.fault()->text,
              "cannot read: it is on fire; packet 3: the file ends inside its head; it and what follows is missing");
    EXPECT_EQ(reader.fault()->offset, there);
}

// Old-style transfers are at most a window of 16 KiB, however many bytes a packet declares.
TEST(GsDumpReader, PlaysALongPacketAsOne) {
    WorkList work;
    DumpReader reader(zeros_behind(40U << 20, 40U << 20));
    Playback playback(reader.front(), [&] { return reader.next(); }, work);
    std::size_t steps = 0;
    for (; playback.step(work); work.clear()) ++steps;
    EXPECT_EQ(steps, 160U); // of 256 KiB each
    EXPECT_EQ(playback.packet()->number, 0U);
}

} // namespace
} // namespace relit::machine::gs
