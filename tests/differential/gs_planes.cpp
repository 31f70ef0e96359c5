// Planes of texture coordinates and walks of colours against those of a console.
#include "render/gs/reference/texel_position.hpp"
#include "tests/support/gs/corpus.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace relit::render::gs::reference::gs_planes {
namespace {

using Json = nlohmann::json;
using Bits = std::array<std::uint32_t, 3>;

Bits bits_of(const Json& words) {
    Bits bits{};
    for (std::size_t i = 0; i < 3; ++i)
        bits[i] = static_cast<std::uint32_t>(std::stoul(words[i].get<std::string>(), nullptr, 16));
    return bits;
}

/// Coordinates over a texture of 256 x 256, through everything that a pixel goes through.
void check_coordinates(const Json& wanted, const TriangleSetup& triangle,
                       const std::array<machine::gs::Vertex, 3>& vertices) {
    Scale scale;
    scale.log_width = scale.log_height = 8;
    const TexelInterpolator texels(triangle, vertices, scale);
    for (const Json& sample : wanted["samples"]) {
        if (!sample.contains("uv16")) continue;
        const TexelPosition texel = texels.at(texels.row(sample["y"], sample["x"]), sample["x"]);
        EXPECT_EQ(sixteenths_of(texel.fine_u), sample["uv16"][0].get<std::int64_t>());
        EXPECT_EQ(sixteenths_of(texel.fine_v), sample["uv16"][1].get<std::int64_t>());
    }
}

void check(const Json& wanted) {
    SCOPED_TRACE(wanted["name"].get<std::string>());
    std::array<PixelPosition, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) corners[i] = {wanted["x"][i].get<int>(), wanted["y"][i].get<int>()};
    const TriangleSetup triangle(corners);
    EXPECT_EQ(triangle.anchor, wanted["anchor"].get<int>());
    std::array<machine::gs::Vertex, 3> vertices;
    const Bits s = bits_of(wanted["s"]), t = bits_of(wanted["t"]), q = bits_of(wanted["q"]);
    for (std::size_t i = 0; i < 3; ++i) vertices[i].s = s[i], vertices[i].t = t[i], vertices[i].q = q[i];
    std::array<Bits, 3> stq{};
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < 3; ++i) {
        const Stq one(vertices[i]);
        stq[0][i] = one.s, stq[1][i] = one.t, stq[2][i] = one.q;
        all.insert(all.end(), {one.s, one.t, one.q});
    }
    const Grid grid(all);
    EXPECT_EQ(grid.exponent(), wanted["exponent"].get<int>());
    for (std::size_t i = 0; i < 3; ++i) {
        SCOPED_TRACE(i);
        const std::array<std::int32_t, 3> counts{grid.count(stq[i][0]), grid.count(stq[i][1]), grid.count(stq[i][2])};
        for (std::size_t v = 0; v < 3; ++v) EXPECT_EQ(counts[v], wanted["vertex_counts"][i][v].get<int>());
        const Plane plane(triangle, AreaReciprocal(triangle.cross), counts);
        EXPECT_EQ(plane.gradient_x(), wanted["gx"][i].get<std::int64_t>());
        EXPECT_EQ(plane.gradient_y(), wanted["gy"][i].get<std::int64_t>());
        for (const Json& sample : wanted["samples"])
            EXPECT_EQ(plane.quarters(sample["x"], sample["y"]), sample["stq"][i].get<std::int64_t>());
    }
    check_coordinates(wanted, triangle, vertices);
}

TEST(GsConsole, PerspectivePlanesAreThoseOfTheConsole) {
    std::ifstream file(test::gs_corpus() / "foreign" / "perspective-planes.json");
    if (!file) GTEST_SKIP() << "no corpus: gs/foreign/perspective-planes.json";
    const Json all = Json::parse(file);
    ASSERT_EQ(all["triangles"].size(), 33U);
    for (const Json& one : all["triangles"]) check(one);
}

// Every value of a channel over seven triangles, in both widths of its blocks (rule 1).
TEST(GsConsole, ColoursInterpolateAsOnTheConsole) {
    std::ifstream file(test::gs_corpus() / "foreign" / "colour-walk.json");
    if (!file) GTEST_SKIP() << "no corpus: gs/foreign/colour-walk.json";
    const Json all = Json::parse(file);
    ASSERT_EQ(all["triangles"].size(), 14U);
    for (const Json& one : all["triangles"]) {
        SCOPED_TRACE(one["name"].get<std::string>());
        std::array<PixelPosition, 3> corners;
        std::array<std::uint8_t, 3> levels{};
        for (std::size_t i = 0; i < 3; ++i) {
            const Json& vertex = one["vertices_x16_y16_level"][i];
            corners[i] = {vertex[0].get<int>(), vertex[1].get<int>()}, levels[i] = vertex[2].get<std::uint8_t>();
        }
        const TriangleSetup triangle(corners);
        EXPECT_EQ(triangle.anchor, one["anchor"].get<int>());
        EXPECT_EQ(triangle.anchor == triangle.top, one["top_anchor"].get<int>() == 1);
        EXPECT_EQ(triangle.direction, one["d"].get<int>());
        EXPECT_EQ(triangle.start, one["S"].get<int>());
        const ColourInterpolator colour(triangle, levels, one["W"].get<int>() == 8);
        for (const Json& pixel : one["pixels_x_y_unit_level"]) {
            const auto row = colour.row(pixel[1]);
            EXPECT_EQ(colour.units(row, pixel[0]), pixel[2].get<std::int64_t>()) << pixel;
            EXPECT_EQ(colour.level(row, pixel[0]), pixel[3].get<int>()) << pixel;
        }
    }
}

} // namespace
} // namespace relit::render::gs::reference::gs_planes
