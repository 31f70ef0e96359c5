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
    ASSERT_NE(pass_named("copy"), nullptr);
    EXPECT_EQ(pass_named("copy")->name, "copy");
    EXPECT_EQ(pass_named("cop"), nullptr);
    EXPECT_EQ(pass_named(""), nullptr);
    ASSERT_NE(pass_named("inline"), nullptr);
    EXPECT_EQ(pass_named("inline")->name, "inline_calls");
}

TEST(Pass, AnUnknownNameIsRefusedBeforeAnythingRuns) {
    ir::Module module;
    int runs = 0;
    const Status status = run_passes(module, "copy,polish", [&](const Pass&, const ir::Module&, double) { ++runs; });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, FaultKind::Usage);
    EXPECT_TRUE(status.error().text.starts_with("no pass is named 'polish'; there are: ")) << status.error().text;
    EXPECT_EQ(runs, 0);
}

TEST(Pass, AListRunsInOrder) {
    ir::Module module = smallest();
    std::vector<std::string> seen;
    const auto watch = [&](const Pass& pass, const ir::Module&, double seconds) {
        seen.emplace_back(pass.name);
        EXPECT_GE(seconds, 0);
    };
    ASSERT_TRUE(run_passes(module, "fold, copy", watch));
    EXPECT_EQ(seen, (std::vector<std::string>{"fold", "copy"}));
    ASSERT_TRUE(run_passes(module, ""));
}

TEST(Pass, APassDoesNotRunAgainWhereNothingChanged) {
    ir::Module module = smallest();
    std::vector<std::string> seen;
    const auto watch = [&](const Pass& pass, const ir::Module&, double) { seen.emplace_back(pass.name); };
    ASSERT_TRUE(run_passes(module, "fold,copy,fold,structure,fold,copy", watch));
    EXPECT_EQ(seen, (std::vector<std::string>{"fold", "copy", "structure", "fold", "copy"})); // structure makes a tree
}

TEST(Pass, TheOptimisingListIsLegal) {
    ir::Module module = smallest();
    EXPECT_TRUE(run_passes(module, optimising_passes()));
}

} // namespace
} // namespace relit::pass
