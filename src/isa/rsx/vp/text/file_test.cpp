// Loading RSX vertex programs: faults with their reasons, wrong orders of bytes by name.
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace relit::isa::rsx::vp {
namespace {

using File = std::vector<std::uint8_t>;

/// MOV R1.zw, c[466].x and ADD o[1], c[466].z, v[3] with END (reference, section 1.2)
const std::vector<Word128> kWords = {Word128{{0x00009c6c, 0x005d2000, 0x0186c083, 0x60407ffc}},
                                     Word128{{0x401f9c6c, 0x00dd2355, 0x0186c083, 0x6041ff85}}};

std::string fault_of(const File& file) {
    const auto program = load(file);
    return program ? "" : program.error().text;
}

TEST(RsxVpLoad, TakesBigEndianDwords) {
    const File file = bytes_of(kWords);
    EXPECT_EQ(file[2], 0x9c);
    const auto program = load(file);
    ASSERT_TRUE(program);
    EXPECT_EQ(program->slots, kWords);
    EXPECT_EQ(program->length(), 2U);
    EXPECT_EQ(program->kind, FileKind::Microcode);
    EXPECT_TRUE(program->warnings.empty());
}

TEST(RsxVpLoad, RefusesFilesWithAReason) {
    EXPECT_EQ(fault_of({}), "the file is empty");
    File file = bytes_of(kWords);
    file.push_back(0);
    EXPECT_EQ(fault_of(file), "not a multiple of 16 bytes: 1 bytes are left after slot 2");
    EXPECT_EQ(load(file).error().offset, 32U);
    EXPECT_EQ(fault_of(bytes_of(std::span(kWords).first(1))), "no slot has END");
    EXPECT_EQ(fault_of(File(545 * 16, 0)), "more than 544 slots");
}

TEST(RsxVpLoad, NamesWrongOrdersOfBytes) {
    const File good = bytes_of(kWords);
    File halves = good, both = good;
    for (std::size_t i = 0; i < good.size(); i += 4) {
        for (std::size_t k = 0; k < 4; ++k) {
            halves[i + k] = good[i + (k + 2) % 4];
            both[i + k] = good[i + (k ^ 1U)];
        }
    }
    EXPECT_EQ(fault_of(halves),
              "the halves of the dwords are swapped, as in fragment programs; in vertex programs they are not");
    EXPECT_EQ(fault_of(both),
              "the dwords are little-endian halves, the high one first; vertex programs are big-endian");
}

File reversed(File file) {
    for (auto dword = file.begin(); dword != file.end(); dword += 4) std::reverse(dword, dword + 4);
    return file;
}

// As RPCS3 keeps them: dwords of the host, zeros in slots that are not reached.
TEST(RsxVpLoad, TakesLittleEndianDwordsWhereOnlyTheyMakeSense) {
    std::vector<Word128> words = {kWords[0], Word128{}, Word128{}, kWords[0], kWords[1]};
    words[0] = Word128(kSonyBlank).set(Word128::sca, Sca::Bri).set(Word128::target, 3U);
    for (const auto& slots : {kWords, words}) {
        const File file = reversed(bytes_of(slots));
        const auto program = load(file);
        ASSERT_TRUE(program) << program.error().text;
        EXPECT_EQ(program->slots, slots);
        EXPECT_EQ(program->kind, FileKind::Microcode);
        EXPECT_EQ(program->order.name, "little");
        EXPECT_EQ(canonical(kFrontend, file).value(), canonical(kFrontend, bytes_of(slots)).value());
        EXPECT_EQ(recognise(file), recognise(bytes_of(slots)));
        const std::string text = print(list(file, {}).value());
        EXPECT_TRUE(text.starts_with(".order little  // little-endian dwords\n")) << text;
        EXPECT_EQ(assemble(text, {}).value(), file) << text;
        EXPECT_EQ(load(bytes_of(slots))->order.name, "console");
    }
}

TEST(RsxVpLoad, TakesTheOrderOfTextAtItsWord) {
    // nothing that a compiler would write: in whichever order, only the text says which
    for (const std::string order : {"console", "little"}) {
        const std::string text = ".order " + order + "\nMOV R1, v[0] @ {unused=1};\n";
        const auto program = load({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        ASSERT_TRUE(program) << program.error().text;
        EXPECT_EQ(program->order.name, order);
        EXPECT_EQ(program->slots[0][Word128::vec], Vec::Mov);
        const auto bytes = assemble(text, {}).value();
        EXPECT_EQ(order == "little" ? reversed(bytes) : bytes, bytes_of(program->slots));
        const auto listing = list({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, {});
        EXPECT_EQ(assemble(print(listing.value()), {}).value(), bytes);
    }
    EXPECT_EQ(assemble(".order middle\nNOP;", {}).error().text, "console or little is expected");
    EXPECT_EQ(assemble(".stream\n.order little\nNOP;", {}).error().text,
              "containers and streams are as the console has them");
    const Fault nothing = assemble(".stream\n// nothing", {}).error();
    EXPECT_EQ(nothing.text, "there is nothing after .stream");
    EXPECT_EQ(nothing.line, 2U);
}

TEST(RsxVpLoad, AssemblesText) {
    const std::string_view text = "000: MOV R1.zw, c[466].x;\n001: ADD o[1], c[466].z, v[3];\n";
    const auto program = load({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    ASSERT_TRUE(program);
    EXPECT_EQ(program->kind, FileKind::Text);
    EXPECT_EQ(program->slots, kWords);
}

TEST(RsxVpLoad, TakesASlotOfPrintableBytesForASlot) {
    // found by sampling: a slot whose operations and sources exist, and whose bytes are all characters
    const std::string_view text = ";X(`Pki:cVaOWN g";
    EXPECT_EQ(kind_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}), FileKind::Microcode);
    EXPECT_EQ(kind_of({reinterpret_cast<const std::uint8_t*>("MOV o[0], v[0];\n"), 16}), FileKind::Text);
}

TEST(RsxVpWord, RecognisesMovesOfLanesToThemselves) {
    const auto keeps = [](std::string_view text) {
        const auto program = load({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        EXPECT_TRUE(program) << text;
        return program && keeps_register(program->slots[0]);
    };
    for (const std::string_view text :
         {"MOV R6, R6;\n", "MOV R6(GE), R6;\n", "MOV R1.yw(LT0.x), R1;\n", "MOV R1.x, R1.xxxx;\n",
          "RCP o[1].x, R2.x; + MOV R1, R1;\n", "MOV R1.xy, R1.xyyy;\n"})
        EXPECT_TRUE(keeps(text)) << text;
    for (const std::string_view text :
         {"MOV R6, R5;\n", "MOV R6, -R6;\n", "MOV R6, |R6|;\n", "MOV_SAT R6, R6;\n", "MOV R6.xy, R6.yxzw;\n",
          "MOV R6.w, R6.x;\n", "MOVC R6, R6;\n", "MOV R6, o[1], R6;\n", "MOV R6, v[6];\n", "MOV R6, c[6];\n",
          "ADD R6, R6, R6;\n", "MOV o[1], R6;\n"})
        EXPECT_FALSE(keeps(text)) << text;
}

TEST(RsxVpLoad, WarnsOfTargetsOutsideTheProgram) {
    std::vector<Word128> words = kWords;
    words[0] = Word128(kSonyBlank).set(Word128::sca, Sca::Bri).set(Word128::target, 2U);
    const auto program = load(bytes_of(words));
    ASSERT_TRUE(program);
    ASSERT_EQ(program->warnings.size(), 1U);
    EXPECT_EQ(program->warnings[0], "slot 0 goes to slot 2, outside the program");
}

} // namespace
} // namespace relit::isa::rsx::vp
