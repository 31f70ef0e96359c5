// Texture operations of the RSX's fragment unit on every kind of texture, with what is done to coordinates before and to the
// texel behind: results against the coordinates and the pipeline that the reference describes (rsx.md 2.4 to 2.6).
#include "tests/support/exact_floats.hpp"
#include "tests/support/marked_textures.hpp"
#include "tests/support/rsx/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace relit::test::rsx_fp_texture_modes {
namespace {

/// A kind of texture, and coordinates in it: texel 2, 1, 1 of level 0 or 1, 0, 0 of level 1; of cubes 5, 3 and 2, 1 of face 2.
struct Kind {
    std::uint64_t key;
    ir::TextureDim dim;
    unsigned sides;
};
constexpr std::array<Kind, 4> kKinds = {
    {{1, ir::TextureDim::D1, 1}, {2, ir::TextureDim::D2, 2}, {3, ir::TextureDim::D3, 3}, {4, ir::TextureDim::Cube, 3}}};
bool is_cube(const Kind& kind) { return kind.key == 4; }

constexpr Lanes kCoordinates = {0.3125F, 0.375F, 0.75F, 4}, kDirection = {0.25F, 1, -0.125F, 4};
Lanes coordinates_of(const Kind& kind) { return is_cube(kind) ? kDirection : kCoordinates; }

Lanes texel(const Kind& kind, unsigned level) {
    Lanes lanes{};
    for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t at = is_cube(kind)   ? worth(5U >> level, 3U >> level, 2, level, k)
                                 : kind.key == 1 ? worth(2U >> level, 0, 0, level, k)
                                 : kind.key == 2 ? worth(2U >> level, 1U >> level, 0, level, k)
                                                 : worth(2U >> level, 1U >> level, 1U >> level, level, k);
        lanes[k] = static_cast<float>(at);
    }
    return lanes;
}

/// R0 behind the operation, which takes R1 to R3.
Lanes made(const Kind& kind, const std::string& operation, const std::array<Lanes, 3>& given,
           ContextValues context = {}) {
    context["rsx.fp.texture0.kind"] = kind.key;
    ir::Bound bound;
    bound.texture = marked_texture({.kind = ir::ResourceKind::Texture, .dim = kind.dim});
    const std::string text = "MOVR R1, f[TEX0];\nMOVR R2, f[TEX1];\nMOVR R3, f[TEX2];\n" + operation;
    RsxRun run = run_rsx("rsx.fp", text,
                         {.context = context,
                          .inputs = {{"tex0", given[0]}, {"tex1", given[1]}, {"tex2", given[2]}},
                          .buffers = {},
                          .bound = bound});
    EXPECT_EQ(run.fault, "") << text;
    return run.outputs["color0"];
}

Lanes times(const Lanes& lanes, float factor) {
    Lanes all = lanes;
    for (float& lane : all) lane *= factor;
    return all;
}

TEST(RsxFpTextures, OperationsFindTheirTexelAndLevel) {
    const Lanes none{}, one = {1, 5, 5, 5};
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.key);
        const Lanes coordinates = coordinates_of(kind), apart = times(coordinates, 2);
        EXPECT_EQ(made(kind, "TEXR R0, R1, TEX0;", {coordinates, none, none}), texel(kind, 0));
        EXPECT_EQ(made(kind, "TXPR R0, R1, TEX0;", {Lanes{apart[0], apart[1], apart[2], 2}, none, none}),
                  texel(kind, 0));
        EXPECT_EQ(made(kind, "TXLR R0, R1, R2.x, TEX0;", {coordinates, one, none}), texel(kind, 1));
        EXPECT_EQ(made(kind, "TXLR R0, R1, R2.x, TEX0;", {coordinates, none, none}), texel(kind, 0));
        EXPECT_EQ(made(kind, "TXBR R0, R1, R2.x, TEX0;", {coordinates, one, none}), texel(kind, 1));
        EXPECT_EQ(made(kind, "TIMESWTEXR R0, R1, TEX0;",
                       {Lanes{coordinates[0] / 4, coordinates[1] / 4, coordinates[2] / 4, 4}, none, none}),
                  texel(kind, 0));
    }
}

