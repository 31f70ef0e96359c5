#include "machine/r500/atom/run/interpreter.hpp"

#include "machine/r500/atom/test_image.hpp"

#include <gtest/gtest.h>

#include <map>

namespace relit::machine::r500::atom {
namespace {

using Octets = std::vector<std::uint8_t>;
using Dwords = std::vector<std::uint32_t>;

/// A card that keeps what is written, and records all that happens.
struct Card {
    std::map<std::pair<Space, std::uint32_t>, std::uint32_t> memory;
    std::vector<std::string> lines, accesses;
    std::uint64_t waited = 0;
    Hardware hardware;

    Card() {
        hardware.read = [this](Space space, std::uint32_t number) {
            accesses.push_back("r" + std::to_string(static_cast<int>(space)) + ":" + std::to_string(number));
            return memory[{space, number}];
        };
        hardware.write = [this](Space space, std::uint32_t number, std::uint32_t value) {
            accesses.push_back("w" + std::to_string(static_cast<int>(space)) + ":" + std::to_string(number));
            memory[{space, number}] = value;
        };
        hardware.delay = [this](std::uint32_t microseconds) { waited += microseconds; };
        hardware.trace = [this](std::string_view line) { lines.emplace_back(line); };
    }
};

Result<Outcome> run(Card& card, std::string_view code, const Dwords& parameters = {}, std::string_view callee = "EOT",
                    std::string_view io = {}, const Limits& limits = {}) {
    const Octets file = image_of_text(code, callee, io);
    const auto image = read_image(file);
    if (!image) return std::unexpected(image.error());
    return run_table(*image, 0, parameters, card.hardware, limits);
}

/// PS[0] after the code has run with these parameters.
std::uint32_t result_of(std::string_view code, const Dwords& parameters) {
    Card card;
    const auto outcome = run(card, std::string(code) + "\nEOT", parameters);
    EXPECT_TRUE(outcome) << code << ": " << (outcome ? "" : outcome.error().text);
    return outcome ? outcome->parameters.at(0) : 0;
}

/// Expected values by hand from atom.c: the part is read, computed with, and put back into the dword.
TEST(AtomInterpreter, ValuesGoThroughTheirParts) {
    const Dwords in{0x11223344, 0xaabbccdd};
    EXPECT_EQ(result_of("MOVE_PS PS[0], PS[1]", in), 0xaabbccddU);
    EXPECT_EQ(result_of("MOVE_PS PS[0][15:0], PS[1][31:16]", in), 0x1122aabbU);
    EXPECT_EQ(result_of("MOVE_PS PS[0][23:8], PS[1][23:8]", in), 0x11bbcc44U);
    EXPECT_EQ(result_of("MOVE_PS PS[0][31:16], 0x5566", in), 0x55663344U);
    EXPECT_EQ(result_of("MOVE_PS PS[0][7:0], PS[1][31:24]", in), 0x112233aaU);
    EXPECT_EQ(result_of("MOVE_PS PS[0][15:8], PS[1][23:16]", in), 0x1122bb44U);
    EXPECT_EQ(result_of("MOVE_PS PS[0][23:16], PS[1][15:8]", in), 0x11cc3344U);
    EXPECT_EQ(result_of("MOVE_PS PS[0][31:24], PS[1][7:0]", in), 0xdd223344U);
    EXPECT_EQ(result_of("MOVE_PS PS[0], 0x7788 attr=0xCD", in), 0x00007788U); // a word at position 3
    EXPECT_EQ(result_of("AND_PS PS[0][7:0], 0x0F", in), 0x11223304U);
    EXPECT_EQ(result_of("OR_PS PS[0][31:24], 0x80", in), 0x91223344U);
    EXPECT_EQ(result_of("XOR_PS PS[0], PS[1]", in), 0xbb99ff99U);
    EXPECT_EQ(result_of("ADD_PS PS[0][7:0], 0xC0", in), 0x11223304U); // no carry out of the part
    EXPECT_EQ(result_of("SUB_PS PS[0][15:8], 0x34", in), 0x1122ff44U);
    EXPECT_EQ(result_of("CLEAR_PS PS[0][23:8]", in), 0x11000044U);
    EXPECT_EQ(result_of("MASK_PS PS[0][15:0], 0x00F0, 0x8001", in), 0x11228041U);
}

/// SHIFT_* shift the part; SHL and SHR shift the dword, then keep the part.
TEST(AtomInterpreter, ShiftsOfPartsAndOfDwordsDiffer) {
    const Dwords in{0x11223344, 4};
    EXPECT_EQ(result_of("SHIFT_LEFT_PS PS[0][15:8], 4", in), 0x11223044U);
    EXPECT_EQ(result_of("SHIFT_RIGHT_PS PS[0][15:8], 4", in), 0x11220344U);
    EXPECT_EQ(result_of("SHIFT_RIGHT_PS PS[0], 32", in), 0U);
    EXPECT_EQ(result_of("SHL_PS PS[0][15:8], PS[1][7:0]", in), 0x11223444U); // 0x12233440, bits 15:8 are 0x34
    EXPECT_EQ(result_of("SHR_PS PS[0][15:8], PS[1][7:0]", in), 0x11222344U); // 0x01122334, bits 15:8 are 0x23
    EXPECT_EQ(result_of("SHL_PS PS[0], PS[1]", in), 0x12233440U);
    EXPECT_EQ(result_of("SHR_PS PS[0], 0x00000028", in), 0U);
}

TEST(AtomInterpreter, ProductsAndQuotientsGoToTheWorkSpace) {
    const auto both = [](const char* operation, const Dwords& parameters) {
        const std::string code =
            std::string(operation) + "\nMOVE_PS PS[0], WS[QUOTIENT]\nMOVE_PS PS[1], WS[REMAINDER]\nEOT";
        Card card;
        const auto outcome = run(card, code, parameters);
        return outcome ? std::pair(outcome->parameters[0], outcome->parameters[1]) : std::pair(~0U, ~0U);
    };
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    EXPECT_EQ(both("MUL_PS PS[0], PS[1]", {0x10001, 0x10001}), Pair(0x00020001, 0));
    EXPECT_EQ(both("DIV_PS PS[0], PS[1]", {1000, 7}), Pair(142, 6));
    EXPECT_EQ(both("DIV_PS PS[0], PS[1]", {1000, 0}), Pair(0, 0));
    EXPECT_EQ(both("MUL32_PS PS[0], PS[1]", {0x10001, 0x10001}), Pair(0x00020001, 1));
    EXPECT_EQ(both("MOVE_WS WS[REMAINDER], 0x00000001\nDIV32_PS PS[0], PS[1]", {0x00020001, 0x10001}),
              Pair(0x10001, 0));
    EXPECT_EQ(both("MOVE_WS WS[REMAINDER], 0x00000005\nDIV32_PS PS[0], PS[1]", {0, 2}), Pair(0x80000000, 2));
    EXPECT_EQ(both("MOVE_WS WS[REMAINDER], 0x00000005\nDIV32_PS PS[0], PS[1]", {0, 0}), Pair(0, 0));
}

TEST(AtomInterpreter, WorkSpaceHasNumbersThatMeanSomethingElse) {
    EXPECT_EQ(result_of("MOVE_WS WS[SHIFT], 0x00000109\nMOVE_PS PS[0], WS[SHIFT]", {0}), 9U); // eight bits
    EXPECT_EQ(result_of("MOVE_WS WS[SHIFT], 0x00000009\nMOVE_PS PS[0], WS[OR_MASK]", {0}), 0x200U);
    EXPECT_EQ(result_of("MOVE_WS WS[SHIFT], 0x00000009\nMOVE_PS PS[0], WS[AND_MASK]", {0}), ~0x200U);
    EXPECT_EQ(result_of("MOVE_WS WS[OR_MASK], 0x00000009\nMOVE_PS PS[0], WS[OR_MASK]", {0}), 1U);
    EXPECT_EQ(result_of("MOVE_WS WS[REGISTER_BLOCK], 0x00012345\nMOVE_PS PS[0], WS[REGISTER_BLOCK]", {0}), 0x2345U);
    EXPECT_EQ(result_of("MOVE_WS WS[ATTRIBUTES], 0x00012345\nMOVE_PS PS[0], WS[ATTRIBUTES]", {0}), 0x2345U);
    EXPECT_EQ(result_of("MOVE_WS WS[FB_WINDOW], 0x00012345\nMOVE_PS PS[0], WS[FB_WINDOW]", {0}), 0x12345U);
    EXPECT_EQ(result_of("MOVE_WS WS[3], 0x00000007\nADD_WS WS[3], WS[3]\nMOVE_PS PS[0], WS[3]", {0}), 14U);
}

/// Which of the jumps are taken after COMPARE of 1, 2 and 3 with 2, and after TEST.
TEST(AtomInterpreter, JumpsFollowEqualAndAbove) {
    constexpr std::pair<const char*, std::array<bool, 3>> kRows[] = {
        {"JUMP", {true, true, true}},
        {"JUMP_EQUAL", {false, true, false}},
        {"JUMP_BELOW", {true, false, false}},
        {"JUMP_ABOVE", {false, false, true}},
        {"JUMP_BELOW_OR_EQUAL", {true, true, false}},
        {"JUMP_ABOVE_OR_EQUAL", {false, true, true}},
        {"JUMP_NOT_EQUAL", {true, false, true}},
    };
    for (const auto& [jump, taken] : kRows)
        for (std::uint32_t value = 1; value <= 3; ++value)
            EXPECT_EQ(result_of("COMPARE_PS PS[0], 0x00000002\n" + std::string(jump) +
                                    " over\nMOVE_PS PS[0], 0x000000FF\nover:",
                                {value}) == value,
                      taken[value - 1])
                << jump << " " << value;
    EXPECT_EQ(result_of("TEST_PS PS[0][7:0], 0x02\nJUMP_EQUAL over\nMOVE_PS PS[0], 0x000000FF\nover:", {1}), 1U);
    EXPECT_EQ(result_of("TEST_PS PS[0][7:0], 0x01\nJUMP_EQUAL over\nMOVE_PS PS[0], 0x000000FF\nover:", {1}), 0xffU);
    // TEST leaves the "above" of COMPARE unchanged.
    EXPECT_EQ(result_of("COMPARE_PS PS[0], 0x00000000\nTEST_PS PS[0], 0x00000001\nJUMP_ABOVE over\n"
                        "MOVE_PS PS[0], 0x000000FF\nover:",
                        {1}),
              1U);
    EXPECT_EQ(
        result_of("COMPARE_PS PS[0], 0x00000001\nJUMP_ABOVE over\nMOVE_PS PS[0], 0x000000FF\nover:", {0x80000000}),
        0x80000000U); // as unsigned numbers
}

TEST(AtomInterpreter, SwitchTakesTheFirstCaseThatEquals) {
    const std::string code =
        "SWITCH PS[0][15:8], 0x05: a, 0x06: b, 0x05: b\nMOVE_PS PS[0], 0x00000001\nEOT\n"
        "a:\nMOVE_PS PS[0], 0x00000002\nEOT\nb:\nMOVE_PS PS[0], 0x00000003";
    EXPECT_EQ(result_of(code, {0x0512}), 2U);
    EXPECT_EQ(result_of(code, {0x0612}), 3U);
    EXPECT_EQ(result_of(code, {0x0005}), 1U);
}

TEST(AtomInterpreter, RegistersAreReachedDirectly) {
    Card card;
    card.memory[{Space::Register, 0x220}] = 0x12345678;
    ASSERT_TRUE(run(card,
                    "SET_REG_BLOCK 0x0200\nMOVE_REG REG[0x0020][7:0], 0x99\nCLEAR_REG REG[0x0021]\n"
                    "MOVE_REG REG[0x0022], 0x00000001\nEOT"));
    EXPECT_EQ((card.memory[{Space::Register, 0x220}]), 0x12345699U);
    // A dword is written without being read, but CLEAR reads always (atom.c).
    EXPECT_EQ(card.accesses, (std::vector<std::string>{"r0:544", "w0:544", "r0:545", "w0:545", "w0:546"}));
    Card index;
    ASSERT_TRUE(run(index, "MOVE_REG REG[0x0000], 0x00000123\nEOT"));
    EXPECT_EQ((index.memory[{Space::Register, 0}]), 0x48cU); // MM_INDEX takes bytes
}

TEST(AtomInterpreter, MemoryPllAndMemoryControllerAreReached) {
    Card card;
    card.memory[{Space::Pll, 12}] = 0x55, card.memory[{Space::MemoryController, 240}] = 0x66;
    ASSERT_TRUE(run(card,
                    "SET_FB_BASE 0x00001000\nMOVE_FB FB[2], PLL[0x0C]\nOR_MC MC[0xF0][15:8], 0x01\n"
                    "MOVE_PLL PLL[0x0D][7:0], MC[0xF0][7:0]\nEOT"));
    EXPECT_EQ((card.memory[{Space::Memory, 0x1008}]), 0x55U);
    EXPECT_EQ((card.memory[{Space::MemoryController, 240}]), 0x166U);
    EXPECT_EQ((card.memory[{Space::Pll, 13}]), 0x66U);
}

/// The programs of an RV530 for PLLs (reference 9.4): seven bits of the index, bit 7 says that it is written.
TEST(AtomInterpreter, PortsRunProgramsOfIndirectIo) {
    constexpr std::string_view kIo =
        "IIO_START 1\nIIO_READ 2\nIIO_MOVE_INDEX 7, 0, 0\nIIO_CLEAR 1, 7\nIIO_WRITE 2\n"
        "IIO_READ 3\nIIO_END 19\n"
        "IIO_START 129\nIIO_READ 2\nIIO_MOVE_INDEX 7, 0, 0\nIIO_SET 1, 7\nIIO_WRITE 2\n"
        "IIO_MOVE_DATA 32, 0, 0\nIIO_WRITE 3\nIIO_END 44\n"
        "IIO_START 2\nIIO_CLEAR 32, 0\nIIO_MOVE_INDEX 7, 9, 16\nIIO_MOVE_INDEX 9, 0, 0\n"
        "IIO_MOVE_ATTR 4, 4, 28\nIIO_NOP\nIIO_END 0\n";
    Card card;
    card.memory[{Space::Io, 2}] = 0xffffff00, card.memory[{Space::Io, 3}] = 0xabcd;
    const auto outcome = run(
        card, "SET_ATI_PORT PLL\nMOVE_PS PS[0], REG[0x000D]\nMOVE_REG REG[0x000E], 0x00001234\nEOT", {0}, "EOT", kIo);
    ASSERT_TRUE(outcome) << outcome.error().text;
    EXPECT_EQ(outcome->parameters[0], 0xabcdU);
    EXPECT_EQ((card.memory[{Space::Io, 2}]), 0xffffff8eU);
    EXPECT_EQ((card.memory[{Space::Io, 3}]), 0x1234U);
    // Parts of a word lie where the program says: 0xE604 is 0x73 << 9 and 4.
    Card parts;
    const auto word = run(parts, "MOVE_WS WS[ATTRIBUTES], 0x000000A0\nSET_ATI_PORT MC\nMOVE_PS PS[0], REG[0xE604]\nEOT",
                          {0}, "EOT", kIo);
    ASSERT_TRUE(word);
    EXPECT_EQ(word->parameters[0], 0xa0730004U);
}

/// Bits are cleared where they are written, not where they are read (newer atom.c).
TEST(AtomInterpreter, MovedBitsReplaceThoseOfTheWord) {
    constexpr std::string_view kIo = "IIO_START 1\nIIO_SET 32, 0\nIIO_MOVE_INDEX 4, 8, 16\nIIO_CLEAR 8, 24\nIIO_END 0";
    Card card;
    const auto outcome = run(card, "SET_ATI_PORT PLL\nMOVE_PS PS[0], REG[0x0305]\nEOT", {0}, "EOT", kIo);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->parameters[0], 0x00f3ffffU);
}

TEST(AtomInterpreter, WhatIndirectIoCannotDoIsRefused) {
    Card card;
    const auto fault = [&](const char* code, std::string_view io) {
        const auto outcome = run(card, code, {0}, "EOT", io);
        return outcome ? "" : outcome.error().text;
    };
    constexpr auto kRead = "SET_ATI_PORT PLL\nMOVE_PS PS[0], REG[0x000D]\nEOT";
    EXPECT_EQ(fault(kRead, ""), "MOVE_PS: the image has no program 1 of indirect IO");
    EXPECT_EQ(fault(kRead, "IIO_START 1\nIIO_NOP"), "MOVE_PS: program 1 of indirect IO does not end");
    EXPECT_NE(fault(kRead, "IIO_START 1\nIIO_START 2\nIIO_END 0").find("stands inside"), std::string::npos);
    EXPECT_NE(fault("SET_PCI_PORT 0\nMOVE_PS PS[0], REG[0x000D]\nEOT", "").find("PCI"), std::string::npos);
}

TEST(AtomInterpreter, DataIsReadFromTheImage) {
    const std::string own = "SET_DATA_BLOCK SELF\nMOVE_PS PS[0], ID[0x0000]\nEOT\nCTB_DS 00"; // its header
    EXPECT_EQ(result_of(own, {0}) & 0xffff0000, 0x01010000U);
    EXPECT_EQ(result_of("SET_DATA_BLOCK FirmwareInfo\nMOVE_PS PS[0][15:0], ID[0x0000][15:0]", {0}), 89U);
    EXPECT_EQ(result_of("SET_DATA_BLOCK NONE\nMOVE_PS PS[0][15:0], ID[0x0000][15:0]", {0}), 0xaa55U);
    EXPECT_EQ(result_of("MOVE_WS WS[DATA_POINTER][15:0], 0x0030\nMOVE_PS PS[0], ID[0x0001]", {0}),
              0x32313637U); // "7612"
    Card card;
    EXPECT_FALSE(run(card, "MOVE_PS PS[0], ID[0xFFFF]\nEOT", {0}));
}

/// The callee's parameters begin after the caller's, which has 64 bytes; its work space is its own.
TEST(AtomInterpreter, CallsShiftParameters) {
    Card card;
    Dwords parameters(17);
    parameters[16] = 5;
    const auto outcome =
        run(card, "MOVE_WS WS[0], 0x00000007\nCALL_TABLE GetDisplaySurfaceSize\nMOVE_PS PS[0], WS[0]\nEOT", parameters,
            "ADD_PS PS[0], 0x00000001\nADD_WS WS[0], 0x00000001\nMOVE_PS PS[1], WS[0]\nEOT");
    ASSERT_TRUE(outcome) << outcome.error().text;
    EXPECT_EQ(outcome->parameters[0], 7U);
    EXPECT_EQ(outcome->parameters[16], 6U);
    EXPECT_EQ(outcome->parameters[17], 1U);
    EXPECT_EQ(outcome->steps, 8U);
    Card absent;
    EXPECT_TRUE(run(absent, "CALL_TABLE SetPixelClock\nEOT")); // the kernel goes on
}

TEST(AtomInterpreter, DelaysAreReported) {
    Card card;
    ASSERT_TRUE(run(card, "DELAY_MILLISEC 3\nDELAY_MICROSEC 20\nPOST_CARD 1\nBEEP\nNOP\nDEBUG 2\nCTB_DS 5b\nEOT"));
    EXPECT_EQ(card.waited, 3020U);
}

// An instruction may carry thousands of cases; a run of many instructions must not pass them all each time.
TEST(AtomInterpreter, CasesAndDataAreCounted) {
    Card card;
    const auto text = [&](const char* code, std::uint64_t passed) {
        const auto outcome = run(card, code, {7}, "EOT", {}, {.steps = 1000, .depth = 8, .passed = passed});
        return outcome ? "" : outcome.error().text;
    };
    constexpr const char* kSwitch = "SWITCH PS[0], 1: over, 2: over, 3: over\nCTB_DS 5b5b\nover:\nEOT";
    EXPECT_EQ(text(kSwitch, 5), "");
    EXPECT_EQ(text(kSwitch, 4), "more than 4 cases of SWITCH and bytes of PROCESSDS are passed");
}

TEST(AtomInterpreter, EndlessTablesEnd) {
    Card card;
    const auto fault = [&](const char* code, const char* callee, std::string_view io = {}) {
        return run(card, code, {0}, callee, io, {.steps = 1000, .depth = 8}).error().text;
    };
    EXPECT_EQ(
        fault("again:\nJUMP again\nEOT", "EOT"),
        "more than 1000 instructions: ASIC_Init (at 0x0073, 10 bytes) repeats 0x0079 to 0x0079 and reads nothing that could end it");
    EXPECT_EQ(fault("CALL_TABLE ASIC_Init\nEOT", "EOT"),
              "CALL_TABLE: tables call each other 8 deep, the most that is run");
    std::string io = "IIO_START 1\n";
    for (int i = 0; i < 2000; ++i) io += "IIO_NOP\n";
    EXPECT_NE(fault("SET_ATI_PORT PLL\nMOVE_PS PS[0], REG[0x0001]\nEOT", "EOT", io + "IIO_END 0").find("does not end"),
              std::string::npos);
}

TEST(AtomInterpreter, UndefinedOperationsAreRefusedOrReported) {
    Card card;
    for (const char* code : {"REPEAT 1\nEOT", "SAVE_REG\nEOT", "RESTORE_REG\nEOT"}) {
        const auto outcome = run(card, code);
        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().kind, FaultKind::NotSupported);
    }
    EXPECT_FALSE(run(card, "MOVE_WS WS[16], 0x00000001\nEOT")); // of a work space of 16 dwords
    EXPECT_FALSE(run(card, "MOVE_PS PS[0], WS[63]\nEOT"));
    EXPECT_FALSE(run(card, "NOP")); // runs out of its table
    const auto outcome = run(card, "MOVE_WS WS[0], PS[5]\nEOT", {1, 2});
    ASSERT_TRUE(outcome);
    ASSERT_EQ(outcome->assumptions.size(), 1U);
    EXPECT_NE(outcome->assumptions[0].find("PS[5] is read but not given"), std::string::npos);
    const Octets file = image_of_text("EOT");
    const auto image = read_image(file);
    ASSERT_TRUE(image);
    EXPECT_EQ(run_table(*image, 77, {}, card.hardware).error().kind, FaultKind::Usage);
}

