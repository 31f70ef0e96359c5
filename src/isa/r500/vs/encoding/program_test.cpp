#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/encoding/notes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::isa::r500::vs {
namespace {

TEST(R500VertexProgram, WordsAreReadInFileOrder) {
    std::vector<Word128> words(3);
    words[1].raw = {0x00f00203, 0x00d10001, 0x01248001, 0x01ffe001};
    const auto program = load_binary(bytes_of(words));
    ASSERT_TRUE(program);
    EXPECT_EQ(program->kind, FileKind::Words);
    ASSERT_EQ(program->slots.size(), 3U);
    EXPECT_EQ(program->slots[1].word, words[1]);
    EXPECT_EQ(program->slots[2].offset, 32U);
}

TEST(R500VertexProgram, BadFilesAreRefusedWithTheirOffset) {
    const auto fault = [](std::size_t size) {
        const auto program = load_binary(std::vector<std::uint8_t>(size));
        return program ? "no fault" : describe(program.error(), "f");
    };
    EXPECT_EQ(fault(0), "f:0x0: error: the file is empty");
    EXPECT_EQ(fault(20), "f:0x10: error: instructions have 16 bytes: the last is cut off");
    EXPECT_EQ(fault(std::size_t{16} * 1025), "f:0x4000: error: a program has 1024 instructions at most");
    EXPECT_EQ(fault(std::size_t{16} * 1024), "no fault");
}

TEST(R500VertexProgram, StreamsLoadWhereTheySay) {
    std::vector<std::uint8_t> stream;
    write_packet(stream, {.reg = reg::VAP_PVS_CODE_CNTL_0, .values = {0x00300402}});
    write_upload(stream, {Upload::Memory::VertexCode, 2}, std::array{1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U});
    write_upload(stream, {Upload::Memory::VertexConstants, 255}, std::array{9U, 10U, 11U, 12U});
    write_upload(stream, {Upload::Memory::VertexCode, 3}, std::array{13U, 14U, 15U, 16U}); // the last counts
    const auto program = load_binary(stream);
    ASSERT_TRUE(program);
    EXPECT_EQ(program->kind, FileKind::Stream);
    ASSERT_EQ(program->slots.size(), 4U);
    EXPECT_FALSE(program->slots[1].loaded);
    EXPECT_EQ(program->slots[2].word.raw[3], 4U);
    EXPECT_EQ(program->slots[2].offset, 20U);
    EXPECT_EQ(program->slots[3].word.raw[0], 13U);
    ASSERT_EQ(program->constants.size(), 1U);
    EXPECT_EQ(program->constants[0].index, 255U);
    EXPECT_EQ(program->constants[0].lanes[3], 12U);
    EXPECT_EQ(program->machine_state.at("r500.vs.code_cntl_0"), 0x00300402U);
    EXPECT_FALSE(program->machine_state.contains("r500.vs.const_cntl"));
}

// Reference r500.md, section 1: fields of 7 bits for temporaries, of 8 for constants.
TEST(R500VertexProgram, FilesAreAsLargeAsTheMachines) {
    EXPECT_EQ(kTemps, 128U);
    EXPECT_EQ(kAltTemps, 20U);
    EXPECT_EQ(kConstants, 256U);
    EXPECT_EQ(kInputs, 16U);
    EXPECT_EQ(kOutputs, 128U);
}

TEST(R500VertexProgram, OperationsReadTheComponentsOfTheirFormula) {
    const auto read = [](const Word128& word) {
        return std::array{components_read(word, 0), components_read(word, 1)};
    };
    const Word128 blank = Word128{}.set(Word128::mask, 6U);
    const auto math = [&](std::uint32_t op) { return Word128(blank).set(Word128::math, true).set(Word128::op, op); };
    EXPECT_EQ(read(math(static_cast<std::uint32_t>(Me::Lit))), (std::array{8U, 8U}));
    EXPECT_EQ(read(math(static_cast<std::uint32_t>(Me::Rcp))), (std::array{8U, 8U}));
    EXPECT_EQ(read(Word128(blank).set(Word128::op, static_cast<std::uint32_t>(Ve::Dot))), (std::array{15U, 15U}));
    EXPECT_EQ(read(Word128(blank).set(Word128::op, static_cast<std::uint32_t>(Ve::Mcl))), (std::array{9U, 9U}));
    EXPECT_EQ(read(Word128(blank).set(Word128::op, static_cast<std::uint32_t>(Ve::Dst))), (std::array{6U, 2U}));
    EXPECT_EQ(read(Word128(blank).set(Word128::op, static_cast<std::uint32_t>(Ve::Add))), (std::array{6U, 6U}));
}

} // namespace
} // namespace relit::isa::r500::vs
