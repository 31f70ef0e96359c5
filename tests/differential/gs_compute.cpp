// Every dump of tests/data and of the corpus through both renderers of the GS, compared after each batch; and numbers that were
// measured on a console, drawn by both.
#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/work.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/expected.hpp"
#include "tests/support/gs/renderers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <sstream>

namespace relit::gs_compute {
namespace {

using namespace relit::machine::gs;

/// All but one, of 86 million pixels: a CPU that plays a GPU takes half a minute for it (relit replay --verify).
std::vector<std::filesystem::path> light_dumps() {
    std::vector<std::filesystem::path> dumps = test::gs_data();
    const auto corpus = test::gs_corpus_dumps();
    dumps.insert(dumps.end(), corpus.begin(), corpus.end());
    std::erase_if(dumps, [](const auto& dump) { return dump.filename().string().starts_with("heavy_overdraw"); });
    return dumps;
}

class GsComputeDumps : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(GsComputeDumps, LeaveTheSame) { EXPECT_EQ(test::gs_difference(GetParam()), ""); }
/// By plain rules, with 2 or with 4 samples, one of them for each dump; `./go soak gs_compute_dumps` has all of them.
TEST_P(GsComputeDumps, LeaveTheSameInOtherWays) {
    const std::string name = GetParam().filename();
    const unsigned samples = name.starts_with("heavy") ? 1 : 1U << name.size() % 3; // samples of heavy dumps take long
    EXPECT_EQ(
        test::gs_difference(GetParam(), samples == 1 ? render::gs::reference::kPlain : render::gs::reference::Rules{},
                            {.samples = samples}),
        "");
}

std::string name_of(const testing::TestParamInfo<std::filesystem::path>& info) {
    const std::string file = info.param.filename();
    const bool is_ours = info.param.parent_path().filename() == "gs";
    return std::to_string(info.index) + "_" + file.substr(0, file.find('.')) + (is_ours ? "" : "_of_the_corpus");
}

INSTANTIATE_TEST_SUITE_P(Dumps, GsComputeDumps, testing::ValuesIn(light_dumps()), name_of);

using Row = std::vector<std::string>;
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

/// A sprite in a frame of 64 pixels at page 0 and depth far away.
DrawState sprite_state() {
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite);
    state.frame.set(Frame::width, 1U);
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    state.zbuf.set(ZBuf::base, 100U);
    state.colclamp.set(Switch::on, true);
    return state;
}

class GsComputeConsole : public testing::Test {
protected:
    void SetUp() override {
        auto made = test::gs_vulkan_renderer();
        ASSERT_TRUE(made) << made.error().text;
        vulkan_ = std::move(*made);
    }
    void draw(const DrawState& state, const std::array<Vertex, 3>& vertices) {
        const std::array states{state};
        vulkan_->perform(Draw{0, vertices}, states);
    }
    [[nodiscard]] std::uint32_t word(std::uint32_t index) {
        const Bytes bytes = vulkan_->read({4 * index, 4});
        return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
    }
    [[nodiscard]] std::uint32_t pixel(std::uint32_t x, std::uint32_t y = 0) {
        return word(address_of({PixelFormat::Ct32, 0, 1}, x, y));
    }
    std::unique_ptr<render::gs::Renderer> vulkan_;
};

TEST_F(GsComputeConsole, FogIsMixedAsMeasured) {
    const std::vector<Row> rows = rows_of("fog-blend.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/fog-blend.tsv";
    DrawState state = sprite_state();
    state.prim.set(Prim::fogged, true);
    for (const Row& row : rows) {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(std::stoi(row[i])); };
        state.fogcol.set(FogCol::r, std::uint32_t{byte(1)});
        std::array<Vertex, 3> v{};
        v[1].x = v[1].y = 16, v[1].rgba = {byte(0), 0, 0, 77}, v[1].fog = byte(2);
        draw(state, v);
        EXPECT_EQ(pixel(0), byte(3) | 77U << 24) << row[0] << ' ' << row[1] << ' ' << row[2];
    }
}

// Level n of the texture is red 16 n throughout, so that the mixed colour is the level of detail.
TEST_F(GsComputeConsole, LevelsFollowTheMeasuredLogarithm) {
    const std::vector<Row> rows = rows_of("lod-levels.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/lod-levels.tsv";
    DrawState state = sprite_state();
    state.prim.set(Prim::textured, true);
    constexpr std::uint32_t kBase = 1024, kStep = 32; // blocks: a page for each level
    for (std::uint32_t level = 0; level < 7; ++level) {
        std::vector<std::uint8_t> page(kPageBytes);
        for (std::size_t at = 0; at < page.size(); at += 4) page[at] = static_cast<std::uint8_t>(16 * level);
        vulkan_->write((kBase + level * kStep) * kBlockBytes, page);
    }
    state.tex0.set(Tex0::base, kBase).set(Tex0::width, 1U).set(Tex0::function, TextureFunction::Decal);
    const auto base = [&](std::uint32_t level) { return kBase + level * kStep; };
    for (std::uint32_t three = 0; three < 2; ++three)
        state.mips[three]
            .set(MipBases::base0, base(3 * three + 1))
            .set(MipBases::width0, 1U)
            .set(MipBases::base1, base(3 * three + 2))
            .set(MipBases::width1, 1U)
            .set(MipBases::base2, base(3 * three + 3))
            .set(MipBases::width2, 1U);
    for (const Row& row : rows) {
        state.tex1 = Tex1{}.set(Tex1::minify, 3U).set(Tex1::l, static_cast<std::uint32_t>(std::stoi(row[1])));
        state.tex1.set(Tex1::k, static_cast<std::uint32_t>(std::stoi(row[2])) & 0xfff);
        state.tex1.set(Tex1::max_level, static_cast<std::uint32_t>(std::stoi(row[3])));
        std::array<Vertex, 3> v{};
        v[1].x = v[1].y = 16, v[1].q = static_cast<std::uint32_t>(std::stoul(row[0], nullptr, 16));
        draw(state, v);
        EXPECT_EQ(pixel(0) & 0xff, static_cast<std::uint32_t>(16 * std::stoi(row[7]) + std::stoi(row[8])))
            << row[0] << " L " << row[1] << " K " << row[2];
    }
}

// A texture whose texel u is red u: what is read one unit low at a whole texel is the one before it.
TEST_F(GsComputeConsole, SpritesAreSlightlyLowAsMeasured) {
    const std::vector<Row> rows = rows_of("uv-sprite-ramp.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/uv-sprite-ramp.tsv";
    DrawState state = sprite_state();
    state.prim.set(Prim::textured, true).set(Prim::uv, true);
    constexpr std::uint32_t kBase = 1024;
    state.tex0.set(Tex0::base, kBase).set(Tex0::width, 4U).set(Tex0::log_width, 8U).set(Tex0::log_height, 5U);
    state.tex0.set(Tex0::function, TextureFunction::Decal);
    for (std::uint32_t u = 0; u < 256; ++u) {
        const std::array<std::uint8_t, 1> red{static_cast<std::uint8_t>(u)};
        vulkan_->write(4 * address_of({PixelFormat::Ct32, kBase, 4}, u, 0), red);
    }
    std::size_t drawn = 0;
    for (const Row& row : rows) {
        const std::int32_t extent = std::stoi(row[0]), step = std::stoi(row[1]); // 2^-16 texel
        if (step % 65536 != 0 || step <= 0 || extent > 60 || step / 65536 * extent > 255) continue;
        ++drawn;
        std::array<Vertex, 3> v{};
        v[1].x = static_cast<std::uint16_t>(16 * extent), v[1].y = 16;
        v[1].u = static_cast<std::uint16_t>(step / 4096 * extent);
        draw(state, v);
        for (std::int32_t x = 0; x < extent; ++x) {
            const std::int32_t low = row[2] == "1" && x > 0 ? 1 : 0;
            EXPECT_EQ(pixel(static_cast<std::uint32_t>(x)) & 0xff, static_cast<std::uint32_t>(step / 65536 * x - low))
                << row[0] << ' ' << row[1] << " at " << x;
        }
    }
    EXPECT_GT(drawn, 3U);
}

/// A texture of 64 x 64 texels that name themselves: red u, green v.
constexpr std::uint32_t kNamedBase = 1024;
DrawState named_state(Primitive primitive) {
    DrawState state = sprite_state();
    state.prim.set(Prim::primitive, primitive).set(Prim::textured, true);
    state.tex0.set(Tex0::base, kNamedBase).set(Tex0::width, 1U).set(Tex0::log_width, 6U).set(Tex0::log_height, 6U);
    state.tex0.set(Tex0::function, TextureFunction::Decal);
    return state;
}
void write_named(render::gs::Renderer& renderer) {
    for (std::uint32_t v = 0; v < 64; ++v)
        for (std::uint32_t u = 0; u < 64; ++u)
            renderer.write(4 * address_of({PixelFormat::Ct32, kNamedBase, 1}, u, v),
                           std::array{static_cast<std::uint8_t>(u), static_cast<std::uint8_t>(v)});
}
std::uint32_t float_bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

/// A vertex at a position in pixels, with coordinates in texels of 64.
Vertex named_vertex(int x, int y, double u, double v, bool uv) {
    Vertex one;
    one.x = static_cast<std::uint16_t>(16 * x), one.y = static_cast<std::uint16_t>(16 * y);
    if (uv)
        one.u = static_cast<std::uint16_t>(16 * u), one.v = static_cast<std::uint16_t>(16 * v);
    else
        one.s = float_bits(u / 64), one.t = float_bits(v / 64), one.q = float_bits(1);
    return one;
}

// Two triangles of a rectangle: what trails reads the texel before, where a coordinate lies on a texel.
TEST_F(GsComputeConsole, RectanglesTrailWhereMeasured) {
    const std::vector<Row> rows = rows_of("affine-trail.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/affine-trail.tsv";
    write_named(*vulkan_);
    std::size_t drawn = 0;
    for (const Row& row : rows) {
        const bool sized = row[1][0] >= '0' && row[1][0] <= '9';
        if (!sized && row[0] == "UV") continue; // of one span: below
        ++drawn;
        const int w = sized ? std::stoi(row[1]) : 12, h = sized ? std::stoi(row[2]) : 12;
        const double step = std::stod(row[3]);
        const bool uv = row[0] == "UV", trails = row[4] == "trails";
        DrawState state = named_state(Primitive::Triangle);
        state.prim.set(Prim::uv, uv);
        const auto corner = [&](int x, int y) { return named_vertex(x, y, x * step, y, uv); };
        const std::array<Vertex, 4> strip{corner(0, 0), corner(w, 0), corner(0, h), corner(w, h)};
        for (const unsigned first : {0U, 1U}) draw(state, {strip[first], strip[first + 1], strip[first + 2]});
        for (int y = 0; y < std::min(h, 32); ++y) {
            for (int x = 0; x < w; ++x) {
                const int sixteenths = static_cast<int>(x * step * 16) - (trails && x > 0 ? 1 : 0);
                const auto wanted = static_cast<std::uint32_t>((sixteenths >> 4) | y << 8);
                ASSERT_EQ(pixel(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)) & 0xffff, wanted)
                    << row[0] << ' ' << w << " x " << h << " at " << x << ',' << y;
            }
        }
    }
    EXPECT_EQ(drawn, 4U);
}

TEST_F(GsComputeConsole, SpansTrailWhereMeasured) {
    const std::vector<Row> rows = rows_of("affine-trail.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/affine-trail.tsv";
    write_named(*vulkan_);
    std::size_t drawn = 0;
    for (const Row& row : rows) {
        if (row[0] != "UV") continue;
        ++drawn;
        // 2^-16 texel a pixel is less than UV can say: a sixteenth over 4,000 pixels stands for it.
        const bool tiny = row[3] == "2^-16", trails = row[4] == "trails";
        const int w = tiny ? 4000 : 12, step = tiny ? 0 : static_cast<int>(16 * std::stod(row[3]));
        const int from = step < 0 ? -step * w : 16;
        DrawState state = named_state(Primitive::Triangle);
        state.prim.set(Prim::uv, true);
        std::array v{named_vertex(0, 0, 0, 0, true), named_vertex(w, 0, 0, 0, true), named_vertex(0, 12, 0, 0, true)};
        v[0].u = v[2].u = static_cast<std::uint16_t>(from);
        v[1].u = static_cast<std::uint16_t>(from + (tiny ? 1 : step * w));
        draw(state, v);
        for (int x = 0; x < 12; ++x)
            EXPECT_EQ(pixel(static_cast<std::uint32_t>(x)) & 0xff,
                      static_cast<std::uint32_t>((from + x * step - (trails ? 1 : 0)) >> 4))
                << row[3] << " at " << x;
    }
    EXPECT_EQ(drawn, 4U);
}

TEST_F(GsComputeConsole, CoordinatesSaturateAtTheFieldsEnds) {
    const std::vector<Row> rows = rows_of("coordinate-field.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/coordinate-field.tsv";
    write_named(*vulkan_);
    for (const Row& row : rows) {
        const bool linear = row[0] == "linear";
        DrawState state = named_state(Primitive::Sprite);
        state.tex1.set(Tex1::magnify, linear ? 1U : 0U);
        std::array<Vertex, 3> v{};
        v[1].x = v[1].y = 16, v[1].q = float_bits(1);
        v[0].s = v[1].s = float_bits(std::stod(row[1]) / 64), v[0].t = v[1].t = float_bits(0.5 / 64);
        draw(state, v);
        const std::int32_t texel = std::stoi(row[2]), first = texel & 63, second = (texel + 1) & 63;
        const std::int32_t wanted = first + ((second - first) * (linear ? std::stoi(row[3]) : 0) >> 4);
        EXPECT_EQ(pixel(0) & 0xff, static_cast<std::uint32_t>(wanted)) << row[0] << ' ' << row[1];
    }
}

/// The texel that a coordinate s over Q reads, both in grains, where 4 Q has the reciprocal r / 2^k.
std::int64_t texel_of(std::int64_t s, std::int64_t r, int k, int log_width) { return 4 * s * r << log_width >> k; }

// A reciprocal shows in the texels that are read where one more or less would read others. T, of 2^14 grains, makes the grain.
TEST_F(GsComputeConsole, QHasTheMeasuredReciprocal) {
    const std::vector<Row> rows = rows_of("q-reciprocal.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/q-reciprocal.tsv";
    write_named(*vulkan_);
    constexpr double kGrain = 8; // so that Q is not 1
    std::size_t drawn = 0;
    for (const Row& row : rows) {
        const std::int64_t n = std::stoll(row[0]), r = std::stoll(row[1]);
        const int k = std::stoi(row[2]);
        if (n % 4 != 0 || n / 4 >= 1 << 15) continue; // a constant Q has whole grains
        for (const int other : {-1, 1}) {
            const auto tells = [&](std::int64_t s, int log_width) {
                const std::int64_t texel = texel_of(s, r, k, log_width);
                return texel < 2000 && texel != texel_of(s, r + other, k, log_width);
            };
            std::int64_t s = 1;
            int log_width = 6;
            while (s < 1 << 14 && !tells(s, log_width))
                if (++log_width > 10) log_width = 6, ++s;
            if (s == 1 << 14) continue;
            ++drawn;
            DrawState state = named_state(Primitive::Triangle);
            state.tex0.set(Tex0::log_width, static_cast<std::uint32_t>(log_width)).set(Tex0::log_height, 0U);
            state.clamp.set(Clamp::s_mode, WrapMode::RegionRepeat).set(Clamp::min_u, 63U);
            std::array v{named_vertex(0, 0, 0, 0, false), named_vertex(4, 0, 0, 0, false),
                         named_vertex(0, 4, 0, 0, false)};
            for (Vertex& vertex : v)
                vertex.s = float_bits(kGrain * static_cast<double>(s)), vertex.t = float_bits(kGrain * (1 << 14)),
                vertex.q = float_bits(kGrain * static_cast<double>(n / 4));
            draw(state, v);
            EXPECT_EQ(pixel(0) & 0xff, static_cast<std::uint32_t>(texel_of(s, r, k, log_width) & 63))
                << "n " << n << " s " << s << " width 2^" << log_width;
        }
    }
    EXPECT_GT(drawn, 8U);
}

// A triangle with a level edge above that goes by sx along x and sy down: from a whole number what is taken off shows.
TEST_F(GsComputeConsole, DepthFallsShortAsMeasured) {
    const std::vector<Row> rows = rows_of("depth-bias.tsv");
    if (rows.empty()) GTEST_SKIP() << "no corpus: gs/foreign/depth-bias.tsv";
    constexpr std::int32_t kFrom = 1000;
    DrawState state = sprite_state();
    state.prim.set(Prim::primitive, Primitive::Triangle);
    state.test.set(machine::gs::Test::depth_on, true).set(machine::gs::Test::depth_test, DepthTest::Always);
    for (const Row& row : rows) {
        const int sx = std::stoi(row[0]), sy = std::stoi(row[1]), y = row[2] == "1" ? 0 : 4;
        std::array v{named_vertex(0, 0, 0, 0, true), named_vertex(16, 0, 0, 0, true), named_vertex(0, 16, 0, 0, true)};
        const std::array<int, 3> by{0, sx, sy};
        for (std::size_t i = 0; i < 3; ++i) v[i].z = static_cast<std::uint32_t>(kFrom + 16 * by[i]);
        draw(state, v);
        const std::int32_t wanted = ((kFrom + sy * y) * 2048 - std::stoi(row[3])) >> 11;
        const Buffer depth = depth_of(state.zbuf, state.frame);
        EXPECT_EQ(word(address_of(depth, 0, static_cast<std::uint32_t>(y))), static_cast<std::uint32_t>(wanted))
            << row[0] << ' ' << row[1] << " first " << row[2];
    }
}

} // namespace
} // namespace relit::gs_compute
