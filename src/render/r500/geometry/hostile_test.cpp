// Draws of random registers and random vertices: what comes of them can be drawn, or is a fault.
#include "render/r500/geometry/draw_test.hpp"

#include <cmath>
#include <random>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
using machine::r500::Primitive;
using test::R500Draw;
using test::R500Vertex;

constexpr std::uint32_t kRegisters[] = {reg::VAP_CLIP_CNTL,
                                        reg::VAP_CNTL,
                                        reg::VAP_VTE_CNTL,
                                        reg::VAP_VPORT_XSCALE,
                                        reg::VAP_VPORT_ZOFFSET,
                                        reg::SU_DEPTH_SCALE,
                                        reg::SU_CULL_MODE,
                                        reg::SU_POLY_OFFSET_ENABLE,
                                        reg::SU_POLY_OFFSET_FRONT_SCALE,
                                        reg::GA_POINT_SIZE,
                                        reg::GA_POINT_MINMAX,
                                        reg::GA_LINE_CNTL,
                                        reg::GA_LINE_STIPPLE_CONFIG,
                                        reg::GA_LINE_STIPPLE_VALUE,
                                        reg::GA_POLY_MODE,
                                        reg::GA_ROUND_MODE,
                                        reg::GA_COLOR_CONTROL,
                                        reg::GA_OFFSET,
                                        reg::GB_ENABLE,
                                        reg::GB_SELECT,
                                        reg::VAP_GB_HORZ_CLIP_ADJ,
                                        reg::VAP_GB_VERT_DISC_ADJ,
                                        reg::GA_COLOR_CONTROL_PS3,
                                        reg::ZB_FORMAT};

/// Mostly near the window, sometimes any bits.
float random_float(std::mt19937& random) {
    if (random() % 8 == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    return static_cast<float>(random() % 4001) / 1000.0F - 2;
}
Float4 random_floats(std::mt19937& random) {
    Float4 floats{};
    for (float& each : floats) each = random_float(random);
    return floats;
}
std::uint32_t random_value(std::mt19937& random) {
    const auto value = static_cast<std::uint32_t>(random());
    switch (random() % 3) {
        case 0: return value;
        case 1: return value & static_cast<std::uint32_t>(random()) & static_cast<std::uint32_t>(random());
        default: return std::bit_cast<std::uint32_t>(random_float(random));
    }
}

R500Draw random_draw(std::mt19937& random) {
    std::vector<R500Vertex> vertices(random() % 12);
    for (R500Vertex& vertex : vertices)
        vertex = {random_floats(random), random_floats(random), random_floats(random), random_floats(random),
                  random_float(random)};
    R500Draw draw(static_cast<Primitive>(random() % 16), vertices);
    for (std::size_t i = random() % 6; i > 0; --i)
        draw.set(kRegisters[random() % std::size(kRegisters)], random_value(random));
    if (random() % 4 == 0) draw.clip_plane(static_cast<std::uint32_t>(random() % 6), random_floats(random));
    if (random() % 4 == 0) draw.writes_point_size();
    return draw;
}

TEST(R500Geometry, IsFiniteWhateverIsDrawn) {
    constexpr std::uint32_t kDraws = 3000;
    std::uint32_t drawn = 0;
    Geometry geometry;
    for (std::uint32_t seed = 0; seed < kDraws; ++seed) {
        std::mt19937 random(seed);
        R500Draw draw = random_draw(random);
        const auto made = draw.run(geometry);
        if (!made) {
            EXPECT_EQ(made.error().kind, FaultKind::NotSupported) << "seed " << seed << ": " << made.error().text;
            continue;
        }
        drawn += made->triangles.empty() ? 0 : 1;
        for (const Triangle& triangle : made->triangles)
            for (const Corner& corner : triangle.corners) {
                const auto& [x, y, z, w] = corner.position;
                ASSERT_TRUE(std::isfinite(x) && std::isfinite(y) && std::isfinite(z)) << "seed " << seed;
                ASSERT_TRUE(std::isfinite(w) && w > 0) << "seed " << seed;
            }
    }
    EXPECT_GT(drawn, kDraws / 5);
}

} // namespace
} // namespace relit::render::r500
