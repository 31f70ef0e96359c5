// Operations as NVIDIA's compilers spell them, on the device: a share of those that the interpreter runs.
#include "tests/support/device.hpp"
#include "tests/support/maxwell/idioms/idioms.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::test::maxwell_idioms_test {
namespace {

constexpr std::size_t kShare = 64, kEach = 5; // a fifth of the rows

/// What lavapipe does not do (docs/devices.md).
struct Lack {
    std::string_view code, why;
};
constexpr Lack kLacks[] = {{"DFMA", "a product of doubles is rounded before it is added to"},
                           {"F2I.U32.F64 R", "a double is not rounded to even"},
                           {"F2I.S32.F64 R", "a double is not rounded to even"},
                           {"F2I.U64.F64 R", "a double is not rounded to even"},
                           {"F2I.S64.F64 R", "a double is not rounded to even"}};

bool is_lacking(const MaxwellIdiom& idiom) {
    return std::ranges::any_of(kLacks, [&](const Lack& lack) { return idiom.text.contains(lack.code); });
}

TEST(MaxwellIdiomsOnDevice, GiveWhatPlainArithmeticDoes) {
    auto device = open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const auto idioms = maxwell_idioms();
    for (std::size_t i = 0; i < idioms.size(); i += kEach) {
        if (is_lacking(idioms[i])) continue;
        const auto samples = idiom_operands(idioms[i].operands, kShare, 0);
        const auto kernel = kernel_over(idioms[i].text, samples);
        ASSERT_TRUE(kernel) << kernel.error().text << "\n" << idioms[i].text;
        const auto bytes = run_on(*device, *kernel);
        ASSERT_TRUE(bytes) << bytes.error().text << "\n" << idioms[i].text;
        EXPECT_EQ(difference(idioms[i], samples, left_in(*bytes)), "");
    }
}

} // namespace
} // namespace relit::test::maxwell_idioms_test
