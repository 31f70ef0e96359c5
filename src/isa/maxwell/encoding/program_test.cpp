// Files of every kind, whole and damaged.
#include "isa/maxwell/encoding/program.hpp"

#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace relit::isa::maxwell {
namespace {

std::vector<std::uint8_t> read(const std::string& name) {
    std::ifstream in(std::string(RELIT_DATA) + "/maxwell/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string load_fault(Bytes file) {
    const auto program = load_binary(file);
    return program ? "none" : describe(program.error(), "f");
}

void put(std::vector<std::uint8_t>& file, std::size_t at, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) file[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

TEST(MaxwellProgram, ReadsCodeWithoutHeader) {
    const auto program = load_binary(read("c_loop.nv117.comp.bin"));
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->kind, FileKind::Code);
    EXPECT_EQ(program->stage, Stage::Unknown);
    EXPECT_EQ(program->words.size(), 50U);
    EXPECT_EQ(program->code.size(), 37U);
    EXPECT_EQ(program->code.front().op(), Op::S2R);
    EXPECT_EQ(program->code.back().op(), Op::EXIT);
    EXPECT_EQ(program->control(program->code[0])[Control::stall], 1U); // sched (st 0x1 wr 0x0) (st 0xf wr 0x1) ...
    EXPECT_EQ(program->control(program->code[0])[Control::write], 0U);
    EXPECT_EQ(program->control(program->code[2])[Control::wait], 3U);
    EXPECT_EQ(program->at(0x88)->op(), Op::PBK);
    EXPECT_EQ(program->at(0x80), program->at(0x88));
    EXPECT_EQ(program->at(0x190), nullptr);
    EXPECT_EQ(program->at(-8), nullptr);
    EXPECT_TRUE(program->warnings.empty());
}

TEST(MaxwellProgram, ReadsAProgramHeader) {
    const auto program = load_binary(read("v_clip.nv117.vert.bin"));
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->kind, FileKind::HeadedCode);
    EXPECT_EQ(program->stage, Stage::Vertex);
    EXPECT_EQ(program->code_offset, 80U);
    const Sph& sph = *program->sph;
    EXPECT_TRUE(reads_attribute(sph, 0x80) && reads_attribute(sph, 0x9c));
    EXPECT_FALSE(reads_attribute(sph, 0xa0));
    EXPECT_TRUE(writes_attribute(sph, 0x70) && writes_attribute(sph, 0x2c0)); // position, first clip distance
    EXPECT_FALSE(writes_attribute(sph, 0x6c));
}

// Compilers set bit 20 of word 4 where 16 patch words or more are written.
TEST(MaxwellProgram, HeadersMayHaveEveryBitOfTheirFifthWord) {
    const std::vector<std::uint8_t> whole = read("v_clip.nv117.vert.bin");
    for (unsigned bit = 20; bit < 32; ++bit) {
        std::vector<std::uint8_t> file = whole;
        file[16 + bit / 8] = static_cast<std::uint8_t>(file[16 + bit / 8] | 1U << (bit % 8));
        const auto program = load_binary(file);
        ASSERT_TRUE(program) << program.error().text;
        EXPECT_EQ(program->kind, FileKind::HeadedCode) << bit;
        EXPECT_EQ(program->stage, Stage::Vertex) << bit;
        EXPECT_TRUE(program->warnings.empty()) << bit;
    }
}

/// Why the file is not translated; empty where it is. With `alone` the user says that it is code.
std::string why_not(const std::vector<std::uint8_t>& file, bool alone = false) {
    const ir::Context context{{{"maxwell.code_alone", alone ? 1U : 0U}}};
    ir::ContextReader reader(context);
    const auto module = lift(kFrontend, file, reader);
    if (module) return "";
    EXPECT_TRUE(alone || module.error().kind == FaultKind::BadInput);
    return module.error().text;
}

TEST(MaxwellProgram, HeadersThatFailACheckAreNotTakenForCode) {
    struct Case {
        std::uint32_t word;
        std::string_view why;
    };
    constexpr std::uint32_t kVertexHeader = 1 | 3 << 5 | 1 << 10;
    constexpr Case kCases[] = {{1 | 4 << 5 | 1 << 10, "version is 4, not 3"},
                               {2 | 3 << 5 | 1 << 10, "type is 2, not 1"},
                               {1 | 3 << 5 | 7 << 10, "shader is 7, not 1 to 5"},
                               {kVertexHeader | 1 << 21, "r0 is 1, not 0"}};
    std::vector<std::uint8_t> file = read("v_clip.nv117.vert.bin");
    for (const Case& one : kCases) {
        put(file, 0, one.word);
        const std::string why = why_not(file);
        EXPECT_NE(why.find(one.why), std::string::npos) << why;
        EXPECT_NE(why.find("offset 0x0"), std::string::npos) << why;
        EXPECT_EQ(why_not(file, true).find(one.why), std::string::npos);
        const auto program = load_binary(file);
        ASSERT_TRUE(program) << program.error().text;
        EXPECT_EQ(std::ranges::count(program->warnings, program->header_error), 1);
    }
    put(file, 0, kVertexHeader);
    EXPECT_EQ(why_not(file), "");
    file.resize(64);
    EXPECT_NE(why_not(file).find("ends within its 80 bytes"), std::string::npos) << why_not(file);
}

// A schedule can have the bits of a header's first word: all after it is code.
TEST(MaxwellProgram, SchedulesAreNotHeaders) {
    std::vector<std::uint8_t> file = read("c_loop.nv117.comp.bin");
    for (const std::uint32_t word : {1U | 3U << 5 | 1U << 10, 1U | 4U << 5 | 1U << 10}) {
        put(file, 0, word);
        const auto program = load_binary(file);
        ASSERT_TRUE(program) << program.error().text;
        EXPECT_EQ(program->kind, FileKind::Code);
        EXPECT_TRUE(program->header_error.empty()) << program->header_error;
    }
}

// Bytes of headers as NVIDIA describes them, and the attributes that their first and last bits name.
TEST(MaxwellProgram, HeadersNameAttributesByTheirBits) {
    constexpr std::uint32_t kVertex = 1, kPixel = 5, kNone = ~0U, kAddresses = 0x400;
    struct Case {
        std::uint32_t shader, bit, read, written = kNone;
    };
    constexpr Case kCases[] = {
        {kPixel, 20 * 8, 0x000},       {kPixel, 23 * 8 + 7, 0x07c},     {kPixel, 24 * 8, 0x080},
        {kPixel, 55 * 8 + 7, 0x27c},   {kPixel, 56 * 8, 0x280},         {kPixel, 57 * 8 + 7, 0x29c},
        {kPixel, 58 * 8, 0x2c0},       {kPixel, 59 * 8 + 7, 0x2fc},     {kPixel, 60 * 8, 0x300},
        {kPixel, 69 * 8 + 7, 0x39c},   {kPixel, 70 * 8, kNone},         {kPixel, 54 * 8 + 1, 0x260},
        {kVertex, 20 * 8, 0x000},      {kVertex, 24 * 8, 0x080},        {kVertex, 39 * 8 + 7, 0x27c},
        {kVertex, 41 * 8 + 7, 0x2bc},  {kVertex, 42 * 8, 0x2c0},        {kVertex, 48 * 8 + 7, 0x39c},
        {kVertex, 50 * 8, kNone, 0x0}, {kVertex, 54 * 8, kNone, 0x080}, {kVertex, 78 * 8 + 7, kNone, 0x39c}};
    for (const Case& one : kCases) {
        Sph sph;
        sph.set(Sph::shader, one.shader);
        sph.raw[one.bit / 32] |= 1U << one.bit % 32;
        for (std::uint32_t address = 0; address < kAddresses; address += 4) {
            EXPECT_EQ(reads_attribute(sph, address), address == one.read) << one.bit << ' ' << address;
            EXPECT_EQ(writes_attribute(sph, address), address == one.written) << one.bit << ' ' << address;
        }
    }
}

TEST(MaxwellProgram, NamesRowsAsItNamesTheirWords) {
    constexpr std::uint32_t kRows = 64, kVertex = 1, kPixel = 5;
    std::mt19937 random(1);
    for (unsigned i = 0; i < 200; ++i) {
        Sph sph;
        for (std::uint32_t& raw : sph.raw) raw = static_cast<std::uint32_t>(random() & random() & random());
        sph.set(Sph::shader, i % 2 == 0 ? kVertex : kPixel);
        for (std::uint32_t row = 0; row < kRows; ++row) {
            bool reads = false, writes = false;
            for (std::uint32_t word = 16 * row; word < 16 * row + 16; word += 4) {
                reads |= reads_attribute(sph, word);
                writes |= writes_attribute(sph, word);
            }
            EXPECT_EQ((rows_read(sph) >> row & 1) != 0, reads) << i << ' ' << row;
            EXPECT_EQ((rows_written(sph) >> row & 1) != 0, writes) << i << ' ' << row;
        }
    }
}

/// Attribute words in a row, and where a header has `bits` of each, from byte `at` on: reference maxwell.md, section 3.
struct MapPart {
    std::uint32_t first, words, at, bits;
};
constexpr MapPart kPixelMap[] = {{0x000, 32, 20, 1},  // system values A and B
                                 {0x080, 128, 24, 2}, // generics
                                 {0x280, 8, 56, 2},   // colours of the front
                                 {0x2c0, 16, 58, 1},  // system values C
                                 {0x300, 40, 60, 2}}; // texture coordinates
constexpr MapPart kInputMap[] = {
    {0x000, 32, 20, 1}, {0x080, 128, 24, 1}, {0x280, 16, 40, 1}, {0x2c0, 16, 42, 1}, {0x300, 40, 44, 1}};
constexpr MapPart kOutputMap[] = {{0x000, 32, 50, 1}, {0x080, 128, 54, 1}, {0x280, 16, 70, 1},
                                  {0x2c0, 16, 72, 1}, {0x300, 40, 74, 1},  {0x3a0, 1, 79, 1}};

/// The attribute words, by address, that a header whose bits are all 0 but one has.
template <class Has>
std::vector<std::uint32_t> words_of(std::uint32_t shader, std::uint32_t bit, Has&& has) {
    std::array<std::uint8_t, kSphBytes> bytes{};
    bytes[1] = static_cast<std::uint8_t>(shader << 2);
    bytes[bit / 8] = static_cast<std::uint8_t>(1U << (bit % 8));
    const Sph sph = read_sph(bytes);
    std::vector<std::uint32_t> found;
    for (std::uint32_t at = 0; at < 0x400; at += 4)
        if (has(sph, at)) found.push_back(at);
    return found;
}

TEST(MaxwellHeader, MapsNameAttributesByTheirBits) {
    const auto check = [](std::uint32_t shader, std::span<const MapPart> map, auto&& has) {
        for (const MapPart& part : map)
            for (std::uint32_t i = 0; i < part.words * part.bits; ++i)
                EXPECT_EQ(words_of(shader, 8 * part.at + i, has), std::vector{part.first + 4 * (i / part.bits)})
                    << shader << ": " << part.first << " bit " << i;
    };
    check(5, kPixelMap, reads_attribute);
    check(1, kInputMap, reads_attribute);
    check(1, kOutputMap, writes_attribute);
    const std::vector<std::uint32_t> none;
    for (std::uint32_t bit = 160; bit < 640; ++bit) EXPECT_EQ(words_of(5, bit, writes_attribute), none) << bit;
}

TEST(MaxwellHeader, TwoBitsSayHowAPixelsInputIsInterpolated) {
    constexpr std::uint32_t kFog = 0x2e8;
    for (const MapPart& part : kPixelMap)
        for (std::uint32_t i = 0; i < part.words; ++i) {
            const std::uint32_t address = part.first + 4 * i, bit = 8 * part.at + part.bits * i;
            std::array<std::uint8_t, kSphBytes> bytes{};
            bytes[1] = 5 << 2;
            for (unsigned bits = 0; bits < 1U << part.bits; ++bits) {
                bytes[bit / 8] = static_cast<std::uint8_t>(bits << (bit % 8));
                const Reads wanted = part.bits == 2                 ? static_cast<Reads>(bits)
                                     : bits == 1 && address == kFog ? Reads::Perspective
                                                                    : Reads::Nothing;
                EXPECT_EQ(attribute_input(read_sph(bytes), address), wanted) << address << " as " << bits;
            }
        }
    EXPECT_EQ(static_cast<int>(Reads::Constant), 1);
    EXPECT_EQ(static_cast<int>(Reads::Perspective), 2);
    EXPECT_EQ(static_cast<int>(Reads::ScreenLinear), 3);
}

TEST(MaxwellProgram, ReadsAPixelProgramInAContainer) {
    const auto program = load_binary(read("f_deriv.uam.frag.dksh"));
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->kind, FileKind::Dksh);
    EXPECT_EQ(program->stage, Stage::Fragment);
    EXPECT_EQ(program->code_offset, 384U);
    EXPECT_EQ(program->constants.size(), 16U);
    EXPECT_EQ(target_components(*program->sph, 0), 15U);
    EXPECT_EQ(attribute_input(*program->sph, 0x80), Reads::Perspective);
    EXPECT_FALSE(writes_depth(*program->sph));
}

