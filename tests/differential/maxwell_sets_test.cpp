// Compute programs of two compilers against the results of the source that they were compiled from.
#include "tests/support/device.hpp"
#include "tests/support/maxwell/sets.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace relit::test::maxwell_sets_test {
namespace {

/// Sources whose floats need not be the same to the bit, how far they may be apart, and why. All others must.
struct Allowance {
    std::string_view set;
    double relative;
    std::string_view why;
};
constexpr Allowance kAllowances[] = {
    {"c_big_float", 1e-4, "functions and long sums"},
    {"c_double_div", 1e-5, "a reciprocal from 20 bits, made better twice"},
    {"c_fadd_fmul", 1e-5, "products added with one rounding, and differences that lose digits"},
    {"c_matmul", 1e-4, "sums of products with one rounding each"},
    {"c_mufu", 1e-6, "functions"},
    {"c_transc", 1e-4, "functions of functions"},
    {"c_unpack_norm", 1e-4, "sums in another order, that lose digits"},
};
double allowed(std::string_view set) {
    const auto* row = std::ranges::find(kAllowances, set, &Allowance::set);
    return row == std::end(kAllowances) ? 0 : row->relative;
}

enum class Where : std::uint8_t { Interpreter, Device };

/// uam divides whole numbers by an estimate of floats, which misses the exact quotient of some. The device that the results
/// are from asks for the size of the level that the first of its eight threads names, whatever level the others do.
bool is_known_miss(const MaxwellSet& set, const MaxwellSet::Build& build, Where where) {
    return (set.name == "c_udiv" && !build.mesa) || (set.name == "c_texquery" && where == Where::Interpreter);
}

using Runner = std::function<Result<MaxwellStorage>(const MaxwellSet&, const MaxwellSet::Build&)>;

void expect_right(const Runner& run, Where where) {
    std::size_t exact = 0, near = 0, refused = 0, wrong = 0;
    for (const MaxwellSet& set : maxwell_sets()) {
        for (const MaxwellSet::Build& build : set.builds) {
            const char* compiler = build.mesa ? "mesa" : "uam";
            const auto got = run(set, build);
            if (!got) {
                ++refused;
                fmt::print("{} {}: {}\n", set.name, compiler, got.error().text);
                continue;
            }
            const Distance apart = distance(set, *got);
            const bool right = apart.words == 0 || apart.relative <= allowed(set.name);
            if (apart.words != 0)
                fmt::print("{} {}: {} words differ, {:.2g} at most\n", set.name, compiler, apart.words, apart.relative);
            ++(apart.words == 0 ? exact : right ? near : wrong);
            EXPECT_EQ(right, !is_known_miss(set, build, where))
                << set.name << " " << compiler << ": " << apart.relative;
        }
    }
    fmt::print("{} exact, {} near, {} wrong, {} refused\n", exact, near, wrong, refused);
    EXPECT_EQ(refused, 0U);
}

TEST(MaxwellSets, TheInterpreterGivesWhatTheSourceGives) {
    if (maxwell_sets().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    expect_right([](const MaxwellSet& set, const MaxwellSet::Build& build) { return interpret(set, build); },
                 Where::Interpreter);
}

TEST(MaxwellSets, TheDeviceGivesWhatTheSourceGives) {
    if (maxwell_sets().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    expect_right([&](const auto& set, const auto& build) { return run_on(*device, set, build); }, Where::Device);
}

// On a device that has such numbers, but is not asked for them.
class MaxwellSetsWithout : public testing::TestWithParam<Lacking> {
protected:
    /// Every program runs once: the driver need not optimise it.
    static void SetUpTestSuite() { (void)::setenv("GALLIVM_PERF", "nopt", 0); }
};
INSTANTIATE_TEST_SUITE_P(Numbers, MaxwellSetsWithout,
                         testing::Values(&lang::Target::has_int64, &lang::Target::has_float64,
                                         &lang::Target::has_float16, &lang::Target::has_int16));

TEST_P(MaxwellSetsWithout, TheDeviceGivesWhatTheSourceGives) {
    if (maxwell_sets().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    std::size_t runs = 0;
    for (const BackEnd back_end : {directly, through_glsl}) {
        for (const MaxwellSet& set : maxwell_sets()) {
            const bool has_some = set.name.find("64") != std::string::npos || set.doubles;
            if (!has_some && (back_end == through_glsl || GetParam() == &lang::Target::has_float64)) continue;
            for (const MaxwellSet::Build& build : set.builds) {
                const auto got = run_on(*device, set, build, back_end, GetParam());
                ASSERT_TRUE(got) << set.name << " " << got.error().text;
                const Distance apart = distance(set, *got);
                const bool good = apart.words == 0 || apart.relative <= allowed(set.name);
                EXPECT_EQ(good, !is_known_miss(set, build, Where::Device)) << set.name << " " << apart.relative;
                ++runs;
            }
        }
    }
    EXPECT_GT(runs, 6U);
}

// Those that are only here to be sampled, fetched, loaded and stored.
TEST(MaxwellSets, TheDeviceGivesItThroughGlslWhereTexturesAre) {
    if (maxwell_sets().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    std::size_t runs = 0;
    for (const MaxwellSet& set : maxwell_sets())
        for (const MaxwellSet::Build& build : set.builds) {
            if (set.textures.empty() && set.images.empty()) continue;
            const auto got = run_on(*device, set, build, through_glsl);
            ASSERT_TRUE(got) << set.name << " " << got.error().text;
            EXPECT_EQ(distance(set, *got).words, 0U) << set.name << " " << build.mesa;
            ++runs;
        }
    EXPECT_EQ(runs, 30U);
}

} // namespace
} // namespace relit::test::maxwell_sets_test
