// Every dump of the corpus through the reference renderer, against what two public renderers left: local memory of the
// one, the last frame of both. How far they are apart is kept in docs/machine/gs.md with the rule that explains it.
#include "render/gs/display/scanout.hpp"
#include "tests/support/gs/corpus.hpp"
#include "tests/support/gs/expected.hpp"
#include "tests/support/gs/measured.hpp"
#include "tests/support/gs/replay.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <regex>

#include <fmt/format.h>

namespace relit::render::gs::reference::gs_dumps {
namespace {

namespace fs = std::filesystem;
using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

TEST(GsDumps, DifferFromPublicRenderersAsDocumented) {
    const std::vector<fs::path> dumps = test::gs_corpus_dumps();
    if (dumps.empty()) GTEST_SKIP() << "no corpus: gs/own";
    const auto rows = test::gs_page_rows();
    for (const fs::path& path : dumps) {
        const std::string name = path.stem().stem(); // without .gs.xz
        if (name != "heavy_overdraw") {              // that one is for soaks
            EXPECT_EQ(test::gs_undocumented(rows, name), "");
        }
    }
    EXPECT_EQ(dumps.size(), rows.size());
}

/// Whether a row has this class.
bool is(const std::string& row, std::string_view what) {
    return row.find(fmt::format("| {} |", what)) != std::string::npos;
}

// Contested dumps follow what was measured on a console, or a chapter of the reference: a rule by its number.
TEST(GsDumps, AreAgreedOrFollowARuleByItsNumber) {
    for (const auto& [name, row] : test::gs_page_rows()) {
        EXPECT_NE(is(row, "agreed"), is(row, "contested")) << name;
        if (is(row, "agreed")) continue;
        const std::string why = row.substr(row.find("contested"));
        EXPECT_TRUE(std::regex_search(why, std::regex("\\([0-9]|\\(rule [0-9]|reference [0-9]"))) << name << why;
    }
}

/// Moves what a primitive interpolates by one unit, up or down: colour by a level, depth and fog by one, coordinates in the
/// texture by a sixteenth of a texel. Seeds 0 and 1 move all up and all down.
class Noise {
public:
    explicit Noise(unsigned seed) : seed_(seed), random_(seed) {}

    void operator()(Draw& draw, const DrawState& state) {
        std::array<int, 8> by{};
        for (int& one : by) one = seed_ == 0 ? 1 : seed_ == 1 ? -1 : static_cast<int>(random_() % 3) - 1;
        const Primitive kind = state.prim[Prim::primitive];
        if (kind == Primitive::Point || kind == Primitive::Sprite) return; // these interpolate no colour
        const bool is_line = kind == Primitive::Line || kind == Primitive::LineStrip;
        const auto vertices = std::span(draw.vertices).first(is_line ? 2 : 3);
        const bool is_level = std::ranges::all_of(vertices, [&](const Vertex& v) { return v.z == vertices[0].z; });
        for (Vertex& v : vertices) {
            for (std::size_t i = 0; i < 4 && state.prim[Prim::gouraud]; ++i) v.rgba[i] = moved(v.rgba[i], by[i], 255);
            if (!is_level) v.z = moved(v.z, by[4], UINT32_MAX);
            if (state.prim[Prim::fogged]) v.fog = moved(v.fog, by[5], 255);
            if (state.prim[Prim::textured] && !is_line) move_texel(v, state, by[6], by[7]);
        }
    }

private:
    template <class T>
    static T moved(T value, int by, std::int64_t most) {
        return static_cast<T>(std::clamp<std::int64_t>(std::int64_t{value} + by, 0, most));
    }
    static void move_texel(Vertex& v, const DrawState& state, int u, int v_by) {
        v.u = moved(v.u, u, 0x3fff), v.v = moved(v.v, v_by, 0x3fff);
        const float sixteenth = std::bit_cast<float>(v.q) / 16;
        const auto add_texels = [&](std::uint32_t& bits, int by, std::uint32_t log_size) {
            bits =
                std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) + std::ldexp(sixteenth * static_cast<float>(by),
                                                                                     -static_cast<int>(log_size)));
        };
        add_texels(v.s, u, state.tex0[Tex0::log_width]), add_texels(v.t, v_by, state.tex0[Tex0::log_height]);
    }

    unsigned seed_;
    std::mt19937 random_;
};

/// What the channels of an image's pixels may be.
struct Range {
    Image least, most;

    explicit Range(const Image& image) : least(image), most(image) {}
    void add(const Image& image) {
        for (std::size_t i = 0; i < image.rgba.size(); ++i) {
            least.rgba[i] = std::min(least.rgba[i], image.rgba[i]);
            most.rgba[i] = std::max(most.rgba[i], image.rgba[i]);
        }
    }
    /// A unit more is the noise of rounding at the end.
    [[nodiscard]] bool holds(const Image& image) const {
        for (std::size_t i = 0; i < image.rgba.size(); ++i)
            if (image.rgba[i] + 1 < least.rgba[i] || image.rgba[i] > most.rgba[i] + 1) return false;
        return true;
    }
};

/// After how many replays with noise the frame of one of the public renderers lies within ours; `most` where neither does.
unsigned noises_until_agreed(const std::string& name, unsigned most) {
    const Dump dump = test::gs_corpus_dump(name);
    const Image gsdx = test::gs_expected_image("expected/" + name + ".gsdx.png"),
                pgs = test::gs_expected_image("expected/" + name + ".pgs.png");
    const auto frame = [&](const test::GsReplay& replay) { return replay.frame(gsdx.width, gsdx.height); };
    Range range(frame(test::gs_replay(dump, kPlain)));
    for (unsigned seed = 0; seed < most; ++seed) {
        if (range.holds(gsdx) || range.holds(pgs)) return seed;
        range.add(frame(test::gs_replay(dump, kPlain, {.change = Noise(seed), .see = {}})));
    }
    return most;
}

// In agreed dumps exact planes differ from at least one public renderer by no more than what moving everything that is
// interpolated by its last unit does, in every pixel: after blending, tests and 16 bits that may be far more than 1.
TEST(GsDumps, ThatAreAgreedDifferByTheLastUnitOfInterpolation) {
    if (test::gs_corpus_dumps().empty()) GTEST_SKIP() << "no corpus: gs/own";
    constexpr unsigned kMost = 60;
    for (const auto& [name, row] : test::gs_page_rows())
        EXPECT_TRUE(!is(row, "agreed") || noises_until_agreed(name, kMost) < kMost) << name;
}

} // namespace
} // namespace relit::render::gs::reference::gs_dumps
