// What a console was measured to do, as tables of the corpus: each row through the reference renderer, bit for bit.
#include "render/gs/reference/drawing.hpp"
#include "render/gs/reference/sampler.hpp"
#include "tests/support/gs/corpus.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace relit::render::gs::reference::gs_console {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

using Row = std::vector<std::string>;

/// The rows of a table, without comments and names of columns; nothing where it is not there.
std::vector<Row> rows_of(const std::string& name) {
    std::ifstream file(test::gs_corpus() / "foreign" / name);
    std::vector<Row> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream cells(line);
        Row& row = rows.emplace_back();
        for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    }
    if (!rows.empty()) rows.erase(rows.begin());
    return rows;
}
#define ROWS_OR_SKIP(rows, name, least)                                   \
    const std::vector<Row> rows = rows_of(name);                          \
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/" << (name); \
    ASSERT_GE(rows.size(), static_cast<std::size_t>(least))

TEST(GsConsole, LevelsFollowTheMeasuredLogarithm) {
    ROWS_OR_SKIP(rows, "lod-levels.tsv", 112);
    for (const Row& row : rows) {
        SCOPED_TRACE(row[0] + " L " + row[1] + " K " + row[2] + " MXL " + row[3]);
        Tex1 tex1;
        tex1.set(Tex1::l, static_cast<std::uint32_t>(std::stoi(row[1])));
        tex1.set(Tex1::k, static_cast<std::uint32_t>(std::stoi(row[2])) & 0xfff);
        tex1.set(Tex1::max_level, static_cast<std::uint32_t>(std::stoi(row[3])));
        const GsFloat q(static_cast<std::uint32_t>(std::stoul(row[0], nullptr, 16)));
        const std::int32_t log_q = coarse_log(q.mantissa, q.exponent - 23);
        EXPECT_EQ(level_of_detail(tex1, log_q), std::stoi(row[4]));
        for (const std::uint32_t minify : {2U, 4U}) {
            const LevelChoice choice = choose_level(tex1.set(Tex1::minify, minify), log_q);
            EXPECT_EQ(choice.level, std::stoi(row[6]));
            EXPECT_EQ(choice.weight, 0);
        }
        for (const std::uint32_t minify : {3U, 5U}) {
            const LevelChoice choice = choose_level(tex1.set(Tex1::minify, minify), log_q);
            EXPECT_EQ(choice.level, std::stoi(row[7]));
            EXPECT_EQ(choice.weight, std::stoi(row[8]));
        }
    }
}

TEST(GsConsole, QHasTheMeasuredReciprocal) {
    ROWS_OR_SKIP(rows, "q-reciprocal.tsv", 50);
    for (const Row& row : rows) {
        const QReciprocal one(std::stoll(row[0]));
        EXPECT_EQ(one.r, std::stoll(row[1])) << row[0];
        EXPECT_EQ(one.k, std::stoi(row[2])) << row[0];
    }
}

/// Memory with a texture of 64 x 64 at block 0 whose texels name themselves: red u, green v.
struct Named {
    Memory memory;
    DrawState state;

    Named() {
        state.tex0.set(Tex0::width, 1U).set(Tex0::log_width, 6U).set(Tex0::log_height, 6U);
        for (std::uint32_t v = 0; v < 64; ++v)
            for (std::uint32_t u = 0; u < 64; ++u)
                memory.set_raw(PixelBits(PixelFormat::Ct32), address_of({PixelFormat::Ct32, 0, 1}, u, v), u | v << 8);
    }
};

// Coordinates far outside: the last texel before the field's end, and how much of the one after it.
TEST(GsConsole, CoordinatesSaturateAtTheFieldsEnds) {
    ROWS_OR_SKIP(rows, "coordinate-field.tsv", 5);
    for (const Row& row : rows) {
        SCOPED_TRACE(row[0] + " " + row[1]);
        const auto fine = static_cast<std::int64_t>(std::stod(row[1]) * 65536);
        const std::int32_t texel = std::stoi(row[2]);
        Named named;
        const bool linear = row[0] == "linear";
        named.state.tex1.set(Tex1::magnify, linear ? 1U : 0U);
        const std::int32_t read = Sampler(MemoryBefore(named.memory), {}, named.state).sample({fine, 8 << 12, 0})[0];
        const std::int32_t first = texel & 63, second = (texel + 1) & 63;
        EXPECT_EQ(read, first + ((second - first) * (linear ? std::stoi(row[3]) : 0) >> 4));
    }
}

/// A vertex at a position in pixels.
Vertex vertex(int x, int y, double u, double v, bool uv) {
    Vertex one;
    one.x = static_cast<std::uint16_t>(16 * x), one.y = static_cast<std::uint16_t>(16 * y);
    if (uv) {
        one.u = static_cast<std::uint16_t>(16 * u), one.v = static_cast<std::uint16_t>(16 * v);
    } else {
        const auto bits = [](double texels) { return std::bit_cast<std::uint32_t>(static_cast<float>(texels / 64)); };
        one.s = bits(u), one.t = bits(v), one.q = bits(64);
    }
    return one;
}

