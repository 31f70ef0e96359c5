// What is read and shown without waiting: each as the work before it left memory, whatever comes after, in order, and on a
// Vulkan device while several frames are on their way.
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/renderers.hpp"

#include <relit/gs_player.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ranges>

namespace relit::gs_timeline_test {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work
using render::gs::MemoryRange;
using render::gs::Renderer;
using render::gs::Timeline;

constexpr std::uint32_t kWidth = 640, kHeight = 448;
constexpr MemoryRange kFrame{0, kWidth* kHeight * 4};

/// The renderer that a test gets by name, and how many samples a pixel has.
class GsTimeline : public testing::TestWithParam<std::pair<const char*, unsigned>> {
protected:
    void SetUp() override {
        const auto [name, samples] = GetParam();
        if (std::string_view(name) == "reference") {
            gs_ = std::make_unique<render::gs::reference::Renderer>(render::gs::reference::Rules{}, samples);
            return;
        }
        auto vulkan = test::gs_vulkan_renderer({}, {.samples = samples});
        ASSERT_TRUE(vulkan) << vulkan.error().text;
        gs_ = std::move(*vulkan);
    }
    void TearDown() override {
        if (!gs_) return;
        const Status good = gs_->status();
        EXPECT_TRUE(good) << good.error().text;
    }
    [[nodiscard]] bool is_on_device() const { return std::string_view(GetParam().first) == "vulkan"; }

    /// A sprite over the whole frame at a page, `times` times. Where it is blended, none hides another.
    void fill(std::uint8_t red, std::uint32_t page = 0, unsigned times = 1, bool blended = false) {
        DrawState state;
        state.prim.set(Prim::primitive, Primitive::Sprite).set(Prim::blended, blended);
        state.frame.set(Frame::width, kWidth / 64).set(Frame::base, page);
        state.scissor.set(Scissor::x1, kWidth - 1).set(Scissor::y1, kHeight - 1);
        Draw sprite;
        sprite.vertices[1].x = kWidth * 16, sprite.vertices[1].y = kHeight * 16;
        for (Vertex& vertex : sprite.vertices) vertex.rgba = {red, 0, 0, 0x80};
        for (unsigned i = 0; i < times; ++i) gs_->perform(sprite, std::array{state});
    }
    /// Keeps a device busy with other memory for a while, once all else is done; what is asked for next waits for that.
    void keep_busy() {
        gs_->wait(gs_->flush());
        fill(0, 300, 40, true);
    }
    /// Sends pixels of red 99 to the whole frame.
    void upload() {
        StartTransfer start;
        start.direction = Direction::HostToLocal;
        start.bitbltbuf.set(BitBltBuf::destination_width, kWidth / 64);
        start.trxreg.set(TrxReg::width, kWidth).set(TrxReg::height, kHeight);
        gs_->perform(start, {});
        const std::vector<std::uint8_t> pixels(kFrame.size, 99);
        gs_->perform(TransferData{pixels, {}}, {});
    }
    [[nodiscard]] static Vsync vsync(std::uint32_t page = 0) {
        Vsync one;
        one.registers.PMODE.set(PMode::circuit1, true).set(PMode::fixed_alpha, true).set(PMode::alpha, 255U);
        one.registers.DISPFB1.set(DispFb::width, kWidth / 64).set(DispFb::base, page);
        one.registers.DISPLAY1.set(Display::width, kWidth - 1).set(Display::height, kHeight - 1);
        return one;
    }
    /// What a scan of a frame of one colour has of red.
    [[nodiscard]] static std::vector<int> reds(const Image& image) {
        std::vector<int> all;
        for (std::size_t i = 0; i < image.rgba.size(); i += 4)
            if (std::ranges::find(all, image.rgba[i]) == all.end()) all.push_back(image.rgba[i]);
        return all;
    }

