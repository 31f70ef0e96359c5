// The history of a pixel of a capture ends with what the replayed surfaces hold, and computes most of what the device stores.
#include "machine/r500/surface/bound.hpp"
#include "render/r500/pixel/history.hpp"
#include "render/r500/pixel/verifier.hpp"
#include "tests/support/device.hpp"
#include "tests/support/r500/corpus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::r500_pixel_test {
namespace {

namespace fs = std::filesystem;
using render::r500::FollowedPixel;
using render::r500::PixelBytes;
using render::r500::PixelChange;
using render::r500::PixelEvent;
using render::r500::PixelHistories;
using render::r500::PixelLocation;
using render::r500::Player;

struct Told {
    std::vector<PixelLocation> locations;
    std::vector<std::optional<PixelBytes>> last; // by location, of the events
    std::uint32_t computed = 0, different = 0;   // changes
};

Told history_of(render::vk::Device& device, const machine::r500::Capture& capture,
                const std::shared_ptr<render::r500::Prepared>& prepared, std::uint32_t x, std::uint32_t y) {
    Told told;
    const auto player = Player::make(device, capture, prepared);
    EXPECT_TRUE(player);
    std::map<std::size_t, PixelBytes> last;
    PixelHistories history(**player, std::array{FollowedPixel{x, y}}, 0, [&](std::size_t, const PixelEvent& event) {
        for (const PixelChange& change : event.changes) {
            const auto known = last.find(change.location);
            EXPECT_TRUE(known == last.end() || known->second == change.before); // nothing happens in between
            last[change.location] = change.after;
            if (!change.computed) continue;
            ++told.computed;
            told.different += change.differs() ? 1 : 0;
        }
    });
    for (;;) {
        const auto next = (*player)->next();
        EXPECT_TRUE(next);
        if (!next || !*next) break;
        EXPECT_TRUE(history.after_draw());
    }
    told.locations = history.locations(0);
    for (std::size_t i = 0; i < told.locations.size(); ++i)
        told.last.push_back(last.contains(i) ? std::optional(last[i]) : std::nullopt);
    return told;
}

class R500Pixel : public testing::TestWithParam<fs::path> {};

TEST_P(R500Pixel, EndsWithWhatIsStored) {
    constexpr std::uint32_t kStep = 21, kEnd = 128;
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    const auto prepared = std::make_shared<render::r500::Prepared>(*device);
    auto player = Player::make(*device, capture.loaded.capture, prepared);
    ASSERT_TRUE(player);
    for (;;) { // without a history
        const auto next = (*player)->next();
        ASSERT_TRUE(next);
        if (!*next) break;
    }
    std::uint32_t computed = 0, different = 0, compared = 0;
    for (std::uint32_t y = 1; y < kEnd; y += kStep)
        for (std::uint32_t x = 1; x < kEnd; x += kStep) {
            const Told told = history_of(*device, capture.loaded.capture, prepared, x, y);
            computed += told.computed, different += told.different;
            EXPECT_FALSE(told.locations.empty());
            for (std::size_t i = 0; i < told.locations.size(); ++i) {
                if (!told.last[i]) continue;
                const auto bytes = (*player)->buffer(told.locations[i].buffer);
                ASSERT_TRUE(bytes);
                const Bytes pixel = bytes->subspan(told.locations[i].offset, told.locations[i].size);
                EXPECT_EQ(*told.last[i], PixelBytes(pixel.begin(), pixel.end())) << x << "," << y;
                ++compared;
            }
        }
    EXPECT_GT(compared, 100U);
    EXPECT_GT(computed, 150U);
    EXPECT_LE(different, computed / 20) << computed; // the last bit of depth and of filtered texels
}

/// The histories of pixels, each as texts of its events.
std::vector<std::vector<std::string>> histories_of(render::vk::Device& device, const machine::r500::Capture& capture,
                                                   const std::shared_ptr<render::r500::Prepared>& prepared,
                                                   std::span<const FollowedPixel> pixels) {
    const auto player = Player::make(device, capture, prepared);
    EXPECT_TRUE(player);
    std::vector<std::vector<std::string>> told(pixels.size());
    PixelHistories histories(**player, pixels, 0, [&](std::size_t pixel, const PixelEvent& event) {
        std::string text = fmt::format("{} {} {} '{}' {}", static_cast<int>(event.kind), event.draw, event.submission,
                                       event.uncomputed, event.approximate);
        for (const auto& fragment : event.fragments) {
            text += fmt::format(" triangle {} {} {} ends {}", fragment.triangle, fragment.is_back, fragment.position,
                                static_cast<int>(fragment.end));
            for (const auto& input : fragment.result.inputs) text += fmt::format(" {} {}", input.name, input.value);
            for (const auto& colour : fragment.result.colours)
                text += fmt::format(" {}", colour.value_or(render::r500::Float4{}));
            for (const auto& target : fragment.targets) text += fmt::format(" {} {}", target.unit, target.pixel.after);
        }
        for (const PixelChange& change : event.changes)
            text += fmt::format(" {}: {} {} {}", change.location, change.before, change.after,
                                change.computed.value_or(PixelBytes()));
        told[pixel].push_back(text);
    });
    for (;;) {
        const auto next = (*player)->next();
        EXPECT_TRUE(next);
        if (!next || !*next) break;
        EXPECT_TRUE(histories.after_draw());
    }
    for (std::size_t i = 0; i < pixels.size(); ++i)
        for (const PixelLocation& location : histories.locations(i))
            told[i].push_back(fmt::format("{} {}", location.buffer, location.offset));
    return told;
}

/// One replay that follows many pixels tells of each what a replay for it alone does.
TEST_P(R500Pixel, HistoriesOfManyPixelsAreThoseOfEach) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    const auto prepared = std::make_shared<render::r500::Prepared>(*device);
    std::vector<FollowedPixel> pixels{{50, 50}, {51, 50}, {5000, 3}};
    for (std::uint32_t y = 5; y < 128; y += 31)
        for (std::uint32_t x = 7; x < 128; x += 31) pixels.push_back({x, y});
    const auto all = histories_of(*device, capture.loaded.capture, prepared, pixels);
    std::size_t events = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        EXPECT_EQ(all[i], histories_of(*device, capture.loaded.capture, prepared, {&pixels[i], 1})[0])
            << pixels[i].x << "," << pixels[i].y;
        events += all[i].size();
    }
    EXPECT_GT(events, pixels.size());
}