// The rows with a size, and those of ST: two triangles of a rectangle, along x by so many texels, down by one. What trails reads the
// sixteenth below where a coordinate lies on one; V lies on one in each row and never trails.
TEST(GsConsole, RectanglesTrailWhereMeasured) {
    ROWS_OR_SKIP(rows, "affine-trail.tsv", 8);
    std::size_t drawn = 0;
    for (const Row& row : rows) {
        const bool sized = row[1][0] >= '0' && row[1][0] <= '9';
        if (!sized && row[0] == "UV") continue;
        SCOPED_TRACE(row[0] + " " + row[1] + " x " + row[2]);
        ++drawn;
        const int w = sized ? std::stoi(row[1]) : 12, h = sized ? std::stoi(row[2]) : 12; // 12 x 12: no power of two
        const double step = std::stod(row[3]);
        const bool uv = row[0] == "UV", trails = row[4] == "trails";
        Scale scale;
        scale.uv = uv, scale.log_width = scale.log_height = 6;
        const auto corner = [&](int x, int y) { return vertex(x, y, x * step, y, uv); };
        const std::array<Vertex, 4> strip{corner(0, 0), corner(w, 0), corner(0, h), corner(w, h)};
        for (unsigned first : {0U, 1U}) {
            const std::array<Vertex, 3> v{strip[first], strip[first + 1], strip[first + 2]};
            const TriangleSetup triangle({position_of(v[0], {}), position_of(v[1], {}), position_of(v[2], {})});
            const TexelInterpolator texels(triangle, v, scale);
            cover_triangle(triangle, {0, 0, 4095, 4095}, [&](const Span& span) {
                const auto of_row = texels.row(span.y, span.first);
                for (int x = span.x; x < span.end; ++x) {
                    const TexelPosition texel = texels.at(of_row, x);
                    const auto exact = static_cast<std::int32_t>(x * step * 16);
                    ASSERT_EQ(texel.u, exact - (trails && exact > 0 ? 1 : 0)) << x << ',' << span.y;
                    ASSERT_EQ(texel.v, 16 * span.y) << x << ',' << span.y;
                }
            });
        }
    }
    EXPECT_EQ(drawn, 4U);
}

// The rows of UV without a size: single spans over 12 x 12 pixels, whose area is no power of two.
TEST(GsConsole, SpansTrailWhereMeasured) {
    ROWS_OR_SKIP(rows, "affine-trail.tsv", 8);
    std::size_t drawn = 0;
    for (const Row& row : rows) {
        if (row[0] != "UV") continue;
        SCOPED_TRACE(row[0] + " " + row[3]);
        // 2^-16 texel a pixel is less than UV can say over 2,047 pixels: a sixteenth over 4,095 stands for it.
        const bool tiny = row[3] == "2^-16", trails = row[4] == "trails";
        const int w = tiny ? 4095 : 12;
        const std::int32_t step = tiny ? 0 : static_cast<std::int32_t>(16 * std::stod(row[3]));
        const auto from = static_cast<std::uint16_t>(step < 0 ? -step * w : 16);
        ++drawn;
        std::array<Vertex, 3> v{vertex(0, 0, 0, 0, true), vertex(w, 0, 0, 0, true), vertex(0, 12, 0, 0, true)};
        v[0].u = v[2].u = from, v[1].u = static_cast<std::uint16_t>(from + (tiny ? 1 : step * w));
        const TriangleSetup triangle({position_of(v[0], {}), position_of(v[1], {}), position_of(v[2], {})});
        Scale scale;
        scale.uv = true;
        const TexelInterpolator texels(triangle, v, scale);
        const auto of_row = texels.row(0, 0);
        for (int x = 0; x < 12; ++x) EXPECT_EQ(texels.at(of_row, x).u, from + x * step - (trails ? 1 : 0)) << x;
    }
    EXPECT_EQ(drawn, 4U);
}

