#include "render/r500/target/fixed_state.hpp"

#include <gtest/gtest.h>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
namespace program_reg = isa::r500::reg;
using machine::r500::State;

constexpr machine::r500::Extent kSize{100, 80};

State with_scissor() {
    State state;
    state.write(reg::SC_SCISSOR0, 10 | 20 << 13);
    state.write(reg::SC_SCISSOR1, 199 | 59 << 13); // inclusive
    return state;
}

TEST(R500FixedState, ScissorsEndAtTheTarget) {
    const auto visible = visible_rectangles(with_scissor(), kSize);
    ASSERT_EQ(visible.size(), 1U);
    EXPECT_EQ(visible[0], (Rectangle{10, 20, 100, 60}));
}

/// Reference 4.7: 0xaaaa is inside rectangle 0; 0x5555 outside.
TEST(R500FixedState, ClipRectanglesFollowTheirTruthTable) {
    State state = with_scissor();
    state.write(reg::SC_CLIP_A, 30 | 30 << 13);
    state.write(reg::SC_CLIP_B, 39 | 39 << 13);
    state.write(reg::SC_CLIP_RULE, 0xaaaa);
    const auto inside = visible_rectangles(state, kSize);
    ASSERT_EQ(inside.size(), 1U);
    EXPECT_EQ(inside[0], (Rectangle{30, 30, 40, 40}));
    state.write(reg::SC_CLIP_RULE, 0x5555);
    std::uint32_t area = 0;
    for (const Rectangle& each : visible_rectangles(state, kSize))
        area += (each.right - each.left) * (each.bottom - each.top);
    EXPECT_EQ(area, 90U * 40 - 10 * 10);
    state.write(reg::SC_CLIP_RULE, 0);
    EXPECT_TRUE(visible_rectangles(state, kSize).empty());
}

