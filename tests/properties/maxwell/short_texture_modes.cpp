// Every shape of Maxwell's short texture instructions, with every choice of results: the shape alone says which register
// holds what (reference maxwell.md, section 2).
#include "tests/support/exact_floats.hpp"
#include "tests/support/marked_textures.hpp"
#include "tests/support/maxwell/access.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace relit::test::maxwell_short_texture_modes {
namespace {

using Words = std::vector<std::uint32_t>;
using Lanes = std::array<float, 4>;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// What is asked for: operands from R8 on and from R24 on, each a letter - a layer, x y z, l level 1, r reference, o offsets of
/// -1 and 1, m sample 3.
struct Shape {
    std::string_view suffix, name, first, second;
};
constexpr std::array<Shape, 14> kSampled = {{{".LZ", "1D", "x", ""},
                                             {"", "2D", "x", "y"},
                                             {".LZ", "2D", "x", "y"},
                                             {".LL", "2D", "xy", "l"},
                                             {".DC", "2D", "xy", "r"},
                                             {".LL.DC", "2D", "xy", "lr"},
                                             {".LZ.DC", "2D", "xy", "r"},
                                             {"", "ARRAY_2D", "ax", "y"},
                                             {".LZ", "ARRAY_2D", "ax", "y"},
                                             {".LZ.DC", "ARRAY_2D", "ax", "yr"},
                                             {"", "3D", "xy", "z"},
                                             {".LZ", "3D", "xy", "z"},
                                             {"", "CUBE", "xy", "z"},
                                             {".LL", "CUBE", "xy", "zl"}}};
constexpr std::array<Shape, 9> kFetched = {{{".LZ", "1D", "x", ""},
                                            {".LL", "1D", "x", "l"},
                                            {".LZ", "2D", "x", "y"},
                                            {".LZ.AOFFI", "2D", "xy", "o"},
                                            {".LL", "2D", "xy", "l"},
                                            {".LZ.MS", "2D", "xy", "m"},
                                            {".LZ", "3D", "xy", "z"},
                                            {".LZ", "ARRAY_2D", "ax", "y"},
                                            {".LL.AOFFI", "2D", "xy", "lo"}}};

bool has(const Shape& shape, char what) { return shape.first.contains(what) || shape.second.contains(what); }

/// The texel that the operands lead to: 2, 1, 1 of level 0 or 1, 0, 0 of level 1, of cubes 5, 3 of face 2.
struct TexelPosition {
    std::uint32_t x = 2, y = 1, z = 0;
};
TexelPosition texel_position(const Shape& shape) {
    const unsigned level = has(shape, 'l') ? 1 : 0;
    TexelPosition at{2U >> level, has(shape, 'y') ? 1U >> level : 0, has(shape, 'a') ? 2U : has(shape, 'z') ? 1U : 0};
    if (shape.name == "CUBE") at = {5U >> level, 3U >> level, 2};
    if (has(shape, 'o')) at = {at.x - 1, at.y + 1, at.z};
    return at;
}

Words words_for(std::string_view letters, bool floats, const Shape& shape, float reference) {
    using Coordinates = std::array<float, 3>;
    const Coordinates coordinates =
        shape.name == "CUBE" ? Coordinates{0.25F, 1, -0.125F} : Coordinates{0.3125F, 0.375F, 0.75F};
    const bool at_level = has(shape, 'l');
    const std::array<std::uint32_t, 3> numbers = {at_level ? 1U : 2U, at_level ? 0U : 1U, 1};
    Words words;
    for (const char letter : letters) switch (letter) {
            case 'a': words.push_back(0xabc00002); break; // 16 bits of it
            case 'l': words.push_back(floats ? bits(1) : 1); break;
            case 'r': words.push_back(bits(reference)); break;
            case 'o': words.push_back(0xf1f); break;
            case 'm': words.push_back(3); break;
            default: words.push_back(floats ? bits(coordinates[letter - 'x']) : numbers[letter - 'x']);
        }
    return words;
}

// ---- results

struct Picked {
    std::string_view name, lanes;
};
constexpr std::array<Picked, 8> kFew = {
    {{"R", "0"}, {"G", "1"}, {"B", "2"}, {"A", "3"}, {"RG", "01"}, {"RA", "03"}, {"GA", "13"}, {"BA", "23"}}};
constexpr std::array<Picked, 5> kMany = {
    {{"RGB", "012"}, {"RGA", "013"}, {"RBA", "023"}, {"GBA", "123"}, {"RGBA", "0123"}}};

std::uint32_t half(float value) {
    return static_cast<std::uint32_t>(rounded_to(value, kFloatFormats[0], Direction::Nearest));
}

/// R2 and on: the first two of what is picked; R5 and on: the others. Halves two in a register, above a single one zero.
Words left(const Lanes& lanes, std::string_view picked, bool halves) {
    Words words;
    for (std::uint32_t i = 0; i < 8; ++i) words.push_back(0xdead0000U + i);
    for (std::size_t i = 0; i < picked.size(); ++i) {
        const float value = lanes[picked[i] - '0'];
        const std::size_t pair = i < 2 ? 2 : 5;
        if (!halves) words[pair + i % 2] = bits(value);
        if (halves) words[pair] = i % 2 == 0 ? half(value) : words[pair] | half(value) << 16;
    }
    return words;
}

void expect_every_choice(const std::string& given, std::string_view name, const Shape& shape, const Lanes& lanes) {
    for (const bool halves : {false, true})
        for (const bool two : {false, true})
            for (std::size_t i = 0; i < (two ? kMany.size() : kFew.size()); ++i) {
                const Picked& one = two ? kMany[i] : kFew[i];
                const std::string text =
                    fmt::format("{}{}{}{} {}, R2, R8, R24, 0x28, {}, {} ;\n", name, halves ? ".F16" : "", shape.suffix,
                                i == 0 ? ".NODEP" : "", two ? "R5" : "RZ", shape.name, one.name);
                const Accessed got = access_marked(given + text);
                EXPECT_EQ(got.refusal, "") << text;
                EXPECT_EQ(got.words, left(lanes, one.lanes, halves)) << text;
                EXPECT_EQ(got.approximations, std::vector<std::string>{}) << text;
            }
}

Lanes texel(const TexelPosition& at, unsigned level) {
    Lanes lanes{};
    for (std::uint32_t k = 0; k < 4; ++k) lanes[k] = static_cast<float>(worth(at.x, at.y, at.z, level, k));
    return lanes;
}

TEST(MaxwellShortTextures, SamplesTakeTheirOperandsByShape) {
    for (const Shape& shape : kSampled) {
        const TexelPosition at = texel_position(shape);
        const float depth = static_cast<float>(at.x) / 8;
        for (const float reference : {depth, depth + 0.0625F}) {
            const float passes = reference <= depth ? 1.0F : 0.0F;
            const Lanes lanes = has(shape, 'r') ? Lanes{passes, passes, passes, 1} : texel(at, has(shape, 'l') ? 1 : 0);
            const std::string given = registers(8, words_for(shape.first, true, shape, reference)) +
                                      registers(24, words_for(shape.second, true, shape, reference));
            expect_every_choice(given, "TEXS", shape, lanes);
        }
    }
}

TEST(MaxwellShortTextures, FetchesTakeTheirOperandsByShape) {
    for (const Shape& shape : kFetched) {
        const std::string given = registers(8, words_for(shape.first, false, shape, 0)) +
                                  registers(24, words_for(shape.second, false, shape, 0));
        expect_every_choice(given, "TLDS", shape,
                            texel(texel_position(shape), has(shape, 'm')   ? 3
                                                         : has(shape, 'l') ? 1
                                                                           : 0));
    }
}

TEST(MaxwellShortTextures, ShapesWithoutANameAreRefused) {
    for (const unsigned shape : {14U, 15U})
        EXPECT_NE(access_marked(fmt::format("TEXS.LZ RZ, R2, R8, R24, 0x28, 1D, R @ {{bits={:#018x}}} ;\n",
                                            std::uint64_t{shape} << 53))
                      .refusal,
                  "");
    for (const unsigned shape : {3U, 9U, 10U, 11U, 13U, 14U, 15U})
        EXPECT_NE(access_marked(fmt::format("TLDS.LZ RZ, R2, R8, R24, 0x28, 1D, R @ {{bits={:#018x}}} ;\n",
                                            std::uint64_t{shape} << 53))
                      .refusal,
                  "");
}

// Without a second destination there are two of the four. x, y in R8 and R24, or both from R8 on and the rest from R24 on.
TEST(MaxwellShortTextures, GathersGiveFourTexels) {
    constexpr std::array<std::array<std::uint32_t, 2>, 4> kAround = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
    for (unsigned how = 0; how < 64; ++how) {
        const unsigned component = how % 4;
        const bool moved = (how & 4) != 0, compares = (how & 8) != 0, halves = (how & 16) != 0, two = (how & 32) != 0;
        const float reference = moved ? 0.1875F : 0.3125F; // between the depths of two columns
        Words a = {bits(2.8F / 8), bits(1.8F / 4)}, b;
        if (moved) b.push_back(0x13f); // -1, 1: 6 bits, 8 apart
        if (compares) b.push_back(bits(reference));
        if (b.empty()) b = {a[1]}, a.pop_back();
        Lanes lanes{};
        for (unsigned i = 0; i < 4; ++i) {
            const std::uint32_t x = 2 + kAround[i][0] - (moved ? 1 : 0), y = 1 + kAround[i][1] + (moved ? 1 : 0);
            const float passes = reference <= static_cast<float>(x) / 8 ? 1.0F : 0.0F;
            lanes[i] = compares ? passes : static_cast<float>(worth(x, y, 0, 0, component));
        }
        const std::string text =
            fmt::format("TLD4S{}.{}{}{} {}, R2, R8, R24, 0x28 ;\n", halves ? ".F16" : "", "RGBA"[component],
                        moved ? ".AOFFI" : "", compares ? ".DC" : "", two ? "R5" : "RZ");
        const Accessed got = access_marked(registers(8, a) + registers(24, b) + text);
        EXPECT_EQ(got.refusal, "") << text;
        EXPECT_EQ(got.words, left(lanes, two ? "0123" : "01", halves)) << text;
    }
}

} // namespace
} // namespace relit::test::maxwell_short_texture_modes
