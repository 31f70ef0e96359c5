// Graphics programs of two compilers, drawn on a device, against what the source that they were compiled from draws.
#include "tests/support/maxwell_draws.hpp"
#include "tests/support/device.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace relit::test {
namespace {

/// Draws whose floats need not be the same to the bit, how far they may be apart, and why. All others must.
struct Allowance {
    std::string_view draw;
    double most;
    std::string_view why;
};
constexpr Allowance kAllowances[] = {
    {"f_big_pbr", 1e-6, "functions"},
    {"f_loop_light", 1e-7, "functions, where GLSL says them"},
    {"f_tex2d", 2e-7, "the test turns bytes into floats itself"},
    {"v_mvp", 1e-6, "products added with one rounding"},
    {"v_skin", 2e-6, "products added with one rounding"},
};
double allowed(std::string_view draw) {
    const auto* row = std::ranges::find(kAllowances, draw, &Allowance::draw);
    return row == std::end(kAllowances) ? 0 : row->most;
}

bool is_near(const DrawDistance& apart, std::string_view draw) {
    return apart.words == 0 || apart.most <= allowed(draw);
}

void show(const MaxwellDraw& draw, const char* compiler, const char* what, const DrawDistance& apart) {
    if (apart.words != 0)
        fmt::print("{} {}: {} words of {} differ, {:.2g} at most\n", draw.name, compiler, apart.words, what,
                   apart.most);
}

void expect_right(Road road, bool linked) {
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    for (const MaxwellDraw& draw : maxwell_draws()) {
        for (const MaxwellDraw::Build& build : draw.builds) {
            const char* compiler = build.mesa ? "mesa" : "uam";
            const auto apart = draw_on(*device, draw, build, road, linked);
            for (const Fault& said : device->take_messages()) ADD_FAILURE() << draw.name << ": " << said.text;
            EXPECT_TRUE(apart) << draw.name << " " << compiler << ": " << apart.error().text;
            if (!apart) continue;
            show(draw, compiler, "the target", apart->target);
            show(draw, compiler, "what is captured", apart->feedback);
            show(draw, compiler, "storage", apart->storage);
            EXPECT_TRUE(is_near(apart->target, draw.name)) << draw.name << " " << compiler;
            EXPECT_TRUE(is_near(apart->feedback, draw.name)) << draw.name << " " << compiler;
            EXPECT_EQ(apart->storage.words, 0U) << draw.name << " " << compiler;
        }
    }
}

TEST(MaxwellDraws, TheDeviceDrawsWhatTheSourceDraws) {
    if (maxwell_draws().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    expect_right(directly, false);
}

TEST(MaxwellDraws, GlslDrawsWhatTheSourceDraws) {
    if (maxwell_draws().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    expect_right(through_glsl, false);
}

TEST(MaxwellDraws, LinkedStagesDrawWhatTheSourceDraws) {
    if (maxwell_draws().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    expect_right(directly, true);
}

TEST(MaxwellDraws, LinkedStagesDrawTheSameThroughGlsl) {
    if (maxwell_draws().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    expect_right(through_glsl, true);
}

} // namespace
} // namespace relit::test