    std::unique_ptr<Renderer> gs_;
};

TEST_P(GsTimeline, CopiesHoldWhatTheWorkBeforeThemLeft) {
    std::vector<int> seen;
    Timeline last = 0;
    for (int red = 1; red <= 20; ++red) {
        fill(static_cast<std::uint8_t>(red));
        const Timeline value = gs_->read_later({4, 8193}, [&](Bytes bytes) {
            ASSERT_EQ(bytes.size(), 8193U);
            EXPECT_TRUE(std::ranges::all_of(std::views::iota(0U, 2048U),
                                            [&](unsigned i) { return bytes[std::size_t{4} * i] == bytes[0]; }));
            seen.push_back(bytes[0]);
        });
        if (is_on_device()) {
            EXPECT_GT(value, last);
            last = value;
        }
        EXPECT_GE(seen.size() + 4, static_cast<std::size_t>(red)) << "four wait at most";
    }
    gs_->wait(last);
    std::vector<int> wanted(20);
    std::ranges::generate(wanted, [n = 1]() mutable { return n++; });
    EXPECT_EQ(seen, wanted);
    EXPECT_GE(gs_->reached(), last);
}

TEST_P(GsTimeline, FramesOnTheirWayAreShownInOrder) {
    std::vector<std::vector<int>> shown, wanted;
    for (int red = 1; red <= 12; ++red) {
        fill(static_cast<std::uint8_t>(red), red % 2 == 0 ? 0 : 150, 3);
        (void)gs_->scan_later(vsync(red % 2 == 0 ? 0 : 150), {},
                              [&](const Image& image) { shown.push_back(reds(image)); });
        wanted.push_back({red});
    }
    keep_busy();
    for (int i = 0; i < 10; ++i) {
        (void)gs_->scan_later(vsync(i % 2 == 0 ? 0 : 150), {},
                              [&](const Image& image) { shown.push_back(reds(image)); });
        wanted.push_back({i % 2 == 0 ? 12 : 11});
    }
    gs_->wait(gs_->flush());
    EXPECT_EQ(shown, wanted);
}

TEST_P(GsTimeline, TheHostWritesNothingThatIsBeingShown) {
    std::vector<std::vector<int>> shown, wanted;
    for (int red = 1; red <= 4; ++red) {
        fill(static_cast<std::uint8_t>(red));
        keep_busy();
        (void)gs_->scan_later(vsync(), {}, [&](const Image& image) { shown.push_back(reds(image)); });
        if (red % 2 == 0)
            upload();
        else
            std::ranges::fill(gs_->map(kFrame), std::uint8_t{99});
        EXPECT_EQ(gs_->read(kFrame)[kFrame.size - 4], 99);
        wanted.push_back({red});
    }
    gs_->wait(gs_->flush());
    EXPECT_EQ(shown, wanted);
}

TEST_P(GsTimeline, TheHostWritesNothingThatIsBeingCopied) {
    std::vector<int> copied;
    for (int red = 1; red <= 2; ++red) {
        fill(static_cast<std::uint8_t>(red));
        keep_busy();
        (void)gs_->read_later(kFrame, [&](Bytes bytes) { copied.push_back(bytes[kFrame.size - 4]); });
        std::ranges::fill(gs_->map(kFrame), std::uint8_t{99});
    }
    gs_->wait(gs_->flush());
    EXPECT_EQ(copied, (std::vector<int>{1, 2}));
}

TEST_P(GsTimeline, PagesTellWhatTouchesThem) {
    fill(7);
    const std::uint32_t frame_pages = kWidth / 64 * (kHeight / 32);
    const MemoryRange drawn{(frame_pages - 1) * kPageBytes, kPageBytes}, beside{frame_pages * kPageBytes, kPageBytes};
    const Timeline value = gs_->value_of(drawn);
    EXPECT_EQ(value != 0, is_on_device()) << "it waits to be drawn";
    EXPECT_EQ(gs_->value_of(beside), 0U);
    EXPECT_EQ(gs_->flush(), value);
    EXPECT_EQ(gs_->value_of(beside), 0U);
    gs_->wait(value);
    EXPECT_EQ(gs_->value_of(drawn), 0U);
    EXPECT_EQ(gs_->flush(), value) << "there is nothing to start";
    const Timeline shown = gs_->scan_later(vsync(), {}, [](const Image&) {});
    EXPECT_EQ(gs_->value_of(drawn), shown);
    EXPECT_EQ(gs_->value_of(beside), 0U);
    // What is mapped to be written is a texture, too, and memory of all samples.
    gs_->map({0, 4})[0] = 42;
    EXPECT_EQ(gs_->read({0, 1})[0], 42);
    EXPECT_EQ(gs_->read_sample(0)[0], 42);
}

TEST_P(GsTimeline, PagesWithoutAPixelWaitForNothing) {
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Triangle);
    state.frame.set(Frame::width, kWidth / 64);
    state.scissor.set(Scissor::x1, kWidth - 1).set(Scissor::y1, kHeight - 1);
    Draw thin; // its corners lie on a line
    for (std::uint16_t i = 0; i < 3; ++i) thin.vertices[i].x = thin.vertices[i].y = static_cast<std::uint16_t>(800 * i);
    gs_->perform(thin, std::array{state});
    EXPECT_EQ(gs_->value_of(kFrame), 0U);
    const Timeline value = gs_->flush();
    EXPECT_EQ(gs_->reached(), value);
    EXPECT_EQ(gs_->value_of(kFrame), 0U);
}