/// Lines as atom.c prints them, but for its line breaks.
TEST(AtomInterpreter, TraceHasTheKernelsLines) {
    Card card;
    card.memory[{Space::Register, 0x1827}] = 9;
    ASSERT_TRUE(run(card,
                    "SET_ATI_PORT MM\nTEST_REG REG[0x1827][7:0], 0x01\nJUMP_NOT_EQUAL out\nout:\n"
                    "MOVE_WS WS[2][15:0], PS[1][31:16]\nSHIFT_LEFT_WS WS[2], 20\nSWITCH PS[0][7:0], 0x01: in\nin:\n"
                    "CALL_TABLE GetDisplaySurfaceSize\nEOT",
                    {1, 0x00230000}));
    const std::string base = card.lines.at(0).substr(11, 4);
    const std::vector<std::string> wanted{
        ">> execute " + base + " (len 37, WS 16, PS 64)",
        "   SET_ATI_PORT @ 0x",
        "      port: 0 (MM)",
        "   TEST_REG @ 0x",
        "      src1: REG[0x1827].[7:0] -> 0x09",
        "      src2: IMM 0x01",
        "      result: NE",
        "   JUMP_NOT_EQUAL @ 0x",
        "      taken: yes",
        "      target: 0x0011",
        "   MOVE_WS @ 0x",
        "      src: PS[0x01,0x230000].[31:16] -> 0x0023",
        "      dst: WS[0x02].[15:0] <- 0x0023",
        "   SHIFT_LEFT_WS @ 0x",
        "      dst: WS[0x02].[31:0] -> 0x00000023",
        "      shift: 20",
        "      dst: WS[0x02].[31:0] <- 0x02300000",
        "   SWITCH @ 0x",
        "      switch: PS[0x00,0x0001].[7:0] -> 0x01",
        "      case: IMM 0x01",
        "      target: 0022",
        "   CALL_TABLE @ 0x",
        "      table: 1 (GetDisplaySurfaceSize)",
        "   >> execute ",
        "      EOT @ 0x",
        "   <<",
        "   EOT @ 0x",
        "<<",
    };
    ASSERT_EQ(card.lines.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_TRUE(card.lines[i].starts_with(wanted[i])) << card.lines[i];
}

// Users know of such loops by "stuck executing" and an offset alone.
TEST(AtomInterpreter, LoopsThatDoNotEndNameWhatTheyWaitFor) {
    const auto fault = [](std::string_view code, std::string_view callee) {
        Card card;
        card.memory[{Space::Register, 0x609c / 4}] = 0xe;
        const std::string text = run(card, code, {3}, callee, {}, {.steps = 2000, .depth = 8}).error().text;
        const std::size_t repeats = text.find(" and ");
        return repeats == std::string::npos ? text : text.substr(repeats + 5);
    };
    // The loop calls a table that has a loop of its own, which ends.
    EXPECT_EQ(
        fault("again:\nCALL_TABLE GetDisplaySurfaceSize\nTEST_REG D1CRTC_STATUS[7:0], 0x01\nJUMP_EQUAL again\nEOT",
              "MOVE_WS WS[0], 0x00000004\nturn:\nSUB_WS WS[0], 0x00000001\nCOMPARE_WS WS[0], 0x00000000\n"
              "JUMP_NOT_EQUAL turn\nEOT"),
        "waits for D1CRTC_STATUS, which reads 0x0000000E");
    // Tables write MM_INDEX in dwords.
    EXPECT_EQ(fault("CALL_TABLE GetDisplaySurfaceSize\nEOT",
                    "again:\nMOVE_REG MM_INDEX, 0x00002004\nTEST_REG MM_DATA[7:0], 0x01\nJUMP_EQUAL again\nEOT"),
              "waits for REG[0x2004], which reads 0x00000000; called by ASIC_Init");
    EXPECT_EQ(fault("again:\nTEST_PLL PLL[0x08][7:0], 0x80\nJUMP_EQUAL again\nEOT", "EOT"),
              "waits for PLL[0x08], which reads 0x00000000");
}

// What ends soon after the limit does not repeat.
TEST(AtomInterpreter, LongRunsThatEndAreOnlyLong) {
    Card card;
    const auto outcome =
        run(card, "again:\nSUB_PS PS[0], 0x00000001\nCOMPARE_PS PS[0], 0x00000000\nJUMP_NOT_EQUAL again\nEOT", {500},
            "EOT", {}, {.steps = 1400, .depth = 8});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().text, "more than 1400 instructions");
}

} // namespace
} // namespace relit::machine::r500::atom