TEST(MaxwellProgram, ReadsAComputeProgramInAContainer) {
    const auto program = load_binary(read("c_texgather_offs.uam.comp.dksh"));
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->stage, Stage::Compute);
    EXPECT_FALSE(program->sph);
    EXPECT_EQ(program->block, (std::array<std::uint32_t, 3>{32, 1, 1}));
    EXPECT_EQ(program->constants.size(), 64U);
    EXPECT_EQ(program->words.size(), 32U);
}

TEST(MaxwellProgram, ReportsErrors) {
    EXPECT_EQ(load_fault({}), "f:0x0: error: the file is empty");
    const std::vector<std::uint8_t> code = read("c_loop.nv117.comp.bin");
    EXPECT_EQ(load_fault(Bytes(code).first(397)),
              "f:0x188: error: not a multiple of 8 bytes: 5 bytes are left after word 49");
    EXPECT_EQ(load_fault(Bytes(code).first(8)),
              "f:0x8: error: there is no instruction: code begins with a word that schedules the next three");
    const std::vector<std::uint8_t> headed = read("v_clip.nv117.vert.bin");
    EXPECT_EQ(load_fault(Bytes(headed).first(80)),
              "f:0x50: error: there is no instruction: code begins with a word that schedules the next three");
}

TEST(MaxwellProgram, DoesNotBelieveAContainersSizes) {
    const std::vector<std::uint8_t> good = read("c_texgather_offs.uam.comp.dksh");
    const auto with = [&](std::size_t at, std::uint32_t value) {
        std::vector<std::uint8_t> bad = good;
        put(bad, at, value);
        return load_fault(bad);
    };
    EXPECT_EQ(load_fault(Bytes(good).first(20)), "f:0x14: error: the header of the DKSH is cut short");
    EXPECT_EQ(load_fault(Bytes(good).first(700)), "f:0x8: error: the sections have 768 bytes, the file 700");
    EXPECT_EQ(with(4, 3), "f:0x4: error: a header of 3 bytes is too small");
    EXPECT_EQ(with(12, 0xffffffff), "f:0x8: error: the sections have 4294967551 bytes, the file 768");
    EXPECT_EQ(with(16, 0xffffff00), "f:0x10: error: 1 programs at offset 4294967040 do not fit the control section");
    EXPECT_EQ(with(20, 0), "f:0x14: error: the DKSH has no program");
    EXPECT_EQ(with(20, 0x7fffffff), "f:0x10: error: 2147483647 programs at offset 24 do not fit the control section");
    EXPECT_EQ(with(28, 0x200), "f:0x1c: error: no code fits the code section from offset 512 on");
    EXPECT_EQ(with(36, 0x1c1), "f:0x24: error: 64 bytes of constants at offset 449 do not fit the code section");
    EXPECT_EQ(with(36, 0), "f:0x100: error: programs or constants lie over each other");
}

