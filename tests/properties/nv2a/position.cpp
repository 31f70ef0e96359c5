// oPos of NV2A programs in clip space against the steps that docs/isa/nv2a.md names, taken in plain C++.
#include "isa/nv2a/nv2a.hpp"
#include "run/interpreter.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace relit::nv2a_position {
namespace {

using Position = std::array<float, 4>;

constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();

Result<ir::Module> lifted(std::string_view text, const ir::Context& context) {
    const auto program = isa::nv2a::assemble(text, {});
    if (!program) return std::unexpected(program.error());
    ir::ContextReader reader(context);
    return isa::lift(isa::nv2a::kFrontend, *program, reader);
}

/// Runs "oPos = v0" and gives oPos and oT0, which takes R12 as the program sees it.
std::pair<Position, Position> run(const ir::Context& context, const Position& v0) {
    const auto module = lifted("mov oPos, v0\nmov oT0, R12\n", context);
    EXPECT_TRUE(module) << module.error().text;
    std::vector<run::State> states = {run::blank_state(*module)};
    for (std::size_t i = 0; i < 4; ++i) states[0].files[0][i] = std::bit_cast<std::uint32_t>(v0[i]);
    EXPECT_TRUE(run::run(*module, states));
    const auto lane = [&](std::size_t i) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(states[0].files[1][i]));
    };
    return {{lane(0), lane(1), lane(2), lane(3)}, {lane(36), lane(37), lane(38), lane(39)}};
}

/// 1/16 pixel toward zero, by whole numbers.
float snapped(float x) { return static_cast<float>(static_cast<std::int64_t>(static_cast<double>(x) * 16)) / 16; }

Position wanted(const Position& v0, float width, float height, float farthest, float w) {
    return {(2 * snapped(v0[0]) - width) / width * w, (2 * snapped(v0[1]) - height) / height * w, v0[2] / farthest * w,
            w};
}

ir::Context surface(std::uint64_t width, std::uint64_t height, std::uint64_t format, std::uint64_t range,
                    std::uint64_t exact) {
    return {{{"nv2a.surface_width", width},
             {"nv2a.surface_height", height},
             {"nv2a.depth_format", format},
             {"nv2a.depth_range", range},
             {"nv2a.arithmetic", exact}}};
}

TEST(Nv2aPosition, BecomesAPositionInClipSpace) {
    const Position positions[] = {{320, 240, 8388607.5F, 1}, {0, 0, 0, 1},
                                  {640, 480, 16777215, 2},   {100.53F, -3.99F, 65535, 0.5F},
                                  {0.0624F, 0.0626F, 1, -4}, {-0.0626F, 1234.97F, -5, 100}};
    for (const std::uint64_t exact : {0, 1}) {
        for (const Position& position : positions) {
            EXPECT_EQ(run(surface(640, 480, 0, 0, exact), position).first,
                      wanted(position, 640, 480, 16777215, position[3]));
            EXPECT_EQ(run(surface(1920, 1080, 1, 0, exact), position).first,
                      wanted(position, 1920, 1080, 65535, position[3]));
            EXPECT_EQ(run(surface(7, 5, 2, 0, exact), position).first, wanted(position, 7, 5, 1e30F, position[3]));
            EXPECT_EQ(run(surface(720, 576, 3, 0, exact), position).first,
                      wanted(position, 720, 576, 511.9375F, position[3]));
            EXPECT_EQ(run(surface(2, 1, 3, 0x40400000, exact), position).first, wanted(position, 2, 1, 3, position[3]));
        }
    }
}

TEST(Nv2aPosition, HoldsTheSizeOfW) {
    const struct {
        float w, becomes;
    } rows[] = {{0.0F, 0x1p-64F},       {-0.0F, -0x1p-64F},   {0x1p-64F, 0x1p-64F},
                {-0x1p-65F, -0x1p-64F}, {0x1p-63F, 0x1p-63F}, {0x1.8p64F, 0x1p64F},
                {-kInf, -0x1p64F},      {kInf, 0x1p64F},      {kNan, 0x1p-64F}};
    for (const auto& row : rows) {
        const Position position = {10, 20, 30, row.w};
        EXPECT_EQ(run(surface(640, 480, 0, 0, 0), position).first, wanted(position, 640, 480, 16777215, row.becomes))
            << row.w;
    }
}

TEST(Nv2aPosition, StaysInWindowCoordinatesByDefaultAndForTheProgram) {
    const Position position = {100.53F, -3.99F, 65535, 0.5F};
    EXPECT_EQ(run({}, position).first, position);
    EXPECT_EQ(run({{{"nv2a.depth_format", 1}}}, position).first, position);
    EXPECT_EQ(run(surface(640, 480, 0, 0, 0), position).second, position); // R12
    // A program without a position gets none.
    const auto module = lifted("mov oD0, v0\n", surface(640, 480, 0, 0, 0));
    const auto plain = lifted("mov oD0, v0\n", {});
    ASSERT_TRUE(module && plain);
    EXPECT_EQ(module->insts.size(), plain->insts.size());
}

TEST(Nv2aPosition, RefusesSurfacesThatCannotBe) {
    const auto fault = [](const ir::Context& context) {
        const auto module = lifted("mov oPos, v0\n", context);
        return module ? std::string("none") : module.error().text;
    };
    EXPECT_EQ(fault(surface(640, 0, 0, 0, 0)), "nv2a.surface_width and nv2a.surface_height require each other");
    EXPECT_EQ(fault(surface(0, 480, 0, 0, 0)), "nv2a.surface_width and nv2a.surface_height require each other");
    EXPECT_EQ(fault(surface(16777217, 480, 0, 0, 0)), "a surface has up to 16777216 pixels in a row");
    EXPECT_EQ(fault(surface(640, 480, 4, 0, 0)), "nv2a.depth_format is z24, z16, f24 or f16, not 4");
    EXPECT_EQ(fault(surface(640, 480, 0, 0xbf800000, 0)), "nv2a.depth_range is not a positive number: -1.000000");
    EXPECT_EQ(fault(surface(640, 480, 0, 0x7f800000, 0)), "nv2a.depth_range is not a positive number: inf");
    EXPECT_EQ(fault(surface(16777216, 1, 0, 0, 0)), "none");
}

} // namespace
} // namespace relit::nv2a_position
