// MUL, ADD and the dot products of exact NV2A arithmetic against the rules of reference nv2a.md, section 14, written
// down a second time: in plain C++, one number at a time, with wide integers and no tricks.
#include "cli/samples.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "run/interpreter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <span>

namespace relit {
namespace {

constexpr std::uint32_t kNan = 0x7fffffff, kInf = 0x7f800000, kLargest = 0x7f7fffff;

struct Number {
    explicit Number(std::uint32_t bits)
        : sign(bits >> 31), exponent(bits >> 23 & 255), fraction(bits & 0x7fffff), implicit(fraction | 0x800000) {}
    [[nodiscard]] bool is_nan() const { return exponent == 255 && fraction != 0; }
    [[nodiscard]] bool is_inf() const { return exponent == 255 && fraction == 0; }
    std::uint32_t sign;
    int exponent;
    std::uint32_t fraction, implicit;
};

/// 24-bit mantissa and any exponent as float bits.
std::uint32_t pack(std::uint32_t sign, int exponent, std::uint64_t mantissa) {
    if (exponent < 1) return sign << 31;
    if (exponent > 254) return sign << 31 | kLargest;
    return sign << 31 | static_cast<std::uint32_t>(exponent) << 23 | (static_cast<std::uint32_t>(mantissa) & 0x7fffff);
}

std::uint32_t multiply(std::uint32_t x, std::uint32_t y) {
    const Number a(x), b(y);
    if (a.exponent == 0 || b.exponent == 0) return 0;
    if (a.is_nan() || b.is_nan()) return kNan;
    const std::uint32_t sign = a.sign ^ b.sign;
    if (a.is_inf() || b.is_inf()) return sign << 31 | kInf;
    std::uint64_t product = std::uint64_t{a.implicit} * b.implicit;
    int exponent = a.exponent + b.exponent - 127;
    if (product >> 47 != 0) {
        product >>= 1;
        ++exponent;
    }
    return pack(sign, exponent, product >> 23);
}

std::uint32_t add(std::span<const std::uint32_t> terms) {
    int top = 0;
    bool plus = false, minus = false;
    for (const std::uint32_t bits : terms) {
        const Number term(bits);
        if (term.is_nan()) return kNan;
        if (term.is_inf()) (term.sign != 0 ? minus : plus) = true;
        top = std::max(top, term.exponent + 2);
    }
    if (plus && minus) return kNan;
    if (plus || minus) return (minus ? 0x80000000 : 0) | kInf;
    std::int64_t total = 0;
    for (const std::uint32_t bits : terms) {
        const Number term(bits);
        const std::int64_t mantissa = term.exponent == 0 ? term.fraction : term.implicit;
        const int down = top - term.exponent - 7;
        const std::int64_t aligned = down < 0 ? mantissa << -down : down > 62 ? 0 : mantissa >> down;
        total += term.sign != 0 ? -aligned : aligned;
    }
    if (total == 0) return 0;
    auto size = static_cast<std::uint64_t>(total < 0 ? -total : total);
    for (; size >> 30 == 0; size <<= 1) --top;
    return pack(total < 0, top, size >> 7);
}

using Lanes = std::array<std::uint32_t, 4>;

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
    for (std::uint64_t seed = 0; seed < count; ++seed) before.push_back(cli::sample_state(module, seed));
    std::vector<run::State> after = before;
    EXPECT_TRUE(run::run(module, after));
    return after;
}

TEST(KelvinSums, FollowTheRulesOfTheReference) {
    const auto program = isa::nv2a::assemble(
        "mov r0, v0\nmov r1, v1\nmov r2, v2\n"
        "mul o3, r0, r1\nadd o4, r0, r1\nmad o5, r0, r1, r2\n"
        "dp3 o6, r0, r1\ndp4 o7, r0, r1\ndph o8, r0, r1\n",
        {});
    ASSERT_TRUE(program) << program.error().text;
    const ir::Context context{{{"nv2a.arithmetic", 1}}};
    ir::ContextReader reader(context);
    auto module = isa::nv2a::lift(*program, reader);
    ASSERT_TRUE(module) << module.error().text;
    std::vector<run::State> before;
    const std::vector<run::State> after = run_sums(*module, 3000, before);
    const std::size_t v = file_named(*module, "v"), o = file_named(*module, "o");
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Lanes a = lanes_of(before[i], v, 0), b = lanes_of(before[i], v, 1), c = lanes_of(before[i], v, 2);
        Lanes product{};
        for (std::size_t lane = 0; lane < 4; ++lane) {
            product[lane] = multiply(a[lane], b[lane]);
            ASSERT_EQ(lanes_of(after[i], o, 3)[lane], product[lane]) << std::hex << a[lane] << " * " << b[lane];
            ASSERT_EQ(lanes_of(after[i], o, 4)[lane], add(std::array{a[lane], b[lane]}))
                << std::hex << a[lane] << " + " << b[lane];
            ASSERT_EQ(lanes_of(after[i], o, 5)[lane], add(std::array{product[lane], c[lane]})) << "mad, set " << i;
        }
        ASSERT_EQ(lanes_of(after[i], o, 6)[0], add(std::span(product).first(3))) << "dp3, set " << i;
        ASSERT_EQ(lanes_of(after[i], o, 7)[0], add(product)) << "dp4, set " << i;
        product[3] = multiply(0x3f800000, b[3]);
        ASSERT_EQ(lanes_of(after[i], o, 8)[0], add(product)) << "dph, set " << i;
    }
}

} // namespace
} // namespace relit