TEST(MaxwellContainer, GivesEveryByteToOneRegion) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(RELIT_DATA) + "/maxwell")) {
        const std::string extension = entry.path().extension();
        if (extension != ".bin" && extension != ".dksh") continue;
        const std::vector<std::uint8_t> file = read(entry.path().filename());
        const auto container = read_container(file);
        ASSERT_TRUE(container) << entry.path();
        std::uint32_t at = 0;
        for (const Region& region : container->regions) {
            EXPECT_EQ(region.offset, at) << entry.path();
            at += region.size;
        }
        EXPECT_EQ(at, file.size());
        EXPECT_EQ(load_binary(file)->warnings, std::vector<std::string>()) << entry.path();
    }
}

std::string property(std::string_view text, std::string_view name) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const auto all = properties(file.value_or(std::vector<std::uint8_t>{}));
    for (const Property& one : all.value())
        if (one.name == name) return text_of(one);
    return "no such property";
}

TEST(MaxwellProperties, ListHowAProgramGoesOn) {
    constexpr std::string_view kStraight = "IADD R0, R0, R1 ;\nEXIT ;\n", kBranch = "L1: BRA L1 ;\n",
                               kGuarded = "@P0 BRA L1 ;\nL1: EXIT ;\n", kByTable = "BRX R0, 0x0 ;\nEXIT ;\n",
                               kCall = "CAL L1 ;\nEXIT ;\nL1: RET ;\n", kFar = "JCAL 0x1000 ;\nEXIT ;\n";
    for (const std::string_view text : {kStraight, kFar}) EXPECT_EQ(property(text, "branches"), "no") << text;
    for (const std::string_view text : {kBranch, kGuarded, kByTable})
        EXPECT_EQ(property(text, "branches"), "yes") << text;
    for (const std::string_view text : {kStraight, kBranch, kGuarded, kByTable})
        EXPECT_EQ(property(text, "calls"), "no") << text;
    for (const std::string_view text : {kCall, kFar}) EXPECT_EQ(property(text, "calls"), "yes") << text;
}

