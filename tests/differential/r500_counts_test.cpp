// What replays of R500 count: samples that pass (ZB_ZPASS_DATA), and what a second replay need not make again.
#include "base/image.hpp"
#include "render/r500/player.hpp"
#include "tests/support/device.hpp"
#include "tests/support/r500/corpus.hpp"
#include "tests/support/r500/stream.hpp"
#include "tests/support/rsx/mesa.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::r500_counts_test {
namespace {

namespace fs = std::filesystem;
namespace reg = machine::r500::reg;
using machine::r500::Capture;
using render::r500::Player;

constexpr std::uint32_t kCounts = 900; // handle of the buffer that counts go to
constexpr std::uint32_t kTriangle = 2; // the draw of the triangle in its scenes

std::vector<std::uint32_t> operator+(std::vector<std::uint32_t> a, const std::vector<std::uint32_t>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Clears the counter before the triangle; after it the first two pipes store theirs, one after the other.
void count_triangle(Capture& capture) {
    const auto relocation = test::add_buffer(capture, kCounts, 8, kTriangle);
    const auto store = [&](std::uint32_t pipe) {
        return test::write_register(reg::SU_REG_DEST, 1U << pipe) + test::write_register(reg::ZB_ZPASS_ADDR, 4 * pipe) +
               relocation;
    };
    test::put_after_draw(capture, kTriangle, store(0) + store(1) + test::write_register(reg::SU_REG_DEST, 0xf));
    test::put_before_draw(capture, kTriangle, test::write_register(reg::ZB_ZPASS_DATA, 0));
}

struct Counted {
    std::array<std::uint64_t, 2> counts{};
    std::vector<std::string> approximate;
};
Counted counted(render::vk::Device& device, const Capture& capture) {
    const auto player = Player::make(device, capture);
    EXPECT_TRUE(player);
    for (bool goes_on = true; goes_on;) {
        const auto next = (*player)->next();
        EXPECT_TRUE(next);
        goes_on = next && *next;
    }
    const auto bytes = (*player)->buffer(kCounts);
    EXPECT_TRUE(bytes);
    EXPECT_TRUE(device.take_messages().empty());
    Counted made;
    for (std::size_t i = 0; i < 2; ++i) made.counts[i] = little_endian(bytes->subspan(4 * i, 4));
    for (const auto& [text, draw] : (*player)->renderer().approximate()) made.approximate.push_back(text);
    return made;
}

fs::path scene_of_data(std::string_view name) {
    for (const fs::path& folder : test::r500_data())
        if (folder.filename() == name) return folder;
    return {};
}

/// Pixels of the reference that are not the colour of its corner.
std::uint64_t drawn_pixels(const fs::path& folder) {
    const auto image = decode_png(test::bytes_of_file(folder / "reference.png"));
    EXPECT_TRUE(image);
    std::uint64_t drawn = 0;
    for (std::size_t i = 0; i < image->rgba.size(); i += 4)
        drawn += std::equal(image->rgba.begin(), image->rgba.begin() + 4,
                            image->rgba.begin() + static_cast<std::ptrdiff_t>(i))
                     ? 0
                     : 1;
    return drawn;
}

TEST(R500Counts, StoresThePixelsThatPass) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const fs::path folder = scene_of_data("gouraud_triangle");
    test::R500Capture capture = test::read_r500_capture(folder);
    count_triangle(capture.loaded.capture);
    const Counted found = counted(*device, capture.loaded.capture);
    EXPECT_EQ(found.counts[0], drawn_pixels(folder));
    EXPECT_EQ(found.counts[1], 0U);
    EXPECT_EQ(std::ranges::count(found.approximate, "ZB_ZPASS_ADDR: the first pipe counts the samples of all"), 1);
}

TEST(R500Counts, NothingPassesATestThatNeverDoes) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    test::R500Capture capture = test::read_r500_capture(scene_of_data("gouraud_triangle"));
    count_triangle(capture.loaded.capture);
    constexpr std::uint32_t kStencilTest = 1, kNever = 0;
    test::put_before_draw(
        capture.loaded.capture, kTriangle,
        test::write_register(reg::ZB_CNTL, kStencilTest) + test::write_register(reg::ZB_ZSTENCILCNTL, kNever));
    EXPECT_EQ(counted(*device, capture.loaded.capture).counts[0], 0U);
}

TEST(R500Counts, ACounterThatNobodySetIsNotStored) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    test::R500Capture capture = test::read_r500_capture(scene_of_data("gouraud_triangle"));
    const auto relocation = test::add_buffer(capture.loaded.capture, kCounts, 8, kTriangle);
    test::put_after_draw(capture.loaded.capture, kTriangle, test::write_register(reg::ZB_ZPASS_ADDR, 0) + relocation);
    const Counted found = counted(*device, capture.loaded.capture);
    EXPECT_EQ(found.counts[0], 0U);
    EXPECT_EQ(
        std::ranges::count(found.approximate, "ZB_ZPASS_ADDR: a count is not stored: no packet has set the counter"),
        1);
}

/// The samples of SC_SCREENDOOR, one after the other, are all samples.
TEST(R500Counts, MasksOfSamplesAddUp) {
    const fs::path folder = test::r500_corpus() / "own/mesa-scenes/msaa4_resolve";
    if (!fs::exists(folder)) GTEST_SKIP() << folder << " is not there";
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const auto passed = [&](std::uint32_t mask) {
        test::R500Capture capture = test::read_r500_capture(folder);
        count_triangle(capture.loaded.capture);
        test::put_before_draw(capture.loaded.capture, kTriangle,
                              test::write_register(reg::SC_SCREENDOOR, mask | mask << 6 | mask << 12 | mask << 18));
        return counted(*device, capture.loaded.capture).counts[0];
    };
    const std::uint64_t all = passed(0xf), first = passed(1);
    EXPECT_GT(all, 3 * first);
    EXPECT_LT(all, 5 * first);
    EXPECT_EQ(first + passed(2) + passed(4) + passed(8), all);
}

/// Programs and pipelines stay with the device.
TEST(R500Counts, ASecondReplayTranslatesAndMakesNothing) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const auto prepared = std::make_shared<render::r500::Prepared>(*device);
    std::vector<render::r500::Statistics> replays;
    for (int i = 0; i < 2; ++i) {
        const test::R500Capture capture = test::read_r500_capture(scene_of_data("fmt_dxt1"));
        const auto player = Player::make(*device, capture.loaded.capture, prepared);
        ASSERT_TRUE(player);
        while (*(*player)->next()) {}
        replays.push_back((*player)->renderer().statistics());
    }
    EXPECT_GT(replays[0].translations, 0U);
    EXPECT_GT(replays[0].pipelines, 0U);
    EXPECT_EQ(replays[1].translations, 0U);
    EXPECT_EQ(replays[1].pipelines, 0U);
    EXPECT_EQ(replays[1].draws, replays[0].draws);
    EXPECT_TRUE(device->take_messages().empty());
}

} // namespace
} // namespace relit::r500_counts_test
