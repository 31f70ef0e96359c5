#include "render/r500/pixel/operations.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace relit::render::r500 {
namespace {

using machine::r500::ColourView;
using machine::r500::DepthView;
using machine::r500::SurfaceDescription;

/// ARGB8888: blue has the lowest byte.
SurfaceDescription argb() { return {{}, ColourView{}}; }
const PixelBytes kBlue = {0xff, 0, 0, 0xff};

FixedState fixed(const TargetState& target) {
    FixedState made;
    made.targets.push_back(target);
    return made;
}

TEST(R500PixelOperations, BlendsAsTheFactorsSay) {
    const BlendEquation over{6, 7, 0}; // source alpha, 1 - source alpha, added
    const auto made = blended(fixed({true, over, over, 0xf}), 0, {}, argb(), {1, 0, 0, 0.5F}, kBlue);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->destination, (Float4{0, 0, 1, 1}));
    EXPECT_EQ(made->result, (Float4{0.5F, 0, 0.5F, 0.75F}));
    EXPECT_EQ(made->after, (PixelBytes{0x80, 0, 0x80, 0xbf})); // 127.5 is even 128, 191.25 is 191
}

TEST(R500PixelOperations, BlendsWithConstantsAndMinima) {
    const BlendEquation constant{10, 0, 0}, least{1, 1, 3};
    const auto made = blended(fixed({true, constant, least, 0xf}), 0, {0.2F, 1, 2, 1}, argb(), {1, 1, 1, 0.4F}, kBlue);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->after, (PixelBytes{0xff, 0xff, 51, 102})); // constants are clamped; alpha is the lesser one
}

TEST(R500PixelOperations, MasksComponents) {
    const auto made = blended(fixed({false, {}, {}, 1}), 0, {}, argb(), {1, 1, 1, 0}, kBlue);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->after, (PixelBytes{0xff, 0, 0xff, 0xff})); // red alone
}

TEST(R500PixelOperations, CombinesBits) {
    FixedState exclusive = fixed({false, {}, {}, 0xf});
    exclusive.has_logic = true, exclusive.logic = 6; // XOR
    const auto made = blended(exclusive, 0, {}, argb(), {1, 1, 1, 1}, kBlue);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->after, (PixelBytes{0, 0xff, 0xff, 0}));
}

/// Less passes, and writes; stencil must be equal: the fail zeroes it, the pass increments it.
FixedState depth_state() {
    FixedState made;
    made.tests_depth = made.writes_depth = made.tests_stencil = true;
    made.depth_compare = 1;
    made.front = {.fail = 5, .pass = 3, .depth_fail = 1, .compare = 2};
    return made;
}
const PixelBytes kHalfDeep = {5, 0, 0, 0x80}; // depth 0x800000, stencil 5

TEST(R500PixelOperations, TestsDepthAndStencil) {
    DynamicState dynamic;
    dynamic.front.reference = 5;
    const SurfaceDescription depth{{}, DepthView{}};
    const TestedDepth nearer = tested(depth_state(), dynamic, false, 0.25F, depth, kHalfDeep);
    EXPECT_TRUE(nearer.passes);
    EXPECT_EQ(nearer.after, (PixelBytes{6, 0, 0, 0x40}));
    const TestedDepth farther = tested(depth_state(), dynamic, false, 0.75F, depth, kHalfDeep);
    EXPECT_FALSE(farther.passes);
    EXPECT_EQ(farther.after, (PixelBytes{0, 0, 0, 0x80}));
    dynamic.front.reference = 4;
    const TestedDepth other = tested(depth_state(), dynamic, false, 0.25F, depth, kHalfDeep);
    EXPECT_FALSE(other.passes);
    EXPECT_FALSE(other.depth); // it does not come to that
    EXPECT_EQ(other.after, (PixelBytes{0xfa, 0, 0, 0x80}));
}

TEST(R500PixelOperations, CountsStepsBetweenColours) {
    EXPECT_EQ(steps_between(kBlue, kBlue, argb()), 0);
    EXPECT_NEAR(steps_between(kBlue, {0xfc, 2, 0, 0xff}, argb()), 3, 1e-4); // the most of a component
    EXPECT_TRUE(std::isinf(steps_between(kBlue, {0xff, 0}, argb())));
    EXPECT_TRUE(std::isinf(steps_between({}, {}, argb())));
}

TEST(R500PixelOperations, CountsStepsBetweenDepths) {
    const SurfaceDescription depth{{}, DepthView{}};
    EXPECT_EQ(steps_between(kHalfDeep, {5, 0x10, 0, 0x80}, depth), 1);         // 2^-20
    EXPECT_TRUE(std::isinf(steps_between(kHalfDeep, {4, 0, 0, 0x80}, depth))); // the stencil
    const SurfaceDescription small{{}, DepthView{machine::r500::DepthFormat::Z16, false}};
    EXPECT_EQ(steps_between({0, 1}, {3, 1}, small), 3);
}

} // namespace
} // namespace relit::render::r500
