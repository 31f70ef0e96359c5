// The library's face: what is written by name is drawn, states come back, faults are told.
#include <relit/gs_machine.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::api::gs {
namespace {

/// A machine with a frame of 64 x 32 at page 0 that circuit 1 shows.
Machine ready() {
    Machine gs;
    EXPECT_TRUE(gs.set("PMODE", {{"EN1", 1}, {"MMOD", 1}, {"ALP", 255}}));
    EXPECT_TRUE(gs.set("DISPFB1", {{"FBW", 1}}));
    EXPECT_TRUE(gs.set("DISPLAY1", {{"MAGH", 3}, {"DW", 64 * 4 - 1}, {"DH", 31}}));
    EXPECT_TRUE(gs.set("FRAME_1", {{"FBW", 1}}));
    EXPECT_TRUE(gs.set("SCISSOR_1", {{"SCAX1", 63}, {"SCAY1", 31}}));
    EXPECT_TRUE(gs.set("PRMODECONT", {{"AC", 1}}));
    return gs;
}
void sprite(Machine& gs, std::uint64_t red, std::uint64_t size) {
    gs.set("PRIM", {{"PRIM", 6}});
    gs.set("RGBAQ", {{"R", red}, {"A", 0x80}});
    gs.set("XYZ2", {});
    gs.set("XYZ2", {{"X", size * 16}, {"Y", size * 16}});
}

TEST(GsApi, DrawsWhatIsWrittenByName) {
    Machine gs = ready();
    sprite(gs, 77, 8);
    EXPECT_EQ(gs.memory()[0], 77);
    const Picture picture = gs.vsync();
    ASSERT_EQ(picture.rgba.size(), std::size_t{4} * picture.width * picture.height);
    EXPECT_NE(std::ranges::find(picture.rgba, 77), picture.rgba.end());
    const Statistics since = gs.take_statistics();
    EXPECT_EQ(since.primitives, 1U);
    EXPECT_EQ(since.pixels, 64U);
    EXPECT_EQ(gs.take_statistics().primitives, 0U);
}

TEST(GsApi, RefusesWhatDoesNotExist) {
    Machine gs;
    EXPECT_FALSE(gs.set("FRAME_3", {}));
    EXPECT_FALSE(gs.set("FRAME_1", {{"FBZ", 1}}));
    EXPECT_FALSE(gs.set("FRAME_1", {{"FBP", 512}}));
    EXPECT_FALSE(gs.set("FRAME_1", {{"-", 0}}));
    EXPECT_FALSE(gs.write_register(0x63, 0));
    EXPECT_FALSE(gs.write_privileged(4, 0));
    EXPECT_FALSE(gs.write_packed(std::array<std::uint8_t, 2>{0, 1}, std::array<std::uint8_t, 16>{}));
    EXPECT_FALSE(gs.load_state(std::array<std::uint8_t, 16>{8}));
}

TEST(GsApi, ComesBackFromAState) {
    Machine gs = ready();
    sprite(gs, 5, 4);
    const std::vector<std::uint8_t> state = gs.save_state();
    EXPECT_EQ(state.size(), 4194752U);
    Machine other;
    ASSERT_TRUE(other.load_state(state));
    EXPECT_EQ(other.save_state(), state);
    EXPECT_EQ(other.memory()[0], 5);
    EXPECT_EQ(other.read_register(0x4c), gs.read_register(0x4c));
    sprite(other, 6, 4);
    EXPECT_EQ(other.memory()[0], 6);
    gs.reset();
    EXPECT_EQ(gs.memory()[0], 0);
}

TEST(GsApi, MovesImagesInAndOut) {
    Machine gs;
    std::vector<std::uint8_t> pixels(64);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i);
    gs.write_image_upload({.base = 64, .buffer_width = 1, .format = 0, .x = 3, .y = 5, .width = 4, .height = 4},
                          pixels);
    gs.set("BITBLTBUF", {{"SBP", 64}, {"SBW", 1}});
    gs.set("TRXPOS", {{"SSAX", 3}, {"SSAY", 5}});
    gs.set("TRXDIR", {{"XDIR", 1}});
    EXPECT_EQ(gs.read_transfer_fifo(4), pixels);
}

