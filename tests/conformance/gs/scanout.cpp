// What the display shows of memories that a public renderer left, against images of public renderers.
#include "render/gs/display/scanout.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/expected.hpp"

#include <gtest/gtest.h>

namespace relit::gs_scanout_corpus {
namespace {

using namespace relit::render::gs;
using test::gs_expected_memory, test::gs_expected_image, test::pixels_apart;

struct Shown {
    unsigned field = 0;
    machine::gs::Privileged registers;
};
std::vector<Shown> vsyncs_of(const std::string& name) {
    const machine::gs::Dump dump = test::gs_corpus_dump(name);
    std::vector<std::uint8_t> page = dump.privileged;
    std::vector<Shown> shown;
    for (const machine::gs::Event& event : dump.events) {
        const Bytes bytes = dump.bytes_of(event);
        if (event.kind == machine::gs::EventKind::Registers) page.assign(bytes.begin(), bytes.end());
        if (event.kind != machine::gs::EventKind::VSync) continue;
        shown.push_back(
            {event.detail, machine::gs::privileged_of(std::span(page).first<machine::gs::kPrivilegedBytes>())});
    }
    return shown;
}

Image show(const Memory& memory, const Shown& shown, const ScanoutOptions& options = {}) {
    Fields fields;
    return scanout(memory, shown.registers, shown.field, options, fields);
}

TEST(GsScanoutCorpus, ShowsTheFrameOfEveryFormat) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    for (const std::string name : {"prim_tris", "fb_ct16", "fb_ct16s", "fb_ct24", "heavy_prims", "dither", "fog"}) {
        const Image expected = gs_expected_image("expected/" + name + ".gsdx.png");
        EXPECT_EQ(pixels_apart(show(gs_expected_memory(name), vsyncs_of(name).back()), expected, 0), 0U) << name;
    }
}

// The renderer that made the images has drawn a few pixels otherwise than the one that left the memory, and blends with
// the precision of a device.
TEST(GsScanoutCorpus, ShowsWindowsAndMerges) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    const Image window = gs_expected_image("scanout/crtc_window.0.png"),
                merge = gs_expected_image("scanout/crtc_merge.0.png");
    EXPECT_LE(pixels_apart(show(gs_expected_memory("crtc_window"), vsyncs_of("crtc_window").front()), window, 2), 38U);
    const ScanoutOptions as_there{.half_is_opaque = false};
    EXPECT_EQ(pixels_apart(show(gs_expected_memory("crtc_merge"), vsyncs_of("crtc_merge").front(), as_there), merge, 2),
              0U);
}

// The lines of an image's own field are in it as they are; with them the others can be had again.
TEST(GsScanoutCorpus, AdaptsToMotionAsTheImagesDo) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    Fields fields;
    for (unsigned i = 0; i < 4; ++i) {
        const Image frame = gs_expected_image("scanout/crtc_field." + std::to_string(i) + ".png");
        Image field{frame.width, frame.height / 2, {}};
        const std::size_t row = std::size_t{frame.width} * 4;
        for (std::size_t y = i % 2; y < frame.height; y += 2) {
            const auto from = frame.rgba.begin() + static_cast<std::ptrdiff_t>(y * row);
            field.rgba.insert(field.rgba.end(), from, from + static_cast<std::ptrdiff_t>(row));
        }
        fields.add(std::move(field), i % 2);
        EXPECT_EQ(pixels_apart(deinterlace(Deinterlace::Adaptive, fields), frame, 2), 0U) << "field " << i;
    }
}

TEST(GsScanoutCorpus, FieldsAreLinesOfTheMemory) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus at " << test::gs_corpus() << ": set RELIT_CORPUS";
    const Shown last = vsyncs_of("crtc_field").back();
    const Image frame = gs_expected_image("scanout/crtc_field.3.png");
    const Image field = show(gs_expected_memory("crtc_field"), last, {.deinterlace = Deinterlace::None});
    ASSERT_EQ(field.height * 2, frame.height);
    const std::size_t row = std::size_t{frame.width} * 4;
    for (std::size_t y = 0; y < field.height; ++y)
        for (std::size_t i = 0; i < row; ++i)
            ASSERT_NEAR(field.rgba[y * row + i], frame.rgba[(2 * y + last.field) * row + i], 1) << "line " << y;
}

} // namespace
} // namespace relit::gs_scanout_corpus
