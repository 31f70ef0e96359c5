#include "machine/gs/text/text.hpp"

#include "machine/gs/packets/gif.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::machine::gs {
namespace {

using Octets = std::vector<std::uint8_t>;

Dump parsed(std::string_view text) {
    auto dump = parse_text(text);
    EXPECT_TRUE(dump) << dump.error().line << ":" << dump.error().column << ": " << dump.error().text << "\n" << text;
    return dump ? std::move(*dump) : Dump{};
}

void round_trip(const Dump& dump) {
    const std::string text = print_text(dump);
    const Dump again = parsed(text);
    ASSERT_TRUE(write_dump(again) == write_dump(dump)) << text.substr(0, 4000) << "\n---\n"
                                                       << print_text(again).substr(0, 4000);
}

/// "line:column: text"
std::string fault_of(std::string_view text) {
    const auto dump = parse_text(text);
    return dump ? "no fault"
                : std::to_string(dump.error().line) + ":" + std::to_string(dump.error().column) + ": " +
                      dump.error().text;
}

Octets qwords(std::initializer_list<std::uint64_t> halves) {
    Octets bytes;
    for (const std::uint64_t half : halves)
        for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(half >> 8 * i));
    return bytes;
}

Octets transfer_of(const Dump& dump, std::size_t number = 0) {
    const Bytes bytes = dump.bytes_of(dump.events.at(number));
    return {bytes.begin(), bytes.end()};
}

// Hand-written text: the bytes are put together by hand from reference 2 and 3.
TEST(GsText, RegisterLinesMakeATagOfTheirOwn) {
    const Dump dump = parsed(
        "PRIM PRIM=TRI, IIP=1 // a comment\n"
        "xyz2 X=10.5, Y=0x10, Z=7\n"
        ".vsync 1\n");
    EXPECT_EQ(transfer_of(dump), qwords({0x1000'0000'0000'8002, 0xe, 0xb, 0x00, 0x00000007'001000a8, 0x05}));
    ASSERT_EQ(dump.events.size(), 2U);
    EXPECT_EQ(dump.events[0].detail, 2); // path 3
    EXPECT_EQ(dump.events[1].kind, EventKind::VSync);
    EXPECT_EQ(dump.events[1].detail, 1);
}

TEST(GsText, TagsCountTheirLoops) {
    const Dump dump = parsed(
        ".transfer path1\n"
        ".tag PRIM=(PRIM=SPRITE), REGS=(RGBAQ XYZ2)\n"
        "  RGBAQ R=1, G=2, B=3, A=4\n"
        "  XYZ2 X=1, Y=2, Z=3, ADC=1\n"
        ".tag FLG=REGLIST, REGS=(UV)\n"
        "  UV U=1, V=0.0625\n");
    EXPECT_EQ(transfer_of(dump),
              qwords({0x2003'4000'0000'0001, 0x51, 0x00000002'00000001, 0x00000004'00000003, 0x00000020'00000010,
                      0x00008000'00000003, 0x1400'0000'0000'8001, 0x3, 0x00010010, 0}));
    EXPECT_EQ(dump.events[0].detail, 3);
}

