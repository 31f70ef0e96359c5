#include "cli/nudge.hpp"

#include "ir/parse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace relit::cli {
namespace {

/// What the nudged twins make of a number, by an operation.
std::vector<float> nudged(std::string_view operation, float number) {
    const std::string text =
        "module vertex \"test\"\nfile 0 r f32[1] output\nfile 1 v f32[1] input\n"
        "function 0 main() -> void\nb0:\n  %1 = loadfile f32 v[0]\n  %2 = " +
        std::string(operation) + " f32 %1\n  storefile r[0].x, %2\n  return\n";
    const auto module = ir::parse(text);
    EXPECT_TRUE(module) << module.error().text;
    std::vector<float> results;
    for (std::uint64_t seed = 0; module && seed < 32; ++seed) {
        std::vector<run::State> states{run::blank_state(*module)};
        states[0].files[1][0] = std::bit_cast<std::uint32_t>(number);
        EXPECT_TRUE(run::run(nudged_twin(*module, seed), states));
        results.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(states[0].files[0][0])));
    }
    return results;
}

// A logarithm may be off by 16 units of 2^-23 of itself and by 2^-20, whatever its sign.
TEST(Nudge, MovesLogarithmsByBothBoundsTogether) {
    for (const float logarithm : {-5.0F, -0.5F, -0.494960934F, -0.01F, 0.01F, 0.5F, 5.0F}) {
        const double true_value = std::log2(double{std::exp2(logarithm)});
        const std::vector<float> all = nudged("flog2", std::exp2(logarithm));
        const double room = 0.99 * (0x1p-19 * std::fabs(true_value) + 0x1p-20) - 0x1p-23;
        EXPECT_LE(std::ranges::min(all), true_value - room) << logarithm;
        EXPECT_GE(std::ranges::max(all), true_value + room) << logarithm;
    }
}

TEST(Nudge, KeepsLogarithmsOfNothing) {
    for (const float result : nudged("flog2", 0)) EXPECT_EQ(result, -HUGE_VALF);
    for (const float result : nudged("flog2", -1)) EXPECT_TRUE(std::isnan(result));
}

} // namespace
} // namespace relit::cli
