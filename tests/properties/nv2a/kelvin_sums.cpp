// MUL, ADD and the dot products of exact NV2A arithmetic against the rules of reference nv2a.md, section 14, written
// down a second time (tests/support/nv2a/kelvin_model.hpp).
#include "isa/nv2a/nv2a.hpp"
#include "run/interpreter.hpp"
#include "tests/support/nv2a/kelvin_model.hpp"
#include "verify/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

namespace relit::kelvin_sums {
namespace {

using Lanes = test::KelvinLanes;

Lanes lanes_of(const run::State& state, std::size_t file, std::size_t reg) {
    Lanes lanes{};
    for (std::size_t i = 0; i < 4; ++i) lanes[i] = static_cast<std::uint32_t>(state.files[file][4 * reg + i]);
    return lanes;
}

std::size_t file_named(const ir::Module& module, std::string_view name) {
    const auto found =
        std::ranges::find(module.files, name, [](const auto& file) { return std::string_view(file.name); });
    return static_cast<std::size_t>(found - module.files.begin());
}

std::vector<run::State> run_sums(ir::Module& module, unsigned count, std::vector<run::State>& before) {
    for (std::uint64_t seed = 0; seed < count; ++seed) before.push_back(verify::sample_state(module, seed));
    std::vector<run::State> after = before;
    EXPECT_TRUE(run::run(module, after));
    return after;
}

TEST(KelvinSums, FollowTheRulesOfTheReference) {
    const auto program = isa::nv2a::assemble(
        "mov r0, v0\nmov r1, v1\nmov r2, v2\n"
        "mul o3, r0, r1\nadd o4, r0, r1\nmad o9, r0, r1, r2\n"
        "dp3 o6, r0, r1\ndp4 o7, r0, r1\ndph o8, r0, r1\n",
        {});
    ASSERT_TRUE(program) << program.error().text;
    const ir::Context context{{{"nv2a.arithmetic", 1}}};
    ir::ContextReader reader(context);
    auto module = isa::lift(isa::nv2a::kFrontend, *program, reader);
    ASSERT_TRUE(module) << module.error().text;
    std::vector<run::State> before;
    const std::vector<run::State> after = run_sums(*module, 3000, before);
    const std::size_t v = file_named(*module, "v"), o = file_named(*module, "o");
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Lanes a = lanes_of(before[i], v, 0), b = lanes_of(before[i], v, 1), c = lanes_of(before[i], v, 2);
        Lanes product{};
        for (std::size_t lane = 0; lane < 4; ++lane) {
            product[lane] = test::kelvin_multiply(a[lane], b[lane]);
            ASSERT_EQ(lanes_of(after[i], o, 3)[lane], product[lane]) << std::hex << a[lane] << " * " << b[lane];
            ASSERT_EQ(lanes_of(after[i], o, 4)[lane], test::kelvin_add(std::array{a[lane], b[lane]}))
                << std::hex << a[lane] << " + " << b[lane];
            ASSERT_EQ(lanes_of(after[i], o, 9)[lane], test::kelvin_add(std::array{product[lane], c[lane]}))
                << "mad, set " << i;
        }
        ASSERT_EQ(lanes_of(after[i], o, 6)[0], test::kelvin_add(std::span(product).first(3))) << "dp3, set " << i;
        ASSERT_EQ(lanes_of(after[i], o, 7)[0], test::kelvin_add(product)) << "dp4, set " << i;
        product[3] = test::kelvin_multiply(0x3f800000, b[3]);
        ASSERT_EQ(lanes_of(after[i], o, 8)[0], test::kelvin_add(product)) << "dph, set " << i;
    }
}

} // namespace
} // namespace relit::kelvin_sums
