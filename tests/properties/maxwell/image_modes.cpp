// Every shape of Maxwell's image instructions, with every size, choice of components and coordinates outside: what is loaded and
// what a store leaves (reference maxwell.md, section 2; PTX of suld and sust).
#include "ir/module.hpp"
#include "tests/support/marked_textures.hpp"
#include "tests/support/maxwell/access.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace relit::test::maxwell_image_modes {
namespace {

using Words = std::vector<std::uint32_t>;
using ir::ImageFormat;

ir::ContextValues format(ImageFormat is) { return {{"maxwell.image0.format", static_cast<std::uint64_t>(is)}}; }

/// The coordinates of texel 5, 3, 1 from R8 on, the layer of arrays last, 16 bits of it; and how many sides there are.
struct Shape {
    std::string_view name;
    Words coordinates;
    std::uint32_t y, z;
};
const std::array<Shape, 6> kShapes = {{{"1D", {5}, 0, 0},
                                       {"BUFFER_1D", {5}, 0, 0},
                                       {"ARRAY_1D", {5, 0xabc00002}, 0, 2},
                                       {"2D", {5, 3}, 3, 0},
                                       {"ARRAY_2D", {5, 3, 0xabc00002}, 3, 2},
                                       {"3D", {5, 3, 1}, 3, 1}}};
std::uint32_t texel(const Shape& shape, std::uint32_t lane, std::uint32_t x = 5) {
    return worth(x, shape.y, shape.z, 0, lane);
}

Words left(const Words& first) {
    Words words = first;
    while (words.size() < 8) words.push_back(0xdead0000U + static_cast<std::uint32_t>(words.size()));
    return words;
}
void expect_left(const std::string& text, const Words& wanted, const ir::ContextValues& context,
                 bool approximations = false) {
    const Accessed got = access_marked(text, context);
    EXPECT_EQ(got.refusal, "") << text;
    EXPECT_EQ(got.words, left(wanted)) << text;
    EXPECT_EQ(!got.approximations.empty(), approximations)
        << text << (got.approximations.empty() ? "" : got.approximations[0]);
}

constexpr std::array<std::string_view, 16> kComponents = {"",  "R",  "G",  "RG",  "B",  "RB",  "GB",  "RGB",
                                                          "A", "RA", "GA", "RGA", "BA", "RBA", "GBA", "RGBA"};

TEST(MaxwellImageModes, FormattedLoadsGiveTheirComponentsOneAfterAnother) {
    for (const Shape& shape : kShapes)
        for (unsigned mask = 1; mask < 16; ++mask)
            for (const bool by_handle : {false, true}) {
                Words wanted;
                for (std::uint32_t i = 0; i < 4; ++i)
                    if ((mask >> i & 1) != 0) wanted.push_back(texel(shape, i));
                const std::string given = registers(8, shape.coordinates) + "MOV R24, c[0x0][0x120] ;\n";
                const std::string text = fmt::format("SULD.P.{}.{}.{} R0, [R8], {} ;\n", shape.name, kComponents[mask],
                                                     mask % 2 == 0 ? "IGN" : "TRAP", by_handle ? "R24" : "0x48");
                expect_left(given + text, wanted, format(ImageFormat::Rgba32ui));
            }
}

// As many words as the size says; narrow ones with their sign. BA counts bytes.
TEST(MaxwellImageModes, LoadsOfBitsGiveTheSizeAtTheTexelOrTheByte) {
    struct Size {
        std::string_view suffix;
        std::uint32_t bytes, words;
        ImageFormat format;
    };
    const Size sizes[] = {{".U8", 1, 1, ImageFormat::R8ui},       {".U16", 2, 1, ImageFormat::R16ui},
                          {"", 4, 1, ImageFormat::R32ui},         {".64", 8, 2, ImageFormat::Rg32ui},
                          {".128", 16, 4, ImageFormat::Rgba32ui}, {".U.128", 16, 4, ImageFormat::Rgba32ui}};
    for (const Shape& shape : kShapes)
        for (const Size& size : sizes)
            for (const bool bytes : {false, true}) {
                Words coordinates = shape.coordinates, wanted;
                if (bytes) coordinates[0] *= size.bytes;
                const std::uint32_t kept = size.bytes < 4 ? (1U << (8 * size.bytes)) - 1 : ~0U;
                for (std::uint32_t i = 0; i < size.words; ++i) wanted.push_back(texel(shape, i) & kept);
                const std::string text =
                    fmt::format("SULD.D{}.{}{}.IGN R0, [R8], 0x48 ;\n", bytes ? ".BA" : "", shape.name, size.suffix);
                expect_left(registers(8, coordinates) + text, wanted, format(size.format));
            }
}

TEST(MaxwellImageModes, NarrowLoadsHaveASign) {
    const std::string given = registers(8, {5, 3}) + registers(24, {0x1239abf6});
    const auto after = [&](std::string_view stored, std::string_view loaded) {
        return given +
               fmt::format("SUST.D.2D.{}.IGN [R8], R24, 0x48 ;\nSULD.D.2D.{}.IGN R0, [R8], 0x48 ;\n", stored, loaded);
    };
    for (const std::string_view stored : {"U8", "S8"}) {
        expect_left(after(stored, "U8"), {0xf6}, format(ImageFormat::R8ui));
        expect_left(after(stored, "S8"), {0xfffffff6}, format(ImageFormat::R8ui));
    }
    for (const std::string_view stored : {"U16", "S16"}) {
        expect_left(after(stored, "U16"), {0xabf6}, format(ImageFormat::R16ui));
        expect_left(after(stored, "S16"), {0xffffabf6}, format(ImageFormat::R16ui));
    }
}

// Outside of the image loads give 0 and stores do nothing; Bounds 1, which has no name, takes the nearest texel.
TEST(MaxwellImageModes, PositionsOutsideAreLeftAloneOrBroughtInside) {
    const auto suld = [](std::string_view bounds, const Words& coordinates) {
        return registers(8, coordinates) +
               fmt::format("SULD.P.2D.R{} R0, [R8], 0x48{} ;\n", bounds == "1" ? ".IGN" : bounds,
                           bounds == "1" ? fmt::format(" @ {{bits={:#018x}}}", std::uint64_t{1} << 49) : "");
    };
    const auto context = format(ImageFormat::Rgba32ui);
    for (const std::string_view bounds : {".IGN", ".TRAP"})
        for (const Words& coordinates : {Words{8, 0}, Words{0, 4}, Words{~0U, 0}, Words{0, 0x80000000}})
            expect_left(suld(bounds, coordinates), {0}, context);
    expect_left(suld("1", {8, 9}), {worth(7, 3, 0, 0, 0)}, context);
    expect_left(suld("1", {~0U, 0x80000000}), {0}, context);
    EXPECT_NE(
        access_marked(fmt::format("SULD.P.2D.R.IGN R0, [R8], 0x48 @ {{bits={:#018x}}} ;\n", std::uint64_t{3} << 49))
            .refusal,
        "");
}

TEST(MaxwellImageModes, FormattedStoresTakeTheirComponentsOneAfterAnother) {
    const Words given = {0x11, 0x22, 0x33, 0x44};
    for (const Shape& shape : kShapes)
        for (unsigned mask = 1; mask < 16; ++mask) {
            Words wanted(4, 0);
            for (std::uint32_t i = 0, from = 0; i < 4; ++i)
                if ((mask >> i & 1) != 0) wanted[i] = given[from++];
            const std::string text =
                fmt::format("SUST.P.{0}.{1}.IGN [R8], R24, 0x48 ;\nSULD.P.{0}.RGBA.IGN R0, [R8], 0x48 ;\n", shape.name,
                            kComponents[mask]);
            const std::string all = registers(8, shape.coordinates) + registers(24, given) + text;
            expect_left(all, wanted, format(ImageFormat::Rgba32ui), mask != 15);
        }
    const std::string one = registers(8, {5, 3}) + registers(24, given) +
                            "SUST.P.2D.R.IGN [R8], R24, 0x48 ;\nSULD.P.2D.R.IGN R0, [R8], 0x48 ;\n";
    expect_left(one, {0x11}, format(ImageFormat::R32ui)); // there are no others
}

TEST(MaxwellImageModes, StoresOfBitsReachOneTexel) {
    struct Size {
        std::string_view suffix;
        std::uint32_t bytes, words;
        ImageFormat format;
    };
    const Size sizes[] = {
        {"", 4, 1, ImageFormat::R32ui}, {".64", 8, 2, ImageFormat::Rg32ui}, {".128", 16, 4, ImageFormat::Rgba32ui}};
    const Words given = {0x11, 0x22, 0x33, 0x44};
    for (const Shape& shape : kShapes)
        for (const Size& size : sizes)
            for (const bool bytes : {false, true}) {
                Words coordinates = shape.coordinates, beside = shape.coordinates,
                      wanted(given.begin(), given.begin() + size.words);
                if (bytes) coordinates[0] *= size.bytes;
                beside[0] += 1;
                wanted.push_back(texel(shape, 0, 6));
                const std::string text =
                    fmt::format("SUST.D{}.{}{}.IGN [R8], R24, 0x48 ;\n", bytes ? ".BA" : "", shape.name, size.suffix) +
                    fmt::format("SULD.D.{0}{1}.IGN R0, [R12], 0x48 ;\nSULD.P.{0}.R.IGN R{2}, [R16], 0x48 ;\n",
                                shape.name, size.suffix, size.words);
                expect_left(registers(8, coordinates) + registers(12, shape.coordinates) + registers(16, beside) +
                                registers(24, given) + text,
                            wanted, format(size.format));
            }
}

} // namespace
} // namespace relit::test::maxwell_image_modes
