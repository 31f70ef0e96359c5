#include "render/r500/left_out.hpp"

#include "machine/r500/registers/registers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;

bool draws(std::string_view block) {
    constexpr std::string_view kBlocks[] = {"VAP", "GB", "GA", "SU", "SC", "RS", "US", "TX", "FG", "RB3D", "ZB"};
    return std::ranges::find(kBlocks, block) != std::end(kBlocks);
}

TEST(R500LeftOut, EveryRegisterOfTheUnitsThatDrawHasAUse) {
    for (const machine::r500::RegisterRow& row : machine::r500::registers().registers)
        EXPECT_EQ(std::ranges::count(register_uses(), row.name, &UseRow::name), draws(row.block) ? 1 : 0) << row.name;
}

TEST(R500LeftOut, WhatIsLeftOutBelongsToRegistersOfThatUse) {
    for (const LeftOutRow& row : left_out_rows()) {
        const auto found = std::ranges::find(register_uses(), row.name, &UseRow::name);
        ASSERT_NE(found, register_uses().end()) << row.name;
        EXPECT_TRUE(found->use == Use::Left || found->use == Use::Close) << row.name;
        EXPECT_EQ(row.nothing & ~row.bits, 0U) << row.name;
    }
}

TEST(R500LeftOut, SaysEveryRowOnceWhereItsBitsAreSet) {
    machine::r500::State state;
    EXPECT_TRUE(left_out(state).empty());
    state.write(reg::TX_ENABLE, 1);
    for (const LeftOutRow& row : left_out_rows()) {
        machine::r500::State one = state;
        one.write(row.number, row.nothing);
        const std::size_t before = left_out(one).size();
        one.write(row.number, ~row.nothing & row.bits);
        const auto said = left_out(one);
        EXPECT_GT(said.size(), before) << row.name << ' ' << row.sentence;
        EXPECT_EQ(std::ranges::count_if(said, [&](const std::string& each) { return each.ends_with(row.sentence); }), 1)
            << row.name;
    }
}

/// Counts of what other registers name change nothing; where they are too small, that is said.
TEST(R500LeftOut, SaysWhereCountsAreTooSmall) {
    const auto says = [](std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> writes,
                         std::string_view begin) {
        machine::r500::State state;
        for (const auto& [number, value] : writes) state.write(number, value);
        return std::ranges::any_of(left_out(state), [&](const std::string& each) { return each.starts_with(begin); });
    };
    constexpr std::uint32_t kXyzw = 0U | 1U << 6 | 2U << 12 | 3U << 18, kReadsTexture = 16;
    EXPECT_TRUE(says({{reg::RS_IP, kXyzw}, {reg::RS_INST, kReadsTexture}, {reg::RS_COUNT, 0}}, "RS_COUNT"));
    EXPECT_TRUE(says({{reg::RS_IP, kXyzw}, {reg::RS_INST, kReadsTexture}, {reg::RS_COUNT, 3}}, "RS_COUNT"));
    EXPECT_FALSE(says({{reg::RS_IP, kXyzw}, {reg::RS_INST, kReadsTexture}, {reg::RS_COUNT, 4}}, "RS_COUNT"));
    EXPECT_TRUE(says({{reg::RS_INST, 1U << 16}, {reg::RS_COUNT, 4}}, "RS_COUNT")) << "a colour";
    const auto counts_colour = [&](std::uint32_t format) {
        return says({{reg::RS_IP, format << 27}, {reg::RS_INST, 1U << 16}, {reg::RS_COUNT, 4}}, "RS_COUNT");
    };
    EXPECT_TRUE(counts_colour(4)) << "0, 0, 0 and the colour's alpha";
    EXPECT_FALSE(counts_colour(10)) << "1, 1, 1, 1 whatever the colour is";
    EXPECT_TRUE(says({{reg::VAP_OUT_VTX_FMT_0, 1}, {reg::VAP_VSM_VTX_ASSM, 0}}, "VAP_VSM_VTX_ASSM"));
    EXPECT_TRUE(says({{reg::VAP_OUT_VTX_FMT_1, 4}, {reg::VAP_VSM_VTX_ASSM, 1}}, "VAP_VSM_VTX_ASSM"));
    EXPECT_FALSE(says({{reg::VAP_OUT_VTX_FMT_1, 4}, {reg::VAP_VSM_VTX_ASSM, 0x401}}, "VAP_VSM_VTX_ASSM"));
    EXPECT_TRUE(says({{reg::US_OUT_FMT + 4, 0}}, "US_OUT_FMT: target 1"));
    EXPECT_FALSE(says({{reg::US_OUT_FMT + 4, 15}}, "US_OUT_FMT"));
    EXPECT_TRUE(says({{reg::RB3D_BLENDCNTL, 9}, {reg::RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD, 0x40}}, "RB3D_BLENDCNTL"));
    EXPECT_FALSE(
        says({{reg::RB3D_BLENDCNTL, 9}, {reg::RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD, 0x01010101}}, "RB3D_BLENDCNTL"));
}

TEST(R500LeftOut, UnitsThatAreOffSayNothing) {
    machine::r500::State state;
    state.write(reg::TX_FILTER1 + 4, 1);
    EXPECT_TRUE(left_out(state).empty());
    state.write(reg::TX_ENABLE, 2);
    EXPECT_EQ(left_out(state).size(), 1U);
}

} // namespace
} // namespace relit::render::r500
