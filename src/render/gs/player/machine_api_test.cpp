// The library's face: what is written by name is drawn, states come back, faults are told.
#include <relit/gs_player.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

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

Read bytes_of(std::vector<std::uint8_t> bytes) {
    return [bytes = std::move(bytes), at = std::size_t{0}](std::span<std::uint8_t> into) mutable {
        const std::size_t count = std::min(into.size(), bytes.size() - at);
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
        at += count;
        return count;
    };
}

TEST(GsApi, SaysWhatNoDocumentDefines) {
    Machine gs = ready();
    sprite(gs, 1, 8);
    EXPECT_TRUE(gs.warnings().empty());
    gs.set("FRAME_1", {{"FBW", 1}, {"PSM", 5}});
    sprite(gs, 1, 8);
    sprite(gs, 2, 8);
    EXPECT_EQ(gs.warnings(),
              std::vector<std::string>{"FRAME_1.PSM is 0x05, no documented frame format: drawn to as CT32"});
}
TEST(GsApi, DrawsWhatIsWrittenByName) {
    Machine gs = ready();
    sprite(gs, 77, 8);
    EXPECT_EQ(gs.memory()[0], 77);
    const Image image = gs.vsync();
    ASSERT_EQ(image.rgba.size(), std::size_t{4} * image.width * image.height);
    EXPECT_NE(std::ranges::find(image.rgba, 77), image.rgba.end());
    const Statistics since = gs.take_statistics();
    EXPECT_EQ(since.primitives, 1U);
    EXPECT_EQ(since.pixels, 64U);
    EXPECT_EQ(gs.take_statistics().primitives, 0U);
}

TEST(GsApi, ReadsAndShowsLater) {
    Machine gs = ready();
    sprite(gs, 5, 32);
    std::vector<int> seen;
    const auto value = gs.read_later(0, 4, [&](std::span<const std::uint8_t> bytes) { seen.push_back(bytes[0]); });
    ASSERT_TRUE(value);
    const Timeline shown = gs.vsync_later({}, [&](const Image& image) { seen.push_back(image.rgba[0] + 100); });
    sprite(gs, 6, 32);
    gs.wait(std::max(*value, shown));
    EXPECT_EQ(seen, (std::vector<int>{5, 105}));
    EXPECT_GE(gs.reached(), shown);
    EXPECT_EQ(gs.map(0, 1)[0], 6);
    gs.map_for_writing(4, 4)[0] = 9;
    EXPECT_EQ(gs.memory()[4], 9);
    EXPECT_EQ(gs.page_value(0), gs.flush()) << "this renderer puts nothing off";
    EXPECT_FALSE(gs.failure());
}

