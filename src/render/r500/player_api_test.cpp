// The public interface: what a program of a user sees of a replay.
#include <relit/r500_player.hpp>

#include <gtest/gtest.h>

namespace relit::api::r500 {
namespace {

constexpr std::string_view kCapture = RELIT_DATA "/r500/gouraud_triangle";
constexpr std::uint32_t kViewportXScale = 0x1d98;

std::vector<Draw> all_draws(Player& player) {
    std::vector<Draw> draws;
    for (;;) {
        const auto next = player.step();
        EXPECT_TRUE(next);
        if (!next || !*next) return draws;
        draws.push_back(**next);
    }
}

TEST(R500Api, StepsDrawByDrawAndReadsWhatIsThere) {
    auto device = Device::open();
    if (!device) GTEST_SKIP() << device.error().text;
    auto player = Player::open_file(*device, std::string(kCapture));
    ASSERT_TRUE(player) << player.error().text;
    EXPECT_TRUE(player->problems().empty());
    EXPECT_FALSE(player->read_register(kViewportXScale));
    const auto before = player->image(Surface::Colour);
    ASSERT_TRUE(before);
    EXPECT_FALSE(*before);
    const std::vector<Draw> draws = all_draws(*player);
    ASSERT_EQ(draws.size(), 3U); // a clear, the triangle, the copy to the readout
    EXPECT_EQ(draws[1].number, 2U);
    EXPECT_EQ(draws[1].vertices, 3U);
    EXPECT_TRUE(player->read_register(kViewportXScale));
    EXPECT_FALSE(player->read_register(kViewportXScale + 1));
    EXPECT_FALSE(player->read_register(0x8000));
    const auto image = player->readout();
    ASSERT_TRUE(image);
    EXPECT_EQ(image->rgba.size(), std::size_t{4} * image->width * image->height);
    EXPECT_TRUE(player->approximations().empty());
    for (const std::uint32_t handle : player->buffers()) EXPECT_TRUE(player->buffer(handle)) << handle;
    EXPECT_FALSE(player->buffer(12345));
}

TEST(R500Api, TheDeviceKeepsWhatWasPrepared) {
    auto device = Device::open();
    if (!device) GTEST_SKIP() << device.error().text;
    std::optional<Image> first;
    for (int i = 0; i < 2; ++i) {
        auto player = Player::open_file(*device, std::string(kCapture));
        ASSERT_TRUE(player);
        EXPECT_EQ(all_draws(*player).size(), 3U);
        EXPECT_EQ(player->statistics().left_out, 0U);
        EXPECT_EQ(player->statistics().translations == 0, i == 1);
        EXPECT_EQ(player->statistics().pipelines == 0, i == 1);
        const auto image = player->readout();
        ASSERT_TRUE(image);
        EXPECT_TRUE(!first || first->rgba == image->rgba);
        first = *image;
    }
}

TEST(R500Api, PlayersOutliveTheirDevice) {
    auto device = Device::open();
    if (!device) GTEST_SKIP() << device.error().text;
    auto player = Player::open_file(*device, std::string(kCapture));
    ASSERT_TRUE(player);
    { const Device closed = std::move(*device); }
    EXPECT_EQ(all_draws(*player).size(), 3U);
}

TEST(R500Api, RefusesWhatIsNoCapture) {
    auto device = Device::open();
    if (!device) GTEST_SKIP() << device.error().text;
    const auto nothing = Player::open(*device, {1, 2, 3});
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, 3);
    const auto stream = Player::open(*device, {0, 0, 0, 0x80, 0, 0, 0, 0x80}); // two fillers
    ASSERT_FALSE(stream);
    EXPECT_EQ(stream.error().code, 4);
    EXPECT_EQ(Player::open_file(*device, "/no/such/file").error().code, 3);
}

} // namespace
} // namespace relit::api::r500
