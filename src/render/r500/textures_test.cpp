#include "render/r500/textures.hpp"

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
        std::vector<std::string> unfaithful;
        return sampler_of(state, 0, {}, is_of_mesa, unfaithful).sampler.bias;
    };
    EXPECT_EQ(bias(1, true), 0);
    EXPECT_EQ(bias(33, true), 1);
    EXPECT_EQ(bias(32, false), 1);
    EXPECT_EQ(bias(0, false), 0);
    EXPECT_EQ(bias(1024 - 64, false), -2);
}

} // namespace
} // namespace relit::render::r500
