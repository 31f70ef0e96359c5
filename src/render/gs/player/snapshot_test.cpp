// Snapshots of machines and players: what the state block of dumps loses goes on, and what cannot be is refused.
#include "render/gs/player/snapshot.hpp"

#include <relit/gs_player.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::render::gs::player {
namespace {

namespace api = api::gs;
using Octets = std::vector<std::uint8_t>;

/// A machine with a frame of 64 x 32 at page 0.
api::Machine with_frame(api::Machine gs = {}) {
    gs.write(api::FRAME_1{.FBW = 1});
    gs.write(api::SCISSOR_1{.SCAX1 = 63, .SCAY1 = 31});
    gs.write(api::PRMODECONT{.AC = 1});
    return gs;
}
api::Machine gone_on(const api::Machine& from) {
    api::Machine to;
    const auto good = to.load_snapshot(from.save_snapshot());
    EXPECT_TRUE(good) << good.error().text;
    return to;
}

TEST(GsSnapshot, KeepsVerticesThatWait) {
    api::Machine gs = with_frame();
    gs.write(api::PRIM{.PRIM = 6});
    gs.write(api::RGBAQ{.R = 77});
    gs.write(api::XYZ2{});
    api::Machine other = gone_on(gs);
    other.write(api::XYZ2{.X = 16 * 8, .Y = 16 * 8});
    EXPECT_EQ(other.memory()[0], 77);
}

// CT24: the second quadword begins in the middle of the sixth pixel.
TEST(GsSnapshot, KeepsATransferInTheMiddleOfAPixel) {
    api::Machine gs;
    gs.write(api::BITBLTBUF{.DBW = 1, .DPSM = 1});
    gs.write(api::TRXREG{.RRW = 8, .RRH = 1});
    gs.write(api::TRXDIR{.XDIR = 0});
    Octets tag(16);
    tag[0] = 2, tag[7] = 0x08; // an IMAGE of two quadwords
    Octets first(16, 0x11), second(16, 0x22);
    EXPECT_EQ(gs.gif_transfer(api::Path::Path2, tag) + gs.gif_transfer(api::Path::Path2, first), 32U);
    api::Machine other = gone_on(gs);
    EXPECT_EQ(other.gif_transfer(api::Path::Path2, second), 16U);
    // Pixel 5 of row 0 is word 0b1001 of its column: bits 2 and 1 of x, bit 0 of y, bit 0 of x.
    const auto at = other.memory();
    const auto pixel5 = std::span(at).subspan(std::size_t{4} * 9, 3);
    EXPECT_EQ(Octets(pixel5.begin(), pixel5.end()), (Octets{0x11, 0x22, 0x22}));
}

TEST(GsSnapshot, KeepsWhatIsReadBackNext) {
    api::Machine gs;
    Octets memory(32);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::uint8_t>(i);
    gs.write_memory(0, memory);
    gs.write(api::BITBLTBUF{.SBW = 1});
    gs.write(api::TRXREG{.RRW = 2, .RRH = 4});
    gs.write(api::TRXDIR{.XDIR = 1});
    EXPECT_EQ(gs.read_transfer_fifo(1)[0], 0); // words 0, 1, and of the next row 2, 3
    api::Machine other = gone_on(gs);
    EXPECT_EQ(other.read_transfer_fifo(1), gs.read_transfer_fifo(1));
}

// The palette buffer keeps what it was given: memory that it came from may change.
TEST(GsSnapshot, KeepsThePaletteBuffer) {
    api::Machine gs = with_frame();
    gs.write_memory(1 << 20, Octets{1, 2, 3, 4});
    const api::TEX0_1 texture{.TBP0 = 8192, .TBW = 1, .PSM = 0x14, .TCC = 1, .TFX = 1, .CBP = 4096, .CLD = 1};
    gs.write(texture);
    gs.write_memory(1 << 20, Octets{9, 9, 9, 9});
    EXPECT_EQ(
        gs.lost_by_state(),
        std::vector<std::string>{"2 of the 512 halfwords of the palette buffer, which TEX0 does not load from memory"});
    api::Machine other = gone_on(gs);
    other.write(api::PRIM{.PRIM = 6, .TME = 1, .FST = 1});
    other.write(api::XYZ2{});
    other.write(api::XYZ2{.X = 16, .Y = 16});
    const auto memory = other.memory();
    EXPECT_EQ(Octets(memory.begin(), memory.begin() + 4), (Octets{1, 2, 3, 4}));
}

TEST(GsSnapshot, TellsWhatADumpLoses) {
    api::Machine gs = with_frame();
    EXPECT_EQ(gs.start_recording(), std::vector<std::string>{});
    gs.write(api::PRIM{.PRIM = 3});
    gs.write(api::XYZ2{.X = 1});
    gs.write(api::XYZ3{.X = 2});
    gs.write(api::TEX0_1{.TBW = 1, .PSM = 0x13, .CBP = 32, .CLD = 2});
    gs.write(api::TRXREG{.RRW = 4, .RRH = 2});
    gs.write(api::TRXDIR{.XDIR = 0});
    gs.write(api::HWREG{});
    const std::vector<std::string> lost{
        "2 vertices that wait for the rest of their primitive",
        "CBP0 and CBP1, which are 0x20 and 0x0: whether CLD 4 and 5 load a palette",
        "a transfer from the host, of which 6 pixels have not come",
    };
    EXPECT_EQ(gs.lost_by_state(), lost);
    EXPECT_EQ(gs.start_recording(), lost);
    gs.write(api::TRXDIR{.XDIR = 1});
    EXPECT_EQ(gs.lost_by_state().back(), "a transfer to the host, of which 8 pixels have not been read");
}

// A tag that goes on and the latch of Q are in the block.
TEST(GsSnapshot, TellsNothingOfAPacketUnderWay) {
    api::Machine gs = with_frame();
    Octets tag(16);
    tag[0] = 1, tag[7] = 0x10, tag[8] = 0x02; // PACKED: one loop of ST
    gs.gif_transfer(api::Path::Path3, tag);
    EXPECT_EQ(gs.path_state(api::Path::Path3).loops_left, 1U);
    EXPECT_EQ(gs.lost_by_state(), std::vector<std::string>{});
    EXPECT_EQ(gone_on(gs).path_state(api::Path::Path3).loops_left, 1U);
}

TEST(GsSnapshot, CountsItsVersionUpWithItsLayout) {
    const auto size = write(MachineSnapshot{.renderer = {.memory = Octets(machine::gs::kMemoryBytes)}}).size();
    EXPECT_EQ(kSnapshotVersion, 1U);
    EXPECT_EQ(size - machine::gs::kMemoryBytes, 11277U) << "another layout is another version";
}

TEST(GsSnapshot, RefusesWhatIsNone) {
    api::Machine gs;
    const Octets good = gs.save_snapshot();
    gs.write_memory(0, Octets{5});
    const auto refused = [&](const Octets& file, std::uint64_t offset) {
        const auto loaded = gs.load_snapshot(file);
        return !loaded && loaded.error().code == 3 && loaded.error().offset == offset;
    };
    Octets version = good, damaged = good;
    version[8] = 2, damaged[1000] ^= 1;
    EXPECT_TRUE(refused({}, 0));
    EXPECT_TRUE(refused(gs.save_state(), 0));
    EXPECT_TRUE(refused(version, 8));
    EXPECT_TRUE(refused(Octets(good.begin(), good.end() - 1), good.size() - 1));
    EXPECT_TRUE(refused(damaged, good.size() - 16));
    EXPECT_EQ(gs.memory()[0], 5) << "without an effect";
    EXPECT_TRUE(gs.load_snapshot(good));
    EXPECT_EQ(gs.memory()[0], 0);
    auto samples = api::Machine::with({.samples = 2});
    ASSERT_TRUE(samples);
    const auto loaded = samples->load_snapshot(good);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, 4);
    EXPECT_EQ(loaded.error().text, "a pixel of the snapshot has 1 samples, one of the renderer 2");
}

