// The optimising passes keep the meaning of random programs: the interpreter gives the same outputs before and after.
#include "pass/pass.hpp"
#include "run/interpreter.hpp"
#include "tests/support/random_module.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace relit::pass {
namespace {

std::vector<std::uint64_t> outputs_of(const ir::Module& module, std::uint64_t input) {
    run::State state = run::blank_state(module);
    state.files[0][0] = input;
    const Status status = run::run(module, {&state, 1});
    EXPECT_TRUE(status) << status.error().text;
    EXPECT_FALSE(state.hit_loop_limit);
    std::vector<std::uint64_t> outputs;
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        if (module.files[i].role != ir::Role::Output) continue;
        outputs.insert(outputs.end(), state.files[i].begin(), state.files[i].end());
    }
    return outputs;
}

TEST(Meaning, OptimisingPassesKeepIt) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const ir::Module before = test::random_flow(seed, 10 + seed % 40);
        ASSERT_EQ(before.files[0].role, ir::Role::Input);
        ir::Module after = before.clone();
        const Status status = run_passes(after, optimising_passes());
        ASSERT_TRUE(status) << "seed " << seed << ": " << status.error().text;
        for (const std::uint64_t input : {0U, 1U, 0x12345678U, 0xffffffffU}) {
            ASSERT_EQ(outputs_of(before, input), outputs_of(after, input)) << "seed " << seed << ", input " << input;
        }
    }
}

} // namespace
} // namespace relit::pass
