// What the display shows of memories that a public renderer left, against pictures of public renderers.
#include "base/compression.hpp"
#include "machine/gs/dump.hpp"
#include "render/gs/scanout.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace relit;
using namespace relit::render::gs;
namespace fs = std::filesystem;

fs::path corpus() {
    const char* folder = std::getenv("RELIT_CORPUS");
    return (folder != nullptr ? fs::path(folder) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "gs/own";
}
std::vector<std::uint8_t> read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
Image picture_of(const std::string& name) {
    const auto image = decode_png(read(corpus() / name));
    EXPECT_TRUE(image.has_value()) << name;
    return image.value_or(Image{});
}
Memory memory_of(const std::string& name) {
    Memory memory;
    const Unpacked stored = unpack(read(corpus() / "vram" / (name + ".gsdx.vram.xz")), machine::gs::kMemoryBytes);
    EXPECT_EQ(stored.bytes.size(), machine::gs::kMemoryBytes) << name;
    std::ranges::copy(stored.bytes, memory.bytes().begin());
    return memory;
}

struct Shown {
    unsigned field = 0;
    machine::gs::Privileged registers;
};
std::vector<Shown> vsyncs_of(const std::string& name) {
    const machine::gs::Reading reading = machine::gs::read_dump(read(corpus() / (name + ".gs.xz")));
    EXPECT_FALSE(reading.fault.has_value()) << name;
    std::vector<std::uint8_t> page = reading.dump.privileged;
    std::vector<Shown> shown;
    for (const machine::gs::Event& event : reading.dump.events) {
        const Bytes bytes = reading.dump.bytes_of(event);
        if (event.kind == machine::gs::EventKind::Registers) page.assign(bytes.begin(), bytes.end());
        if (event.kind != machine::gs::EventKind::VSync) continue;
        shown.push_back(
            {event.detail, machine::gs::privileged_of(std::span(page).first<machine::gs::kPrivilegedBytes>())});
    }
    return shown;
}

/// Pixels that differ by more than `most` in red, green or blue.
std::size_t differences(const Image& a, const Image& b, int most) {
    if (a.width != b.width || a.height != b.height) return ~std::size_t{0};
    std::size_t count = 0;
    for (std::size_t at = 0; at < a.rgba.size(); at += 4) {
        int worst = 0;
        for (std::size_t i = 0; i < 3; ++i) worst = std::max(worst, std::abs(a.rgba[at + i] - b.rgba[at + i]));
        count += worst > most ? 1 : 0;
    }
    return count;
}
Image show(const Memory& memory, const Shown& shown, const ScanoutOptions& options = {}) {
    Fields fields;
    return scanout(memory, shown.registers, shown.field, options, fields);
}

#define NEEDS_CORPUS() \
    if (!fs::is_directory(corpus())) GTEST_SKIP() << "no corpus at " << corpus() << ": set RELIT_CORPUS"

TEST(GsScanoutCorpus, ShowsTheFrameOfEveryFormat) {
    NEEDS_CORPUS();
    for (const std::string name : {"prim_tris", "fb_ct16", "fb_ct16s", "fb_ct24", "heavy_prims", "dither", "fog"}) {
        const Image expected = picture_of("expected/" + name + ".gsdx.png");
        EXPECT_EQ(differences(show(memory_of(name), vsyncs_of(name).back()), expected, 0), 0U) << name;
    }
}

// The renderer that made the pictures has drawn a few pixels otherwise than the one that left the memory, and blends with
// the precision of a device.
TEST(GsScanoutCorpus, ShowsWindowsAndMerges) {
    NEEDS_CORPUS();
    const Image window = picture_of("scanout/crtc_window.0.png"), merge = picture_of("scanout/crtc_merge.0.png");
    EXPECT_LE(differences(show(memory_of("crtc_window"), vsyncs_of("crtc_window").front()), window, 2), 38U);
    const ScanoutOptions as_there{.half_is_opaque = false};
    EXPECT_EQ(differences(show(memory_of("crtc_merge"), vsyncs_of("crtc_merge").front(), as_there), merge, 2), 0U);
}

// The lines of a picture's own field are in it as they are; with them the others can be had again.
TEST(GsScanoutCorpus, AdaptsToMotionAsThePicturesDo) {
    NEEDS_CORPUS();
    Fields fields;
    for (unsigned i = 0; i < 4; ++i) {
        const Image frame = picture_of("scanout/crtc_field." + std::to_string(i) + ".png");
        Image field{frame.width, frame.height / 2, {}};
        const std::size_t row = std::size_t{frame.width} * 4;
        for (std::size_t y = i % 2; y < frame.height; y += 2) {
            const auto from = frame.rgba.begin() + static_cast<std::ptrdiff_t>(y * row);
            field.rgba.insert(field.rgba.end(), from, from + static_cast<std::ptrdiff_t>(row));
        }
        fields.add(std::move(field), i % 2);
        EXPECT_EQ(differences(deinterlace(Deinterlace::Adaptive, fields), frame, 2), 0U) << "field " << i;
    }
}

TEST(GsScanoutCorpus, FieldsAreLinesOfTheMemory) {
    NEEDS_CORPUS();
    const Shown last = vsyncs_of("crtc_field").back();
    const Image frame = picture_of("scanout/crtc_field.3.png");
    const Image field = show(memory_of("crtc_field"), last, {.deinterlace = Deinterlace::None});
    ASSERT_EQ(field.height * 2, frame.height);
    const std::size_t row = std::size_t{frame.width} * 4;
    for (std::size_t y = 0; y < field.height; ++y)
        for (std::size_t i = 0; i < row; ++i)
            ASSERT_NEAR(field.rgba[y * row + i], frame.rgba[(2 * y + last.field) * row + i], 1) << "line " << y;
}

} // namespace
