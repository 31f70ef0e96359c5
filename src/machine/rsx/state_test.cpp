#include "machine/rsx/state.hpp"

#include "machine/rsx/programs.hpp"

#include <gtest/gtest.h>

namespace relit::machine::rsx {
namespace {

TEST(RsxMachine, SlotsCountOnByThemselves) {
    State state;
    state.write(0x1e9c, 542);
    for (std::uint32_t i = 0; i < 12; ++i) state.write(0x0b80 + 4 * i, 100 + i);
    EXPECT_EQ(state.slots[542].raw, (std::array<std::uint32_t, 4>{100, 101, 102, 103}));
    EXPECT_EQ(state.slots[543].raw[3], 107U);
    EXPECT_EQ(state.at(0x1e9c), 544U) << "the third is lost";
}

TEST(RsxMachine, ConstantsCountWithTheAddress) {
    State state;
    state.write(0x1efc, 466);
    for (std::uint32_t i = 0; i < 12; ++i) state.write(0x1f00 + 4 * i, 100 + i);
    state.write(0x1f00, 7);
    EXPECT_EQ(state.constants[466].lanes, (std::array<std::uint32_t, 4>{7, 101, 102, 103}));
    EXPECT_EQ(state.constants[467].lanes[3], 107U);
    EXPECT_TRUE(state.constants[467].is_loaded);
    EXPECT_FALSE(state.constants[465].is_loaded);
    state.write(0x1efc, 0xffffffff);
    state.write(0x1f10, 5);
    EXPECT_FALSE(state.constants[0].is_loaded) << "the index does not wrap";
    state.write(kAddresses, 1); // no register
}

TEST(RsxMachine, TheRevisionFollowsWhatProgramsDependOn) {
    State state;
    auto changed = [&state, before = state.revision]() mutable {
        return std::exchange(before, state.revision) != state.revision;
    };
    state.write(0x1ff4, 3);
    EXPECT_TRUE(changed());
    state.write(0x1ff4, 3);
    EXPECT_FALSE(changed());
    state.write(0x1f00, 3), state.write(0x1efc, 3), state.write(0x1d6c, 9);
    EXPECT_FALSE(changed()) << "constants, and methods of no program";
    state.write(0x0b80, 3);
    EXPECT_TRUE(changed());
}

TEST(RsxMachine, OnlySlotsThatAreReachedAreOfAProgram) {
    State state;
    state.write(0x1e9c, 3);
    const std::uint32_t end[] = {0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81};
    for (std::uint32_t i = 0; i < 4; ++i) state.write(0x0b80 + 4 * i, end[i]);
    state.write(0x1ea0, 3);
    const auto program = vertex_program_of(state);
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->start, 3U);
    EXPECT_EQ(program->numbers, std::vector<std::uint32_t>{3});
    state.write(0x1ea0, 543);
    EXPECT_FALSE(vertex_program_of(state)) << "it has no END";
}

TEST(RsxMachine, DrawsEndWithZero) {
    Machine rsx;
    EXPECT_FALSE(rsx.write(0x1808, 0)) << "none has begun";
    EXPECT_FALSE(rsx.write(0x1808, 1));
    EXPECT_FALSE(rsx.write(0x1824, 0xff000000));
    EXPECT_FALSE(rsx.write(0x1814, 0));
    const auto draw = rsx.write(0x1808, 0);
    ASSERT_TRUE(draw);
    EXPECT_EQ(draw->primitive, kPoints);
    EXPECT_EQ(draw->vertices, 257U);
    EXPECT_FALSE(draw->changes_constants);
}

TEST(RsxMachine, FragmentProgramsLieInOneOfTwoMemories) {
    State state;
    EXPECT_EQ(fragment_program_of(state).location, Location::Unknown);
    state.write(0x8e4, 0x1001);
    EXPECT_EQ(fragment_program_of(state).location, Location::Local);
    state.write(0x8e4, 0x1002);
    EXPECT_EQ(fragment_program_of(state).location, Location::Main);
    EXPECT_EQ(fragment_program_of(state).offset, 0x1000U);
    state.write(0x8e4, 0x1003);
    EXPECT_EQ(fragment_program_of(state).location, Location::Unknown);
}

} // namespace
} // namespace relit::machine::rsx
