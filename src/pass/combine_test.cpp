#include "ir/builder.hpp"
#include "ir/text/parse.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace relit::pass {
namespace {

TEST(Combine, WhatOneRuleMakesIsSeenByTheOthersAtOnce) {
    ir::Module module;
    ir::Builder builder(module);
    const std::uint32_t out = builder.file("o", ir::Kind::I32, 4, 1, ir::Role::Output);
    const std::uint32_t in = builder.file("i", ir::Kind::I32, 4, 1, ir::Role::Input);
    builder.function("main");
    const ir::Id a = builder.load(in, 0, ir::kI32);
    const ir::Id one = builder.ISub(builder.i32(3), builder.i32(2)); // folded: 1 ...
    const ir::Id same = builder.IMul(builder.Copy(a), one);          // ... so that this is a, without the copy
    const ir::Id shift = builder.IMul(same, builder.IAdd(one, builder.i32(3))); // a << 2, by a rule
    const ir::Id again = builder.IShl(a, builder.i32(2));                       // ... which stands here too
    builder.store(out, 0, shift);
    builder.store(out, 1, again);
    builder.ret();
    EXPECT_EQ(after(module, "combine,dce"), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile i[0]
  %2: i32 = const 0x2
  %3: i32 = ishl %1, %2
  storefile o[0].x, %3
  storefile o[0]+1.x, %3
  return
)");
}

TEST(Combine, ChoicesByConstantsAreTaken) {
    ir::Module module;
    ir::Builder builder(module);
    builder.function("main");
    const ir::BlockId yes = builder.block(), no = builder.block();
    builder.branch(builder.IEq(builder.i32(1), builder.i32(1)), yes, no);
    builder.move_to(yes);
    builder.ret();
    builder.move_to(no);
    builder.ret();
    EXPECT_EQ(after(module, "combine,dce"), R"(function 0 main() -> void
b0:
  return
)");
}

constexpr std::string_view kInput =
    "module fragment \"\"\n"
    "file 0 i i32x4[1] input\n"
    "file 1 o i32x4[1] output\n"
    "function 0 main() -> void\n"
    "b0:\n"
    "  %1: i32 = loadfile i[0]\n"
    "  %2: i32 = loadfile i[0]+1\n"
    "  %3: bool = ult %1, %2\n"
    "  %4: bool = ine %1, %2\n";

/// The entry block begins so if both inputs are read.
const std::string kBegins =
    "function 0 main() -> void\n"
    "b0:\n"
    "  %1: i32 = loadfile i[0]\n"
    "  %2: i32 = loadfile i[0]+1\n";

/// The blocks after combine and dce.
std::string combined(std::string_view blocks) {
    auto module = ir::parse(std::string(kInput) + std::string(blocks));
    EXPECT_TRUE(module) << module.error().text;
    return module ? after(*module, "combine,dce") : "";
}

TEST(Combine, BehindABranchItsConditionIsKnown) {
    EXPECT_EQ(combined("  %5: i32 = select %3, %1, %2\n"
                       "  %6: i32 = select %3, %2, %1\n"
                       "  branch %3, b1, b2\n"
                       "b1:\n"
                       "  storefile o[0].x, %5\n"
                       "  return\n"
                       "b2:\n"
                       "  storefile o[0].x, %6\n"
                       "  return\n"),
              kBegins +
                  "  %3: bool = ult %1, %2\n"
                  "  branch %3, b1, b2\n"
                  "b1:\n"
                  "  storefile o[0].x, %1\n"
                  "  return\n"
                  "b2:\n"
                  "  storefile o[0].x, %1\n"
                  "  return\n");
}

/// Both parts of `and` hold where it does, of `or` none where it does not; where two ways meet, nothing is known.
TEST(Combine, WhatAConditionIsMadeOfIsKnownAsFarAsItFollows) {
    EXPECT_EQ(combined("  %5: bool = band %3, %4\n"
                       "  %6: i32 = select %4, %1, %2\n"
                       "  branch %5, b1, b2\n"
                       "b1:\n"
                       "  storefile o[0].x, %6\n"
                       "  jump b3\n"
                       "b2:\n"
                       "  storefile o[0].x, %6\n"
                       "  jump b3\n"
                       "b3:\n"
                       "  storefile o[0]+1.x, %6\n"
                       "  return\n"),
              kBegins +
                  "  %3: bool = ult %1, %2\n"
                  "  %4: bool = ine %1, %2\n"
                  "  %5: bool = band %3, %4\n"
                  "  %6: i32 = select %4, %1, %2\n"
                  "  branch %5, b1, b2\n"
                  "b1:\n"
                  "  storefile o[0].x, %1\n"
                  "  jump b3\n"
                  "b2:\n"
                  "  storefile o[0].x, %6\n"
                  "  jump b3\n"
                  "b3:\n"
                  "  storefile o[0]+1.x, %6\n"
                  "  return\n");
}

TEST(Combine, WhatIsNegatedIsKnownTheOtherWayRound) {
    const auto rest = [](const std::string& stored) {
        return "  %5: bool = band %3, %4\n"
               "  %6: bool = bnot %5\n"
               "  %7: i32 = select %3, %1, %2\n"
               "  branch %6, b1, b2\n"
               "b1:\n"
               "  storefile o[0].x, %7\n"
               "  return\n"
               "b2:\n"
               "  storefile o[0].x, " +
               stored + "\n  return\n";
    };
    EXPECT_EQ(combined(rest("%7")), kBegins +
                                        "  %3: bool = ult %1, %2\n"
                                        "  %4: bool = ine %1, %2\n" +
                                        rest("%1"));
}

/// A loop is left by the condition of this iteration; on the way back it is known too.
TEST(Combine, EdgesHandOnWhatIsKnownBehindThem) {
    EXPECT_EQ(combined("  jump b1(%1)\n"
                       "b1(%5: i32):\n"
                       "  %6: bool = ult %5, %2\n"
                       "  %7: i32 = iadd %5, %2\n"
                       "  %8: i32 = select %6, %7, %1\n"
                       "  branch %6, b1(%8), b2\n"
                       "b2:\n"
                       "  storefile o[0].x, %8\n"
                       "  return\n"),
              kBegins +
                  "  jump b1(%1)\n"
                  "b1(%3: i32):\n"
                  "  %4: bool = ult %3, %2\n"
                  "  %5: i32 = iadd %3, %2\n"
                  "  branch %4, b1(%5), b2\n"
                  "b2:\n"
                  "  storefile o[0].x, %1\n"
                  "  return\n");
}

TEST(Combine, ASecondBranchOnAKnownConditionIsTaken) {
    EXPECT_EQ(combined("  branch %3, b1, b2\n"
                       "b1:\n"
                       "  %5: bool = bnot %3\n"
                       "  branch %5, b3, b2\n"
                       "b2:\n"
                       "  return\n"
                       "b3:\n"
                       "  storefile o[0].x, %1\n"
                       "  return\n"),
              kBegins +
                  "  %3: bool = ult %1, %2\n"
                  "  branch %3, b1, b2\n"
                  "b1:\n"
                  "  jump b2\n"
                  "b2:\n"
                  "  return\n");
}

} // namespace
} // namespace relit::pass
