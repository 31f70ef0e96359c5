#include "render/gs/player/verifying.hpp"

#include "render/gs/reference/renderer.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

/// Draws as the reference does, but leaves one bit of a word wrong whenever it has drawn a primitive of one colour: of memory, or
/// of sample 1 where there are two.
class FaultyRenderer final : public Renderer {
public:
    FaultyRenderer(std::uint8_t red, std::uint32_t word, unsigned rate = 1)
        : exact_({}, rate), red_(red), word_(word) {}

    void perform(const Work& work, std::span<const DrawState> states) override {
        exact_.perform(work, states);
        const auto* draw = std::get_if<Draw>(&work);
        if (draw == nullptr || draw->vertices[0].rgba[0] != red_) return;
        if (exact_.samples() > 1) return has_wrong_sample_ = true, void();
        const Bytes bytes = exact_.read({4 * word_, 4});
        std::vector<std::uint8_t> wrong(bytes.begin(), bytes.end());
        wrong[0] ^= 1;
        exact_.write(4 * word_, wrong);
    }
    Bytes read(MemoryRange range) override { return exact_.read(range); }
    void write(std::uint32_t begin, Bytes bytes) override { exact_.write(begin, bytes); }
    std::vector<std::uint8_t> read_back(std::uint32_t qwords) override { return exact_.read_back(qwords); }
    const Clut& clut() const override { return exact_.clut(); }
    Image scanout(const Vsync& vsync, const ScanoutOptions& options) override {
        Image image = exact_.scanout(vsync, options);
        if (red_ == kWrongDisplay) image.rgba[4 * 70 + 1] ^= 4;
        return image;
    }
    static constexpr std::uint8_t kWrongDisplay = 99;
    void feed_back(const Vsync& vsync, const ScanoutOptions& options) override { exact_.feed_back(vsync, options); }
    RendererState save(RendererState room) override { return exact_.save(std::move(room)); }
    void restore(const RendererState& state) override { exact_.restore(state); }
    const Counts& counts() const override { return exact_.counts(); }
    Status trace(const PixelTracer* tracer) override { return exact_.trace(tracer); }
    unsigned samples() const override { return exact_.samples(); }
    Bytes read_sample(unsigned sample) override {
        const Bytes bytes = exact_.read_sample(sample);
        if (sample != 1 || !has_wrong_sample_) return bytes;
        wrong_.assign(bytes.begin(), bytes.end());
        wrong_[4 * std::size_t{word_}] ^= 1;
        return wrong_;
    }

private:
    reference::Renderer exact_;
    std::uint8_t red_;
    std::uint32_t word_;
    bool has_wrong_sample_ = false;
    std::vector<std::uint8_t> wrong_;
};

DrawState sprite_state() {
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite);
    state.frame.set(Frame::width, 1U);
    state.zbuf.set(ZBuf::base, 64U);
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    state.colclamp.set(Switch::on, true);
    return state;
}
/// A square of 8 by 8 pixels.
Draw square(std::uint8_t red) {
    Draw draw;
    draw.vertices[1].x = draw.vertices[1].y = 8 << 4;
    for (Vertex& vertex : draw.vertices) vertex.rgba = {red, 0, 0, 0};
    return draw;
}

VerifyingRenderer after(std::initializer_list<std::uint8_t> reds, std::uint8_t wrong, std::uint32_t word) {
    VerifyingRenderer both(std::make_unique<reference::Renderer>(), std::make_unique<FaultyRenderer>(wrong, word));
    const std::array states{sprite_state()};
    for (const std::uint8_t red : reds) both.perform(square(red), states);
    both.compare();
    return both;
}

TEST(Verifying, NamesTheDrawAndItsPixel) {
    const std::uint32_t word = address_of({PixelFormat::Ct32, 0, 1}, 5, 3);
    const VerifyingRenderer both = after({10, 20, 30}, 20, word);
    // The third draw covers the difference that the second one leaves.
    EXPECT_FALSE(both.mismatch());
    const VerifyingRenderer last = after({10, 20, 30}, 30, word);
    ASSERT_TRUE(last.mismatch());
    const Mismatch& found = *last.mismatch();
    EXPECT_EQ(found.first_draw, 3U);
    EXPECT_EQ(found.last_draw, 3U);
    ASSERT_TRUE(found.pixel);
    EXPECT_EQ(found.pixel->x, 5);
    EXPECT_EQ(found.pixel->y, 3);
    EXPECT_FALSE(found.pixel->is_depth);
    EXPECT_EQ(found.pixel->wanted, 30U);
    EXPECT_EQ(found.pixel->found, 31U);
    EXPECT_EQ(found.first_word, word);
    EXPECT_EQ(
        text_of(found),
        "draw 3: pixel 5,3 of the frame is 0x0000001f, not 0x0000001e; 1 words of local memory "
        "differ, the first at " +
            std::string("0x") +
            [&] {
                char text[16];
                std::snprintf(text, sizeof(text), "%x", 4 * word);
                return std::string(text);
            }() +
            ": 0x0000001f, not 0x0000001e");
}

