// Every mode of Maxwell's long texture instructions with every other: which register holds what, as the reference lists it
// and as Mesa's compilers (nouveau, NAK) write it.
#include "tests/support/marked_textures.hpp"
#include "tests/support/maxwell/access.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace relit::test::maxwell_texture_modes {
namespace {

using Words = std::vector<std::uint32_t>;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint32_t real(std::uint32_t worth) { return bits(static_cast<float>(worth)); }
constexpr std::uint32_t kOne = 0x3f800000;

/// A shape, and the texel 2, 1, 1 of level 0 in it (1, 0, 0 of level 1): by coordinates, and by number.
struct Shape {
    std::string_view name;
    unsigned sides;
    bool arrayed, cube;
};
constexpr std::array<Shape, 7> kShapes = {{{"1D", 1, false, false},
                                           {"ARRAY_1D", 1, true, false},
                                           {"2D", 2, false, false},
                                           {"ARRAY_2D", 2, true, false},
                                           {"3D", 3, false, false},
                                           {"CUBE", 3, false, true},
                                           {"ARRAY_CUBE", 3, true, true}}};
constexpr std::uint32_t kLayer = 2, kLayerWord = 0xabc00000 | kLayer; // a layer is 16 bits

struct TexelPosition {
    std::uint32_t x = 0, y = 0, z = 0;
};
/// The middle of the texel; of cubes 5, 3 of face 2 (y is the largest), which is 2, 1 of its level 1.
constexpr std::array<float, 3> kCoordinates = {0.3125F, 0.375F, 0.75F}, kDirection = {0.25F, 1, -0.125F};
TexelPosition texel_position(const Shape& shape, unsigned level) {
    if (shape.cube) return {5U >> level, 3U >> level, (shape.arrayed ? 6 * kLayer : 0) + 2};
    const TexelPosition all{2U >> level, 1U >> level, 1U >> level};
    return {all.x, shape.sides > 1 ? all.y : 0, shape.arrayed ? kLayer : shape.sides > 2 ? all.z : 0};
}
/// By -1, 1, -1: 4 bits each; levels below repeat.
constexpr std::uint32_t kOffsets = 0xf1f;
TexelPosition moved(TexelPosition from, const Shape& shape) {
    if (shape.cube) return from;
    return {from.x - 1, from.y + (shape.sides > 1 ? 1 : 0), shape.sides > 2 && from.z > 0 ? from.z - 1 : from.z};
}

Words coordinates_of(const Shape& shape) {
    Words words;
    for (unsigned i = 0; i < shape.sides; ++i) words.push_back(bits((shape.cube ? kDirection : kCoordinates)[i]));
    return words;
}

/// Where texels stand for `names`: from R8 on, and from R24 on, the handle of texture 0 first where it stands there.
std::string operands(const Words& a, const Words& b, bool by_handle, bool handle_in_a = false) {
    std::string text =
        registers(by_handle && handle_in_a ? 9 : 8, a) + registers(by_handle && !handle_in_a ? 25 : 24, b);
    if (by_handle) text += fmt::format("MOV R{}, c[0x0][0xa0] ;\n", handle_in_a ? 8 : 24);
    return text;
}

/// The lanes of the mask one after another, and what stood in the other registers.
Words masked(const std::array<std::uint32_t, 4>& lanes, unsigned mask) {
    Words words;
    for (unsigned i = 0; i < 4; ++i)
        if ((mask >> i & 1) != 0) words.push_back(lanes[i]);
    while (words.size() < 8) words.push_back(0xdead0000U + static_cast<std::uint32_t>(words.size()));
    return words;
}
std::array<std::uint32_t, 4> texel(TexelPosition at, unsigned level) {
    std::array<std::uint32_t, 4> lanes{};
    for (std::uint32_t k = 0; k < 4; ++k) lanes[k] = real(worth(at.x, at.y, at.z, level, k));
    return lanes;
}
/// A comparison passes where the reference is not more than the depth, an eighth of x.
std::array<std::uint32_t, 4> compared(TexelPosition at, float reference) {
    const std::uint32_t passes = reference <= static_cast<float>(at.x) / 8 ? kOne : 0;
    return {passes, passes, passes, kOne};
}

void expect_left(const std::string& text, const Words& wanted, const ir::ContextValues& context = {}) {
    const Accessed got = access_marked(text, context);
    EXPECT_EQ(got.refusal, "") << text;
    EXPECT_EQ(got.words, wanted) << text;
    EXPECT_EQ(got.approximations, std::vector<std::string>{}) << text;
}

// ---- TEX

/// A bias has no effect in a compute program: the level without one is the first.
struct Level {
    std::string_view suffix;
    bool has_operand;
    unsigned at;
};
constexpr std::array<Level, 6> kLevels = {
    {{"", false, 0}, {".LZ", false, 0}, {".LB", true, 0}, {".LL", true, 1}, {".LBA", true, 0}, {".LLA", true, 1}}};

// R8: layer, coordinates. R24: handle, level or bias, offsets, reference. Neither NDV nor NODEP changes a result.
TEST(MaxwellTextureModes, SamplesTakeLayerCoordinatesLevelOffsetsAndReferenceInTheirOrder) {
    unsigned mask = 0;
    for (const Shape& shape : kShapes)
        for (const Level& level : kLevels)
            for (unsigned how = 0; how < 8; ++how) {
                const bool by_handle = (how & 1) != 0, offsets = (how & 2) != 0, compares = (how & 4) != 0;
                if (compares && shape.name == "3D") continue;
                mask = mask % 15 + 1;
                const TexelPosition sampled = texel_position(shape, level.at),
                                    at = offsets ? moved(sampled, shape) : sampled;
                const float depth = static_cast<float>(at.x) / 8;
                for (const float reference : {depth, depth + 0.0625F}) {
                    Words a = coordinates_of(shape), b;
                    if (shape.arrayed) a.insert(a.begin(), kLayerWord);
                    if (level.has_operand) b.push_back(kOne);
                    if (offsets) b.push_back(kOffsets);
                    if (compares) b.push_back(bits(reference));
                    const std::string text =
                        fmt::format("TEX{}{}{}{}{}{} R0, R8, R24, {}{}, {:#x} ;\n", by_handle ? ".B" : "", level.suffix,
                                    offsets ? ".AOFFI" : "", compares ? ".DC" : "", how == 3 ? ".NDV" : "",
                                    how == 5 ? ".NODEP" : "", by_handle ? "" : "0x28, ", shape.name, mask);
                    expect_left(operands(a, b, by_handle) + text,
                                masked(compares ? compared(at, reference) : texel(at, level.at), mask));
                }
            }
}

TEST(MaxwellTextureModes, SamplesThatNoHostHasAreRefused) {
    const std::string given = operands({kOne, kOne, kOne, kOne}, {kOne, kOne, kOne, kOne}, false);
    for (const std::string_view text :
         {"TEX R0, R8, R24, 0x28, ARRAY_3D, 0xf", "TEX.LZ.DC R0, R8, R24, 0x28, 3D, 0xf",
          "TEX.LC R0, R8, R24, 0x28, 2D, 0xf", "TXD.LC R0, R8, R24, 0x28, 2D, 0xf",
          "TXD R0, R8, R24, 0x28, ARRAY_3D, 0xf", "TLD.LZ R0, R8, R24, 0x28, CUBE, 0xf",
          "TLD.LZ R0, R8, R24, 0x28, ARRAY_3D, 0xf", "TLD.LZ.CL R0, R8, R24, 0x28, 2D, 0xf",
          "TLD.LZ.MS R0, R8, R24, 0x28, 1D, 0xf", "TLD4.R R0, R8, R24, 0x28, 1D, 0xf",
          "TLD4.R R0, R8, R24, 0x28, 3D, 0xf", "TXQ R0, R8, TEX_HEADER_TEXTURE_TYPE, 0x28, 0xf",
          "TXQ R0, R8, TEX_SAMPLER_WRAP, 0x28, 0x1", "TMML.LOD R0, R8, R24, 0x28, 2D, 0x4",
          "TMML.LOD R0, R8, R24, 0x28, 2D, 0xb"}) {
        EXPECT_NE(access_marked(given + std::string(text) + " ;\n").refusal, "") << text;
    }
    for (const unsigned lod : {4U, 5U}) // no names
        EXPECT_NE(access_marked(given + fmt::format("TEX R0, R8, R24, 0x28, 2D, 0xf @ {{bits={:#018x}}} ;\n",
                                                    std::uint64_t{lod} << 55))
                      .refusal,
                  "");
}

// ---- TLD

// R8: layer, numbers of the texel. R24: handle, level, offsets, sample.
TEST(MaxwellTextureModes, FetchesTakeLayerCoordinatesLevelOffsetsAndSampleInTheirOrder) {
    unsigned mask = 0;
    for (std::size_t which = 0; which < 5; ++which)
        for (unsigned how = 0; how < 16; ++how) {
            const Shape& shape = kShapes[which];
            const bool by_handle = (how & 1) != 0, at_level = (how & 2) != 0, offsets = (how & 4) != 0,
                       samples = (how & 8) != 0;
            if (samples && shape.sides != 2) continue;
            mask = mask % 15 + 1;
            const unsigned level = at_level && !samples ? 1 : 0;
            const TexelPosition from = texel_position(shape, level);
            const TexelPosition at = offsets ? moved(from, shape) : from;
            if (offsets && shape.sides == 3 && level == 1) continue; // no texel there
            Words a = {from.x, from.y, from.z}, b;
            a.resize(shape.sides);
            if (shape.arrayed) a.insert(a.begin(), kLayerWord);
            if (at_level) b.push_back(1);
            if (offsets) b.push_back(kOffsets);
            if (samples) b.push_back(3);
            const std::string text = fmt::format("TLD{}.{}{}{}{} R0, R8, R24, {}{}, {:#x} ;\n", by_handle ? ".B" : "",
                                                 at_level ? "LL" : "LZ", offsets ? ".AOFFI" : "", samples ? ".MS" : "",
                                                 how == 2 ? ".NODEP" : "", by_handle ? "" : "0x28, ", shape.name, mask);
            const Accessed got = access_marked(operands(a, b, by_handle) + text);
            EXPECT_EQ(got.refusal, "") << text;
            EXPECT_EQ(got.words, masked(texel(at, samples ? 3 : level), mask)) << text;
            // NAK has the sample before level and offsets, other translators after them.
            EXPECT_EQ(got.approximates("sample"), samples && (at_level || offsets)) << text;
        }
}

// ---- TLD4

/// Around 2, 1: lower left first, against the clock. Of cubes around 4, 3 of face 2.
constexpr std::array<std::array<unsigned, 2>, 4> kAround = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
struct Gathered {
    std::array<std::uint32_t, 4> lanes{};
    void put(unsigned i, TexelPosition at, unsigned component, bool compares, float reference) {
        lanes[i] = compares ? (reference <= static_cast<float>(at.x) / 8 ? kOne : 0)
                            : real(worth(at.x, at.y, at.z, 0, component));
    }
};

// R8: layer, coordinates. R24: handle, one word of offsets or two, reference.
TEST(MaxwellTextureModes, GathersTakeLayerCoordinatesOffsetsAndReferenceInTheirOrder) {
    constexpr std::array<std::string_view, 3> kHow = {"", ".AOFFI", ".PTP"};
    constexpr std::array<std::array<std::uint32_t, 2>, 4> kFour = {{{0, 0}, {1, 0}, {0, 1}, {~1U, ~0U}}}; // -2, -1
    for (std::size_t which : {2U, 3U, 5U, 6U})
        for (unsigned how = 0; how < 48; ++how) {
            const Shape& shape = kShapes[which];
            const unsigned component = how % 4, offsets = how / 4 % 3, mask = how % 15 + 1;
            const bool by_handle = how / 12 % 2 != 0, compares = how / 24 != 0;
            const float reference = 0.3125F; // between the depths of two columns
            Words a = shape.cube ? Words{bits(0.25F), kOne, bits(0)} : Words{bits(2.8F / 8), bits(1.8F / 4)}, b;
            if (shape.arrayed) a.insert(a.begin(), kLayerWord);
            if (offsets == 1) b.push_back(0x13f); // -1, 1: 6 bits, 8 apart
            if (offsets == 2) b.insert(b.end(), {0x00010000, 0x3ffe0100});
            if (compares) b.push_back(bits(reference));
            const TexelPosition low = shape.cube ? TexelPosition{4, 3, texel_position(shape, 0).z}
                                                 : TexelPosition{2, 1, shape.arrayed ? kLayer : 0};
            Gathered wanted;
            for (unsigned i = 0; i < 4; ++i) {
                TexelPosition at{low.x + kAround[i][0], low.y + kAround[i][1], low.z};
                if (offsets == 1 && !shape.cube) at = {at.x - 1, at.y + 1, at.z};
                if (offsets == 2 && !shape.cube) at = {low.x + kFour[i][0], low.y + kFour[i][1], low.z};
                wanted.put(i, at, component, compares, reference);
            }
            const std::string text = fmt::format("TLD4{}.{}{}{}{} R0, R8, R24, {}{}, {:#x} ;\n", by_handle ? ".B" : "",
                                                 "RGBA"[component], kHow[offsets], compares ? ".DC" : "",
                                                 how == 7 ? ".NDV" : "", by_handle ? "" : "0x28, ", shape.name, mask);
            expect_left(operands(a, b, by_handle) + text, masked(wanted.lanes, mask));
        }
}

// ---- TXD

// R8: handle, coordinates, then one word of the layer with the offsets from bit 16 on. R24: slopes along x and y of each side.
// A step of two texels is the next level, whichever slope takes it.
TEST(MaxwellTextureModes, GradientsTakeTheirSlopesSideBySide) {
    constexpr std::array<float, 3> kStep = {0.25F, 0.5F, 1}; // of 8, 4 and 2 texels
    unsigned mask = 0;
    for (const Shape& shape : kShapes)
        for (unsigned how = 0; how < 4; ++how)
            for (unsigned slope = 0; slope <= 2 * shape.sides; ++slope) { // the last: none
                const bool by_handle = (how & 1) != 0, offsets = (how & 2) != 0, steps = slope < 2 * shape.sides;
                if (shape.cube && slope / 2 == 1) continue; // of the largest side: not along the face
                const unsigned level = steps ? 1 : 0;
                mask = mask % 15 + 1;
                const TexelPosition from = texel_position(shape, level), at = offsets ? moved(from, shape) : from;
                Words a = coordinates_of(shape), b(2 * shape.sides, 0);
                if (shape.arrayed || (offsets && !shape.cube))
                    a.push_back((shape.arrayed ? kLayer : 0) | (offsets ? kOffsets << 16 : 0));
                if (steps) b[slope] = bits(shape.cube ? 0.5F : kStep[slope / 2]);
                const std::string text =
                    fmt::format("TXD{}{} R0, R8, R24, {}{}, {:#x} ;\n", by_handle ? ".B" : "", offsets ? ".AOFFI" : "",
                                by_handle ? "" : "0x28, ", shape.name, mask);
                expect_left(operands(a, b, by_handle, true) + text, masked(texel(at, level), mask));
            }
}

// ---- TXQ

// The sides of the level in R8, or behind the handle; layers are those of the texture, of cubes six images each. A level that
// there is not has none.
TEST(MaxwellTextureModes, SizesAreThoseOfTheLevel) {
    struct Sized {
        std::uint64_t shape;
        std::array<std::uint32_t, 3> sides[2];
    };
    const Sized sized[] = {{1, {{8, 0, 0}, {4, 0, 0}}}, {2, {{8, 4, 0}, {4, 2, 0}}}, {3, {{8, 4, 2}, {4, 2, 1}}},
                           {4, {{8, 8, 0}, {4, 4, 0}}}, {6, {{8, 3, 0}, {4, 3, 0}}}, {7, {{8, 4, 3}, {4, 2, 3}}},
                           {8, {{8, 8, 3}, {4, 4, 3}}}};
    unsigned mask = 0;
    for (const Sized& one : sized)
        for (const bool by_handle : {false, true})
            for (const unsigned level : {0U, 1U, 2U, 0xffffffffU})
                for (unsigned i = 0; i < 5; ++i) {
                    mask = mask % 15 + 1;
                    const auto sides = level < 2 ? one.sides[level] : std::array<std::uint32_t, 3>{};
                    const std::string text =
                        by_handle ? fmt::format("TXQ.B R0, R8, TEX_HEADER_DIMENSION, {:#x} ;\n", mask)
                                  : fmt::format("TXQ R0, R8, TEX_HEADER_DIMENSION, 0x28, {:#x} ;\n", mask);
                    expect_left(operands({level}, {}, by_handle, true) + text,
                                masked({sides[0], sides[1], sides[2], 2}, mask),
                                {{"maxwell.texture0.shape", one.shape}});
                }
}

} // namespace
} // namespace relit::test::maxwell_texture_modes
