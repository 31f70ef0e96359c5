#include "render/r500/texture/textures.hpp"

#include "isa/r500/encoding/registers.hpp"

#include <gtest/gtest.h>

namespace relit::render::r500 {
namespace {

/// Mesa's r300 driver adds 1/32 to every bias (docs/machine/r500-replay.md); five bits are the fraction, and the field is signed.
TEST(R500Textures, OnlyMesaAddsToBiases) {
    constexpr std::uint32_t kBias = 3; // its lowest bit in TX_FILTER1
    const auto bias = [](std::uint32_t field, bool is_of_mesa) {
        machine::r500::State state;
        state.write(isa::r500::reg::TX_FILTER1, field << kBias);
        std::vector<std::string> approximate;
        return sampler_of(state, 0, {}, is_of_mesa, approximate).sampler.bias;
    };
    EXPECT_EQ(bias(1, true), 0);
    EXPECT_EQ(bias(33, true), 1);
    EXPECT_EQ(bias(32, false), 1);
    EXPECT_EQ(bias(0, false), 0);
    EXPECT_EQ(bias(1024 - 64, false), -2);
}

namespace texture_reg = isa::r500::reg;

struct TestSampler {
    UnitSampler unit;
    std::vector<std::string> approximate;
};
TestSampler sampler_with(std::uint32_t filter, std::uint32_t format1, const vk::DeviceInfo& device) {
    machine::r500::State state;
    state.write(texture_reg::TX_FILTER0, filter);
    state.write(texture_reg::TX_FORMAT1, format1);
    state.write(machine::r500::reg::TX_BORDER_COLOR, 0xf800);
    TestSampler made;
    made.unit = sampler_of(state, 0, device, false, made.approximate);
    return made;
}
constexpr std::uint32_t kBorder = 6, kClamp = 4, kRgb565 = 0xaa06, kVolume = 1U << 25, kCube = 2U << 25,
                        kLinear = 0xa00U << 1;

/// Mesa da8b4c07986: a border along the third axis of a texture that has two makes every texel the border.
TEST(R500Textures, ABorderAlongAnAxisThatIsNotThereIsEverywhere) {
    vk::DeviceInfo device;
    device.borders = device.keeps_to_faces = true;
    const TestSampler flat = sampler_with(kBorder << 6, kRgb565, device);
    EXPECT_TRUE(flat.unit.shows_border);
    EXPECT_EQ(flat.unit.sampler.border, (ir::Texel{0x3f800000, 0, 0, 0x3f800000})) << "red, and alpha is selected as 1";
    EXPECT_TRUE(sampler_with((kBorder + 1) << 6, kRgb565, device).unit.shows_border);
    EXPECT_TRUE(sampler_with(kBorder << 6, kRgb565 | kCube, device).unit.shows_border);
    EXPECT_FALSE(sampler_with(kBorder << 6, kRgb565 | kVolume, device).unit.shows_border);
    EXPECT_FALSE(sampler_with(kBorder, kRgb565, device).unit.shows_border);
    EXPECT_EQ(sampler_with(kClamp << 6 | kLinear, kRgb565, device).approximate.size(), 1U)
        << "what CLAMP does is not known";
}

/// The chip filters cube maps within a face (Mesa d8e222d8877).
TEST(R500Textures, CubeMapsAreFilteredWithinTheirFaces) {
    vk::DeviceInfo device;
    EXPECT_EQ(sampler_with(kLinear, kRgb565 | kCube, device).approximate.size(), 1U) << "no device does it by itself";
    device.keeps_to_faces = true;
    EXPECT_TRUE(sampler_with(kLinear, kRgb565 | kCube, device).unit.extras.keeps_to_faces);
    EXPECT_TRUE(sampler_with(kLinear, kRgb565 | kCube, device).approximate.empty());
    EXPECT_FALSE(sampler_with(kLinear, kRgb565, device).unit.extras.keeps_to_faces);
}

} // namespace
} // namespace relit::render::r500
