#include "machine/r500/surface/bound.hpp"

#include "machine/r500/registers/registers.hpp"

#include <gtest/gtest.h>

namespace relit::machine::r500 {
namespace {

namespace program = isa::r500::reg;

/// Values by hand from reference 4.10: 64x32 texels of ARGB8888 with four levels, tiled both ways.
TEST(R500BoundSurfaces, TexturesAreReadFromTheirRegisters) {
    State state;
    state.write(program::TX_ENABLE, 0x8);
    state.write(program::TX_FORMAT0 + 12, 63 | 31 << 11 | 3 << 26);
    state.write(program::TX_FORMAT1 + 12, 0x8860c); // R 0, G 1, B 2, A 3 of format 12
    state.write(program::TX_FORMAT2 + 12, 0);
    state.write(reg::TX_OFFSET + 12, 0x4000 | 1 << 3 | 1 << 2 | 2);
    const auto all = bound_surfaces(state);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].unit, 3U);
    const Plane& plane = all[0].description.plane;
    EXPECT_EQ(plane.offset, 0x4000U);
    EXPECT_EQ(plane.size, (Extent{64, 32}));
    EXPECT_EQ(plane.pitch, 64U);
    EXPECT_EQ(plane.tiling, (Tiling{true, MicroTiling::Tiled}));
    EXPECT_EQ(plane.endian, Endian::In32);
    const auto& view = std::get<TextureView>(all[0].description.view);
    EXPECT_EQ(view.format, 12U);
    EXPECT_EQ(view.rgba, (std::array{Select::Component0, Select::Component1, Select::Component2, Select::Component3}));
    EXPECT_EQ(texture_shape(state, 3).levels, 4U);
}

/// 4096 a side needs bit 11; a pitch of its own counts where bit 31 of TX_FORMAT0 is set; format 5 with the high bit is ATI1N.
TEST(R500BoundSurfaces, HighBitsOfTexturesCount) {
    State state;
    state.write(program::TX_FORMAT0, 2047 | 99U << 11 | 1U << 31);
    state.write(program::TX_FORMAT1, 5);
    state.write(program::TX_FORMAT2, 4095 | 1 << 14 | 1 << 15);
    const BoundSurface surface = bound_texture(state, 0);
    EXPECT_EQ(surface.description.plane.size, (Extent{4096, 100}));
    EXPECT_EQ(surface.description.plane.pitch, 4096U);
    EXPECT_EQ(std::get<TextureView>(surface.description.view).format, 37U);
    EXPECT_EQ(texture_shape(state, 0).block, (Extent{4, 4}));
}

/// Reference 4.12 and 4.13: pitches count two and four pixels.
TEST(R500BoundSurfaces, TargetsAndDepthHaveTheSizeOfTheScissor) {
    State state;
    state.write(reg::SC_SCISSOR1, 99 | 49 << 13);
    state.write(reg::RB3D_COLOROFFSET, 0x100);
    state.write(reg::RB3D_COLORPITCH, 128 | 1 << 16 | 1 << 17 | 6 << 21);
    state.write(program::US_OUT_FMT, 0x3900);
    for (std::uint32_t target = 1; target < 4; ++target) state.write(program::US_OUT_FMT + 4 * target, 15);
    state.write(reg::ZB_CNTL, 2);
    state.write(reg::ZB_FORMAT, 2);
    state.write(reg::ZB_DEPTHOFFSET, 0x20000);
    state.write(reg::ZB_DEPTHPITCH, 64 | 2 << 17);
    const auto all = bound_surfaces(state);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].description.plane.size, (Extent{100, 50}));
    EXPECT_EQ(all[0].description.plane.pitch, 128U);
    EXPECT_EQ(all[0].description.plane.offset, 0x100U);
    EXPECT_EQ(std::get<ColourView>(all[0].description.view).selects, (std::array<std::uint8_t, 4>{1, 2, 3, 0}));
    EXPECT_EQ(all[1].use, SurfaceUse::Depth);
    EXPECT_EQ(all[1].description.plane.size, (Extent{64, 50})); // the pitch ends before the scissor
    EXPECT_EQ(all[1].description.plane.tiling, (Tiling{false, MicroTiling::Square}));
    EXPECT_EQ(std::get<DepthView>(all[1].description.view).format, DepthFormat::Z24S8);
}

/// Reference 8.2: levels of 64x64 texels of 32 bits lie one after the other; a cube's faces within each level.
TEST(R500BoundSurfaces, LevelsAndFacesHavePlanesOfTheirOwn) {
    BoundSurface surface{.use = SurfaceUse::Texture};
    surface.shape = {.width = 64, .height = 64, .levels = 3, .kind = TextureKind::Cube};
    surface.description.plane.offset = 0x100;
    const auto plane = plane_of(surface, 1, 5);
    ASSERT_TRUE(plane);
    constexpr std::uint64_t kFaces = 6, kTexel = 4;
    EXPECT_EQ(plane->offset, 0x100 + kFaces * 64 * 64 * kTexel + 5 * 32 * 32 * kTexel);
    EXPECT_EQ(plane->size, (Extent{32, 32}));
    EXPECT_FALSE(plane_of(surface, 3, 0));
    EXPECT_FALSE(plane_of(surface, 0, 6));
    surface.use = SurfaceUse::Colour;
    EXPECT_EQ(plane_of(surface, 0, 0)->offset, 0x100U);
    EXPECT_FALSE(plane_of(surface, 1, 0));
}

} // namespace
} // namespace relit::machine::r500
