// Loading fragment programs: where they end, what stands between and behind, and the faults.
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/test_file.hpp"

#include <gtest/gtest.h>

namespace relit::isa::rsx::fp {
namespace {

// MOVR R0, f[TEX0] and MOVR R0, R0 with END; a constant for the latter's source 1 (unread) where wanted
constexpr std::uint32_t kMov[] = {0x01009e00, 0x1c9dc801, 0x0001c800, 0x3fe1c800};
constexpr std::uint32_t kLast[] = {0x01001e01, 0x1c9dc800, 0x0001c800, 0x0001c800};
constexpr std::uint32_t kConstantSource = 0x0001c802;

TEST(RsxFpLoad, TakesConstantsFromTheCode) {
    const auto program = load(file_of({kLast[0] & ~1U,
                                       0x1c9dc802,
                                       kLast[2],
                                       kLast[3], //
                                       0x3f800000,
                                       0xbf000000,
                                       0,
                                       0x7fc00001, //
                                       kMov[0],
                                       kMov[1],
                                       kMov[2],
                                       kMov[3], //
                                       kLast[0],
                                       kLast[1],
                                       kConstantSource,
                                       kConstantSource, //
                                       1,
                                       2,
                                       3,
                                       4,
                                       9,
                                       9,
                                       9,
                                       9}));
    ASSERT_TRUE(program) << program.error().text;
    ASSERT_EQ(program->instructions.size(), 3U);
    EXPECT_EQ(program->instructions[0].constant, (Constant{16, {0x3f800000, 0xbf000000, 0, 0x7fc00001}}));
    EXPECT_EQ(program->instructions[1].offset, 32U);
    EXPECT_EQ(program->instructions[1].slot(), 2U);
    EXPECT_FALSE(program->instructions[1].constant);
    EXPECT_EQ(program->instructions[1].word[Word128::input], 4U);
    // The sequencer looks at the types of all three sources, read or not.
    EXPECT_EQ(program->instructions[2].constant, (Constant{64, {1, 2, 3, 4}}));
    EXPECT_EQ(program->size(), 80U);
    EXPECT_EQ(program->rest.size(), 16U);
    EXPECT_EQ(program->index_of(8), 1U);
    EXPECT_EQ(program->index_of(20), 3U);
    EXPECT_FALSE(program->index_of(4)); // the constant
}

/// IFE with its two addresses, then MOV with END, then another.
File choice(std::uint32_t to_else, std::uint32_t to_endif) {
    return file_of({0x42000000, 0x1c880000, 0x80000000 | to_else, to_endif, //
                    kLast[0], kLast[1], kLast[2], kLast[3],                 //
                    kLast[0], kLast[1], kLast[2], kLast[3],                 //
                    0, 0, 0, 0});
}

TEST(RsxFpLoad, FollowsAddressesPastAnEnd) {
    const auto near = load(choice(4, 4)), far = load(choice(4, 8));
    ASSERT_TRUE(near && far);
    EXPECT_EQ(near->instructions.size(), 2U);
    EXPECT_EQ(near->rest.size(), 32U);
    EXPECT_EQ(far->instructions.size(), 3U);
    EXPECT_EQ(load(choice(4, 12))->missing_end, "no instruction has END from slot 3 on");
    EXPECT_EQ(load(choice(4, 20)).error().text, "slot 0: goes to dword 20, outside the program");
    EXPECT_EQ(load(choice(5, 8)).error().text, "slot 0: goes to dword 5, where no instruction begins");
    File short_file = choice(4, 12);
    short_file.resize(48);
    const auto to_end = load(short_file);
    ASSERT_TRUE(to_end);
    EXPECT_EQ(to_end->index_of(12), 3U);
    EXPECT_EQ(to_end->warnings, (std::vector<std::string>{"slot 0 goes to the end of the file"}));
}

TEST(RsxFpLoad, EndsWithTheReturnOfTheLastSubroutine) {
    const auto program = load(file_of({0x41000000, 0x1c9c0000, 0x80000008, 0,        // CAL slot 2
                                       kLast[0],   kLast[1],   kLast[2],   kLast[3], //
                                       0x45000000, 0x1c880000, 0x80000000, 0,        // RET (EQ)
                                       0x45000000, 0x1c9c0000, 0x80000000, 0,        // RET
                                       1,          0,          0,          0}));
    ASSERT_TRUE(program);
    EXPECT_EQ(program->instructions.size(), 4U);
}

TEST(RsxFpLoad, RefusesAddressesIntoConstants) {
    const File file = file_of({0x42000000, 0x1c880000, 0x80000008, 12,         //
                               kLast[0] & ~1U, 0x1c9dc802, kLast[2], kLast[3], //
                               0, 0, 0, 0,                                     //
                               kLast[0], kLast[1], kLast[2], kLast[3]});
    EXPECT_EQ(load(file).error().text, "slot 0: goes to dword 8, where no instruction begins");
}

TEST(RsxFpLoad, RefusesWhatIsNoProgram) {
    EXPECT_EQ(load({}).error().text, "the file is empty");
    File file = file_of({kLast[0], kLast[1], kLast[2], kLast[3]});
    file.push_back(0);
    EXPECT_EQ(load(file).error().text, "not a multiple of 16 bytes: 1 bytes are left after slot 1");
    EXPECT_EQ(load(file_of({kLast[0], 0x1c9dc802, kLast[2], kLast[3]})).error().text,
              "slot 0: its constant lies past the end of the file");
    EXPECT_EQ(load(File(4097 * 16, 0)).error().text, "more than 4096 instructions");
    EXPECT_EQ(load(File(kMaxFile + 16, 0)).error().text, "more than 1 MiB: no program is as long");
}

TEST(RsxFpLoad, TakesAllOfTheBytesWithoutAnEnd) {
    const auto whole = load(file_of({kMov[0], kMov[1], kMov[2], kMov[3]}));
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->missing_end, "no instruction has END");
    EXPECT_EQ(whole->instructions.size(), 1U);
    const auto cut =
        load(file_of({kMov[0], kMov[1], kMov[2], kMov[3], kLast[0] & ~1U, 0x1c9dc802, kLast[2], kLast[3]}));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->instructions.size(), 1U);
    EXPECT_EQ(cut->rest.size(), 16U); // an instruction without its constant
    EXPECT_FALSE(cut->missing_end.empty());
}

