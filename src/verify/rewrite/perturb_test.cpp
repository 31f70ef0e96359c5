#include "verify/rewrite/perturb.hpp"

#include "ir/text/parse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace relit::verify {
namespace {

/// Returns what perturbed modules make of a number, by an operation.
std::vector<float> results_of(std::string_view operation, float number) {
    const std::string text =
        "module vertex \"test\"\nfile 0 r f32[1] output\nfile 1 v f32[1] input\n"
        "function 0 main() -> void\nb0:\n  %1: f32 = loadfile v[0]\n  %2: f32 = " +
        std::string(operation) + " %1\n  storefile r[0].x, %2\n  return\n";
    const auto module = ir::parse(text);
    EXPECT_TRUE(module) << module.error().text;
    std::vector<float> results;
    for (std::uint64_t seed = 0; module && seed < 64; ++seed) {
        std::vector<run::State> states{run::blank_state(*module)};
        states[0].files[1][0] = std::bit_cast<std::uint32_t>(number);
        EXPECT_TRUE(run::run(perturbed(*module, seed), states));
        results.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(states[0].files[0][0])));
    }
    return results;
}

// A logarithm may be off by 16 units of 2^-23 of itself and by 2^-20, whatever its sign.
TEST(Perturb, MovesLogarithmsByBothBoundsTogether) {
    for (const float logarithm : {-5.0F, -0.5F, -0.494960934F, -0.01F, 0.01F, 0.5F, 5.0F}) {
        const double true_value = std::log2(double{std::exp2(logarithm)});
        const std::vector<float> all = results_of("flog2", std::exp2(logarithm));
        const double room = 0.99 * (0x1p-19 * std::fabs(true_value) + 0x1p-20) - 0x1p-23;
        EXPECT_LE(std::ranges::min(all), true_value - room) << logarithm;
        EXPECT_GE(std::ranges::max(all), true_value + room) << logarithm;
    }
}

TEST(Perturb, KeepsLogarithmsOfNothing) {
    for (const float result : results_of("flog2", 0)) EXPECT_EQ(result, -HUGE_VALF);
    for (const float result : results_of("flog2", -1)) EXPECT_TRUE(std::isnan(result));
}

// Vulkan promises nothing of them, and of their size 1 alone would be the only end.
TEST(Perturb, MakesSinesBeyondPiAnythingFromMinusOneToOne) {
    const std::vector<float> all = results_of("fcos", 1e8F);
    EXPECT_EQ(std::ranges::min(all), -1);
    EXPECT_EQ(std::ranges::max(all), 1);
    EXPECT_NE(std::ranges::find(all, 0.0F), all.end());
}

// A program may ask whether the sine of 0 is 0.
TEST(Perturb, LeavesSomeResultsAsTheyAre) {
    const std::vector<float> all = results_of("fsin", 0);
    EXPECT_NE(std::ranges::find(all, 0.0F), all.end());
    EXPECT_GT(std::ranges::max(all), 0);
    EXPECT_LT(std::ranges::min(all), 0);
}

// A vector that is made a unit has a length of 1 for one of the results that its reciprocal root may have, and not at the ends.
TEST(Perturb, TakesResultsBetweenTheEnds) {
    for (const float number : {3.0F, 0.32112050F}) {
        const std::vector<float> all = results_of("frsq", number);
        const auto exact = static_cast<float>(1 / std::sqrt(double{number}));
        for (const float wanted : {std::nextafter(exact, 0.0F), exact, std::nextafter(exact, 2.0F)})
            EXPECT_NE(std::ranges::find(all, wanted), all.end()) << wanted;
    }
}

// One operation may flush what the next one would keep: only modules of later seeds mix that.
TEST(Perturb, FlushesSomeOperationsAndNotOthers) {
    const std::vector<float> all = results_of("fexp2", -140);
    for (std::size_t seed = 0; seed < kSeedsThatKeep; ++seed) EXPECT_GT(all[seed], 0) << seed;
    EXPECT_TRUE(std::ranges::any_of(all, [](float result) { return result == 0; }));
    EXPECT_TRUE(std::ranges::any_of(all.begin() + kSeedsThatKeep, all.end(), [](float result) { return result > 0; }));
}

// Memory agrees word by word: one may be from one run, its neighbour from another.
TEST(Perturb, TakesWordsOfMemoryOneByOne) {
    const auto module = ir::parse(
        "module compute \"test\"\nresource 0 s storage binding 0 size 8\n"
        "function 0 main() -> void\nb0:\n  return\n");
    ASSERT_TRUE(module) << module.error().text;
    const auto state = [&](std::uint32_t a, std::uint32_t b) {
        run::State made = run::blank_state(*module);
        for (unsigned i = 0; i < 4; ++i) {
            made.resources[0][i] = static_cast<std::uint8_t>(a >> (8 * i));
            made.resources[0][4 + i] = static_cast<std::uint8_t>(b >> (8 * i));
        }
        return made;
    };
    const std::vector<run::State> runs = {state(7, 0x3f800000), state(8, 0x3f900000)};
    EXPECT_TRUE(lies_between(*module, runs, state(7, 0x3f900000)));
    EXPECT_TRUE(lies_between(*module, runs, state(8, 0x3f880000)));
    EXPECT_FALSE(lies_between(*module, runs, state(8, 0x3fd00000)));
    EXPECT_FALSE(lies_between(*module, runs, state(9 << 20, 0x3f800000)));
}

} // namespace
} // namespace relit::verify
