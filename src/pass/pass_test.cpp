#include "pass/pass.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace relit::pass {
namespace {

ir::Module smallest() {
    ir::Module module;
    ir::Builder builder(module);
    builder.function("main");
    builder.ret();
    return module;
}

TEST(Pass, NamesAreFound) {
    ASSERT_NE(pass_named("copy_propagation"), nullptr);
    EXPECT_EQ(pass_named("copy_propagation")->name, "copy_propagation");
    EXPECT_EQ(pass_named("cop"), nullptr);
    EXPECT_EQ(pass_named(""), nullptr);
    ASSERT_NE(pass_named("inline"), nullptr);
    EXPECT_EQ(pass_named("inline")->name, "inline_calls");
}

TEST(Pass, AnUnknownNameIsRefusedBeforeAnythingRuns) {
    ir::Module module;
    int runs = 0;
    const Status status = run_passes(module, "copy,polish", [&](const Step&, const ir::Module&) { ++runs; });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, FaultKind::Usage);
    EXPECT_TRUE(status.error().text.starts_with("no pass is named 'polish'; there are: ")) << status.error().text;
    EXPECT_EQ(runs, 0);
}

TEST(Pass, AListRunsInOrder) {
    ir::Module module = smallest();
    std::vector<std::string> seen;
    const auto watch = [&](const Step& step, const ir::Module&) {
        seen.emplace_back(step.name);
        EXPECT_GE(step.seconds, 0);
        EXPECT_FALSE(step.changed);
    };
    ASSERT_TRUE(run_passes(module, "fold, copy", watch));
    EXPECT_EQ(seen, (std::vector<std::string>{"fold", "copy_propagation"}));
    ASSERT_TRUE(run_passes(module, ""));
}

TEST(Pass, AnIllegalModuleIsAFaultOfTheLastPass) {
    ir::Module module;
    ir::Builder builder(module);
    const std::uint32_t outputs = builder.file("o", ir::Kind::F32, 4, 1, ir::Role::Output);
    builder.function("main");
    builder.store(outputs, 9, builder.f32(1), 1); // the file has four lanes
    builder.ret();
    const Status status = run_passes(module, "dce");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, FaultKind::Internal);
    EXPECT_TRUE(status.error().text.starts_with("after dce: ")) << status.error().text;
}

TEST(Pass, APassDoesNotRunAgainWhereNothingChanged) {
    ir::Module module = smallest();
    std::vector<std::string> seen;
    const auto watch = [&](const Step& step, const ir::Module&) { seen.emplace_back(step.name); };
    ASSERT_TRUE(run_passes(module, "fold,copy_propagation,fold,structure,fold,copy_propagation", watch));
    EXPECT_EQ(seen, (std::vector<std::string>{"fold", "copy_propagation", "structure", "fold",
                                              "copy_propagation"})); // structure makes a tree
}

TEST(Pass, AStepReportsItsResult) {
    ir::Module module = smallest();
    ir::Builder build(module);
    build.move_to(0, 0);
    module.functions[0].blocks[0].end = {};
    (void)build.i32(7);
    build.ret();
    std::string said;
    const auto watch = [&](const Step& step, const ir::Module&) { said += text_of(step) + "\n"; };
    ASSERT_TRUE(run_passes(module, "dce,copy_propagation", watch));
    EXPECT_EQ(said,
              "dce                     changed          1 -> 0 instructions\n"
              "copy_propagation        unchanged        0 -> 0 instructions\n");
}

TEST(Pass, TheOptimisingListIsLegal) {
    ir::Module module = smallest();
    EXPECT_TRUE(run_passes(module, optimising_passes()));
}

} // namespace
} // namespace relit::pass