/// What reading a changed snapshot tells.
template <class Change>
std::string fault_with(Change change) {
    MachineSnapshot snapshot{.renderer = {.memory = Octets(machine::gs::kMemoryBytes)}};
    change(snapshot);
    const auto read = read_machine_snapshot(write(snapshot));
    return read ? "" : read.error().text;
}
TEST(GsSnapshot, RefusesValuesThatCannotBe) {
    EXPECT_EQ(fault_with([](MachineSnapshot&) {}), "");
    EXPECT_EQ(fault_with([](MachineSnapshot& s) { s.renderer.memory.resize(5); }), "local memory has not 4 MiB");
    EXPECT_EQ(fault_with([](MachineSnapshot& s) { s.renderer.samples.resize(machine::gs::kMemoryBytes); }),
              "a pixel has not 2, 4, 8 or 16 samples");
    EXPECT_EQ(fault_with([](MachineSnapshot& s) { s.fields.resize(17); }), "more samples have fields than a pixel has");
    EXPECT_EQ(fault_with([](MachineSnapshot& s) { s.fields.push_back({.parity = 2}); }),
              "a field is neither even nor odd");
    EXPECT_EQ(fault_with([](MachineSnapshot& s) { s.fields.push_back({.images = {Image{1, 1, {0}}}}); }),
              "an image has not as many pixels as its size says");
    EXPECT_EQ(fault_with([](MachineSnapshot& s) { s.gif.paths[2].next_register = 16; }),
              "a path stands at a register that its tag does not have");
    EXPECT_EQ(fault_with([](MachineSnapshot& s) { s.gif.paths[0].loops_left = 0x8000; }),
              "a path has more loops left than NLOOP can say");
}