TEST(MaxwellProperties, NameTheFirstAndTheLastOfEachKind) {
    constexpr std::string_view kText =
        "@P6 IADD R254, R0, c[0x0][0x4] ;\nISETP.EQ.AND P0, PT, RZ, c[0x11][0x0], PT ;\n"
        "LDC R7, c[0x1f][R9] ;\nEXIT ;\n";
    EXPECT_EQ(property(kText, "registers named"), "R0 R7 R9 R254");
    EXPECT_EQ(property(kText, "predicates named"), "P0 P6");
    EXPECT_EQ(property(kText, "constant buffers"), "c0 c17 c31");
    for (const std::string_view name : {"registers named", "predicates named", "constant buffers"})
        EXPECT_EQ(property("EXIT ;\n", name), "none");
}

// Its first ten words all decode, so nothing but the word after them is strange: a header would make it no less so.
TEST(MaxwellProgram, CodeWithOneUnknownWordIsNoHeader) {
    constexpr std::uint64_t kNop = 0x50b0000000070f00, kOtherVersion = 1 | 4 << 5 | 1 << 10;
    std::vector<std::uint8_t> file;
    for (unsigned i = 0; i < 12; ++i)
        for (unsigned shift = 0; shift < 64; shift += 8) {
            const std::uint64_t word = i == 0 ? kOtherVersion : i % 4 == 0 ? 0x7e0 : i == 11 ? 0 : kNop;
            file.push_back(static_cast<std::uint8_t>(word >> shift));
        }
    const auto program = load_binary(file);
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->kind, FileKind::Code);
    EXPECT_TRUE(program->header_error.empty()) << program->header_error;
}

} // namespace
} // namespace relit::isa::maxwell