TEST(GsApi, MapsNothingOutsideMemory) {
    Machine gs;
    constexpr std::uint32_t kEnd = 4U << 20;
    const auto never = [](std::span<const std::uint8_t>) { FAIL(); };
    EXPECT_TRUE(gs.map(kEnd - 4, 5).empty());
    EXPECT_TRUE(gs.map_for_writing(kEnd + 1, 0).empty());
    EXPECT_FALSE(gs.read_later(0xffff'fffc, 8, never));
    EXPECT_EQ(gs.map(kEnd - 4, 4).size(), 4U);
    EXPECT_EQ(gs.page_value(512), 0U);
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

TEST(GsApi, ReportsThePositionOfAPath) {
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
    EXPECT_TRUE(gs.write_memory(0, std::array<std::uint8_t, 1>{5}));
    EXPECT_FALSE(gs.write_memory(4U << 20, std::array<std::uint8_t, 1>{5}));
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
    const Image larger = gs.vsync({.scale = 2, .filter = Filter::Nearest});
    EXPECT_EQ(larger.width, 1280U);
    EXPECT_EQ(larger.height, 2 * gs.vsync().height);
    const VsyncOptions all{.shows_all = true};
    const Image image = gs.vsync(all);
    EXPECT_EQ(image.width, 64U); // what DISPLAY1 says
    EXPECT_EQ(image.height, 32U);
    EXPECT_TRUE(image.is_on && image.is_interlaced);
    EXPECT_FALSE(gs.can_skip_vsync()); // fields are kept
    EXPECT_TRUE(gs.set("SMODE2", {}));
    EXPECT_TRUE(gs.can_skip_vsync());
    EXPECT_TRUE(gs.set("EXTWRITE", {{"WRITE", 1}}));
    EXPECT_FALSE(gs.can_skip_vsync());
    EXPECT_TRUE(gs.set("PMODE", {}));
    EXPECT_FALSE(gs.vsync().is_on);
}

TEST(GsApi, HasAsManySamplesAsAreAskedFor) {
    auto gs = Machine::with({.samples = 4});
    ASSERT_TRUE(gs);
    EXPECT_TRUE(gs->set("SMODE1", {{"CMOD", 2}, {"LC", 32}}));
    EXPECT_TRUE(gs->set("SMODE2", {{"INT", 1}, {"FFMD", 1}}));
    EXPECT_EQ(gs->vsync().width, 640U);
    EXPECT_EQ(gs->vsync({.shows_samples = true}).width, 2U * 640);
    for (const unsigned none : {0U, 3U, 32U}) {
        const auto refused = Machine::with({.samples = none});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, 2);
    }
}

TEST(GsApi, RefusesADeviceThatDoesNotExistWithTheCodeOfDevices) {
    const auto refused = Machine::with({.name = "vulkan", .device = "no such device"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, 6);
}

TEST(GsApi, ReportsSignalsWithTheirValues) {
    Machine gs;
    std::vector<Event> told;
    gs.on_event([&](const Event& event) { told.push_back(event); });
    gs.write(LABEL{.ID = 3, .IDMSK = 0xff});
    gs.write(LABEL{.ID = 0x500, .IDMSK = 0xf00});
    gs.write(SIGNAL{.ID = 7, .IDMSK = 0xffffffff});
    gs.write(FINISH{});
    EXPECT_EQ(told, (std::vector<Event>{{EventKind::Label, 3, 0xff, 3},
                                        {EventKind::Label, 0x500, 0xf00, 0x503},
                                        {EventKind::Signal, 7, 0xffffffff, 7},
                                        {EventKind::Finish, 0, 0, 0}}));
    EXPECT_EQ(gs.read_privileged(0x1080), (std::uint64_t{0x503} << 32) | 7);
}

TEST(GsApi, WritesRegistersByTheirStructs) {
    Machine by_struct, by_name;
    EXPECT_TRUE(by_struct.write(TEX1_2{.LCM = 1, .MXL = 6, .K = -3}));
    EXPECT_TRUE(by_name.set("TEX1_2", {{"LCM", 1}, {"MXL", 6}, {"K", 0xffd}}));
    EXPECT_EQ(by_struct.read_register(TEX1_2::kAddress), by_name.read_register(0x15));
    EXPECT_EQ(by_struct.read_register(0x14), 0U);
    EXPECT_TRUE(by_struct.write(ST{.S = 0.5F, .T = -2}));
    EXPECT_TRUE(by_name.set("ST", {{"S", bits_of(0.5F)}, {"T", bits_of(-2)}}));
    EXPECT_EQ(by_struct.read_register(ST::kAddress), by_name.read_register(2));
    EXPECT_TRUE(by_struct.write(DISPFB1{.FBP = 511, .FBW = 10}));
    EXPECT_EQ(by_struct.read_privileged(0x70), 511U | 10U << 9);
    EXPECT_FALSE(by_struct.write(DISPFB1{.FBP = 512}));
    EXPECT_FALSE(by_struct.write(TEX1_2{.K = 2048}));
    EXPECT_EQ(by_struct.read_privileged(0x70), 511U | 10U << 9);
}

TEST(GsApi, ChoosesARenderer) {
    EXPECT_EQ(renderers(), (std::vector<std::string_view>{"reference", "vulkan"}));
    EXPECT_FALSE(Machine::with({.name = "none"}));
    auto plain = Machine::with({.rules = Rules::Plain});
    ASSERT_TRUE(plain);
    sprite(*plain, 9, 2);
    EXPECT_EQ(plain->memory()[0], 9); // of a scissor of one pixel
}

/// A packet of one PACKED tag: RGBAQ and two XYZ2 of a sprite.
std::vector<std::uint8_t> sprite_packet(std::uint8_t red) {
    std::vector<std::uint8_t> packet(16 * 4);
    const std::uint64_t tag = 1 | 1ULL << 15 | 1ULL << 46 | 6ULL << 47 | 3ULL << 60;
    for (unsigned i = 0; i < 8; ++i) packet[i] = static_cast<std::uint8_t>(tag >> 8 * i);
    packet[8] = 0x51, packet[9] = 0x05;
    packet[16] = red;
    packet[48] = 64, packet[52] = 64;
    return packet;
}

TEST(GsApi, RecordsItsWritesAsADump) {
    Machine gs = ready();
    sprite(gs, 5, 4); // before the recording: in its state
    EXPECT_FALSE(gs.finish_recording());
    gs.start_recording();
    sprite(gs, 77, 8);
    gs.gif_transfer(Path::Path2, sprite_packet(99));
    gs.write_image_upload({.base = 64, .buffer_width = 1, .width = 4, .height = 1}, std::vector<std::uint8_t>(16, 3));
    gs.write(BGCOLOR{.R = 20});
    const Image shown = gs.vsync({.field = 1});
    gs.write(LABEL{.ID = 3, .IDMSK = 0xff});
    const auto dump = gs.finish_recording();
    ASSERT_TRUE(dump);
    EXPECT_FALSE(gs.is_recording());
    auto player = Player::open(bytes_of(*dump));
    ASSERT_TRUE(player);
    std::vector<std::uint32_t> labels;
    player->on_event([&](const Event& event) { labels.push_back(event.value); });
    EXPECT_EQ(player->memory()[0], 5);
    ASSERT_TRUE(player->step_frame());
    EXPECT_EQ(player->frame().rgba, shown.rgba);
    while (player->step_packet()) {}
    EXPECT_EQ(labels, std::vector<std::uint32_t>{3});
    EXPECT_EQ(player->position().draws, 2U);
    EXPECT_TRUE(std::ranges::equal(player->memory(), gs.memory()));
}

TEST(GsApi, RecordsNothingThatADumpCannotSay) {
    Machine gs = ready();
    gs.start_recording();
    gs.write_memory(0, std::array<std::uint8_t, 1>{5});
    const auto written = gs.finish_recording();
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, 4);
    gs.start_recording();
    const std::vector<std::uint8_t> packet = sprite_packet(1);
    gs.gif_transfer(Path::Path3, std::span(packet).first(32)); // the rest does not come
    gs.write(PRIM{});
    EXPECT_FALSE(gs.finish_recording());
}

TEST(GsApi, PlaysByDrawAndByFrame) {
    DumpWriter writer;
    writer.write(FRAME_1::kAddress, FRAME_1{.FBW = 1}.value());
    writer.write(SCISSOR_1::kAddress, SCISSOR_1{.SCAX1 = 63, .SCAY1 = 31}.value());
    writer.write(PRMODECONT::kAddress, 1).packets(Path::Path3, sprite_packet(10));
    writer.write(SIGNAL::kAddress, SIGNAL{.ID = 4, .IDMSK = 15}.value()).packets(Path::Path3, sprite_packet(20));
    const auto dump = writer.vsync().packets(Path::Path3, sprite_packet(30)).finish();
    ASSERT_TRUE(dump);
    auto player = Player::open(bytes_of(*dump));
    ASSERT_TRUE(player);
    std::string told;
    player->before_draw([&](const Draw& draw) { told += "b" + std::to_string(draw.number); });
    player->after_draw([&](const Draw& draw) {
        told += "a" + std::to_string(player->image(Buffer::Colour).rgba[0]);
        EXPECT_EQ(draw.primitive, "SPRITE");
        EXPECT_EQ(draw.vertices.size(), 2U);
        EXPECT_EQ(draw.registers.front().name, "PRIM");
    });
    player->on_event([&](const Event& event) { told += "s" + std::to_string(event.value); });
    player->on_frame([&](const Image&) { told += "f"; });
    EXPECT_TRUE(player->step_draw());
    EXPECT_EQ(told, "b1a10");
    EXPECT_TRUE(player->step_frame());
    EXPECT_EQ(told, "b1a10s4b2a20f");
    EXPECT_EQ(player->position().draws, 2U);
    EXPECT_TRUE(player->image(Buffer::Texture).rgba.empty());
    const Image colours = player->image(Buffer::ColourInterpolant);
    EXPECT_EQ(colours.width, 64U);
    EXPECT_EQ((std::array{colours.rgba[0], colours.rgba[3]}), (std::array<std::uint8_t, 2>{20, 255}));
    EXPECT_EQ(colours.rgba.back(), 0); // the last pixel is not the sprite's
    EXPECT_TRUE(player->image(Buffer::TexelInterpolant).rgba.empty());
    EXPECT_EQ(player->counts().front().name, "primitives");
    EXPECT_EQ(player->counts().front().value, 2U);
    EXPECT_FALSE(player->step_frame());
    EXPECT_EQ(told, "b1a10s4b2a20fb3a30");
    EXPECT_FALSE(player->damage());
    EXPECT_FALSE(Player::open(bytes_of({}), {.renderer = {.name = "none"}}));
    const auto empty = Player::open(bytes_of({}));
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, 3);
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
