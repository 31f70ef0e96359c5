// The display by both renderers: random registers and memory give the same image, and the same memory where it is written back.
#include "machine/gs/state/codes.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/random.hpp"
#include "tests/support/gs/renderers.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::gs_display {
namespace {

using namespace relit::render::gs;
using namespace relit::machine::gs; // NOLINT(google-build-using-namespace): all registers

class Registers {
public:
    explicit Registers(std::uint64_t seed) : random_(seed) {}

    [[nodiscard]] machine::gs::Vsync vsync() {
        machine::gs::Vsync vsync;
        Privileged& r = vsync.registers;
        vsync.field = static_cast<std::uint8_t>(below(2));
        r.PMODE.set(PMode::circuit1, below(4) != 0).set(PMode::circuit2, below(4) != 0);
        r.PMODE.set(PMode::fixed_alpha, flag()).set(PMode::alpha_of_2, flag()).set(PMode::background, flag());
        r.PMODE.set(PMode::alpha, below(256));
        r.SMODE1.set(SMode1::cmod, 2U).set(SMode1::lc, below(3) == 0 ? 99U : 32U);
        r.SMODE2.set(SMode2::interlaced, flag()).set(SMode2::frame_mode, flag());
        r.BGCOLOR.set(BgColour::r, below(256)).set(BgColour::g, below(256)).set(BgColour::b, below(256));
        set(r.DISPFB1), set(r.DISPFB2), set(r.DISPLAY1), set(r.DISPLAY2);
        r.EXTWRITE.set(ExtWrite::write, flag());
        r.EXTBUF.set(ExtBuf::base, below(0x4000)).set(ExtBuf::width, below(12)).set(ExtBuf::frame_mode, flag());
        r.EXTBUF.set(ExtBuf::input, below(2)).set(ExtBuf::colour_mode, below(4)).set(ExtBuf::alpha_mode, below(4));
        r.EXTBUF.set(ExtBuf::x, below(500)).set(ExtBuf::y, below(500));
        r.EXTDATA.set(ExtData::x, below(1300)).set(ExtData::y, below(200));
        r.EXTDATA.set(ExtData::sample_x, below(16)).set(ExtData::sample_y, below(4));
        r.EXTDATA.set(ExtData::width, below(700)).set(ExtData::height, below(300));
        return vsync;
    }
    [[nodiscard]] ScanoutOptions options() {
        return {.deinterlace = static_cast<Deinterlace>(below(6)),
                .keeps_offsets = flag(),
                .shows_all = flag(),
                .drops_blur = flag(),
                .half_is_opaque = flag()};
    }

private:
    [[nodiscard]] std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    [[nodiscard]] bool flag() { return below(2) != 0; }
    void set(DispFb& source) {
        constexpr std::array kFormats{PixelFormat::Ct32, PixelFormat::Ct24, PixelFormat::Ct16, PixelFormat::Ct16s};
        source.set(DispFb::base, below(512)).set(DispFb::width, below(12)).set(DispFb::format, kFormats[below(4)]);
        source.set(DispFb::x, below(4) == 0 ? below(2048) : 0).set(DispFb::y, below(4) == 0 ? below(2048) : 0);
    }
    void set(Display& display) {
        display.set(Display::x, below(1000)).set(Display::y, below(120));
        display.set(Display::magnify_x, below(3) == 0 ? below(16) : 3).set(Display::magnify_y, below(3));
        display.set(Display::width, below(2600)).set(Display::height, below(500));
    }

    std::mt19937_64 random_;
};

void compare(unsigned samples, std::uint64_t seeds) {
    reference::Renderer exact({}, samples);
    auto vulkan = test::gs_vulkan_renderer({}, {.samples = samples});
    ASSERT_TRUE(vulkan) << vulkan.error().text;
    std::size_t shown = 0, written = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const RendererState start{.memory = test::gs_random_memory(seed)};
        exact.restore(start), (*vulkan)->restore(start);
        (void)exact.read_sample(0), (void)(*vulkan)->read_sample(0); // samples have taken all of it
        Registers registers(seed);
        const machine::gs::Vsync vsync = registers.vsync();
        const ScanoutOptions options = registers.options();
        const Image image = exact.scanout(vsync, options);
        EXPECT_EQ((*vulkan)->scanout(vsync, options), image) << "seed " << seed;
        exact.feed_back(vsync, options), (*vulkan)->feed_back(vsync, options);
        shown += image.rgba.size(), written += std::ranges::equal(exact.read({}), start.memory) ? 0 : 1;
        ASSERT_TRUE(std::ranges::equal((*vulkan)->read({}), exact.read({}))) << "seed " << seed;
        for (unsigned i = 0; i < samples; ++i)
            ASSERT_TRUE(std::ranges::equal((*vulkan)->read_sample(i), exact.read_sample(i))) << "seed " << seed;
        ASSERT_TRUE((*vulkan)->status()) << (*vulkan)->status().error().text;
    }
    EXPECT_GT(shown, seeds * 1000);
    EXPECT_GT(written, seeds / 5);
}

TEST(GsDisplay, ShowsWhatTheReferenceShows) { compare(1, 60); }
TEST(GsDisplay, WritesBackToAllSamples) { compare(4, 10); }

} // namespace
} // namespace relit::gs_display
