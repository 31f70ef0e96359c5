// The units of the NV2A with host floats, operation by operation, against those by the Kelvin rules (which other tests hold to a
// machine written from the reference): of ordinary numbers both give nearly the same.
#include "isa/nv2a/nv2a.hpp"
#include "run/interpreter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>

namespace relit::nv2a_fast_units {
namespace {

std::size_t file_named(const ir::Module& module, std::string_view name) {
    const auto found =
        std::ranges::find(module.files, name, [](const auto& file) { return std::string_view(file.name); });
    return static_cast<std::size_t>(found - module.files.begin());
}

using Inputs = std::array<float, 12>; // v0 to v2

/// What `op` of them leaves in R5, lane by lane; R2 to R4 hold them.
std::array<float, 4> left(std::string_view op, const Inputs& inputs, bool exact) {
    const std::string text = fmt::format("mov R2, v0\nmov R3, v1\nmov R4, v2\n{}\nmov oPos, R5\n", op);
    const auto file = isa::nv2a::assemble(text, {});
    EXPECT_TRUE(file) << (file ? "" : file.error().text) << text;
    const ir::Context context{{{"nv2a.arithmetic", exact ? 1U : 0U}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(isa::nv2a::kFrontend, *file, reader);
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    std::vector<run::State> states = {run::blank_state(*module)};
    const std::size_t v = file_named(*module, "v"), o = file_named(*module, "o");
    for (std::size_t i = 0; i < inputs.size(); ++i) states[0].files[v][i] = std::bit_cast<std::uint32_t>(inputs[i]);
    EXPECT_TRUE(run::run(*module, states));
    std::array<float, 4> lanes{};
    for (std::size_t i = 0; i < 4; ++i)
        lanes[i] = std::bit_cast<float>(static_cast<std::uint32_t>(states[0].files[o][i]));
    return lanes;
}

struct Operation {
    std::string_view text;
    float tolerance; // of the larger of 1 and the result
};
constexpr std::array<Operation, 24> kOperations = {
    {{"mul R5, R2, -R3.yzxw", 1e-6F}, {"add R5, -R2.wzyx, R4", 1e-6F}, {"mad R5, R2, R3, -R4", 1e-5F},
     {"dp3 R5, R2, R3", 1e-5F},       {"dph R5, R2, R3", 1e-5F},       {"dp4 R5, R2, R3", 1e-5F},
     {"dst R5, R2, R3", 1e-6F},       {"min R5, R2, R3", 0},           {"max R5, R2, R3", 0},
     {"min R5, R2, R2.yxwz", 0},      {"slt R5, R2, R3", 0},           {"sge R5, R2, R3", 0},
     {"sge R5, R2, R2", 0},           {"slt R5, R2, R2", 0},           {"rcp R5, R4.y", 1e-5F},
     {"rcc R5, -R4.z", 1e-5F},        {"rsq R5, R4.w", 1e-5F},         {"rsq R5, -R4.x", 1e-5F},
     {"expp R5.xyw, R4.x", 1e-6F},    {"expp R5.z, R4.x", 2e-3F},      {"logp R5.xyw, R4.z", 1e-6F},
     {"logp R5.z, -R4.z", 2e-3F},     {"lit R5, R4", 5e-2F},           {"lit R5, -R4", 5e-2F}}};

TEST(Nv2aFastUnits, OrdinaryNumbersComeNearTheKelvinOnes) {
    std::mt19937 random(1);
    for (const Operation& op : kOperations)
        for (unsigned i = 0; i < 40; ++i) {
            Inputs inputs{};
            for (float& value : inputs) {
                const auto size = 0.01F + static_cast<float>(random() % 4096) / 1024.0F;
                value = (random() & 1) != 0 ? size : -size;
            }
            const std::array<float, 4> fast = left(op.text, inputs, false), exact = left(op.text, inputs, true);
            for (std::size_t lane = 0; lane < 4; ++lane)
                EXPECT_TRUE(fast[lane] == exact[lane] || std::fabs(fast[lane] - exact[lane]) <=
                                                             op.tolerance * std::max(1.0F, std::fabs(exact[lane])))
                    << op.text << " lane " << lane << ": " << fast[lane] << " and " << exact[lane];
        }
}

// The edges on which both agree: zeros, infinities, the bounds of RCC.
TEST(Nv2aFastUnits, EdgesAreTheSame) {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const std::string_view op :
         {"mul R5, R2, R3", "mad R5, R2, R3, R4", "rcc R5, R4.x", "rcp R5, R4.x", "rsq R5, R4.x", "logp R5, R4.x"})
        for (const float x : {0.0F, infinity, 1.0F, 4.0F})
            for (const float y : {0.0F, infinity, 2.0F}) {
                const Inputs inputs = {x, x, x, x, y, y, y, y, x, x, x, x};
                const std::array<float, 4> fast = left(op, inputs, false), exact = left(op, inputs, true);
                for (std::size_t lane = 0; lane < 4; ++lane)
                    EXPECT_TRUE(fast[lane] == exact[lane] || std::fabs(fast[lane] - exact[lane]) < 1e-3F)
                        << op << " of " << x << " and " << y << ": " << fast[lane] << ", not " << exact[lane];
            }
}

} // namespace
} // namespace relit::nv2a_fast_units
