// Lowerings keep the meaning of random programs over all kinds of values: each alone and all together, for targets that have
// everything and for those that have nothing. The interpreter gives the same before and after.
#include "tests/support/ir/lowering_meaning.hpp"

#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/verify_for.hpp"
#include "tests/support/lang/word_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace relit::lang::lowering_properties {
namespace {

TEST(Lowerings, EachKeepsTheMeaning) {
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        ASSERT_EQ(test::difference_by_lowerings(seed), "") << "seed " << seed;
}

// Whoever adds a row finds out here that no random program makes it do something.
TEST(Lowerings, EachChangesSomeProgram) {
    for (const Lowering& row : all_lowerings()) {
        const LoweringFunction others[] = {lower_packed_constants, lower_discard,    lower_tables,
                                           lower_vertex_inputs,    lower_loop_limit, lower_loop_exits,
                                           lower_structured_blocks}; // have suites of their own
        if (std::ranges::find(others, row.run) != std::end(others)) continue;
        bool changes = false;
        for (std::uint64_t seed = 0; seed < 20 && !changes; ++seed) {
            ir::Module module = test::random_program_of_kinds(seed);
            changes = row.run(module, {.dialect = row.run == lower_lanes ? Dialect::GlslVulkan : Dialect::SpirV});
        }
        EXPECT_TRUE(changes) << row.name;
    }
}

TEST(Lowerings, AreNamedAsTheirFunctions) {
    for (const Lowering& row : all_lowerings()) {
        EXPECT_TRUE(row.name.starts_with("lower_"));
        EXPECT_EQ(pass::pass_named(row.name), nullptr) << row.name;
        EXPECT_FALSE(row.purpose.empty()) << row.name;
    }
}

// They name a lane of a register as it is: it can be no other kind.
TEST(Lowerings, LeaveLoadsFromOtherInvocationsTheKindOfTheFile) {
    for (const ir::Kind kind : {ir::Kind::F16, ir::Kind::I16, ir::Kind::F64, ir::Kind::I64}) {
        ir::Module module;
        module.stage = ir::Stage::TessControl;
        ir::Builder ir(module);
        const std::uint32_t own = ir.file("o", kind, 1, 1, ir::Role::Output);
        const bool is_float = ir::is_float(kind);
        const ir::Kind kept = is_float ? ir::Kind::F32 : ir::Kind::I32;
        const ir::Op narrow_or_wide = is_float                ? ir::Op::FConvert
                                      : kind == ir::Kind::I16 ? ir::Op::UExtend
                                                              : ir::Op::ITruncate;
        const std::uint32_t out = ir.file("kept", kept, 1, 1, ir::Role::Output);
        ir.function("main");
        const ir::Access access = ir::Access{}.set(ir::Access::file, own);
        const ir::Id loaded = ir.add(ir::Op::LoadFileOf, {kind, 1}, {ir.i32(0)}, access.raw[0]);
        ir.store(out, 0, ir.convert(narrow_or_wide, kept, loaded));
        ir.ret();
        ASSERT_TRUE(ir::verify(module)) << ir::verify(module).error().text;
        for (const Lowering& row : all_lowerings()) {
            (void)row.run(module, {});
            EXPECT_TRUE(ir::verify(module)) << row.name << ": " << ir::verify(module).error().text;
        }
    }
}

// ---- what a writer may rely on

/// What verify_for() says of a program on which the passes ran; nothing if it is fit.
std::string said_of(ir::Module module, const char* passes, const Target& target = {.dialect = Dialect::GlslVulkan}) {
    EXPECT_TRUE(ir::verify(module)) << ir::verify(module).error().text;
    EXPECT_TRUE(pass::run_passes(module, passes));
    const Status done = verify_for(module, target);
    return done ? "" : done.error().text;
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// A loop of which a value is used behind it.
ir::Module used_behind_loop() {
    return test::word_program(1, [](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
        const ir::BlockId body = ir.block(), again = ir.block(), after = ir.block();
        const ir::Id begin = ir.load(in, 0, ir::kI32);
        const ir::Id count = ir.block_param(body, ir::kI32);
        ir.jump(body, std::array{begin});
        ir.move_to(body);
        const ir::Id next = ir.UShr({count, ir.i32(1)});
        const ir::Id product = ir.IMul({next, ir.i32(3)});
        ir.branch(ir.IEq({next, ir.i32(0)}), after, again);
        ir.move_to(again);
        ir.jump(body, std::array{next});
        ir.move_to(after);
        ir.store(out, 0, product, 1);
    });
}

TEST(VerifyFor, RequiresATree) { EXPECT_TRUE(contains(said_of(used_behind_loop(), "from_ssa"), "it has no tree")); }

TEST(VerifyFor, RequiresBlocksWithoutParameters) {
    ir::Module module = test::word_program(1, [](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
        const ir::BlockId after = ir.block();
        const ir::Id param = ir.block_param(after, ir::kI32);
        ir.jump(after, std::array{ir.load(in, 0, ir::kI32)});
        ir.move_to(after);
        ir.store(out, 0, param, 1);
    });
    ir::Tree& tree = module.functions[0].tree;
    for (const ir::BlockId block : {0U, 1U}) {
        tree.root.push_back(static_cast<ir::NodeId>(tree.nodes.size()));
        tree.nodes.push_back({ir::NodeKind::Block, block, ir::kNone, {}, {}});
    }
    EXPECT_TRUE(contains(said_of(std::move(module), ""), "a block has parameters"));
}

TEST(VerifyFor, RequiresValuesInScope) {
    EXPECT_TRUE(contains(said_of(used_behind_loop(), "from_ssa,structure"), "out of scope"));
    EXPECT_EQ(said_of(used_behind_loop(), "from_ssa,structure,reg2mem"), "");
}

// SPIR-V is written block by block.
TEST(VerifyFor, RequiresMerges) {
    EXPECT_TRUE(contains(said_of(used_behind_loop(), "from_ssa,structure,reg2mem", {}), "it has a tree"));
    EXPECT_TRUE(contains(said_of(used_behind_loop(), "dce", {}), "leads back"));
    ir::Module written = used_behind_loop();
    ASSERT_TRUE(lower(written, {.interface = Interface::Harness}, {}));
    EXPECT_EQ(said_of(written.clone(), "", {}), "");
    for (ir::Block& block : written.functions[0].blocks) block.end.merge = ir::kNoBlock;
    EXPECT_TRUE(contains(said_of(std::move(written), "", {}), "a loop"));
}

TEST(VerifyFor, RequiresWholeWordsInSharedMemory) {
    const auto program = [] {
        return test::word_program(1, [](ir::Builder& ir, std::uint32_t in, std::uint32_t) {
            const std::uint32_t data = ir.storage_buffer("data", 0, 16);
            const ir::Id byte = ir.convert(ir::Op::ITruncate, ir::Kind::I8, ir.load(in, 0, ir::kI32));
            ir.store_buffer(data, ir.i32(1), byte);
        });
    };
    const Target target{.has_int8 = true};
    EXPECT_TRUE(contains(said_of(program(), "dce", target), "narrow store to shared memory"));
    const Target harness{.interface = Interface::Harness, .has_int8 = true};
    EXPECT_TRUE(contains(said_of(program(), "dce", harness), "access to memory by bytes"));
    ir::Module lowered = program();
    for (ir::RegisterFile& file : lowered.files) file.role = ir::Role::Register; // compute shaders have no interface
    ASSERT_TRUE(lower(lowered, target, {}));
    EXPECT_TRUE(verify_for(lowered, target));
}

TEST(VerifyFor, RequiresRoundingToNearest) {
    const auto program = [] {
        return test::word_program(1, [](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
            const ir::Id real = ir.bitcast(ir::kF32, ir.load(in, 0, ir::kI32));
            ir::FloatMode up{};
            up.set(ir::FloatMode::rounding, 2U);
            ir.mode(up);
            const ir::Id sum = ir.FAdd({real, ir.f32(1)});
            ir.mode({});
            ir.store(out, 0, ir.bitcast(ir::kI32, sum), 1);
        });
    };
    for (const bool has : {false, true})
        EXPECT_TRUE(contains(said_of(program(), "dce", {.has_int64 = has, .has_float64 = has}), "a rounding"));
    ir::Module lowered = program();
    const Target harness{.interface = Interface::Harness};
    ASSERT_TRUE(lower(lowered, harness, {}));
    EXPECT_TRUE(verify_for(lowered, harness));
}

TEST(VerifyFor, RequiresDenormalsToBeLeftToTheDeviceOrLowered) {
    const auto program = [] {
        return test::word_program(1, [](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
            const ir::Id real = ir.load(in, 0, ir::kF32);
            ir.mode(ir::FloatMode{}.set(ir::FloatMode::flush_inputs, true).set(ir::FloatMode::flush_result, true));
            ir.store(out, 0, ir.FAdd({real, ir.f32(1)}), 1);
        });
    };
    EXPECT_TRUE(contains(said_of(program(), "dce", {}), "denormals"));
    const Target device{.interface = Interface::Harness, .flushes_denormals = true},
        other{.interface = Interface::Harness};
    EXPECT_EQ(said_of(program(), "dce", device), "");
    for (const Target& target : {device, other}) {
        ir::Module lowered = program();
        ASSERT_TRUE(lower(lowered, target, {}));
        EXPECT_TRUE(verify_for(lowered, target));
    }
}

TEST(VerifyFor, RequiresIntegersAsHostsHaveThem) {
    ir::Module module = test::word_program(1, [](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
        const ir::Id by = ir.load(in, 0, ir::kI32);
        ir.store(out, 0, ir.IShl({ir.i32(1), by}), 1);
    });
    const Status before = verify_integers(module, {});
    ASSERT_FALSE(before);
    EXPECT_TRUE(contains(before.error().text, "ishl: an integer operation that no host has so")) << before.error().text;
    EXPECT_TRUE(lower_integers(module, {}));
    EXPECT_TRUE(verify_integers(module, {}));
}

} // namespace
} // namespace relit::lang::lowering_properties
