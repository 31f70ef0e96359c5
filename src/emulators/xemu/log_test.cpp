// Logs of methods: the forms of lines, programs with the constants that they read, and what a log does not have.
#include "emulators/xemu/log.hpp"

#include "emulators/xemu/line.hpp"
#include "isa/nv2a/encoding/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::emulators::xemu {
namespace {

/// "1e9c 0" with the words around them that xemu writes.
std::string method(std::uint32_t address, std::uint32_t word) {
    return fmt::format("nv2a_pgraph_method 0: 0x97 -> 0x{:04x} 0x{:x}\n", address, word);
}
std::string slot(std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    return method(0xb00, 0) + method(0xb04, b) + method(0xb08, c) + method(0xb0c, d);
}
std::string constant(std::uint32_t number, std::uint32_t x) {
    return method(0x1ea4, number) + method(0xb80, x) + method(0xb84, 2) + method(0xb88, 3) + method(0xb8c, 4);
}
std::string load(std::uint32_t first) { return method(0x1e9c, first); }
const std::string kDraw = method(0x17fc, 5) + method(0x17fc, 0);
// mov oPos, c[96]; with FINAL
const std::string kMov = slot(0x002c001b, 0x0c36106c, 0x2070f801);

Log read(const std::string& text) {
    auto log = read_log(reader_of(Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size())));
    EXPECT_TRUE(log);
    return log ? *log : Log{};
}
isa::nv2a::Program program_of(const LoggedProgram& logged) {
    auto program = isa::nv2a::load_binary(logged.bytes);
    EXPECT_TRUE(program);
    return program ? *program : isa::nv2a::Program{};
}

void expect_method(std::string_view text, std::uint32_t address, std::uint32_t word) {
    const Line line = read_line(text);
    EXPECT_EQ(line.kind, LineKind::Method) << text;
    EXPECT_EQ(line.graphics_class, 0x97U) << text;
    EXPECT_EQ(line.address, address) << text;
    EXPECT_EQ(line.word, word) << text;
}

TEST(XemuLine, HasTheFormsOfEveryTool) {
    expect_method("nv2a_pgraph_method 0: 0x97 -> 0x0b04 NV097_SET_TRANSFORM_PROGRAM[4] 0x20001b", 0xb04, 0x20001b);
    expect_method("1234@1650000000.123456:nv2a_pgraph_method 0: 0x97 -> 0x1800 0x11000F\r", 0x1800, 0x11000f);
    expect_method("[12] 1.5 nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0", 0x1e9c, 0);
    expect_method("nv2a_pgraph_method 0: 0x97 -> NV097_SET_TRANSFORM_PROGRAM[30]<0xb78> (204869740 <0xc36106c>)", 0xb78,
                  0xc36106c);
    expect_method(
        "nv2a_pgraph_method 0: NV20_KELVIN_PRIMITIVE<0x97> -> NV097_SET_TRANSFORM_CONSTANT[0]<0xB80> "
        "(0x44200000 => 640.000000)",
        0xb80, 0x44200000);
    expect_method("nv2a_pgraph_method 0: NV20_KELVIN_PRIMITIVE<0x97> -> NV097_X<0x1E94> (NV097_Y<0x2>)", 0x1e94, 2);
}

TEST(XemuLine, TellsLinesThatAreCutFromOthers) {
    for (const std::string_view text :
         {"nv2a_pgraph_method 0: 0x97 -> 0xb00 <NO_DATA>", "nv2a_pgraph_method 0: 0x97 -> 0xb00 NAME[0]",
          "nv2a_pgraph_method 0: 0x97 -> 0xb00 0x", "nv2a_pgraph_method 0: 0x97 -> 0xb00 0x123456789",
          "nv2a_pgraph_method 0: 0x97 -> 0xb00 0x12g"})
        EXPECT_EQ(read_line(text).kind, LineKind::NoArgument) << text;
    for (const std::string_view text :
         {"", "nv2a_pgraph_method", "nv2a_pgraph_method_unhandled 0: 0x97 -> 0x1e80 0x1", "xnv2a_pgraph_method 0: 0x97",
          "nv2a_pgraph_method 0: 0x97 -> ", "nv2a_pgraph_method a: 0x97 -> 0xb00 0x1",
          "nv2a_pgraph_method 0: NAME<0x97 -> 0xb00 0x1", "nv2a_reg_write PVIDEO addr 0xb00 size 4 val 0x0"})
        EXPECT_EQ(read_line(text).kind, LineKind::Other) << text;
}

TEST(XemuLog, KeepsAProgramOnceForEachValueOfTheConstantsThatItReads) {
    const Log log = read(method(0x1ea0, 0) + load(0) + kMov + constant(96, 7) + kDraw + kDraw + constant(97, 1) +
                         kDraw + constant(96, 8) + kDraw + constant(96, 7) + kDraw);
    ASSERT_EQ(log.programs.size(), 2U);
    EXPECT_EQ(log.programs[0].uses, 4U); // c[97] is not read
    EXPECT_EQ(log.programs[1].uses, 1U);
    EXPECT_EQ(log.draws, 5U);
    EXPECT_TRUE(log.programs[0].gaps.empty());
    const isa::nv2a::Program program = program_of(log.programs[1]);
    ASSERT_EQ(program.slots.size(), 1U);
    EXPECT_EQ(program.slots[0].raw, (std::array<std::uint32_t, 4>{0, 0x002c001b, 0x0c36106c, 0x2070f801}));
    ASSERT_EQ(program.constants.size(), 1U);
    EXPECT_EQ(program.constants[0], (isa::nv2a::LoadedConstant{96, {8, 2, 3, 4}}));
}