// S from u0 to u1 texels over a texture of 64, in 2^-16 texel: the vertices' grain and the step that is walked.
TEST(GsConsole, AffineStIsQuantised) {
    ROWS_OR_SKIP(rows, "stq-affine-grain.tsv", 5);
    for (const Row& row : rows) {
        SCOPED_TRACE(row[0]);
        const auto bits = [](const std::string& fine) {
            return std::bit_cast<std::uint32_t>(static_cast<float>(std::ldexp(std::stod(fine), -16 - 6)));
        };
        const std::array<std::uint32_t, 3> words{bits(row[2]), bits(row[1]), bits(row[1])};
        const int width = std::stoi(row[3]);
        const bool pow2 = row[4] == "1";
        const std::array<PixelPosition, 3> corners{PixelPosition{16 * width, 0},
                                                   PixelPosition{0, 16 * (pow2 ? 64 : 60)}, PixelPosition{0, 0}};
        const AffineInterpolator triangle(TriangleSetup(corners), words, 6);
        EXPECT_EQ(triangle.grain() + 16, std::stoi(row[5]));
        EXPECT_EQ(grains_of(words[1], triangle.grain() - 6) << (triangle.grain() + 16), std::stoll(row[6]));
        EXPECT_EQ(grains_of(words[0], triangle.grain() - 6) << (triangle.grain() + 16), std::stoll(row[7]));
        if (row.size() < 10 || row[9].empty()) continue;
        EXPECT_EQ(std::ldexp(static_cast<double>(triangle.step()), triangle.grain() + 16 - 10), std::stod(row[9]));
    }
}

TEST(GsConsole, SpritesAreSlightlyLowAsMeasured) {
    ROWS_OR_SKIP(rows, "uv-sprite-ramp.tsv", 70);
    for (const Row& row : rows) {
        SCOPED_TRACE(row[0] + " " + row[1]);
        const std::int32_t extent = std::stoi(row[0]), step = std::stoi(row[1]);
        const bool low = row[2] == "1";
        EXPECT_EQ(reads_low(step, 1 << 12, extent), low);
        if (step % (1 << 12) != 0 || step * extent > 0x3fff << 12) continue; // more than UV can say
        const std::int32_t rise = step / (1 << 12) * extent;
        std::array<Vertex, 3> v{};
        v[rise < 0 ? 0 : 1].u = static_cast<std::uint16_t>(std::abs(rise)),
                         v[rise < 0 ? 0 : 1].v = v[rise < 0 ? 0 : 1].u;
        Scale scale;
        scale.uv = true;
        const TexelRamp ramp({PixelPosition{0, 0}, PixelPosition{16 * extent, 16 * extent}}, v, scale);
        for (int at = 0; at < extent; ++at) {
            const std::int64_t exact = std::int64_t{v[0].u} * 4096 + std::int64_t{step} * at;
            const std::int64_t wanted = exact - (low && at > 0 ? 1 : 0);
            ASSERT_EQ(ramp.at(ramp.row(0, 0), at).fine_u, wanted) << at;
            ASSERT_EQ(ramp.at(ramp.row(at, 0), 0).fine_v, wanted) << at;
        }
    }
}

// A triangle with a level edge above that goes by sx along x and sy down: what its depth lacks, in 2^-11, in the first row
// and in a later one. From a whole number that is a unit less or more.
TEST(GsConsole, DepthFallsShortAsMeasured) {
    ROWS_OR_SKIP(rows, "depth-bias.tsv", 12);
    constexpr std::int64_t kFrom = 1000;
    for (const Row& row : rows) {
        SCOPED_TRACE(row[0] + " " + row[1] + " first " + row[2]);
        const int sx = std::stoi(row[0]), sy = std::stoi(row[1]), y = row[2] == "1" ? 0 : 4;
        const auto depth = [&](int by) { return static_cast<std::uint32_t>(kFrom + 16 * by); };
        const DepthInterpolator triangle(
            TriangleSetup({PixelPosition{0, 0}, PixelPosition{256, 0}, PixelPosition{0, 256}}),
            {depth(0), depth(sx), depth(sy)});
        const auto seed = triangle.row(y, 0).seed;
        EXPECT_EQ(static_cast<std::int64_t>(seed), (kFrom + sy * y) * 2048 - std::stoi(row[3]));
    }
}

TEST(GsConsole, FogIsMixedAsMeasured) {
    ROWS_OR_SKIP(rows, "fog-blend.tsv", 87);
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite).set(Prim::fogged, true);
    state.frame.set(Frame::width, 1U);
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    state.test.set(machine::gs::Test::depth_on, true).set(machine::gs::Test::depth_test, DepthTest::Always);
    state.zbuf.set(ZBuf::base, 100U);
    state.colclamp.set(Switch::on, true);
    for (const Row& row : rows) {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(std::stoi(row[i])); };
        state.fogcol.set(FogCol::r, std::uint32_t{byte(1)});
        std::array<Vertex, 3> v{};
        v[1].x = v[1].y = 16, v[1].rgba = {byte(0), 0, 0, 77}, v[1].fog = byte(2);
        Memory memory;
        draw(memory, {}, state, v);
        const std::uint32_t drawn = memory.word(address_of(frame_of(state.frame), 0, 0));
        EXPECT_EQ(drawn & 0xff, byte(3)) << row[0] << ' ' << row[1] << ' ' << row[2];
        EXPECT_EQ(drawn >> 24, 77U);
    }
}

} // namespace
} // namespace relit::render::gs::reference::gs_console
