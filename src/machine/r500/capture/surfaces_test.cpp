#include "machine/r500/capture/surfaces.hpp"

#include <gtest/gtest.h>

namespace relit::machine::r500 {
namespace {

constexpr std::uint32_t kType0 = 0, kDrawEmbedded = 0xc0003500; // 3D_DRAW_IMMD_2 of one dword
constexpr std::uint32_t kNop = 0xc0001000;

std::uint32_t write(std::uint32_t number) { return kType0 | number >> 2; }

/// Binds the colour buffer of relocation 0 at an offset, and draws.
void add_draw(std::vector<std::uint32_t>& dwords, std::uint32_t offset) {
    dwords.insert(dwords.end(), {write(isa::r500::reg::US_OUT_FMT), 0});
    dwords.insert(dwords.end(), {write(reg::RB3D_COLOROFFSET), offset, kNop, 0});
    dwords.insert(dwords.end(), {kDrawEmbedded, 0});
}

/// Two submissions, whose tables have the same buffer at the same index; the third draw has another offset.
Capture capture() {
    Capture capture;
    capture.buffers[7] = {.size = 0x10000};
    capture.submissions.resize(2);
    for (Submission& each : capture.submissions) each.relocations = std::vector{Relocation{.handle = 7}};
    add_draw(capture.submissions[0].dwords.own(), 0x100);
    add_draw(capture.submissions[1].dwords.own(), 0x100);
    add_draw(capture.submissions[1].dwords.own(), 0x200);
    return capture;
}

std::vector<CaptureSurface> colours(const DrawRange& range) {
    const Capture all = capture();
    auto found = capture_surfaces(all, range);
    EXPECT_TRUE(found);
    std::erase_if(*found, [](const CaptureSurface& each) {
        return each.surface.unit != 0 || each.surface.use != SurfaceUse::Colour;
    });
    return *found;
}

TEST(R500CaptureSurfaces, DrawsThatBindTheSameAreOneSurface) {
    const auto found = colours({});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].surface.buffer->handle, 7U);
    EXPECT_EQ(found[0].surface.description.plane.offset, 0x100U);
    EXPECT_EQ(found[0].first_draw, 1U);
    EXPECT_EQ(found[0].last_draw, 2U);
    EXPECT_EQ(found[0].submission, 1U);
    EXPECT_EQ(found[1].surface.description.plane.offset, 0x200U);
    EXPECT_EQ(found[1].first_draw, 3U);
}

TEST(R500CaptureSurfaces, ADrawOrASubmissionCanBeSelected) {
    ASSERT_EQ(colours({.draw = 2}).size(), 1U);
    EXPECT_EQ(colours({.draw = 2})[0].first_draw, 2U);
    ASSERT_EQ(colours({.submission = 0}).size(), 1U);
    EXPECT_EQ(colours({.submission = 0})[0].last_draw, 1U);
    const Capture all = capture();
    EXPECT_FALSE(capture_surfaces(all, {.draw = 4}));
    EXPECT_FALSE(capture_surfaces(all, {.submission = 2}));
}

} // namespace
} // namespace relit::machine::r500