TEST(Verifying, NamesTheDrawThatWritesWhereItShouldNot) {
    const VerifyingRenderer both = after({10, 20, 10}, 20, 0x40000);
    ASSERT_TRUE(both.mismatch());
    EXPECT_EQ(both.mismatch()->first_draw, 2U);
    EXPECT_FALSE(both.mismatch()->pixel);
    EXPECT_EQ(both.mismatch()->words, 1U);
}

TEST(Verifying, NamesTheSample) {
    const std::uint32_t word = address_of({PixelFormat::Ct32, 0, 1}, 5, 3);
    VerifyingRenderer both(std::make_unique<reference::Renderer>(reference::Rules{}, 2),
                           std::make_unique<FaultyRenderer>(std::uint8_t{20}, word, 2));
    const std::array states{sprite_state()};
    both.perform(square(10), states);
    both.compare();
    EXPECT_FALSE(both.mismatch());
    both.perform(square(20), states);
    both.compare();
    ASSERT_TRUE(both.mismatch());
    EXPECT_EQ(both.mismatch()->sample, 1U);
    EXPECT_EQ(both.mismatch()->first_draw, 2U);
    ASSERT_TRUE(both.mismatch()->pixel);
    EXPECT_EQ(both.mismatch()->pixel->found, 21U);
    EXPECT_NE(text_of(*both.mismatch()).find("1 words of local memory of sample 1 differ"), std::string::npos);
}

// Neither renderer ends a pass here: what is kept is compared by its number and by its bytes.
TEST(Verifying, ComparesWhatItKeepsBeforeThatGrowsWithoutEnd) {
    const auto comparisons_after = [](const Work& work, std::size_t times) {
        VerifyingRenderer both(std::make_unique<reference::Renderer>(), std::make_unique<FaultyRenderer>(0, 0));
        const std::array states{sprite_state()};
        for (std::size_t i = 0; i < times; ++i) both.perform(work, states);
        return both.comparisons();
    };
    const std::vector<std::uint8_t> bytes(std::size_t{1} << 20);
    const TransferData data{.bytes = bytes, .word = {}};
    const TransferData nothing{.bytes = {}, .word = {}};
    EXPECT_EQ(comparisons_after(nothing, (std::size_t{1} << 16) - 1), 0U);
    EXPECT_EQ(comparisons_after(nothing, std::size_t{1} << 16), 1U);
    EXPECT_EQ(comparisons_after(data, 31), 0U);
    EXPECT_EQ(comparisons_after(data, 32), 1U);
}

TEST(Verifying, NamesThePixelOfTheDisplay) {
    VerifyingRenderer both = after({10}, FaultyRenderer::kWrongDisplay, 0);
    Vsync vsync;
    vsync.registers.PMODE.set(PMode::circuit1, true);
    vsync.registers.DISPFB1.set(DispFb::width, 1U);
    vsync.registers.DISPLAY1.set(Display::width, 63U).set(Display::height, 31U);
    (void)both.scanout(vsync, {});
    ASSERT_TRUE(both.mismatch() && both.mismatch()->pixel);
    EXPECT_EQ(text_of(*both.mismatch()).substr(0, 35), "after draw 1: pixel 6,1 of the disp");
    EXPECT_EQ(both.mismatch()->pixel->found ^ both.mismatch()->pixel->wanted, 0x400U);
}

// A tracer reads memory while one renderer has drawn and the other has not: that is no difference.
TEST(Verifying, CanBeTraced) {
    VerifyingRenderer both = after({}, 0, 0);
    int told = 0;
    const PixelSet pixels(std::array{PixelAt{5, 3}});
    const PixelTracer tracer{.pixels = &pixels, .tell = [&](const TracedFragment&) {
                                 (void)both.read({});
                                 ++told;
                             }};
    ASSERT_TRUE(both.trace(&tracer));
    both.perform(square(10), std::array{sprite_state()});
    both.compare();
    EXPECT_FALSE(both.mismatch());
    EXPECT_EQ(told, 1);
}

TEST(Verifying, IsAFaultOfTheDevice) {
    VerifyingRenderer both = after({20}, 20, 0x40000);
    const Status status = both.status();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, FaultKind::Device);
}

} // namespace
} // namespace relit::render::gs::player
