// What a program costs grows as the program does: ten times the size gives at most twelve times the output and asks for
// twelve times the memory; and nesting costs no stack.
#include "ir/builder.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "lang/target.hpp"
#include "run/interpreter.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/ir/shapes.hpp"
#include "tests/support/small_stack.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace relit::test::growth {
namespace {

constexpr std::uint32_t kTimes = 10;
constexpr double kMostGrowth = 12;

struct Cost {
    std::size_t output = 0, memory = 0; // bytes
};

Result<lang::Artifact> translated(ir::Module module, lang::Dialect dialect) {
    lang::Target target;
    target.dialect = dialect;
    auto prepared = translate::prepare(std::move(module), target, {});
    return prepared ? translate::print(*prepared, target) : std::unexpected(prepared.error());
}

Cost cost_of(Shape shape, std::uint32_t blocks, lang::Dialect dialect) {
    ir::Module module = shaped(shape, blocks);
    const std::size_t before = allocated_bytes();
    const auto artifact = translated(std::move(module), dialect);
    EXPECT_TRUE(artifact) << artifact.error().text;
    if (!artifact) return {};
    return {artifact->text.size() + 4 * artifact->words.size(), allocated_bytes() - before};
}

class Growth : public testing::TestWithParam<std::size_t> {};

TEST_P(Growth, IsLinearInTheSizeOfTheProgram) {
    const auto shape = static_cast<Shape>(GetParam());
    for (const lang::Dialect dialect : {lang::Dialect::GlslVulkan, lang::Dialect::SpirV}) {
        constexpr std::uint32_t kBlocks = 400;
        const Cost small = cost_of(shape, kBlocks, dialect), large = cost_of(shape, kTimes * kBlocks, dialect);
        const auto growth = [](std::size_t from, std::size_t to) {
            return static_cast<double>(to) / static_cast<double>(from);
        };
        EXPECT_LE(growth(small.output, large.output), kMostGrowth);
        EXPECT_LE(growth(small.memory, large.memory), kMostGrowth);
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Growth, testing::Range(std::size_t{0}, kShapes),
                         [](const auto& shape) { return std::string(kShapeNames[shape.param]); });

/// Choices in a row, each of which stores a register of its own; the end loads all.
ir::Module stores_in_choices(std::uint32_t choices) {
    ir::Module module;
    ir::Builder b(module);
    const auto r = b.file("r", ir::Kind::I32, 1, choices, ir::Role::Register);
    const auto o = b.file("o", ir::Kind::I32, 1, 1, ir::Role::Output);
    b.function("main");
    for (std::uint32_t i = 0; i < choices; ++i) b.where(b.boolean(true), [&] { b.store(r, i, b.i32(i)); });
    for (std::uint32_t i = 0; i < choices; ++i) b.store(o, 0, b.load(r, i, ir::kI32));
    b.ret();
    return module;
}

// Which registers start as zero costs no memory for each block and register.
TEST(Growth, RegistersThatStartAsZeroAreFoundOneByOne) {
    const auto memory_of = [](std::uint32_t choices) {
        ir::Module module = stores_in_choices(choices);
        const std::size_t before = allocated_bytes();
        EXPECT_TRUE(lang::lower_zero_start(module, {}));
        const auto is_zeroed = [&](ir::Id id) { return module[id].op == ir::Op::StoreFile; };
        EXPECT_EQ(std::ranges::count_if(module.functions[0].blocks[0].insts, is_zeroed), choices);
        return static_cast<double>(allocated_bytes() - before);
    };
    constexpr std::uint32_t kBlocks = 200;
    EXPECT_LE(memory_of(kTimes * kBlocks) / memory_of(kBlocks), kMostGrowth);
}

TEST(Growth, LoopsThatWouldStandTooDeepAreValid) {
    for (const Shape shape : {Shape::NestedLoops, Shape::Escapes}) {
        for (const std::uint32_t blocks : {160U, 3000U, 6000U}) {
            for (const lang::Dialect dialect : {lang::Dialect::GlslVulkan, lang::Dialect::SpirV}) {
                const auto artifact = translated(shaped(shape, blocks), dialect);
                ASSERT_TRUE(artifact) << artifact.error().text;
                EXPECT_TRUE(artifact->approximate.empty()) << artifact->approximate[0];
                if (dialect == lang::Dialect::SpirV && blocks < 1000) { // the validator takes minutes for more
                    EXPECT_EQ(spirv_error(artifact->words), "");
                }
            }
        }
    }
}

/// So many choices in one another, as no pass makes them.
ir::Module choices_by_hand(std::size_t count) {
    ir::Module module;
    ir::Builder b(module);
    b.function("main");
    const ir::Id condition = b.boolean(true);
    b.ret();
    ir::Tree& tree = module.functions[0].tree;
    const auto add = [&](ir::NodeKind kind, ir::Id value) {
        tree.nodes.push_back({kind, 0, value, std::pmr::vector<std::pmr::vector<ir::NodeId>>(module.arena()),
                              std::pmr::vector<std::uint32_t>(module.arena())});
        return static_cast<ir::NodeId>(tree.nodes.size() - 1);
    };
    tree.root.push_back(add(ir::NodeKind::Block, ir::kNone));
    for (std::size_t i = 0; i < count; ++i) {
        const ir::NodeId inside = add(ir::NodeKind::If, condition);
        tree.nodes[inside].bodies.resize(2);
        (i == 0 ? tree.root : tree.nodes[inside - 1].bodies[0]).push_back(inside);
    }
    return module;
}

TEST(Growth, NestingBeyondWhatIsPromisedIsSaid) {
    lang::Target target;
    target.dialect = lang::Dialect::GlslVulkan;
    const auto within = translate::print(choices_by_hand(1023), target),
               beyond = translate::print(choices_by_hand(1024), target);
    ASSERT_TRUE(within && beyond);
    EXPECT_TRUE(within->approximate.empty());
    ASSERT_EQ(beyond->approximate.size(), 1U);
    EXPECT_TRUE(beyond->approximate[0].contains("SPIR-V promises 1023")) << beyond->approximate[0];
}

// No line of a text is longer for the loops around it.
TEST(Growth, IndentationEnds) {
    const auto artifact = translated(shaped(Shape::NestedLoops, 1000), lang::Dialect::GlslVulkan);
    ASSERT_TRUE(artifact) << artifact.error().text;
    std::size_t deepest = 0;
    for (std::size_t at = 0; at < artifact->text.size(); at = artifact->text.find('\n', at) + 1)
        deepest = std::max(deepest, artifact->text.find_first_not_of(' ', at) - at);
    EXPECT_EQ(deepest, 4U * 32);
}

/// `count` functions, each of which calls the next one twice.
ir::Module calls_in_a_chain(std::uint32_t count) {
    ir::Module module;
    module.stage = ir::Stage::Fragment;
    ir::Builder ir(module);
    const std::uint32_t out = ir.file("out", ir::Kind::F32, 1, 1, ir::Role::Output);
    for (std::uint32_t i = 0; i < count; ++i) (void)ir.function(i == 0 ? "main" : fmt::format("f{}", i));
    for (std::uint32_t i = 0; i < count; ++i) {
        ir.move_to(i, 0);
        for (int twice = 0; twice < 2 && i + 1 < count; ++twice) (void)ir.call(i + 1, {});
        ir.store(out, 0, ir.FAdd(ir.load(out, 0, ir::kF32), ir.f32(1)), 1);
        ir.ret();
    }
    return module;
}

// Paths through the calls are 2^60; functions are 60.
TEST(Growth, FunctionsThatAreCalledOftenAreLookedAtOnce) {
    for (const lang::Dialect dialect : {lang::Dialect::GlslVulkan, lang::Dialect::SpirV}) {
        lang::Target target;
        target.dialect = dialect;
        const translate::PipelineOptions no_passes{.passes = ""};
        const auto prepared = translate::prepare(calls_in_a_chain(60), target, no_passes);
        ASSERT_TRUE(prepared) << prepared.error().text;
        const auto artifact = translate::print(*prepared, target);
        EXPECT_TRUE(artifact) << artifact.error().text;
    }
}

// So few bytes of stack for each loop that no function can call itself for it; 8 MiB hold 80,000 loops then.
constexpr std::uint32_t kNested = 2500;
constexpr std::size_t kStack = std::size_t{256} << 10;

TEST(Growth, NestedLoopsAreWrittenOnASmallStack) {
    for (const lang::Dialect dialect : {lang::Dialect::GlslVulkan, lang::Dialect::SpirV}) {
        std::string fault = "it did not run";
        on_small_stack(kStack, [&] {
            const auto artifact = translated(shaped(Shape::NestedLoops, 2 * kNested), dialect);
            fault = artifact ? "" : artifact.error().text;
        });
        EXPECT_EQ(fault, "");
    }
}

TEST(Growth, NestedLoopsRunOnASmallStack) {
    std::string fault = "it did not run";
    on_small_stack(kStack, [&] {
        ir::Module module = shaped(Shape::NestedLoops, 2 * kNested);
        (void)pass::run_passes(module, "structure,reg2mem");
        std::array states{run::blank_state(module)};
        const Status done = run::run_tree(module, states, {.steps = 10000});
        fault = done ? "" : done.error().text;
    });
    EXPECT_EQ(fault, "more than 10000 steps");
}

TEST(Growth, NestedLoopsAreReadAndPrintedOnASmallStack) {
    std::string fault = "it did not run";
    on_small_stack(kStack, [&] {
        ir::Module module = shaped(Shape::NestedLoops, 2 * kNested);
        (void)pass::run_passes(module, "structure");
        const std::string text = ir::print(module);
        const auto again = ir::parse(text);
        fault = again ? "" : again.error().text;
        if (again && ir::print(*again) != text) fault = "the text is another";
    });
    EXPECT_EQ(fault, "");
}

} // namespace
} // namespace relit::test::growth
