#include "run/dispatch.hpp"

#include "ir/text/parse.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace relit::run {
namespace {

// Each of 4 x 2 invocations of 3 x 1 x 2 workgroups stores its numbers at its own row, counts itself, and stores its number
// in the workgroup where all others do.
constexpr std::string_view kProgram = R"(module compute "test"
workgroup 4 2 1
resource 0 out storage binding 0 size 0
resource 1 all storage binding 1 size 16
function 0 main() -> void
b0:
  %1: i32x3 = readbuiltin local_invocation_id
  %2: i32x3 = readbuiltin workgroup_id
  %3: i32x3 = readbuiltin workgroup_count
  %4: i32x3 = readbuiltin workgroup_size
  %5: i32 = swizzle %1.x
  %6: i32 = swizzle %1.y
  %7: i32 = swizzle %2.x
  %8: i32 = swizzle %2.z
  %9: i32 = swizzle %3.x
  %10: i32 = swizzle %4.x
  %11: i32 = swizzle %4.y
  %12: i32 = imul %8, %9
  %13: i32 = iadd %12, %7
  %14: i32 = imul %13, %11
  %15: i32 = iadd %14, %6
  %16: i32 = imul %15, %10
  %17: i32 = iadd %16, %5
  %18: i32 = const 4
  %19: i32 = imul %17, %18
  %20: i32 = const 1
  %21: i32 = iadd %17, %20
  storebuffer out, %19, %21
  %22: i32 = const 0
  %23: i32 = atomicadd all, %22, %20
  storebuffer all, %18, %17
  return
)";

std::uint32_t word(const ir::Bound& bound, std::size_t index) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &bound.bytes[index * 4], sizeof bits);
    return bits;
}

std::vector<ir::Bound> ran(const ir::Module& module, Order order) {
    std::vector<ir::Bound> bound(2);
    bound[0].bytes.resize(48 * 4);
    bound[1].bytes.resize(16);
    const auto done = dispatch(module, bound, {.groups = {3, 1, 2}, .order = order});
    EXPECT_TRUE(done) << done.error().text;
    return bound;
}

TEST(Dispatch, RunsEveryInvocationOfTheGridOnce) {
    const auto module = ir::parse(kProgram);
    ASSERT_TRUE(module) << module.error().text;
    EXPECT_EQ(invocations_of(*module, {.groups = {3, 1, 2}}), 48U);
    for (const Order order : {Order::Forward, Order::Backward}) {
        const std::vector<ir::Bound> bound = ran(*module, order);
        for (std::uint32_t i = 0; i < 48; ++i) EXPECT_EQ(word(bound[0], i), i + 1);
        EXPECT_EQ(word(bound[1], 0), 48U);
    }
}

TEST(Dispatch, TheOtherOrderShowsWhatIsLeftToChance) {
    const auto module = ir::parse(kProgram);
    ASSERT_TRUE(module) << module.error().text;
    EXPECT_EQ(word(ran(*module, Order::Forward)[1], 1), 47U);
    EXPECT_EQ(word(ran(*module, Order::Backward)[1], 1), 0U);
}

TEST(Dispatch, RefusesGridsThatTakeTooLong) {
    const auto module = ir::parse(kProgram);
    ASSERT_TRUE(module) << module.error().text;
    std::vector<ir::Bound> bound(2);
    const auto done = dispatch(*module, bound, {.groups = {65535, 65535, 65535}});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, FaultKind::NotSupported);
}

} // namespace
} // namespace relit::run
