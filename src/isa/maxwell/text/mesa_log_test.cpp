#include "isa/maxwell/text/mesa_log.hpp"

#include "base/words.hpp"

#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

namespace relit::isa::maxwell {
namespace {

std::vector<std::uint8_t> bytes_of(std::initializer_list<std::uint32_t> words) {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : words) add_word(bytes, word);
    return bytes;
}

/// Twenty words, as Mesa prints them: the first one, then zeros.
std::string header(std::uint32_t first) {
    std::string text = "dumping HDR for type 0\n";
    for (unsigned at = 0; at < 80; at += 4) text += fmt::format("HDR[{:02x}] = 0x{:08x}\n", at, at == 0 ? first : 0);
    return text;
}

constexpr std::string_view kCode = "shader binary code (0x10 bytes):\nfc0007e0 001f8000 0007000f e3000000 \n";

void expect_fault(const std::string& text, std::uint32_t line, std::string_view wanted) {
    const auto programs = programs_of_mesa_log(text);
    ASSERT_FALSE(programs) << text;
    EXPECT_EQ(programs.error().text, wanted);
    EXPECT_EQ(programs.error().line, line) << text;
}

TEST(MesaLog, WordsOfCodeAreLittleEndian) {
    const auto programs = programs_of_mesa_log("nv50_ir: something\n" + std::string(kCode) + "more\n");
    ASSERT_TRUE(programs) << programs.error().text;
    ASSERT_EQ(programs->size(), 1U);
    EXPECT_EQ((*programs)[0].bytes, bytes_of({0xfc0007e0, 0x001f8000, 0x0007000f, 0xe3000000}));
    EXPECT_EQ((*programs)[0].line, 3U);
    EXPECT_FALSE((*programs)[0].has_header);
}

TEST(MesaLog, ACommentOfAListingAnnouncesNoCode) {
    EXPECT_TRUE(is_mesa_log(kCode));
    EXPECT_FALSE(is_mesa_log("EXIT ;\n// kernel " + std::string(kCode)));
    EXPECT_FALSE(is_mesa_log("EXIT ; // shader binary code (0x shader binary code (0x"));
    EXPECT_TRUE(is_mesa_log("// a log\n" + std::string(kCode)));
}

TEST(MesaLog, AHeaderOfZerosIsNone) {
    const auto programs = programs_of_mesa_log(header(0x20461) + std::string(kCode) + header(0) + std::string(kCode) +
                                               header(0x20461) + std::string(kCode));
    ASSERT_TRUE(programs) << programs.error().text;
    ASSERT_EQ(programs->size(), 2U) << "the third is the first";
    EXPECT_EQ((*programs)[0].bytes.size(), 96U);
    EXPECT_EQ((*programs)[0].bytes[0], 0x61);
    EXPECT_TRUE((*programs)[0].has_header);
    EXPECT_EQ((*programs)[1].bytes.size(), 16U);
    EXPECT_FALSE(bytes_of_mesa_log(header(0x20461) + std::string(kCode) + std::string(kCode)));
}

TEST(MesaLog, CutsAreFaults) {
    const std::string code(kCode);
    expect_fault("shader binary code (0x10 bytes):\nfc0007e0 001f8000 0007000f \n", 2,
                 "the code is cut off: 3 of its 4 words are printed");
    expect_fault("shader binary code (0x10 bytes):\nfc0007e0 001f80\n", 2,
                 "the code is cut off: 1 of its 4 words are printed");
    expect_fault("shader binary code (0x8 bytes):\nfc0007e0 001f8000 0007000f \n", 2,
                 "more code is printed than its size says");
    expect_fault("shader binary code (0xc bytes):\nfc0007e0 001f8000 0007000f \n", 1,
                 "the size of the code is no number of whole instructions");
    expect_fault("shader binary code (0xffffffff8 bytes):\n", 1,
                 "the size of the code is no number of whole instructions");
    expect_fault("shader binary code (0xfffffff8 bytes):\n", 1, "more than 16 MiB of code");
    expect_fault("HDR[00] = 0x00020461\nHDR[08] = 0x00000000\n" + code, 2, "HDR[04] is expected");
    expect_fault("HDR[00] = 0x00020461\nHDR[04] = 0x000\nHDR[08] = 0x\n" + code, 3,
                 "a word of the program header is cut off");
    expect_fault("HDR[00] = 0x00020461\n" + code, 2, "the program header has 1 of 20 words");
    expect_fault(header(1) + "HDR[50] = 0x00000000\n" + code, 22, "the program header has more than 20 words");
}

} // namespace
} // namespace relit::isa::maxwell