/// Masks count C0 to C3; with 0x1b00 C0 is blue. Vulkan's flags are red 1 to alpha 8.
TEST(R500FixedState, MasksNamePhysicalChannels) {
    State state;
    state.write(reg::RB3D_COLOR_CHANNEL_MASK, 0b1001);
    std::vector<std::string> approximate;
    const BoundTarget bgra{0, {.selects = {3, 2, 1, 0}}}, rgba{0, {.selects = {1, 2, 3, 0}}};
    EXPECT_EQ(fixed_state(state, {{bgra}}, approximate).targets[0].written, 8U | 4);
    EXPECT_EQ(fixed_state(state, {{rgba}}, approximate).targets[0].written, 8U | 1);
    state.write(program_reg::RB3D_CCTL, 1 << 12);
    state.write(reg::RB3D_COLOR_CHANNEL_MASK, 0b0010'0000);
    const BoundTarget second{1, {.selects = {1, 2, 3, 0}}};
    EXPECT_EQ(fixed_state(state, {{second}}, approximate).targets[0].written, 2U);
}

/// 12 copies, 6 is xor, 8 and (reference 4.12); VK_LOGIC_OP_COPY 3, XOR 6, AND 1.
TEST(R500FixedState, LogicOperationsAreTruthTables) {
    State state;
    std::vector<std::string> approximate;
    for (const auto& [rop, expected] : {std::pair(12U, 3U), std::pair(6U, 6U), std::pair(8U, 1U), std::pair(0U, 0U)}) {
        state.write(reg::RB3D_ROPCNTL, 4 | rop << 8);
        const FixedState fixed = fixed_state(state, {}, approximate);
        EXPECT_TRUE(fixed.has_logic);
        EXPECT_EQ(fixed.logic, expected) << rop;
    }
}

/// The functions are not in the order of Vulkan: 2 is less or equal (3 there), 5 is greater (4 there).
TEST(R500FixedState, TestsHaveVulkansNumbers) {
    State state;
    state.write(reg::ZB_CNTL, 2 | 4 | 1 | 16);
    state.write(reg::ZB_ZSTENCILCNTL, 2 | 5 << 3 | 6 << 6 | 2 << 9 | 7 << 12 | 3 << 15);
    std::vector<std::string> approximate;
    const FixedState fixed = fixed_state(state, {}, approximate);
    EXPECT_TRUE(fixed.tests_depth && fixed.writes_depth && fixed.tests_stencil);
    EXPECT_EQ(fixed.depth_compare, 3U);
    EXPECT_EQ(fixed.front, (StencilSide{6, 2, 7, 4}));
    EXPECT_EQ(fixed.back, (StencilSide{0, 0, 0, 2}));
}

TEST(R500FixedState, BlendFactorsAreThoseOfBothTables) {
    State state;
    std::vector<std::string> approximate;
    const BoundTarget target{0, {}};
    state.write(reg::RB3D_BLENDCNTL, 1 | 4 | 3 << 12 | 38 << 16 | 39U << 24); // source - destination
    FixedState fixed = fixed_state(state, {{target}}, approximate);
    EXPECT_EQ(fixed.targets[0].colour, (BlendEquation{6, 7, 1}));
    EXPECT_EQ(fixed.targets[0].alpha, fixed.targets[0].colour);
    state.write(reg::RB3D_BLENDCNTL, 1 | 2 | 4 | 5 << 16 | 10U << 24);
    state.write(reg::RB3D_ABLENDCNTL, 7 << 12 | 33 << 16 | 33U << 24);
    fixed = fixed_state(state, {{target}}, approximate);
    EXPECT_EQ(fixed.targets[0].colour, (BlendEquation{6, 5, 0}));
    EXPECT_EQ(fixed.targets[0].alpha, (BlendEquation{1, 1, 2}));
    EXPECT_TRUE(approximate.empty());
    state.write(reg::RB3D_BLENDCNTL, 1 | 4 | 20 << 16);
    (void)fixed_state(state, {{target}}, approximate);
    EXPECT_EQ(approximate.size(), 2U); // factors 20 and 0
}

/// What blending reads without READ_ENABLE is not known: it counts as 0, which is said. VK_BLEND_FACTOR_ZERO 0, ONE 1, SRC_ALPHA 6,
/// VK_BLEND_OP_ADD 0.
TEST(R500FixedState, TargetsThatAreNotReadCountAs0) {
    const auto made = [](std::uint32_t source, std::uint32_t destination, std::uint32_t function, bool reads) {
        State state;
        state.write(reg::RB3D_BLENDCNTL, 1U | (reads ? 4U : 0U) | function << 12 | source << 16 | destination << 24);
        std::vector<std::string> approximate;
        const BoundTarget target{0, {.selects = {3, 2, 1, 0}}};
        const TargetState blended = fixed_state(state, {{target}}, approximate).targets[0];
        return std::pair(blended, approximate.size());
    };
    using Equation = BlendEquation;
    EXPECT_EQ(made(38, 39, 0, true).second, 0U);
    EXPECT_EQ(made(38, 39, 0, false).second, 1U);
    EXPECT_EQ(made(38, 39, 0, false).first.colour, (Equation{6, 0, 0}));
    EXPECT_EQ(made(36, 32, 0, false).first.colour, (Equation{0, 0, 0})) << "destination colour";
    EXPECT_EQ(made(37, 32, 0, false).first.colour, (Equation{1, 0, 0})) << "1 - destination colour";
    EXPECT_EQ(made(42, 33, 0, false).first.colour, (Equation{6, 0, 0})) << "min(As, 1 - Ad)";
    EXPECT_EQ(made(42, 33, 0, false).first.alpha, (Equation{1, 0, 0}));
    EXPECT_EQ(made(33, 33, 4, false).first.colour, (Equation{0, 0, 0})) << "min";
    EXPECT_EQ(made(33, 33, 5, false).first.colour, (Equation{1, 0, 0})) << "max";
    EXPECT_EQ(made(33, 32, 0, false), made(33, 32, 0, true)) << "nothing of the target is asked for";
}

/// Reference 4.12: AR has C2 and C3, GB has C0 and C1; "blue" of an RGBA target holds red.
TEST(R500FixedState, ConstantsArePhysicalChannels) {
    State state;
    state.write(reg::RB3D_CONSTANT_COLOR_GB, 1023 | 0U << 16);
    state.write(reg::RB3D_CONSTANT_COLOR_AR, 0 | 1023U << 16);
    const BoundTarget rgba{0, {.selects = {1, 2, 3, 0}}}, bgra{0, {.selects = {3, 2, 1, 0}}};
    EXPECT_EQ(dynamic_state(state, {{rgba}}).blend_constants, (std::array<float, 4>{1, 0, 0, 1}));
    EXPECT_EQ(dynamic_state(state, {{bgra}}).blend_constants, (std::array<float, 4>{0, 0, 1, 1}));
}

TEST(R500FixedState, ScreendoorMasksSamples) {
    constexpr std::uint32_t kSecondOfEach = 0x082082, kFourSamples = 1 | 2 << 1;
    std::vector<std::string> approximate;
    State state;
    EXPECT_EQ(fixed_state(state, {}, approximate).sample_mask, ~0U);
    state.write(reg::GB_AA_CONFIG, kFourSamples);
    state.write(reg::SC_SCREENDOOR, kSecondOfEach);
    EXPECT_EQ(fixed_state(state, {}, approximate).sample_mask & 0xf, 2U);
    EXPECT_TRUE(approximate.empty());
    state.write(reg::SC_SCREENDOOR, 0x00003f);
    EXPECT_EQ(fixed_state(state, {}, approximate).sample_mask, ~0U);
    EXPECT_EQ(approximate.size(), 1U);
}

TEST(R500FixedState, AlphaMasksSamplesWhereThereAreSome) {
    constexpr std::uint32_t kAlphaToMask = 1U << 16;
    std::vector<std::string> approximate;
    State state;
    state.write(program_reg::FG_ALPHA_FUNC, kAlphaToMask);
    EXPECT_FALSE(fixed_state(state, {}, approximate).masks_by_alpha);
    EXPECT_TRUE(approximate.empty());
    state.write(reg::GB_AA_CONFIG, 1);
    EXPECT_TRUE(fixed_state(state, {}, approximate).masks_by_alpha);
    EXPECT_EQ(approximate.size(), 1U);
}

} // namespace
} // namespace relit::render::r500
