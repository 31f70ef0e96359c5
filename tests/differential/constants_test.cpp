// What a driver can compute from a program's constants, it must compute as IEEE says: products with zeros among them.
#include "ir/text/parse.hpp"
#include "tests/support/device.hpp"
#include "tests/support/harness_run.hpp"
#include "tests/support/maxwell/kernel.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace relit::constants_test {
namespace {

// Lane x is (1 - 1) * v; y and z, (1 - v) * v, keep the difference from being known as a whole.
constexpr std::string_view kProduct = R"(module vertex "test"
file 0 r f32x3[1] output
file 1 v f32[1] input
function 0 main() -> void
b0:
  %1: f32 = loadfile v[0]
  %2: f32 = const 0x3f800000
  %3: f32x3 = compose %2, %1, %1
  %4: f32x3 = const 0x3f800000 0x3f800000 0x3f800000
  %5: f32x3 = fsub %4, %3
  %6: f32x3 = swizzle %1.xxx
  %7: f32x3 = fmul %5, %6
  storefile r[0].xyz, %7
  return
)";

TEST(Constants, ProductsWithZerosThatDriversCompute) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const auto module = ir::parse(kProduct);
    ASSERT_TRUE(module) << module.error().text;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    std::vector<run::State> states(3, run::blank_state(*module));
    states[0].files[1][0] = std::bit_cast<std::uint32_t>(kInfinity);
    states[1].files[1][0] = std::bit_cast<std::uint32_t>(-kInfinity);
    states[2].files[1][0] = std::bit_cast<std::uint32_t>(-2.0F);
    std::vector<ir::Bound> bound;
    const Status ran = test::run_in_harness(*device, *module, test::directly, states, bound);
    ASSERT_TRUE(ran) << ran.error().text;
    const auto lane = [&](unsigned state, unsigned i) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(states[state].files[0][i]));
    };
    EXPECT_TRUE(std::isnan(lane(0, 0)));
    EXPECT_TRUE(std::isnan(lane(1, 0)));
    EXPECT_EQ(states[2].files[0][0], 0x80000000); // of -0 the sign too
    EXPECT_EQ(lane(0, 1), -kInfinity);
    EXPECT_EQ(lane(2, 1), -6.0F);
}

// The shortest programs for which lavapipe multiplies by a 0 that it finds, and gives 0 (docs/devices.md): 0 << n, and n
// where n == 0. What is not shown to it is right.
TEST(Constants, ProductsWithZerosThatDriversFind) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    for (const std::string_view zero :
         {"SHL R8, RZ, R6 ;\n", "ISETP.NE.AND P0, PT, R6, RZ, PT ;\n@P0 EXIT ;\nMOV R8, R6 ;\n"}) {
        test::MaxwellVector kernel = test::kernel_of(
            "LDC.64 R6, c[0x2][0x0] ;\n" + std::string(zero) + "FMUL R9, R8, R7 ;\nSTG.E [R4], R9 ;\nEXIT ;\n", 1, 1);
        kernel.input = {0, 0, 0, 0, 0, 0, 0x80, 0xff}; // n and -Infinity
        const auto wanted = test::words_of(test::interpret(kernel, test::Warps::ShareMemory));
        const auto got = test::words_of(test::run_on(*device, kernel, test::Factors::Hidden));
        ASSERT_EQ(wanted.size(), 1U);
        ASSERT_EQ(got.size(), 1U);
        EXPECT_TRUE(std::isnan(std::bit_cast<float>(wanted[0])));
        EXPECT_TRUE(std::isnan(std::bit_cast<float>(got[0]))) << zero;
    }
}

} // namespace
} // namespace relit::constants_test