TEST(XemuLog, TakesTheProgramFromItsStartToFinal) {
    const Log log = read(load(0) + kMov + slot(0x0020001b, 0x0836106c, 0x2070f818) + kMov + method(0x1ea0, 1) +
                         method(0x1e94, 6) + constant(96, 1) + kDraw);
    ASSERT_EQ(log.programs.size(), 2U); // the one at 0 is loaded and never drawn
    const isa::nv2a::Program program = program_of(log.programs[0]);
    EXPECT_EQ(program.start, 1U);
    EXPECT_EQ(program.slots.size(), 3U);
    EXPECT_EQ(program.all_constants, true);
    EXPECT_EQ(log.programs[1].uses, 0U);
    EXPECT_EQ(log.programs[1].start, 0U);
}

TEST(XemuLog, CountsDrawsThatRunNoProgramOfTheLog) {
    const Log log =
        read(kDraw + load(0) + kMov + constant(96, 1) + method(0x1e94, 4) + kDraw + method(0x1e94, 6) + kDraw);
    EXPECT_EQ(log.unknown_draws, 1U);
    EXPECT_EQ(log.fixed_draws, 1U);
    ASSERT_EQ(log.programs.size(), 1U);
    EXPECT_EQ(log.programs[0].uses, 1U);
}

TEST(XemuLog, SaysWhatItDoesNotHave) {
    const Log log = read(load(3) + method(0xb04, 0x002c001b) + method(0xb08, 0x0c36106c) + method(0xb0c, 0x2070f800) +
                         method(0x1ea4, 97) + method(0xb80, 1) + method(0x1ea0, 3) + kDraw +
                         "nv2a_pgraph_method 0: 0x97 -> 0xb00 <NO_DATA>\n");
    ASSERT_EQ(log.programs.size(), 1U);
    EXPECT_EQ(log.programs[0].gaps,
              (std::vector<std::string>{"constants that it reads are not in the log: 96",
                                        "dwords of slots are not in the log, and 0 here: 3",
                                        "slot 4 is not in the log, and none before it has FINAL"}));
    EXPECT_EQ(log.without_argument, 1U);
    EXPECT_EQ(log.first_without_argument, 10U);
}

TEST(XemuLog, HasStatePrograms) {
    // mov c[96], v0; its result is not in the log, and the next draw reads it
    const Log log =
        read(method(0x1ea0, 0) + load(0) + kMov + slot(0x0020001b, 0x0836106c, 0x2070f301) + constant(96, 1) +
             method(0x1e80, 9) + method(0x1e84, 8) + method(0x1e88, 7) + method(0x1e8c, 6) + method(0x1e90, 1) + kDraw);
    ASSERT_EQ(log.programs.size(), 2U);
    const isa::nv2a::Program launched = program_of(log.programs[0]);
    ASSERT_EQ(launched.launches.size(), 1U);
    EXPECT_EQ(launched.launches[0].slot, 1U);
    EXPECT_EQ(launched.launches[0].v0, (std::array<std::uint32_t, 4>{9, 8, 7, 6}));
    EXPECT_EQ(log.programs[1].gaps,
              (std::vector<std::string>{
                  "a state program writes constants that it reads, and the log does not have them: 96"}));
}

TEST(XemuLog, SaysThatItTakesTheStart) {
    const Log log = read(load(0) + kMov + constant(96, 1) + kDraw);
    ASSERT_EQ(log.programs.size(), 1U);
    EXPECT_EQ(log.programs[0].gaps,
              (std::vector<std::string>{"the log does not say in which slot programs start: 0 is taken"}));
}

TEST(XemuLog, TakesNoMoreMemoryForALongLineOrManyPrograms) {
    const std::string junk(std::size_t{1} << 20, 'x');
    const Log long_line = read(junk + "\n" + load(0) + kMov + constant(96, 1) + kDraw + junk);
    EXPECT_EQ(long_line.programs.size(), 1U);
    std::string constants = load(0) + kMov, programs = constant(96, 1);
    for (std::uint32_t i = 0; i < kMostVariants + 3; ++i) constants += constant(96, i) + kDraw;
    for (std::uint32_t i = 0; i < kMostLoggedPrograms + 3; ++i)
        programs += load(0) + method(0xb00, i) + kMov.substr(method(0xb00, 0).size()) + kDraw;
    EXPECT_EQ(read(constants).programs.size(), kMostVariants);
    EXPECT_EQ(read(constants).left_out, 3U);
    EXPECT_EQ(read(programs).programs.size(), kMostLoggedPrograms);
    EXPECT_EQ(read(programs).left_out, 3U);
}

TEST(XemuLog, IsKnownByItsLines) {
    const auto is = [](std::string_view text) {
        return is_log(Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    };
    EXPECT_TRUE(is("pgraph method log from nv2a-trace.py\n\n" + load(0)));
    EXPECT_FALSE(is("mov oPos, v0 ; as in nv2a_pgraph_method\n"));
    EXPECT_FALSE(is(load(0) + std::string(1, '\0')));
    EXPECT_FALSE(is(""));
}

} // namespace
} // namespace relit::emulators::xemu
