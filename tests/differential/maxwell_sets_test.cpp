// Compute programs of two compilers against the results of the source that they were compiled from.
#include "tests/support/maxwell_sets.hpp"
#include "tests/support/device.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

namespace relit::test {
namespace {

/// uam divides whole numbers by an estimate of floats, which misses the exact quotient of some.
bool is_known_miss(const MaxwellSet& set, const MaxwellSet::Build& build) {
    return set.name == "c_udiv" && !build.mesa;
}

using Runner = std::function<Result<MaxwellStorage>(const MaxwellSet&, const MaxwellSet::Build&)>;

void expect_right(const Runner& run) {
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
            const bool right = apart.words == 0 || apart.relative < 1e-3;
            ++(apart.words == 0 ? exact : right ? near : wrong);
            EXPECT_EQ(right, !is_known_miss(set, build)) << set.name << " " << compiler << ": " << apart.relative;
        }
    }
    fmt::print("{} exact, {} near, {} wrong, {} refused\n", exact, near, wrong, refused);
    EXPECT_EQ(refused, 0U);
}

TEST(MaxwellSets, TheInterpreterGivesWhatTheSourceGives) {
    if (maxwell_sets().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    expect_right(interpret);
}

TEST(MaxwellSets, TheDeviceGivesWhatTheSourceGives) {
    if (maxwell_sets().empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    auto device = open_device();
    ASSERT_TRUE(device) << device.error().text;
    expect_right([&](const auto& set, const auto& build) { return run_on(*device, set, build); });
}

} // namespace
} // namespace relit::test
