// Loading NV2A programs: the three kinds of file, what push buffers set, and the faults.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/encoding/test_file.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::isa::nv2a {
namespace {

// count << 18 | method
constexpr std::uint32_t head(std::uint32_t method, std::uint32_t count) { return count << 18 | method; }

constexpr std::uint32_t kMov[] = {0, 0x0020001b, 0x0836106c, 0x2070f801}; // mov oPos, v0, FINAL

TEST(Nv2aLoad, RefusesRawFilesWithAReason) {
    EXPECT_EQ(load({}).error().text, "the file is empty");
    File file = file_of({0, 0x0020001b, 0x0836106c, 0x2070f801});
    file.push_back(0);
    EXPECT_EQ(load(file).error().text, "not a multiple of 16 bytes: 1 bytes are left after slot 1");
    EXPECT_EQ(load(file).error().offset, 16U);
    EXPECT_EQ(load(file_of({0, 0x0020001b, 0x0836106c, 0x2070f800})).error().text, "no slot has FINAL");
    EXPECT_EQ(load(File(137 * 16, 0)).error().text, "more than 136 slots");
    EXPECT_EQ(load(File(64, 0)).error().text, "no slot has FINAL");
}

TEST(Nv2aLoad, KeepsTheSlotsAfterFinal) {
    const auto program = load(file_of({0, 0x0020001b, 0x0836106c, 0x2070f801, 1, 2, 3, 4}));
    ASSERT_TRUE(program);
    EXPECT_EQ(program->slots.size(), 2U);
    EXPECT_EQ(program->length_from(0), 1U);
    EXPECT_EQ(program->warnings.size(), 1U);
}

TEST(Nv2aLoad, AssemblesText) {
    const std::string_view text = "mov oPos, v0\n";
    const auto program = load({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    ASSERT_TRUE(program);
    EXPECT_EQ(program->kind, FileKind::Text);
    ASSERT_EQ(program->slots.size(), 1U);
    EXPECT_TRUE(std::ranges::equal(program->slots[0].raw, kMov));
}

TEST(Nv2aLoad, TakesASlotOfPrintableBytesForASlot) {
    // found by sampling: random bits of one slot that are all characters
    const File file = {0x2f, 0x2b, 0x26, 0x4a, 0x3a, 0x50, 0x4c, 0x44, 0x53, 0x2f, 0x36, 0x28, 0x35, 0x58, 0x4a, 0x3a};
    EXPECT_NE(kind_of(file), FileKind::Text);
}

TEST(Nv2aLoad, FollowsAPushBuffer) {
    const File file = file_of({
        head(0x1e94, 1),
        6, // program, all constants
        head(0x1e98, 1),
        1, // constants may be written
        head(0x1e9c, 1),
        3, // load from slot 3
        head(0x0b00, 2),
        kMov[0],
        kMov[1],
        head(0x0b08, 2),
        kMov[2],
        kMov[3],
        head(0x1ea4, 1),
        58, // constant 58
        head(0x0b80, 4),
        0x3f800000,
        0x40000000,
        0x40400000,
        0x40800000,
        head(0x1ea0, 1),
        3, // start at slot 3
        head(0x1e80, 4),
        1,
        2,
        3,
        4,
        head(0x1e90, 1),
        3, // state program from slot 3
    });
    ASSERT_EQ(kind_of(file), FileKind::PushBuffer);
    const auto program = load(file);
    ASSERT_TRUE(program);
    ASSERT_EQ(program->slots.size(), 4U);
    EXPECT_TRUE(std::ranges::equal(program->slots[3].raw, kMov));
    EXPECT_EQ(program->offsets[3], 28U);
    EXPECT_EQ(program->start, 3U);
    EXPECT_EQ(program->length_from(3), 1U);
    EXPECT_EQ(program->all_constants, true);
    EXPECT_EQ(program->may_write_constants, true);
    EXPECT_EQ(program->constants,
              (std::vector<LoadedConstant>{{58, {0x3f800000, 0x40000000, 0x40400000, 0x40800000}}}));
    ASSERT_EQ(program->launches.size(), 1U);
    EXPECT_EQ(program->launches[0].slot, 3U);
    EXPECT_EQ(program->launches[0].v0, (std::array<std::uint32_t, 4>{1, 2, 3, 4}));
    EXPECT_TRUE(check_runnable(*program, program->usual_launch()));
    EXPECT_TRUE(program->warnings.empty());
}

TEST(Nv2aLoad, StopsAtAJumpWithAWarning) {
    const auto program = load(file_of({head(0x1e9c, 1), 0, 0x20001000, head(0x1ea0, 1), 7}));
    ASSERT_TRUE(program);
    EXPECT_EQ(program->start, 0U);
    ASSERT_EQ(program->warnings.size(), 1U);
    EXPECT_EQ(program->warnings[0], "offset 8 holds a jump of the old form; what follows is not read");
}

TEST(Nv2aLoad, ReportsLoadsOutOfRange) {
    const auto program = load(file_of({
        head(0x1e9c, 1), 135,                                                              // the last slot
        head(0x0b00, 8), kMov[0], kMov[1], kMov[2], kMov[3], kMov[0], kMov[1], kMov[2], 0, // and one after it
        head(0x1ea4, 1), 191,                                                              // the last constant
        head(0x0b80, 8), 1,       2,       3,       4,       5,       6,       7,       8, // and one after it
        head(0x0b00, 3), kMov[0], kMov[1],                                                 // not all
    }));
    ASSERT_TRUE(program);
    ASSERT_EQ(program->slots.size(), 136U);
    EXPECT_TRUE(std::ranges::equal(program->slots[135].raw, kMov));
    EXPECT_EQ(program->offsets[135], 12U);
    EXPECT_EQ(program->constants, (std::vector<LoadedConstant>{{191, {1, 2, 3, 4}}}));
    EXPECT_EQ(program->warnings, (std::vector<std::string>{"offset 28 loads slot 136, but there are 136",
                                                           "offset 72 loads constant 192, but there are 192",
                                                           "the file ends 1 arguments before its last method does"}));
}

TEST(Nv2aLoad, LaunchesAreCountedFromOne) {
    const auto program = load(file_of({head(0x1e9c, 1), 3, head(0x0b00, 4), kMov[0], kMov[1], kMov[2], kMov[3],
                                       head(0x1e90, 1), 3, head(0x1e90, 1), 4, head(0x1ea0, 1), 2}));
    ASSERT_TRUE(program);
    ASSERT_EQ(program->launches.size(), 2U);
    EXPECT_TRUE(check_runnable(*program, 0));
    EXPECT_TRUE(check_runnable(*program, 1));
    EXPECT_EQ(check_runnable(*program, 2).error().text, "no slot has FINAL from slot 4 on");
    EXPECT_EQ(check_runnable(*program, 3).error().text, "nv2a.launch is 3, but the file launches 2 state programs");
    const auto empty = load(file_of({head(0x1e9c, 1), 3}));
    EXPECT_EQ(check_runnable(empty.value(), 0).error().text, "the file loads no program");
}

TEST(Nv2aLoad, AnswersFixedFunctionByName) {
    const auto program = load(file_of({head(0x1e94, 1), 4}));
    ASSERT_TRUE(program);
    const Status status = check_runnable(*program, program->usual_launch());
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(status.error().text,
              "SET_TRANSFORM_EXECUTION_MODE (method 0x1e94) selects fixed function: no program runs");
    EXPECT_EQ(status.error().offset, 4U);
}

TEST(Nv2aLoad, ReadsConstantsOfARegisterDumpFromTheirLastLane) {
    const auto constants = constants_of_dump(file_of({4, 3, 2, 1, 8, 7, 6, 5}));
    ASSERT_TRUE(constants);
    EXPECT_EQ(*constants, (std::vector<LoadedConstant>{{0, {1, 2, 3, 4}}, {1, {5, 6, 7, 8}}}));
    EXPECT_EQ(constants_of_dump(File(std::size_t{192} * 16)).value().size(), 192U);
    EXPECT_FALSE(constants_of_dump(File(15)));
    EXPECT_FALSE(constants_of_dump(File(193 * 16)));
}

TEST(Nv2aProgram, HexListsAreGuessedByWhatTheyHold) {
    const auto sureness_of = [](std::string_view text) { return recognise(File(text.begin(), text.end())).sureness; };
    EXPECT_EQ(sureness_of("0x00000000, 0x00EC001B, 0x0836186C, 0x20708801\n"), Sureness::Plausible);
    EXPECT_EQ(sureness_of("0x401f9c6c, 0x00EC001B, 0x0836186C, 0x20708801\n"),
              Sureness::No); // as other guests' slots begin
    EXPECT_EQ(sureness_of("0x00000000, 0x00EC001B, 0x0836186C, 0x20708800\n"), Sureness::No); // without an end
    EXPECT_EQ(sureness_of("mov oPos, v0\n"), Sureness::Plausible);
}

TEST(Nv2aProgram, SlotsWithAnythingInTheirFirstDwordsAreStillSlots) {
    // The first dword of this sample is the header of a method far from transform programs, but 1,236 arguments are
    // missing at the end.
    EXPECT_EQ(kind_of(sample(43310)), FileKind::RawSlots);
    // Two whole methods, although as a slot the same bytes are a NOP with FINAL.
    EXPECT_EQ(kind_of(file_of({0x00041e9c, 0, 0x00041ea0, 1})), FileKind::PushBuffer);
}

TEST(Nv2aProgram, PushBuffersHave16MiBAtMost) {
    File file = file_of({head(0x1e9c, 1), 0});
    file.resize(std::size_t{16} << 20);
    EXPECT_EQ(kind_of(file), FileKind::PushBuffer);
    file.push_back(0);
    EXPECT_EQ(kind_of(file), FileKind::RawSlots);
}

} // namespace
} // namespace relit::isa::nv2a
