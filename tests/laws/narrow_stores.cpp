// Where memory is shared, nothing that a pipeline is given stores less than a word: a load and a store of the word around
// it would undo what a neighbour stores between them.
#include "lang/narrow_stores.hpp"
#include "ir/verify.hpp"
#include "tests/support/maxwell_kernel.hpp"
#include "tests/support/maxwell_programs.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace relit::test::narrow_stores {
namespace {

std::size_t narrow_stores(const ir::Module& module) {
    std::size_t count = 0;
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            count += static_cast<std::size_t>(std::ranges::count_if(
                block.insts, [&](ir::Id id) { return lang::is_narrow_store(module, module[id]); }));
    return count;
}

void expect_none(const ir::Module& module) {
    for (const lang::Dialect dialect : {lang::Dialect::SpirV, lang::Dialect::GlslVulkan})
        for (const bool literal : {false, true})
            for (const bool wide : {false, true}) {
                const lang::Target target{.dialect = dialect,
                                          .literal = literal,
                                          .has_int64 = wide,
                                          .has_int16 = wide,
                                          .has_int8 = wide,
                                          .has_float16 = wide};
                const auto ready = translate::prepare(module.clone(), target, {});
                ASSERT_TRUE(ready) << ready.error().text;
                EXPECT_EQ(narrow_stores(*ready), 0U);
                const Status legal = ir::verify(*ready);
                EXPECT_TRUE(legal) << legal.error().text;
            }
}

TEST(NarrowStores, NoneIsLeftForAPipeline) {
    for (const std::string_view width : {"U8", "S8", "U16", "S16"}) {
        const auto kernel = kernel_of(
            fmt::format("S2R R0, SR_TID.X ;\nSTS.{0} [R0], R0 ;\nSTG.E.{0} [R4], R0 ;\n@P0 STG.E.{0} [R4+0x8], R0 ;\n"
                        "EXIT ;\n",
                        width),
            8, 8);
        const auto module = module_of(kernel, Warps::ShareMemory);
        ASSERT_TRUE(module) << module.error().text;
        EXPECT_GE(narrow_stores(*module), 2U);
        expect_none(*module);
    }
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto kernel = random_kernel(seed);
        ASSERT_TRUE(kernel);
        const auto module = module_of(*kernel, Warps::ShareMemory);
        ASSERT_TRUE(module) << module.error().text;
        expect_none(*module);
    }
}

// An invocation of a harness has its memory to itself.
TEST(NarrowStores, HarnessesStoreThemAsTheyAre) {
    const auto module = module_of(kernel_of("STG.E.U8 [R4], R0 ;\nEXIT ;\n", 1, 1), Warps::ShareMemory);
    ASSERT_TRUE(module) << module.error().text;
    const auto ready = translate::prepare(module->clone(), {.interface = lang::Interface::Harness}, {});
    ASSERT_TRUE(ready) << ready.error().text;
    EXPECT_EQ(narrow_stores(*ready), 1U);
}

} // namespace
} // namespace relit::test::narrow_stores
