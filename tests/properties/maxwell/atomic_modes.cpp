// Which atomic operations Maxwell has for which type: what the others leave, by the table of a console.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/access.hpp"
#include "tests/support/maxwell/kernel.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_atomic_modes {
namespace {

constexpr std::array<std::string_view, 8> kOps = {"ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR"};
constexpr std::array<std::string_view, 7> kTypes = {"",     ".S32",   ".U64", ".F32.FTZ.RN", ".F16x2.FTZ.RN",
                                                    ".S64", ".F64.RN"};
enum TypeNumber : unsigned { kU32, kS32, kU64, kF32, kF16x2, kS64, kF64 };

bool is_wide(unsigned type) { return type == kU64 || type == kS64 || type == kF64; }
bool has_floats(unsigned type) { return type == kF32 || type == kF16x2 || type == kF64; }

/// INC and DEC of U32 alone, no sums and bits of S64, sums of floats and doubles, and of halves the extremes.
bool exists(unsigned op, unsigned type) {
    const bool is_sum = op == 0, is_extreme = op == 1 || op == 2, counts = op == 3 || op == 4;
    switch (type) {
        case kU32: return true;
        case kS64: return is_extreme;
        case kF32:
        case kF64: return is_sum;
        case kF16x2: return is_sum || is_extreme;
        default: return !counts;
    }
}

std::uint64_t whole(unsigned op, unsigned type, std::uint64_t old, std::uint64_t with) {
    const bool has_sign = type == kS32 || type == kS64;
    const auto number = [&](std::uint64_t value) {
        return type == kS32 ? std::int64_t{static_cast<std::int32_t>(value)} : static_cast<std::int64_t>(value);
    };
    const bool less = has_sign ? number(old) < number(with) : old < with;
    switch (op) {
        case 0: return old + with;
        case 1: return less ? old : with;
        case 2: return less ? with : old;
        case 3: return old >= with ? 0 : old + 1;
        case 4: return old == 0 || old > with ? with : old - 1;
        case 5: return old & with;
        case 6: return old | with;
        default: return old ^ with;
    }
}

/// Of 1.5 and -2 with 3 and 1, of halves both; or of a float or double of 1.5 with 3.
std::uint64_t of_floats(unsigned op, unsigned type) {
    if (type == kF32) return std::bit_cast<std::uint32_t>(4.5F);
    if (type == kF64) return std::bit_cast<std::uint64_t>(4.5);
    constexpr std::uint32_t kSum = 0xbc004480, kLeast = 0xc0003e00, kMost = 0x3c004200; // -1 4.5, -2 1.5, 1 3
    return op == 0 ? kSum : op == 1 ? kLeast : kMost;
}

struct Values {
    std::uint64_t old, with;
};
Values values_of(unsigned type) {
    if (type == kF32) return {std::bit_cast<std::uint32_t>(1.5F), std::bit_cast<std::uint32_t>(3.0F)};
    if (type == kF64) return {std::bit_cast<std::uint64_t>(1.5), std::bit_cast<std::uint64_t>(3.0)};
    if (type == kF16x2) return {0xc0003e00, 0x3c004200};
    if (is_wide(type)) return {0xf000000000000007, 0x0000000100000003};
    return {0xf0000007, 0x00000003};
}

std::string moved(unsigned to, std::uint64_t value) {
    return fmt::format("MOV32I R{}, {:#x} ;\nMOV32I R{}, {:#x} ;\n", to, value & 0xffffffff, to + 1, value >> 32);
}

/// Memory, and what came back, as numbers of 64 bits.
std::array<std::uint64_t, 2> run(const std::string& change, const Values& values, unsigned type) {
    const std::string_view size = is_wide(type) ? ".64" : "";
    const std::string text = moved(6, values.old) + moved(8, values.with) + moved(10, 0) +
                             fmt::format("STG.E{} [R4], R6 ;\n", size) + change +
                             fmt::format("STG.E{} [R4+0x8], R10 ;\nEXIT ;\n", size);
    const auto words = words_of(interpret(kernel_of(text, 1, 4), Warps::AreSubgroups));
    if (words.size() != 4) return {};
    return {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
}

TEST(MaxwellAtomicModes, PairsThatDoNotExistLeaveMemoryAlone) {
    for (unsigned op = 0; op < kOps.size(); ++op)
        for (unsigned type = 0; type < kTypes.size(); ++type) {
            const Values values = values_of(type);
            std::uint64_t wanted = values.old;
            if (exists(op, type))
                wanted = has_floats(type) ? of_floats(op, type) : whole(op, type, values.old, values.with);
            if (!is_wide(type)) wanted &= 0xffffffff;
            const auto atom = run(fmt::format("ATOM.E.{}{} R10, [R4], R8 ;\n", kOps[op], kTypes[type]), values, type);
            EXPECT_EQ(atom[0], wanted) << "ATOM " << kOps[op] << kTypes[type];
            EXPECT_EQ(atom[1], values.old) << "ATOM " << kOps[op] << kTypes[type];
            const auto red = run(fmt::format("RED.E.{}{} [R4], R8 ;\n", kOps[op], kTypes[type]), values, type);
            EXPECT_EQ(red[0], wanted) << "RED " << kOps[op] << kTypes[type];
        }
}

// Of halves +0 is more than -0, and NaN gives the other.
TEST(MaxwellAtomicModes, HalvesOrderTheirZeros) {
    const auto of = [](std::string_view op, std::uint64_t old, std::uint64_t with) {
        return run(fmt::format("RED.E.{}.F16x2.FTZ.RN [R4], R8 ;\n", op), {old, with}, kF16x2)[0];
    };
    EXPECT_EQ(of("MIN", 0x80000000, 0x00008000), 0x80008000U);
    EXPECT_EQ(of("MAX", 0x80000000, 0x00008000), 0U);
    EXPECT_EQ(of("MAX", 0x7e003c00, 0x40007e00), 0x40003c00U);
}

// What uam writes for images that are bound: the number of the image lies over the size.
TEST(MaxwellAtomicModes, BoundImagesAreReadAsUamWritesThem) {
    constexpr std::uint64_t kSchedule = 0x7e0, kBase = 0xea780486002700ff, kExit = 0xe30000000007000f;
    for (const std::uint64_t op : {0U, 2U, 5U, 8U}) {
        std::vector<std::uint8_t> file;
        for (const std::uint64_t word : {kSchedule, kBase | op << 29, kExit})
            for (unsigned i = 0; i < 8; ++i) file.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
        const auto listing = isa::maxwell::list(file, {});
        ASSERT_TRUE(listing) << listing.error().text;
        EXPECT_EQ(listing->unknown, 0U);
        EXPECT_NE(listing->lines[0].text.find("RZ, [R0], R2, 0x48"), std::string::npos) << listing->lines[0].text;
        const auto again = isa::maxwell::assemble(codec::print(*listing), {});
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, file);
        const ir::Context context;
        ir::ContextReader reader(context);
        const auto module = translate::lift(isa::maxwell::kFrontend, file, reader);
        ASSERT_TRUE(module) << module.error().text;
        EXPECT_EQ(std::ranges::count_if(reader.approximations(),
                                        [](const std::string& one) { return one.find("uam") != std::string::npos; }),
                  1);
    }
}

// ---- texels

struct ImageShape {
    std::string_view name;
    std::vector<std::uint32_t> coordinates; // of texel 5, 3, 1
};
const std::array<ImageShape, 6> kImages = {{{"1D", {5}},
                                            {"BUFFER_1D", {5}},
                                            {"ARRAY_1D", {5, 2}},
                                            {"2D", {5, 3}},
                                            {"ARRAY_2D", {5, 3, 2}},
                                            {"3D", {5, 3, 1}}}};

/// A texel that holds the old value, changed by `text`, which finds its coordinates in R8 and on, the operand in R24 and the
/// handle in R32: what it is then, and R0.
Accessed changed_texel(const ImageShape& shape, const std::string& text, const Values& values, bool in_bytes) {
    std::vector<std::uint32_t> coordinates = shape.coordinates;
    if (in_bytes) coordinates[0] *= 4;
    const auto word = [](std::uint64_t value) { return std::vector<std::uint32_t>{static_cast<std::uint32_t>(value)}; };
    const std::string given = registers(8, coordinates) + registers(12, shape.coordinates) +
                              registers(24, word(values.with)) + registers(28, word(values.old)) +
                              "MOV R32, c[0x0][0x120] ;\n";
    return access_marked(given + fmt::format("SUST.D.{0}.IGN [R12], R28, 0x48 ;\n{1}SULD.D.{0}.IGN R1, [R12], 0x48 ;\n",
                                             shape.name, text),
                         {{"maxwell.image0.format", static_cast<std::uint64_t>(ir::ImageFormat::R32ui)}});
}

TEST(MaxwellAtomicModes, TexelsChangeAsWordsOfMemoryDo) {
    for (unsigned op = 0; op < kOps.size(); ++op)
        for (const unsigned type : {kU32, kS32, kF32, kF16x2}) {
            const Values values = values_of(type);
            const bool is_of_floats = has_floats(type);
            for (const ImageShape& shape : kImages) {
                const bool in_bytes = (op + shape.coordinates.size()) % 2 != 0;
                const std::string red =
                    fmt::format("SURED.D{}.{}.{}{}.{} [R8], R24, {} ;\n", in_bytes ? ".BA" : "", shape.name, kOps[op],
                                kTypes[type], op % 2 != 0 ? "IGN" : "TRAP", op % 3 != 0 ? "R32" : "0x48");
                const Accessed got = changed_texel(shape, red, values, in_bytes);
                if (!exists(op, type)) {
                    EXPECT_NE(got.refusal, "") << red;
                    continue;
                }
                const std::uint64_t wanted =
                    is_of_floats ? of_floats(op, type) : whole(op, type, values.old, values.with) & 0xffffffff;
                EXPECT_EQ(got.refusal, "") << red;
                EXPECT_EQ(got.words[1], wanted) << red;
                EXPECT_TRUE(got.approximations.empty()) << red << got.approximations[0];
                const std::string atom =
                    fmt::format("SUATOM.D.{}.{}{}.IGN PT, R0, [R12], R24, R32 ;\n", shape.name, kOps[op], kTypes[type]);
                const Accessed given = changed_texel(shape, atom, values, false);
                EXPECT_EQ(given.refusal, "") << atom;
                EXPECT_EQ(given.words[1], wanted) << atom;
                EXPECT_EQ(given.words[0], values.old) << atom;
            }
        }
}

// Mesa writes an offset and 64 bits into what compares and exchanges.
TEST(MaxwellAtomicModes, ComparedExchangesHaveOffsetsAndWidths) {
    const auto words =
        words_of(interpret(kernel_of("MOV32I R6, 0x7 ;\nMOV32I R8, 0x7 ;\nMOV32I R9, 0x9 ;\nSTG.E [R4+0x8], R6 ;\n"
                                     "ATOM.CAS.E R10, [R4+0x8], R8 ;\nSTG.E [R4], R10 ;\nEXIT ;\n",
                                     1, 4),
                           Warps::AreSubgroups));
    EXPECT_EQ(words, (std::vector<std::uint32_t>{7, 0, 9, 0}));
    const auto wide = words_of(interpret(
        kernel_of(
            "MOV32I R6, 0x7 ;\nMOV32I R7, 0x1 ;\nSTG.E.64 [R4+0x8], R6 ;\nMOV32I R8, 0x7 ;\nMOV32I R9, 0x1 ;\n"
            "MOV32I R10, 0x5 ;\nMOV32I R11, 0x6 ;\nATOM.CAS.E.64 R12, [R4+0x8], R8 ;\nSTG.E.64 [R4], R12 ;\nEXIT ;\n",
            1, 4),
        Warps::AreSubgroups));
    EXPECT_EQ(wide, (std::vector<std::uint32_t>{7, 1, 5, 6}));
    const auto shared = words_of(interpret(
        kernel_of(
            "MOV32I R8, 0x7 ;\nMOV32I R9, 0x9 ;\nMOV32I R6, 0x4 ;\nSTS [R6+0x8], R8 ;\n"
            "ATOMS.CAS R10, [R6+0x8], R8 ;\nLDS R11, [R6+0x8] ;\nSTG.E [R4], R10 ;\nSTG.E [R4+0x4], R11 ;\nEXIT ;\n",
            1, 2),
        Warps::AreSubgroups));
    EXPECT_EQ(shared, (std::vector<std::uint32_t>{7, 9}));
}

} // namespace
} // namespace relit::test::maxwell_atomic_modes