TEST_P(GsTimeline, WhatIsOnItsWayWhenTheRendererGoesIsNotGiven) {
    int given = 0;
    for (int red = 1; red <= 3; ++red) {
        fill(static_cast<std::uint8_t>(red), 0, 20, true);
        (void)gs_->scan_later(vsync(), {}, [&](const Image&) { ++given; });
        (void)gs_->read_later({}, [&](Bytes) { ++given; });
    }
    const int before = given;
    gs_.reset();
    EXPECT_EQ(given, before);
    EXPECT_LE(given, 6);
}

// ---- whole dumps, by the library

std::vector<api::gs::Image> frames_of(const std::filesystem::path& dump, std::string_view renderer, bool shows_later) {
    namespace gs = api::gs;
    auto bytes = std::make_shared<std::vector<std::uint8_t>>(test::read_gs_file(dump));
    const gs::Read read = [bytes, at = std::size_t{0}](std::span<std::uint8_t> into) mutable {
        const std::size_t count = std::min(into.size(), bytes->size() - at);
        std::copy_n(bytes->begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
        at += count;
        return count;
    };
    const char* device = std::getenv("RELIT_DEVICE");
    auto player = gs::Player::open(read, {.renderer = {.name = renderer, .device = device != nullptr ? device : ""},
                                          .display = {.deinterlace = gs::Deinterlace::Blend},
                                          .shows_later = shows_later});
    EXPECT_TRUE(player) << dump;
    std::vector<gs::Image> frames;
    if (!player) return frames;
    player->on_frame([&](const gs::Image& image) { frames.push_back(image); });
    while (player->step_frame()) {}
    EXPECT_EQ(frames.size(), player->position().frames) << dump;
    EXPECT_FALSE(player->failure()) << dump;
    return frames;
}

/// Those that show most: fields, feedback, memory that is written between frames.
std::vector<std::filesystem::path> shown_dumps() {
    std::vector<std::filesystem::path> all = test::gs_data();
    for (const auto& path : test::gs_corpus_dumps()) {
        const std::string name = path.filename();
        for (const std::string_view kind : {"crtc", "feedback", "copy", "xfer", "heavy_uploads"})
            if (name.starts_with(kind)) all.push_back(path);
    }
    return all;
}

TEST(GsFrames, AreThoseOfTheReferenceWhileLaterOnesAreDrawn) {
    for (const auto& dump : shown_dumps()) {
        const auto wanted = frames_of(dump, "reference", false);
        for (const std::string_view renderer : {"reference", "vulkan"}) {
            const auto found = frames_of(dump, renderer, true);
            ASSERT_EQ(found.size(), wanted.size()) << dump;
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_TRUE(found[i].rgba == wanted[i].rgba) << dump << ", frame " << i + 1 << ", " << renderer;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Renderers, GsTimeline,
                         testing::Values(std::pair{"reference", 1U}, std::pair{"vulkan", 1U}, std::pair{"vulkan", 4U}),
                         [](const auto& one) {
                             return std::string(one.param.first) + "_" + std::to_string(one.param.second);
                         });

} // namespace
} // namespace relit::gs_timeline_test
