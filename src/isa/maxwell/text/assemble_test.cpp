// Text that is written by hand, and text that is printed, assembled.
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/shared/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace relit::isa::maxwell {
namespace {

std::string text_of(std::uint64_t word) {
    std::string text;
    print_instruction(text, {word, 8, form_of(word)}, kPlainControl, 16);
    return text.substr(text.find_first_not_of(' '));
}

std::string fault_of(std::string_view text) {
    const auto bytes = assemble(text, {});
    return bytes ? "none" : describe(bytes.error(), "f");
}

/// The word of a text of one instruction; 0 and a failure where it is none.
std::uint64_t word_of(std::string_view text) {
    const auto bytes = assemble(text, {});
    EXPECT_TRUE(bytes) << text << "\n" << fault_of(text);
    return bytes && bytes->size() == 16 ? little_endian(Bytes(*bytes).subspan(8)) : 0;
}

TEST(MaxwellText, IsThatOfTheVendor) {
    EXPECT_EQ(text_of(0x59b911000ff22ac8), "@P2  FFMA.FTZ.RZ R200, R42, -RZ, R34 ;");
    EXPECT_EQ(text_of(0x4c10801c0a870000), "IADD R0.CC, R0, c[0x7][0x2a0] ;");
    EXPECT_EQ(text_of(0x4b68039c0aa70307), "ISETP.GT.U32.AND P0, PT, R3, c[0x7][0x2a8], PT ;");
    EXPECT_EQ(text_of(0x9c90000000080000), "@!P0 LD.E R0, [R0], PT ;");
    EXPECT_EQ(text_of(0x010000000007f005), "MOV32I R5, 0x0 ;");
    EXPECT_EQ(text_of(0xe2a000000b000000), "PBK 0xc0 ;");
    EXPECT_EQ(text_of(0xef17007c20470004), "SHFL.IDX PT, R4, R0, R4, 0x1f ;");
    EXPECT_EQ(text_of(0xc1b80087c0870404), "TEX.LL R4, R4, R8, 0x8, 3D, 0xf ;");
    EXPECT_EQ(text_of(0xd970008000470002), "TEXS.LZ R0, R2, R0, R4, 0x8, 3D, RGBA ;");
    EXPECT_EQ(text_of(0x5b210a480ff7252b), "XMAD.S16.U16.X R43, R37.H1, RZ.H1, R20 ;");
    EXPECT_EQ(text_of(0xefd97781277037a2), "@P0  ALD.O.96 R162, a[R55+0x277], R239 ;");
    EXPECT_EQ(text_of(0xf0c8000002170001), "S2R R1, SR_TID.X ;");
    EXPECT_EQ(text_of(0x0888171795f0932a), "@P0  FADD32I.FTZ R42, R147, -4.435179e-38 ;");
    EXPECT_EQ(text_of(0x7b92908c0007ff12), "HADD2.F32.FTZ.SAT R18, |RZ|.F32, -c[0x3][0x0] ;");
    EXPECT_EQ(text_of(0), ".word 0x0000000000000000 ;");
}

TEST(MaxwellText, LinesSayWhereTheyStandInTheFile) {
    auto bytes = assemble("EXIT ;\nNOP ;\nNOP ;\n.zero 64", {});
    ASSERT_TRUE(bytes);
    const auto listing = list(*bytes, {});
    ASSERT_TRUE(listing);
    const auto zeros =
        std::ranges::find_if(listing->lines, [](const auto& line) { return line.text.starts_with(".zero"); });
    ASSERT_NE(zeros, listing->lines.end());
    EXPECT_EQ(zeros->offset, 32U);
    EXPECT_EQ(listing->lines.front().offset, 8U); // after the word that schedules it
}

TEST(MaxwellText, AssemblesWhatPeopleWrite) {
    EXPECT_EQ(word_of("@P2 FFMA.FTZ.RZ R200, R42, -RZ, R34;"), 0x59b911000ff22ac8U);
    EXPECT_EQ(word_of("EXIT;"), 0xe30000000007000fU);
    EXPECT_EQ(word_of("self: BRA self;"), 0xe2400fffff07000fU);
    EXPECT_EQ(word_of("FADD R0, R1, 1.0;"), word_of("FADD R0, R1, 0x3f800000;"));
    EXPECT_EQ(word_of("IADD R0, R1, -1;"), word_of("IADD R0, R1, 0xffffffff;"));
    const auto bytes = assemble("EXIT;", {});
    ASSERT_TRUE(bytes);
    EXPECT_EQ(little_endian(Bytes(*bytes).first(8)), 0x7e0U) << "no stall, no barriers";
}

TEST(MaxwellText, ReportsErrors) {
    EXPECT_EQ(fault_of(""), "f:1:1: error: there is no instruction");
    EXPECT_EQ(fault_of("FOO R1;"), "f:1:1: error: 'FOO' is not an operation");
    EXPECT_EQ(fault_of("EXIT;\nFADD R0, R1;"), "f:2:1: error: an operand is missing");
    EXPECT_EQ(fault_of("FADD.XYZ R0, R1, R2;"), "f:1:1: error: .XYZ does not fit here");
    EXPECT_EQ(fault_of("FADD R0, R300, R2;"), "f:1:10: error: a register is expected: R0 to R254, RZ");
    EXPECT_EQ(fault_of("IADD R0, -R1, -R2;"), "f:1:15: error: only one source can be negative, and none with .PO");
    EXPECT_EQ(fault_of("BRA nowhere;"), "f:1:5: error: there is no label 'nowhere'");
    for (const std::string_view far : {"0x8000000000000003", "0x7fffffffffffffff", "a+0x7fffffffffffffff", "0x1000000"})
        EXPECT_EQ(fault_of("a: BRA " + std::string(far) + ";"), "f:1:8: error: the target is too far away") << far;
    EXPECT_EQ(fault_of("a: EXIT; a: EXIT;"), "f:1:10: error: the label 'a' stands twice");
    EXPECT_EQ(fault_of("@P0 SSY 0x10;"), "f:1:5: error: no predicate can guard this operation");
    EXPECT_EQ(fault_of("--:8:-:Y:0 EXIT;"), "f:1:1: error: columns as in --:-:-:Y:0 are expected");
    EXPECT_EQ(fault_of("ISETP.AND P0, PT, R1, R2, PT;"),
              "f:1:1: error: a modifier is missing: .F, .LT, .EQ, .LE, .GT, .NE, .GE, .T");
    EXPECT_EQ(fault_of("SUATOM.CAS.D.1D.U64.IGN R0, [R2], R4, 0x0;"),
              "f:1:1: error: no word encodes this: its bits mean another operation");
    EXPECT_EQ(fault_of(".foo"), "f:1:1: error: '.foo' is not a directive");
}

TEST(MaxwellText, ReportsErrorsInDirectives) {
    EXPECT_EQ(fault_of(".sph what=1"), "f:1:6: error: 'what' is not a field of this header");
    EXPECT_EQ(fault_of(".sph type"), "f:1:10: error: '=' is expected");
    EXPECT_EQ(fault_of(".sph type=1, version=32"), "f:1:22: error: a number that fits the field is expected");
    EXPECT_EQ(fault_of(".dksh\n.program type=x"), "f:2:15: error: a number that fits the field is expected");
    for (const std::string_view number : {"x", "0x10000000000000000", "18446744073709551616", "1.5", ""}) {
        EXPECT_EQ(fault_of(".word " + std::string(number)), "f:1:7: error: a number of 64 bits is expected") << number;
        EXPECT_EQ(fault_of(".schedule " + std::string(number)), "f:1:11: error: a number of 64 bits is expected")
            << number;
    }
    for (const std::string_view flags : {"x", "{x=1}", "{reuse 1}", "{reuse=16}", "{reuse=1"})
        EXPECT_EQ(fault_of(".word 1 @ " + std::string(flags)), "f:1:11: error: {reuse=...} is expected") << flags;
    EXPECT_EQ(fault_of("EXIT;\n.schedule 0"), "f:2:1: error: .schedule must be at the start of a group of three words");
    EXPECT_EQ(fault_of("--:-:-:Y:0 .zero 8"), "f:1:12: error: an instruction or .word is expected");
    for (const std::string_view number : {"x", "-1", "4294967295"})
        EXPECT_EQ(fault_of("EXIT;\n.zero " + std::string(number)), "f:2:7: error: a number of bytes is expected");
    EXPECT_EQ(fault_of("EXIT;\n.byte 1, 256"), "f:2:10: error: a byte is expected");
    for (const std::string_view name : {".byte 1", ".code", ".sph", ".dksh", ".program", ".zero 3"})
        EXPECT_EQ(fault_of("BRA nowhere;\n" + std::string(name)), "f:1:5: error: there is no label 'nowhere'") << name;
}

/// Empty where the text of the word gives it back.
std::string round_trip_fault(std::uint64_t word, std::uint32_t reuse) {
    Control control = kPlainControl;
    control.set(Control::reuse, reuse);
    std::string text;
    print_control(text, control);
    text += ' ';
    print_instruction(text, {word, 8, form_of(word)}, control, 0);
    const auto bytes = assemble(text, {});
    if (!bytes) return text + ": " + describe(bytes.error(), "f");
    if (bytes->size() != 16 || little_endian(Bytes(*bytes).subspan(8)) != word) return text + ": another word";
    if (little_endian(Bytes(*bytes).first(8)) != control.raw[0]) return text + ": another schedule";
    return {};
}

TEST(MaxwellText, CarriesEveryBitOfRandomWordsOfEveryForm) {
    Random random(1);
    for (std::size_t i = 0; i < kForms; ++i) {
        const FormRow& form = row(static_cast<Form>(i));
        for (unsigned k = 0; k < 200; ++k) {
            std::uint64_t rest = random.next() & ~form.mask;
            if (k % 2 == 0) rest &= random.next() & random.next();
            ASSERT_EQ(round_trip_fault(form.value | rest, random.below(16)), "") << std::hex << (form.value | rest);
        }
    }
    for (unsigned k = 0; k < 2000; ++k) ASSERT_EQ(round_trip_fault(random.next(), random.below(16)), "");
}

TEST(MaxwellText, CarriesWholeFiles) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(RELIT_DATA) + "/maxwell")) {
        const std::string extension = entry.path().extension();
        if (extension != ".bin" && extension != ".dksh") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::vector<std::uint8_t> file{std::istreambuf_iterator<char>(in), {}};
        const auto listing = list(file, {});
        ASSERT_TRUE(listing) << entry.path();
        EXPECT_EQ(listing->unknown, 0U) << entry.path();
        const std::string text = print(*listing);
        const auto bytes = assemble(text, {});
        ASSERT_TRUE(bytes) << entry.path() << describe(bytes.error(), "f") << "\n" << text;
        EXPECT_TRUE(*bytes == file) << entry.path() << "\n" << text;
    }
}

} // namespace
} // namespace relit::isa::maxwell