TEST(RsxFpLoad, TakesDwordsInAnyOrderOfBytes) {
    const std::initializer_list<std::uint32_t> dwords = {kMov[0],  0x1c9dc802, kMov[2],  kMov[3],    //
                                                         1,        2,          3,        0x12345678, //
                                                         kLast[0], kLast[1],   kLast[2], kLast[3]};
    const auto console = load(file_of(dwords)).value();
    EXPECT_EQ(console.order.name, "console");
    const auto seen = [&](std::array<unsigned, 4> order) {
        const File file = file_of(dwords, order);
        const auto program = load(file);
        if (!program) return program.error().text;
        EXPECT_EQ(program->instructions[0].word, console.instructions[0].word);
        EXPECT_EQ(program->instructions[0].constant->lanes, (std::array<std::uint32_t, 4>{1, 2, 3, 0x12345678}));
        EXPECT_EQ(canonical(kFrontend, file).value(), canonical(kFrontend, file_of(dwords)).value());
        const std::string text = print(list(file, {}).value());
        EXPECT_TRUE(text.starts_with(".order " + std::string(program->order.name) + "  // ")) << text;
        EXPECT_EQ(assemble(text, {}).value(), file) << text;
        return std::string(program->order.name);
    };
    EXPECT_EQ(seen({0, 1, 2, 3}), "little");
    EXPECT_EQ(seen({3, 2, 1, 0}), "big");
    EXPECT_EQ(seen({2, 3, 0, 1}), "little_halves");
}

TEST(RsxFpLoad, TakesTheOrderOfTextAtItsWord) {
    const std::string_view text = ".order little\nMOVR R0(LT.x), f[TEX0];\n"; // nothing usual in it
    const auto program = load({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->order.name, "little");
    EXPECT_EQ(program->instructions[0].word[Word128::condition], Condition::Lt);
    EXPECT_EQ(assemble(".order middle\nNOPR;", {}).error().text, "console, little, big or little_halves is expected");
}

TEST(RsxFpLoad, KeepsWordsThatAreNoInstructions) {
    const auto program = load(file_of({0x3f000000, 0xffffffff, 0x7fffffff, 0x7fffffff, // operation 0x3f
                                       kLast[0], kLast[1], kLast[2], kLast[3]}));
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->instructions.size(), 2U);
    EXPECT_FALSE(is_known(program->instructions[0].word));
}

TEST(RsxFpLoad, WarnsOfMoreThanEmulatorsTake) {
    File file;
    for (int i = 0; i < 512; ++i) {
        const File one = file_of({kMov[0], kMov[1], kMov[2], kMov[3]});
        file.insert(file.end(), one.begin(), one.end());
    }
    {
        const File one = file_of({kLast[0], kLast[1], kLast[2], kLast[3]});
        file.insert(file.end(), one.begin(), one.end());
    }
    const auto program = load(file);
    ASSERT_TRUE(program);
    EXPECT_EQ(program->warnings, (std::vector<std::string>{"513 instructions; emulators take up to 512"}));
}

} // namespace
} // namespace relit::isa::rsx::fp