TEST(GsApi, TellsWhereAPathStands) {
    Machine gs;
    std::array<std::uint8_t, 32> packet{};
    packet[0] = 3;         // NLOOP
    packet[7] = 2U << 4;   // NREG
    packet[8] = 0xee;      // twice A+D
    packet[16 + 8] = 0x77; // an address without a register
    EXPECT_EQ(gs.gif_transfer(Path::Path2, packet), 32U);
    EXPECT_EQ(gs.path_state(Path::Path2).loops_left, 3U);
    EXPECT_EQ(gs.path_state(Path::Path2).next_register, 1U);
    EXPECT_EQ(gs.path_state(Path::Path3).loops_left, 0U);
    gs.memory()[0] = 5;
    gs.write_register(0x4c, 1);
    gs.reset_registers();
    EXPECT_EQ(gs.path_state(Path::Path2).loops_left, 0U);
    EXPECT_EQ(gs.read_register(0x4c), 0U);
    EXPECT_EQ(gs.memory()[0], 5);
}

TEST(GsApi, ShowsAsOptionsSay) {
    Machine gs = ready();
    EXPECT_TRUE(gs.set("SMODE1", {{"CMOD", 2}, {"LC", 32}}));
    EXPECT_TRUE(gs.set("SMODE2", {{"INT", 1}, {"FFMD", 1}}));
    EXPECT_EQ(gs.vsync().width, 640U); // NTSC: 2560 clocks
    const VsyncOptions all{.shows_all = true};
    const Picture picture = gs.vsync(all);
    EXPECT_EQ(picture.width, 64U); // what DISPLAY1 says
    EXPECT_EQ(picture.height, 32U);
    EXPECT_TRUE(picture.is_on && picture.is_interlaced);
    EXPECT_FALSE(gs.can_skip_vsync()); // fields are kept
    EXPECT_TRUE(gs.set("SMODE2", {}));
    EXPECT_TRUE(gs.can_skip_vsync());
    EXPECT_TRUE(gs.set("EXTWRITE", {{"WRITE", 1}}));
    EXPECT_FALSE(gs.can_skip_vsync());
    EXPECT_TRUE(gs.set("PMODE", {}));
    EXPECT_FALSE(gs.vsync().is_on);
}

TEST(GsApi, TellsOfSignals) {
    Machine gs;
    std::vector<Event> told;
    gs.on_event([&](Event event) { told.push_back(event); });
    gs.set("LABEL", {{"ID", 3}, {"IDMSK", 0xff}});
    gs.set("FINISH", {});
    EXPECT_EQ(told, (std::vector{Event::Label, Event::Finish}));
    EXPECT_EQ(gs.read_privileged(0x1080), std::uint64_t{3} << 32);
}

TEST(GsApi, TakesPackets) {
    Machine gs = ready();
    // One PACKED tag: PRIM sprite by PRE, then RGBAQ and two XYZ2.
    std::vector<std::uint8_t> packet(16 * 4);
    const std::uint64_t tag = 1 | 1ULL << 15 | 1ULL << 46 | 6ULL << 47 | 3ULL << 60;
    for (unsigned i = 0; i < 8; ++i) packet[i] = static_cast<std::uint8_t>(tag >> 8 * i);
    packet[8] = 0x51, packet[9] = 0x05;
    packet[16] = 99;
    packet[48] = 64, packet[52] = 64;
    EXPECT_EQ(gs.gif_transfer(Path::Path3, packet), packet.size());
    EXPECT_EQ(gs.memory()[0], 99);
    const std::array<std::uint8_t, 3> descriptors{1, 5, 5};
    packet[16] = 98;
    EXPECT_TRUE(gs.write_packed(descriptors, std::span(packet).subspan(16)));
    EXPECT_EQ(gs.memory()[0], 98);
}

} // namespace
} // namespace relit::api::gs