TEST(GsText, UploadsSetTheRegistersAndSendTheImage) {
    const Dump dump = parsed(
        ".upload DBP=0x100, DBW=1, DPSM=T8, DSAX=2, DSAY=3, RRW=8, RRH=3\n"
        "  .data 1, 2, 3, 4, 5, 6\n"
        ".vsync\n");
    EXPECT_EQ(transfer_of(dump), qwords({0x1000'0000'0000'0004, 0xe, 0x13010100'00000000, 0x50, 0x00030002'00000000,
                                         0x51, 0x00000003'00000008, 0x52, 0, 0x53, 0x0800'0000'0000'8002, 0,
                                         0x00000002'00000001, 0x00000004'00000003, 0x00000006'00000005, 0}));
    EXPECT_EQ(fault_of(".upload DPSM=CT32, RRW=4, RRH=2\n.data 1\n.vsync"),
              "3:1: the upload above requires 32 bytes, 4 are there");
}

TEST(GsText, LargeImagesTakeSeveralTags) {
    const Dump dump = parsed(".upload DBW=16, DPSM=CT32, RRW=1024, RRH=256\n.fill 262144, 1\n");
    const Octets bytes = transfer_of(dump);
    EXPECT_EQ(bytes.size(), 5 * kQword + 3 * kQword + (std::size_t{1} << 20));
    EXPECT_EQ(load64(bytes.data() + 5 * kQword), 0x0800'0000'0000'7fffU);
    EXPECT_EQ(load64(bytes.data() + (6 + 0x7fff) * kQword), 0x0800'0000'0000'7fffU);
    EXPECT_EQ(load64(bytes.data() + (7 + 2 * 0x7fff) * kQword), 0x0800'0000'0000'8002U);
}

TEST(GsText, PrivilegedRegistersGoOnInPackets) {
    const Dump dump =
        parsed(".privileged\nPMODE EN1=1, ALP=255\n.registers\nDISPFB1 FBW=10\n.registers\n.at 0x200\n.byte 5\n");
    EXPECT_EQ(dump.privileged[0], 1);
    EXPECT_EQ(dump.privileged[1], 255);
    const Octets second = transfer_of(dump, 1);
    EXPECT_EQ(second[0], 1);
    EXPECT_EQ(load64(second.data() + 0x70), 10U << 9);
    EXPECT_EQ(second[0x200], 5);
    EXPECT_EQ(transfer_of(dump, 0)[0x200], 0);
}

TEST(GsText, MistakesHaveALocation) {
    EXPECT_EQ(fault_of("\nFROB X=1\n"), "2:1: no register \"FROB\"");
    EXPECT_EQ(fault_of("PRIM PRIM=TRIANGLE"), "1:11: \"TRIANGLE\" is not a value of PRIM");
    EXPECT_EQ(fault_of("PRIM PRIM=8"), "1:11: PRIM has 3 bits");
    EXPECT_EQ(fault_of("FRAME_1 FBW=64"), "1:13: FBW has 6 bits");
    EXPECT_EQ(fault_of("FRAME_1 FOO=1").substr(0, 4), "1:9:");
    EXPECT_EQ(fault_of(".frob"), "1:1: no directive \".frob\"");
    EXPECT_EQ(fault_of(".tag REGS=(RGBAQ XYZ2)\nRGBAQ R=1\n.vsync"),
              "3:1: the tag above has 2 registers; its last loop lacks 1");
    EXPECT_EQ(fault_of(".tag REGS=(RGBAQ XYZ2)\nXYZ2 X=1"), "2:1: the tag expects RGBAQ here");
    EXPECT_EQ(fault_of(".vsync\n.crc 1"), "2:1: .crc is after packets");
    EXPECT_EQ(fault_of(".memory\n.at 0x3ffffc\n.data 1, 2"), "3:11: more data than fits here");
    EXPECT_EQ(fault_of(".memory\n.fill 4294967296, 0"), "2:7: more data than fits here");
    EXPECT_EQ(fault_of(".serial \"a\"\n.screenshot 1, 1\n.screenshot 1, 1"), "3:13: there is a screenshot already");
    EXPECT_EQ(fault_of("XYZ2 X=1.03"), "1:8: finer than the field can hold");
    EXPECT_EQ(fault_of(".vsync 1 2"), "1:10: the line is over before \"2\"");
}

// A page is 8 KiB, and ten characters say one.
TEST(GsText, PagesCountAsData) {
    EXPECT_TRUE(parse_text(".gs stream\n.registers\n.registers\n", 2 * kPrivilegedBytes));
    const auto many = parse_text(".gs stream\n.registers\n.registers\n.registers\n", 2 * kPrivilegedBytes);
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().text, "more data than fits here");
}

TEST(GsText, EveryPartComesBack) {
    for (std::uint32_t version = kFirstSavedVersion; version <= kLastSavedVersion; ++version) {
        Dump dump = empty_dump();
        dump.header.crc = 0xcafe0123;
        dump.header.state_version = version;
        dump.state->version = version;
        set_body(dump.header, "SLUS\"\\\n1", 2, 1, Octets{1, 2, 3, 255, 5, 6, 7, 255});
        std::mt19937_64 rng(version);
        each_saved(*dump.state, version, [&](std::string_view, auto& member) {
            member = static_cast<std::remove_reference_t<decltype(member)>>(rng());
        });
        for (std::size_t i = 0; i < 5000; ++i)
            dump.state->memory[(i * i * 7919) % kMemoryBytes] = static_cast<std::uint8_t>(i);
        for (auto& path : dump.state->paths)
            path = {{static_cast<std::uint32_t>(rng()), static_cast<std::uint32_t>(rng()), 0, 0},
                    static_cast<std::uint32_t>(rng())};
        dump.state->q = static_cast<std::uint32_t>(rng());
        dump.state->unread = {1, 2, 3};
        for (std::uint8_t& byte : dump.privileged)
            byte = rng() % 9 == 0 ? static_cast<std::uint8_t>(rng()) : std::uint8_t{0};
        dump.add(EventKind::Registers, 0, dump.privileged);
        dump.add_read_fifo(4096);
        dump.add(EventKind::VSync, 77, {});
        round_trip(dump);
        dump.header.container = Container::Old;
        round_trip(dump);
    }
}

TEST(GsText, OddHeadersComeBack) {
    Dump dump = empty_dump();
    dump.header.state_version = 9;
    dump.header.body = {1, 2, 3};
    dump.header.serial_offset = 99;
    round_trip(dump);
    dump.header.container = Container::Stream;
    dump.state.reset();
    dump.privileged.clear();
    dump.add(EventKind::VSync, 1, {});
    round_trip(dump);
    Dump unknown = empty_dump();
    unknown.state->version = unknown.header.state_version = 77;
    unknown.state->unread.assign(100, 3);
    round_trip(unknown);
}

/// Packets of any bytes, cut anywhere, on any path.
TEST(GsText, AnyTransferComesBack) {
    std::mt19937_64 rng(7);
    for (int round = 0; round < 100; ++round) {
        Dump dump = empty_dump();
        dump.header.container = Container::Stream; // without the memory, which is not what this is about
        dump.state.reset();
        dump.privileged.clear();
        for (int packet = 0; packet < 6; ++packet) {
            Octets bytes;
            const std::size_t size = rng() % 40 * kQword + (rng() % 8 == 0 ? rng() % 16 : 0);
            for (std::size_t at = 0; at < size; at += kQword) {
                const std::uint64_t loops = rng() % 12, sparse = rng() & rng() & rng();
                const Octets qword =
                    rng() % 3 == 0 ? qwords({loops | (sparse & ~0x7fffULL), rng()}) : qwords({rng(), rng()});
                bytes.insert(bytes.end(), qword.begin(), qword.end());
            }
            bytes.resize(size);
            dump.add(EventKind::Transfer, static_cast<std::uint8_t>(rng() % 4), bytes);
        }
        round_trip(dump);
        if (HasFatalFailure()) FAIL() << "round " << round;
    }
}

} // namespace
} // namespace relit::machine::gs