/// Two sprites in one packet, a vsync, a third sprite.
Octets three_sprites(std::uint8_t red) {
    using enum machine::gs::Descriptor;
    api::DumpWriter writer;
    writer.write(api::FRAME_1::kAddress, api::FRAME_1{.FBW = 1}.value());
    writer.write(api::SCISSOR_1::kAddress, api::SCISSOR_1{.SCAX1 = 63, .SCAY1 = 31}.value());
    writer.write(api::PRMODECONT::kAddress, 1).write(api::SIGNAL::kAddress, api::SIGNAL{.ID = 4, .IDMSK = 15}.value());
    const std::array<std::uint8_t, 3> descriptors{1, 5, 5};
    const auto sprite = [&](std::uint32_t size) {
        return std::array<api::Qword, 3>{{{red + size, 0, 0, 0}, {0, 0, 0, 0}, {size * 16, size * 16, 0, 0}}};
    };
    std::vector<api::Qword> two;
    for (const std::uint32_t size : {8U, 4U}) {
        const auto one = sprite(size);
        two.insert(two.end(), one.begin(), one.end());
    }
    writer.packed(descriptors, two, std::uint16_t{6}).vsync().packed(descriptors, sprite(2), std::uint16_t{6}).vsync();
    return *writer.finish();
}
api::Read bytes_of(Octets bytes) {
    return [bytes = std::move(bytes), at = std::size_t{0}](std::span<std::uint8_t> into) mutable {
        const std::size_t count = std::min(into.size(), bytes.size() - at);
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
        at += count;
        return count;
    };
}

TEST(GsSnapshot, OfAPlayerGoesOnInsideOfAPacket) {
    const Octets dump = three_sprites(100);
    auto player = api::Player::open(bytes_of(dump));
    ASSERT_TRUE(player && player->step_draw());
    auto other = api::Player::resume(bytes_of(dump), player->save_snapshot());
    ASSERT_TRUE(other) << other.error().text;
    EXPECT_EQ(other->position().draws, 1U);
    EXPECT_EQ(other->memory()[0], 108);
    EXPECT_EQ(other->image(api::Buffer::Colour).rgba[0], 108);
    std::string told;
    other->after_draw([&](const api::Draw& draw) { told += "d" + std::to_string(draw.number); });
    other->on_frame([&](const api::Image&) { told += "f" + std::to_string(other->position().frames); });
    other->on_event([&](const api::Event&) { told += "s"; });
    while (other->step_packet()) {}
    EXPECT_EQ(told, "d2f1d3f2");
    EXPECT_EQ(other->memory()[0], 102);
    auto at_end = api::Player::resume(bytes_of(dump), other->save_snapshot());
    ASSERT_TRUE(at_end) << at_end.error().text;
    EXPECT_FALSE(at_end->step_packet());
    EXPECT_EQ(at_end->position().draws, 3U);
}

TEST(GsSnapshot, OfAPlayerNeedsItsDump) {
    const Octets dump = three_sprites(100);
    auto player = api::Player::open(bytes_of(dump));
    ASSERT_TRUE(player && player->step_frame());
    const Octets snapshot = player->save_snapshot();
    api::DumpWriter writer;
    const Octets other = *writer.write(api::FRAME_1::kAddress, 0).finish();
    const auto resumed = api::Player::resume(bytes_of(other), snapshot);
    ASSERT_FALSE(resumed);
    EXPECT_EQ(resumed.error().code, 3);
    EXPECT_EQ(resumed.error().text, "the dump has no packet 2 as it was when the snapshot was taken");
    api::Machine gs;
    const auto loaded = gs.load_snapshot(snapshot);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().text, "no snapshot of a machine");
    EXPECT_EQ(api::Player::resume(bytes_of(dump), gs.save_snapshot()).error().text, "no snapshot of a player");
}

} // namespace
} // namespace relit::render::gs::player