// A step of two texels along any side is the next level.
TEST(RsxFpTextures, GradientsChooseTheLevel) {
    constexpr std::array<float, 3> kStep = {0.25F, 0.5F, 1};
    for (const Kind& kind : kKinds)
        for (unsigned slope = 0; slope <= 2 * kind.sides; ++slope) { // the last: none
            const bool steps = slope < 2 * kind.sides;
            if (is_cube(kind) && slope % kind.sides == 1) continue; // of the largest side
            std::array<Lanes, 3> given = {coordinates_of(kind), Lanes{}, Lanes{}};
            const unsigned side = slope % kind.sides;
            if (steps) given[1 + slope / kind.sides][side] = is_cube(kind) ? 0.5F : kStep[side];
            EXPECT_EQ(made(kind, "TXDR R0, R1, R2, R3, TEX0;", given), texel(kind, steps ? 1 : 0))
                << kind.key << " " << slope;
        }
}

// a.xy + b.x * c.xz + b.y * c.yw; TXPBEM divides a.xy by a.w first (NV_texture_shader3).
TEST(RsxFpTextures, BumpsMoveTheCoordinates) {
    const Kind& flat = kKinds[1];
    const Lanes b = {0.25F, 0.125F, 9, 9}, c = {0.5F, 0.25F, -0.5F, 1};
    const Lanes a = {kCoordinates[0] - (b[0] * c[0] + b[1] * c[1]), kCoordinates[1] - (b[0] * c[2] + b[1] * c[3]), 7,
                     7};
    EXPECT_EQ(made(flat, "TEXBEMR R0, R1, R2, R3, TEX0;", {a, b, c}), texel(flat, 0));
    const Lanes twice = {2 * a[0], 2 * a[1], 7, 2};
    EXPECT_EQ(made(flat, "TXPBEMR R0, R1, R2, R3, TEX0;", {twice, b, c}), texel(flat, 0));
}

// Where coordinates count texels, slopes do as well.
TEST(RsxFpTextures, CoordinatesAndSlopesCountTexels) {
    const Kind& flat = kKinds[1];
    const ContextValues counts = {{"rsx.fp.texture0.unnormalised", 1}};
    const Lanes coordinates = {2.5F, 1.5F, 0, 2}, none{};
    EXPECT_EQ(made(flat, "TEXR R0, R1, TEX0;", {coordinates, none, none}, counts), texel(flat, 0));
    EXPECT_EQ(made(flat, "TXPR R0, R1, TEX0;", {Lanes{5, 3, 0, 2}, none, none}, counts), texel(flat, 0));
    for (unsigned slope = 0; slope < 4; ++slope)
        for (const float texels : {1.0F, 2.0F}) {
            std::array<Lanes, 3> given = {coordinates, none, none};
            given[1 + slope / 2][slope % 2] = texels;
            EXPECT_EQ(made(flat, "TXDR R0, R1, R2, R3, TEX0;", given, counts), texel(flat, texels == 2 ? 1 : 0))
                << slope;
        }
}

// _bx2 first, then the scale, then saturation or the precision of the result, then the mask.
TEST(RsxFpTextures, TexelsGoThroughTheResultPipeline) {
    struct Scale {
        std::string_view suffix;
        float factor;
    };
    constexpr std::array<Scale, 4> kScales = {{{"", 1}, {"_m4", 4}, {"_d2", 0.5F}, {"_d8", 0.125F}}};
    const Kind& flat = kKinds[1];
    const std::array<std::pair<std::string_view, std::string_view>, 3> operations = {
        {{"TEX", "R1"}, {"TXL", "R1, R2.x"}, {"TXD", "R1, R2, R3"}}};
    for (const auto& [name, sources] : operations)
        for (const char precision : {'R', 'H', 'X', 'B'})
            for (const Scale& scale : kScales)
                for (unsigned how = 0; how < 4; ++how) {
                    const bool doubles = (how & 1) != 0, saturates = (how & 2) != 0;
                    Lanes wanted = texel(flat, 0);
                    for (float& lane : wanted) {
                        lane = (doubles ? lane * 2 - 1 : lane) * scale.factor;
                        const auto half = rounded_to(lane, kFloatFormats[0], Direction::Nearest);
                        if (saturates)
                            lane = std::clamp(lane, 0.0F, 1.0F);
                        else if (precision == 'H')
                            lane = static_cast<float>(number_of(half, kFloatFormats[0]));
                        else if (precision != 'R')
                            lane = std::min(lane, precision == 'X' ? 2.0F : 1.0F);
                    }
                    wanted[1] = 0; // not in the mask
                    const std::string text = std::string(name) + precision + std::string(scale.suffix) +
                                             (doubles ? "_bx2" : "") + (saturates ? "_sat" : "") + " R0.xzw, " +
                                             std::string(sources) + ", TEX0;";
                    EXPECT_EQ(made(flat, text, {kCoordinates, Lanes{}, Lanes{}}), wanted) << text;
                }
}

} // namespace
} // namespace relit::test::rsx_fp_texture_modes