/// Plays a capture to its end; `after` each draw something is done to what it stored.
render::r500::VerifiedPixels verified(render::vk::Device& device, const machine::r500::Capture& capture,
                                      const std::function<void(Player&)>& after,
                                      std::optional<render::r500::PixelMismatch>& mismatch) {
    const auto player = Player::make(device, capture);
    EXPECT_TRUE(player);
    render::r500::PixelVerifier verifier(**player, {});
    for (;;) {
        const auto next = (*player)->next();
        EXPECT_TRUE(next);
        if (!next || !*next) break;
        after(**player);
        EXPECT_TRUE(verifier.after_draw());
    }
    mismatch = verifier.mismatch();
    return verifier.verified();
}

TEST_P(R500Pixel, DrawsAreVerified) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    std::optional<render::r500::PixelMismatch> mismatch;
    const auto all = verified(*device, capture.loaded.capture, [](Player&) {}, mismatch);
    EXPECT_FALSE(mismatch) << mismatch->draw << ": " << mismatch->x << "," << mismatch->y;
    EXPECT_EQ(all.on_edges, 0U);
    EXPECT_GE(all.values, all.pixels);
    EXPECT_GE(all.pixels, all.draws);
    EXPECT_GT(all.draws, 0U);
}

/// A device that stores another bit of each byte is found out in the first draw that is compared.
TEST_P(R500Pixel, WrongDrawsAreFound) {
    constexpr std::uint8_t kBit = 0x20;
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    std::optional<render::r500::PixelMismatch> mismatch;
    const auto spoil = [&](Player& player) {
        const auto colour = machine::r500::bound_colour(*player.state(), 0);
        if (!colour.buffer || !colour.buffer->handle) return;
        const auto size = player.buffer_of(colour)->size();
        const auto bytes = player.memory().write({*colour.buffer->handle, 0, size});
        ASSERT_TRUE(bytes);
        for (std::uint8_t& byte : *bytes) byte ^= kBit;
    };
    const auto all = verified(*device, capture.loaded.capture, spoil, mismatch);
    ASSERT_TRUE(mismatch);
    std::uint32_t left_out = 0;
    for (const auto& reason : all.not_compared) left_out += reason.draws;
    EXPECT_LE(mismatch->draw, left_out + 1);
    EXPECT_NE(mismatch->value.computed, mismatch->value.stored);
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) { return info.param.filename(); }
INSTANTIATE_TEST_SUITE_P(Captures, R500Pixel, testing::ValuesIn(test::r500_data()), name_of);

} // namespace
} // namespace relit::r500_pixel_test
