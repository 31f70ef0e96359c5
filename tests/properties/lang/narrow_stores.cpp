// Where memory is shared, nothing that a pipeline is given stores less than a word: a load and a store of the word around
// it would undo what a neighbour stores between them.
#include "lang/lower/narrow_stores.hpp"
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "run/interpreter.hpp"
#include "tests/support/lang/word_programs.hpp"
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/programs.hpp"
#include "tests/support/values.hpp"
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

bool has_narrow_integers(const ir::Module& module) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts)
                if (module[id].type.kind == ir::Kind::I8 || module[id].type.kind == ir::Kind::I16) return true;
    return false;
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
                EXPECT_TRUE(wide || !has_narrow_integers(*ready));
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
TEST(NarrowStores, HarnessesStoreThemWithoutTrying) {
    const auto module = module_of(kernel_of("STG.E.U8 [R4], R0 ;\nEXIT ;\n", 1, 1), Warps::ShareMemory);
    ASSERT_TRUE(module) << module.error().text;
    const auto ready =
        translate::prepare(module->clone(), {.interface = lang::Interface::Harness, .has_int8 = true}, {});
    ASSERT_TRUE(ready) << ready.error().text;
    EXPECT_EQ(narrow_stores(*ready), 0U);
    EXPECT_TRUE(std::ranges::none_of(ready->insts, [](const ir::Inst& inst) { return ir::info(inst.op).is_atomic(); }));
}

/// Loads from one offset of a buffer, stores to another and to memory of the invocation, of values that are extended.
ir::Module copies(ir::Kind kind, ir::Op extend) {
    return word_program(1, [&](ir::Builder& build, std::uint32_t in, std::uint32_t out) {
        const auto buffer = build.storage_buffer("buffer", 0, 32);
        const auto own = build.resource({.name = "own", .kind = ir::ResourceKind::Scratch, .size = 32});
        const ir::Id from = build.load(in, 0, ir::kI32), to = build.load(in, 1, ir::kI32);
        const auto loaded = [&](std::uint32_t resource, ir::Id at) {
            return build.convert(extend, ir::Kind::I32, build.load_buffer(resource, at, {kind, 1}));
        };
        const ir::Id value = build.IAdd(loaded(buffer, from), build.load(in, 2, ir::kI32));
        build.store_buffer(own, to, build.convert(ir::Op::ITruncate, kind, value));
        build.store_buffer(own, from, build.load_buffer(buffer, to, {kind, 1})); // neither extended nor cut
        build.store_buffer(buffer, to, build.constant({kind, 1}, 0x9a));
        build.store_buffer(buffer, from, build.convert(ir::Op::ITruncate, kind, loaded(own, to)));
        build.store(out, 0, build.compose({value, loaded(own, from), loaded(own, to), loaded(buffer, to)}));
    });
}

// Hosts without the width do it by words: aligned or not, within the memory or beyond.
TEST(NarrowMemory, ByWordsGivesTheSame) {
    for (const ir::Kind kind : {ir::Kind::I8, ir::Kind::I16})
        for (const ir::Op extend : {ir::Op::UExtend, ir::Op::SExtend}) {
            const ir::Module before = copies(kind, extend);
            ASSERT_TRUE(ir::verify(before)) << ir::verify(before).error().text;
            for (const bool literal : {false, true}) {
                ir::Module after = before.clone();
                const lang::Target target{.interface = lang::Interface::Harness, .literal = literal};
                ASSERT_TRUE(lang::lower(after, target, {}));
                ASSERT_TRUE(ir::verify(after)) << ir::verify(after).error().text;
                EXPECT_FALSE(has_narrow_integers(after));
                Random random(9);
                std::vector<run::State> wanted(400, run::blank_state(before));
                for (run::State& state : wanted) {
                    for (std::uint64_t& lane : state.files[0]) lane = random.below(36);
                    for (auto& byte : state.resources[0]) byte = static_cast<std::uint8_t>(random.bits());
                }
                std::vector<run::State> got = wanted;
                ASSERT_TRUE(run::run(before, wanted));
                ASSERT_TRUE(run::run(after, got));
                for (std::size_t i = 0; i < got.size(); ++i) {
                    ASSERT_EQ(wanted[i].files[1], got[i].files[1]) << wanted[i].files[0][0];
                    ASSERT_EQ(wanted[i].resources, got[i].resources);
                }
            }
        }
}

} // namespace
} // namespace relit::test::narrow_stores
