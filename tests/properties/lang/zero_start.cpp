// Which registers store zero at the start: those that some path loads, or hands on, before it stores them.
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace relit::lang::zero_start_properties {
namespace {

using ir::Access;

constexpr std::string_view kFiles =
    "file 0 v f32x4[1] input\n"
    "file 1 o f32x4[3] output\n"
    "file 2 r f32x4[8] register\n";

/// The registers that start as zero, "r1 o2", in the order of the stores; what is wrong, if anything is.
std::string zeroed(std::string_view stage, std::string_view functions, const Target& target = {}) {
    auto module = ir::parse(fmt::format("module {} \"test\"\n{}{}", stage, kFiles, functions));
    if (!module) return module.error().text;
    const std::size_t before = module->functions[0].blocks[0].insts.size();
    const bool changed = lower_zero_start(*module, target);
    if (const Status legal = ir::verify(*module); !legal) return legal.error().text;
    const auto& insts = module->functions[0].blocks[0].insts;
    EXPECT_EQ(changed, insts.size() != before);
    std::string text;
    for (std::size_t i = 0; i < insts.size() - before; ++i) {
        const ir::Inst& inst = (*module)[insts[i]];
        if (inst.op != ir::Op::StoreFile) continue;
        EXPECT_TRUE(ir::is_constant(*module, inst.operands[0], 0));
        const std::uint32_t lanes = module->files[inst.access()[Access::file]].lanes;
        text += fmt::format("{}{}{}", text.empty() ? "" : " ", module->files[inst.access()[Access::file]].name.c_str(),
                            inst.access()[Access::lane] / lanes);
    }
    return text;
}
std::string in_main(std::string_view blocks, std::string_view stage = "vertex", const Target& target = {}) {
    return zeroed(stage, "function 0 main() -> void\nb0:\n" + std::string(blocks), target);
}

TEST(ZeroStart, IsForWhatIsLoadedFirst) {
    EXPECT_EQ(in_main("  %1: f32 = loadfile r[1]\n"
                      "  storefile r[2].x, %1\n"
                      "  %2: f32 = loadfile r[2]\n"
                      "  return\n"),
              "r1");
}

TEST(ZeroStart, CountsLanesOneByOne) {
    EXPECT_EQ(in_main("  %1: f32x4 = loadfile v[0]\n"
                      "  storefile r[1].xyz, %1\n"
                      "  storefile r[2].xy, %1\n"
                      "  %2: f32x3 = loadfile r[1]\n"
                      "  %3: f32x3 = loadfile r[2]\n"
                      "  return\n"),
              "r2");
}

TEST(ZeroStart, FollowsEveryPath) {
    const auto choice = [](std::string_view then, std::string_view otherwise) {
        return in_main(
            fmt::format("  %1: f32x4 = loadfile v[0]\n"
                        "  %2: f32 = swizzle %1.x\n"
                        "  %3: bool = flt %2, %2\n"
                        "  branch %3, b1, b2\n"
                        "b1:\n{}  jump b3\n"
                        "b2:\n{}  jump b3\n"
                        "b3:\n"
                        "  %4: f32x4 = loadfile r[1]\n"
                        "  storefile o[0].xyzw, %4\n"
                        "  return\n",
                        then, otherwise));
    };
    const std::string_view store = "  storefile r[1].xyzw, %1\n";
    EXPECT_EQ(choice(store, store), "");
    EXPECT_EQ(choice(store, ""), "r1");
    EXPECT_EQ(choice("", store), "r1");
}

TEST(ZeroStart, CountsNoEarlierRoundOfALoop) {
    const auto loop = [](std::string_view first, std::string_view second) {
        return in_main(
            fmt::format("  %1: f32x4 = loadfile v[0]\n"
                        "  %2: f32 = swizzle %1.x\n"
                        "  jump b1\n"
                        "b1:\n{}{}"
                        "  %9: bool = flt %2, %2\n"
                        "  branch %9, b1, b2\n"
                        "b2:\n"
                        "  return\n",
                        first, second));
    };
    const std::string_view load = "  %4: f32x4 = loadfile r[3]\n", store = "  storefile r[3].xyzw, %1\n";
    EXPECT_EQ(loop(load, store), "r3");
    EXPECT_EQ(loop(store, load), "");
}

TEST(ZeroStart, IsForOutputsThatAnEndHasNotStored) {
    const std::string_view body =
        "  %1: f32x4 = loadfile v[0]\n"
        "  storefile o[0].xyzw, %1\n"
        "  storefile o[2].xy, %1\n"
        "  return\n";
    EXPECT_EQ(in_main(body), "o2");
    EXPECT_EQ(in_main(body, "vertex", {.interface = Interface::Harness}), ""); // the record has them
}

// Of an output that is a single lane the others are nobody's.
TEST(ZeroStart, IsForLanesThatThePipelineTakes) {
    EXPECT_EQ(in_main("  %1: f32 = loadfile v[0]\n"
                      "  storefile o[1].x, %1\n"
                      "  return\n"),
              "o1");
    EXPECT_EQ(zeroed("vertex",
                     "place o[1] point_size\n"
                     "function 0 main() -> void\n"
                     "b0:\n"
                     "  %1: f32 = loadfile v[0]\n"
                     "  storefile o[1].x, %1\n"
                     "  return\n"),
              "");
}

TEST(ZeroStart, CountsLanesOfAVariableFromItsFirst) {
    EXPECT_EQ(zeroed("vertex",
                     "place o[1]+2 clip_distance 0\n"
                     "function 0 main() -> void\n"
                     "b0:\n"
                     "  %1: f32 = loadfile v[0]\n"
                     "  storefile o[1]+2.x, %1\n"
                     "  return\n"),
              "");
}

TEST(ZeroStart, IsForFilesWithoutComputedIndicesAlone) {
    EXPECT_EQ(in_main("  %1: i32 = loadfile v[0]\n"
                      "  %2: f32x4 = loadfileat r[0], %1\n"
                      "  %3: f32x4 = loadfile r[5]\n"
                      "  return\n"),
              "");
}

TEST(ZeroStart, TakesCalledFunctionsForSuchAsComeFirst) {
    EXPECT_EQ(zeroed("vertex",
                     "function 0 main() -> void\n"
                     "b0:\n"
                     "  %1: f32x4 = loadfile v[0]\n"
                     "  storefile r[4].xyzw, %1\n"
                     "  call other\n"
                     "  %2: f32x4 = loadfile r[5]\n"
                     "  return\n"
                     "function 1 other() -> void\n"
                     "b0:\n"
                     "  %3: f32x4 = loadfile r[4]\n"
                     "  storefile r[5].xyzw, %3\n"
                     "  return\n"),
              "r4 r5");
}

TEST(ZeroStart, IsForOutputsOfEachVertex) {
    const auto emits = [&](std::string_view before) {
        return zeroed("geometry", fmt::format("geometry points points vertices 4 invocations 1\n"
                                              "function 0 main() -> void\n"
                                              "b0:\n"
                                              "  %1: f32x4 = const 0x1 0x1 0x1 0x1\n"
                                              "{}"
                                              "  emitvertex\n"
                                              "  storefile o[0].xyzw, %1\n"
                                              "  return\n",
                                              before));
    };
    EXPECT_EQ(emits(""), "o0");
    EXPECT_EQ(emits("  storefile o[0].xyzw, %1\n"), "");
}

TEST(ZeroStart, LeavesOutputsThatOtherInvocationsSee) {
    EXPECT_EQ(zeroed("tess_control",
                     "patch given 1 made 1\n"
                     "function 0 main() -> void\n"
                     "b0:\n"
                     "  %1: f32x4 = const 0x1 0x1 0x1 0x1\n"
                     "  storefile o[0].xy, %1\n"
                     "  return\n"),
              "");
}

} // namespace
} // namespace relit::lang::zero_start_properties
