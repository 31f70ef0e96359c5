#include "machine/gs/dump/dump.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::machine::gs {
namespace {

using Octets = std::vector<std::uint8_t>;

/// A dump with something in every part.
Dump sample(std::uint32_t version = kUsualSavedVersion) {
    Dump dump = empty_dump();
    dump.header.state_version = version;
    dump.header.crc = 0xcafe0123;
    set_body(dump.header, "SLUS-00001", 1, 1, Octets{1, 2, 3, 255});
    dump.state->version = version;
    std::uint64_t next = 0x0102030405060708;
    each_saved(*dump.state, version, [&](std::string_view, auto& member) {
        member = static_cast<std::remove_reference_t<decltype(member)>>(next);
        next = next * 3 + 1;
    });
    dump.state->memory[5] = 7, dump.state->memory[kMemoryBytes - 1] = 9;
    dump.state->paths[2] = {{1, 2, 3, 4}, 5};
    dump.state->q = 0x40000000;
    dump.privileged[0x1000] = 3;
    dump.add(EventKind::Transfer, static_cast<std::uint8_t>(Path::Path3), Octets(32));
    dump.add(EventKind::Registers, 0, dump.privileged);
    dump.add(EventKind::VSync, 1, {});
    dump.add_read_fifo(12);
    return dump;
}

TEST(GsDump, SizesOfStatesAreThoseOfTheirVersions) {
    EXPECT_EQ(saved_size(8), 4194752U); // reference 13.3
    EXPECT_EQ(saved_size(9), 4194813U);
    EXPECT_EQ(saved_size(6), saved_size(8) + 3 * 8);
    EXPECT_EQ(saved_size(4), saved_size(6) + 2 * 28);
}

TEST(GsDump, HeaderIsAtItsOffset) {
    const Octets file = write_dump(sample());
    const auto number = [&](std::size_t offset) { return little_endian(Bytes(file).subspan(offset, 4)); };
    EXPECT_EQ(number(0), 0xffffffffU);
    EXPECT_EQ(number(4), 36U + 10 + 4);
    EXPECT_EQ(number(8), 8U);
    EXPECT_EQ(number(12), 4194752U);
    EXPECT_EQ(number(16), 36U);
    EXPECT_EQ(number(20), 10U);
    EXPECT_EQ(number(24), 0xcafe0123U);
    EXPECT_EQ(number(36), 46U);
    EXPECT_EQ(file[44], 'S');
    EXPECT_EQ(number(8 + 50), 8U);                                    // the state's version
    EXPECT_EQ(file[8 + 50 + 4194752 + 0x1000], 3);                    // the privileged page
    EXPECT_EQ(file.size(), 58U + 4194752 + 8192 + 38 + 8193 + 2 + 5); // packets after it
}

TEST(GsDump, WhatWasReadIsWrittenAlike) {
    for (std::uint32_t version = kFirstSavedVersion; version <= kLastSavedVersion; ++version) {
        for (const Container container : {Container::Current, Container::Old, Container::Stream}) {
            Dump dump = sample(version);
            dump.header.container = container;
            const Octets file = write_dump(dump);
            EXPECT_EQ(container_of(Bytes(file).first(64)), container);
            const Reading reading = read_dump(file);
            EXPECT_FALSE(reading.fault) << reading.fault->text;
            EXPECT_EQ(write_dump(reading.dump), file);
            ASSERT_EQ(reading.dump.events.size(), 4U);
            EXPECT_EQ(reading.dump.bytes_of(reading.dump.events[0]).size(), 32U);
            if (container == Container::Stream) continue;
            EXPECT_EQ(*reading.dump.state, *dump.state);
        }
    }
}

TEST(GsDump, CompressionsGiveTheSame) {
    const Octets file = write_dump(sample());
    for (const Compression compression : {Compression::Xz, Compression::Zstd}) {
        const auto packed = write_dump(sample(), compression);
        ASSERT_TRUE(packed);
        EXPECT_LT(packed->size(), file.size() / 100);
        EXPECT_EQ(recognise_dump(*packed).sureness, Sureness::Certain);
        const Reading reading = read_dump(*packed);
        EXPECT_FALSE(reading.fault) << reading.fault->text;
        EXPECT_EQ(reading.compression, compression);
        EXPECT_EQ(write_dump(reading.dump), file);
    }
}

TEST(GsDump, TruncatedDumpsKeepTheIntactPart) {
    const Octets file = write_dump(sample());
    const std::size_t state = 58, page = state + 4194752, packets = page + 8192;
    const auto cut = [&](std::size_t size) { return read_dump(Bytes(file).first(size)); };
    EXPECT_TRUE(cut(10).fault);
    EXPECT_TRUE(cut(50).fault);
    const Reading in_state = cut(state + 4 + 8);
    ASSERT_TRUE(in_state.fault && in_state.dump.state);
    EXPECT_EQ(in_state.fault->offset, state);
    EXPECT_EQ(in_state.dump.state->PRIM, 0x0102030405060708U);
    EXPECT_EQ(in_state.dump.header.serial(), "SLUS-00001");
    const Reading in_memory = cut(page - 100);
    ASSERT_TRUE(in_memory.fault && in_memory.dump.state);
    EXPECT_EQ(in_memory.dump.state->memory[5], 7);
    const Reading in_page = cut(page + 0x1001);
    ASSERT_TRUE(in_page.fault);
    EXPECT_EQ(in_page.fault->offset, page);
    EXPECT_EQ(in_page.dump.privileged[0x1000], 3);
    const Reading in_second = cut(packets + 38 + 5);
    ASSERT_TRUE(in_second.fault);
    EXPECT_EQ(in_second.fault->offset, packets + 38);
    EXPECT_EQ(in_second.fault->text, "packet 1: it declares 8192 bytes, 4 are there; it and what follows is missing");
    EXPECT_EQ(in_second.dump.events.size(), 1U);
}

TEST(GsDump, DamagedCompressionKeepsTheIntactPart) {
    for (const Compression compression : {Compression::Xz, Compression::Zstd}) {
        Octets packed = *write_dump(sample(), compression);
        packed.resize(packed.size() - 30);
        const Reading reading = read_dump(packed);
        ASSERT_TRUE(reading.fault);
        EXPECT_NE(reading.fault->text.find("offset in the uncompressed file"), std::string::npos);
        EXPECT_EQ(reading.fault->offset, reading.unpacked);
        if (compression == Compression::Zstd) continue;
        EXPECT_EQ(reading.dump.events.size(), 4U); // the index of an xz file alone is missing
    }
}

TEST(GsDump, StatesOfUnknownVersionsAreKept) {
    Octets file = write_dump(sample());
    file[58] = 77;
    const Reading reading = read_dump(file);
    ASSERT_TRUE(reading.fault);
    EXPECT_EQ(reading.fault->kind, FaultKind::NotSupported);
    EXPECT_EQ(reading.dump.events.size(), 4U);
    EXPECT_EQ(write_dump(reading.dump), file);
}

TEST(GsDump, DeclaredSizesAllocateNothing) {
    Octets header(100);
    std::fill_n(header.begin(), 4, std::uint8_t{0xff});
    header[4] = 36, header[8] = 8;
    header[14] = 0x40; // a state of 4 MiB
    EXPECT_TRUE(read_dump(header).fault);
    Octets stream = {0, 3, 0xf0, 0xff, 0xff, 0xff};
    stream.resize(100);
    const Reading reading = read_dump(stream);
    ASSERT_TRUE(reading.fault);
    EXPECT_EQ(reading.fault->offset, 0U);
    EXPECT_LT(reading.dump.data.capacity(), 4096U);
}

TEST(GsDump, UnpackingStopsAtTheLimit) {
    const Octets packed = *write_dump(sample(), Compression::Xz);
    const Reading reading = read_dump(packed, {.unpacked = std::size_t{1} << 20});
    ASSERT_TRUE(reading.fault);
    EXPECT_EQ(reading.unpacked, std::uint64_t{1} << 20);
    Dump many = empty_dump();
    many.header.container = Container::Stream;
    for (int i = 0; i < 5; ++i) many.add(EventKind::VSync, 0, {});
    const Reading few = read_dump(write_dump(many), {.events = 3}, Container::Stream);
    ASSERT_TRUE(few.fault);
    EXPECT_EQ(few.dump.events.size(), 3U);
}

TEST(GsDump, WhatIsNoDumpIsSoonLeft) {
    const auto zeros = pack(Octets(64U << 20), Compression::Zstd);
    ASSERT_TRUE(zeros);
    const Reading reading = read_dump(*zeros);
    ASSERT_TRUE(reading.fault);
    EXPECT_LT(reading.unpacked, std::uint64_t{1} << 20);
    EXPECT_TRUE(read_dump({}).fault);
    EXPECT_EQ(recognise_dump(Octets{1, 2, 3}).sureness, Sureness::No);
}

} // namespace
} // namespace relit::machine::gs
