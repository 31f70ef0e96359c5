// Every dump of tests/data and of the corpus through both renderers of the GS, compared after each batch; and numbers that were
// measured on a console, drawn by both.
#include "machine/gs/playback.hpp"
#include "render/gs/player/verifying.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs_corpus.hpp"
#include "tests/support/gs_expected.hpp"
#include "tests/support/gs_renderers.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace {

using namespace relit;
using namespace relit::machine::gs;
using render::gs::player::VerifyingRenderer;

/// Replays a dump with both renderers from its state on.
std::string verify(const std::filesystem::path& path) {
    auto vulkan = test::gs_vulkan_renderer();
    if (!vulkan) return vulkan.error().text;
    VerifyingRenderer both(std::make_unique<render::gs::reference::Renderer>(), std::move(*vulkan));
    const std::vector<std::uint8_t> file = test::read_gs_file(path);
    const Reading reading = read_dump(file);
    if (reading.fault) return reading.fault->text;
    if (reading.dump.state) both.write(0, reading.dump.state->memory);
    WorkList list;
    Playback playback(reading.dump, list);
    do {
        both.perform(list);
        list.clear();
    } while (playback.step(list));
    both.compare();
    const Status good = both.status();
    return good ? std::string() : good.error().text;
}

/// All but one, of 86 million pixels: a CPU that plays a GPU takes half a minute for it (relit replay --verify).
std::vector<std::filesystem::path> light_dumps() {
    std::vector<std::filesystem::path> dumps = test::gs_data();
    const auto corpus = test::gs_corpus_dumps();
    dumps.insert(dumps.end(), corpus.begin(), corpus.end());
    std::erase_if(dumps, [](const auto& dump) { return dump.filename().string().starts_with("heavy_overdraw"); });
    return dumps;
}

class GsComputeDumps : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(GsComputeDumps, LeaveTheSame) { EXPECT_EQ(verify(GetParam()), ""); }

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
    [[nodiscard]] std::uint32_t pixel(std::uint32_t x) {
        const Bytes bytes = vulkan_->read({4 * address_of({PixelFormat::Ct32, 0, 1}, x, 0), 4});
        return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
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

// A texture whose texel u is red u: what is read a hair low at a whole texel is the one before it.
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

} // namespace
