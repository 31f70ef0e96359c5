#include "codec/word_text.hpp"

#include "codec/numbers.hpp"

#include <gtest/gtest.h>

namespace relit::codec {
namespace {

using File = std::vector<std::uint8_t>;
const File kFile = {1, 2, 3, 4, 0xf5, 6, 7, 8};
constexpr WordLayout kBig{32, std::endian::big}, kLittle{32, std::endian::little};

TEST(WordText, IsAnArrayOfC) {
    EXPECT_EQ(word_text(kFile, {Form::C, "skin", "rsx.vp", kBig}),
              "// relit: rsx.vp, 8 bytes as words of 32 bits, big-endian\n"
              "// The most significant byte of each word comes first in the file.\n"
              "#include <stdint.h>\n\nstatic const uint32_t skin[2] = {\n    0x01020304, 0xf5060708,\n};\n");
}

TEST(WordText, IsAnArrayOfRust) {
    EXPECT_EQ(word_text(kFile, {Form::Rust, "SKIN", "maxwell", {64, std::endian::little}}),
              "// relit: maxwell, 8 bytes as words of 64 bits, little-endian\n"
              "// The least significant byte of each word comes first in the file.\n"
              "pub const SKIN: [u64; 1] = [\n    0x080706f504030201,\n];\n");
}

TEST(WordText, IsHexDigits) {
    EXPECT_EQ(word_text(kFile, {Form::Hex, "", "nv2a", kLittle}),
              "// relit: nv2a, 8 bytes as words of 32 bits, little-endian\n"
              "// The least significant byte of each word comes first in the file.\n04030201 080706f5\n");
    EXPECT_EQ(word_text(Bytes(kFile).first(3), {Form::Hex, "", "nv2a", kLittle}),
              "// relit: nv2a, 3 bytes as bytes\n01 02 03\n");
}

TEST(WordText, NamesAnArrayAfterItsFile) {
    EXPECT_EQ(array_name_of("a/skin-2.vs.asm", Form::C), "skin_2");
    EXPECT_EQ(array_name_of("skin.txt", Form::Rust), "SKIN");
    EXPECT_EQ(array_name_of("-", Form::C), "program");
    EXPECT_EQ(array_name_of("2d.txt", Form::C), "program_2d");
    EXPECT_EQ(array_name_of("static.txt", Form::C), "program_static");
    EXPECT_EQ(array_name_of("\xc3\xa4.txt", Form::Rust), "PROGRAM");
    for (const std::string_view name : {"", "2a", "a-b", "while", "match", "_", "a b", "\xc3\xa4"})
        EXPECT_FALSE(check_array_name(name)) << name;
    EXPECT_TRUE(check_array_name("_a9"));
}

TEST(WordText, HasAFirstLineBehindComments) {
    const auto head = find_word_text_head("/* mine */\n\n  // relit: gs, 3 bytes as bytes\r\n");
    ASSERT_TRUE(head && *head);
    EXPECT_EQ((*head)->what, "gs");
    EXPECT_EQ((*head)->size, 3U);
    EXPECT_EQ((*head)->layout.bits, 8U);
    const auto none = find_word_text_head("mov\n// relit: gs, 3 bytes as bytes\n");
    EXPECT_TRUE(none && !*none);
    for (const std::string_view line :
         {"gs", "gs, 3 bytes", "gs, -3 bytes as bytes", "gs, 3 bytes as words of 32 bits", "gs, 0 bytes as bytes"}) {
        const auto wrong = find_word_text_head("\n// relit: " + std::string(line));
        ASSERT_FALSE(wrong) << line;
        EXPECT_EQ(wrong.error().line, 2U);
    }
}

Result<File> read(std::string_view text) {
    const auto head = find_word_text_head(text);
    if (!head || !*head) return fail("no first line");
    return read_word_text(text, **head);
}

TEST(WordText, IsReadAsItsFirstLineSays) {
    EXPECT_EQ(
        read("// relit: nv2a, 4 bytes as words of 32 bits, big-endian\n0a0b0c0d // c[0] = {1}\n").value_or(File()),
        (File{10, 11, 12, 13}));
    EXPECT_EQ(read("// relit: nv2a, 4 bytes as words of 32 bits, big-endian\n0a0b0c0d\n").value_or(File()),
              (File{10, 11, 12, 13}));
    EXPECT_EQ(
        read("// relit: nv2a, 4 bytes as words of 32 bits, little-endian\nu32 a[] = { 0x0a0b0c0dU };").value_or(File()),
        (File{13, 12, 11, 10}));
    const auto element = read("// relit: nv2a, 4 bytes as words of 32 bits, big-endian\nu64 a[] = { 1 };");
    ASSERT_FALSE(element);
    EXPECT_EQ(element.error().text, "the elements are declared with 64 bits; the first line says 32");
    EXPECT_EQ(element.error().line, 2U);
    const auto size = read("// relit: nv2a, 8 bytes as words of 32 bits, big-endian\n0a0b0c0d\n");
    ASSERT_FALSE(size);
    EXPECT_EQ(size.error().text, "the first line says 8 bytes, and the numbers are 4");
    EXPECT_FALSE(read("// relit: nv2a, 4 bytes as words of 32 bits, big-endian\n0a 0b 0c 0d\n"));
}

TEST(Numbers, OfRustAreRead) {
    const auto numbers = read_arrays("#[allow(dead_code)]\npub const A: &[u16; 2] = &[0x1_2u16, 3];\n", {});
    ASSERT_TRUE(numbers) << numbers.error().text;
    EXPECT_EQ(numbers->bytes, (File{0x12, 0, 3, 0}));
    EXPECT_EQ(numbers->element, 2U);
    const auto big = read_arrays("static B: [u32; 1] = [0x01020304];", {.order = std::endian::big});
    EXPECT_EQ(big.value_or(Numbers{}).bytes, (File{1, 2, 3, 4}));
    EXPECT_FALSE(read_arrays("const A: [u8; 1] = [1i8];", {}));
}

TEST(Numbers, AreDeclared) {
    for (const std::string_view text :
         {"unsigned char a[] = {1}",
          "/* */ #include <x>\nstatic const uint32_t __attribute__((aligned(16))) a[4] = {{0",
          "pub static A: &'static [u8; 3] = &[1", "alignas(16) const std::array<std::uint32_t, 4> a = { // 1\n2"})
        EXPECT_TRUE(declares_array(text)) << text;
    for (const std::string_view text :
         {"", "mov a, b", "a = {1}", "int f() { return 1; }", "int a = 3;", "u8 a[] = 3", "char a[] = {'a'}",
          "int a[] = {b", "src0.rgb = temp[0] : u8 = [", "{\"int\": [1]}"})
        EXPECT_FALSE(declares_array(text)) << text;
}

} // namespace
} // namespace relit::codec
