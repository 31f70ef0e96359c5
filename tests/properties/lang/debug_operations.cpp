// With Target::debug_operations GLSL carries every operation of the module in comments, and says the same otherwise;
// SPIR-V carries the module's text, and its lines are those of that text.
#include "base/text.hpp"
#include "ir/text/print.hpp"
#include "lang/harness/harness.hpp"
#include "tests/support/ir/random_module.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

namespace relit::debug_operations {
namespace {

constexpr std::string_view kComment = "// ";

struct Parts {
    std::string statements;
    std::vector<std::string> comments;
};
Parts apart(std::string_view text) {
    Parts parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end), said = trim(line.substr(0, line.find('\n')));
        text.remove_prefix(end);
        if (said.starts_with(kComment)) {
            parts.comments.emplace_back(said.substr(kComment.size()));
        } else {
            parts.statements.append(line);
        }
    }
    return parts;
}

lang::Target target_of(lang::Dialect dialect, bool literal, bool debug) {
    lang::Target target;
    target.dialect = dialect;
    target.interface = lang::Interface::Harness;
    target.literal = literal;
    target.debug_operations = debug;
    target.has_int64 = target.has_int16 = target.has_int8 = target.has_float16 = target.has_float64 = true;
    return target;
}

ir::Module prepared(std::uint64_t seed, const lang::Target& target) {
    ir::Module module = seed % 3 == 0   ? test::random_straight(seed, 60)
                        : seed % 3 == 1 ? test::random_loops(seed, true)
                                        : test::random_flow(seed, 8);
    auto ready = translate::prepare(std::move(module), target, {.passes = {}, .observe = true, .watcher = {}});
    if (!ready) ADD_FAILURE() << ready.error().text;
    return std::move(*ready);
}

/// The shader around the module, whose operations are told.
ir::Module shader_of(const ir::Module& module, const lang::Target& target) {
    auto shader = lang::in_harness(module, target);
    if (!shader) ADD_FAILURE() << shader.error().text;
    return std::move(*shader);
}

/// Texts by Id of what stands in a block of the function that can be reached, so that a language says it; GLSL is written by the tree.
void say(const ir::Module& module, const ir::Function& function, std::vector<std::string>& said) {
    const std::vector<std::string> all = ir::print_insts(module);
    if (function.tree.root.empty())
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts) said[id] = all[id];
    for (const ir::Node& node : function.tree.nodes) {
        if (node.kind != ir::NodeKind::Block) continue;
        for (const ir::Id id : function.blocks[node.block].insts) said[id] = all[id];
    }
}
std::vector<std::string> said_of(const ir::Module& module) {
    std::vector<std::string> said(module.insts.size());
    for (const ir::Function& function : module.functions) say(module, function, said);
    return said;
}
/// The same in order, without functions of which the text has nothing, since all their results are unused.
std::vector<std::string> said_in(const ir::Module& module, const std::vector<std::string>& text) {
    std::vector<std::string> all;
    for (const ir::Function& function : module.functions) {
        std::vector<std::string> said(module.insts.size());
        say(module, function, said);
        std::erase(said, "");
        const auto has = [&](const std::string& one) { return std::ranges::find(text, one) != text.end(); };
        const bool is_entry = &function == module.functions.data();
        if (is_entry || std::ranges::any_of(said, has)) all.insert(all.end(), said.begin(), said.end());
    }
    std::ranges::sort(all);
    return all;
}

class DebugOperations : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(OptimisedAndLiteral, DebugOperations, testing::Bool());

TEST_P(DebugOperations, AppearInGlslOnceAndChangeNothing) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const lang::Target target = target_of(lang::Dialect::GlslVulkan, GetParam(), true);
        const ir::Module module = prepared(seed, target);
        const auto with = lang::to_glsl(module, target);
        const auto without = lang::to_glsl(module, target_of(lang::Dialect::GlslVulkan, GetParam(), false));
        ASSERT_TRUE(with && without) << (with ? "" : with.error().text);
        Parts parts = apart(with->text);
        EXPECT_EQ(parts.statements, apart(without->text).statements) << seed;
        std::ranges::sort(parts.comments);
        EXPECT_EQ(parts.comments, said_in(shader_of(module, target), parts.comments)) << seed << with->text;
    }
}

/// What the text says at the lines that OpLine names.
std::vector<std::string> lines_named(std::span<const std::uint32_t> words, std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    std::vector<std::string> named;
    for (std::size_t at = 5; at < words.size(); at += std::max(1U, words[at] >> 16)) {
        if ((words[at] & 0xffff) != static_cast<std::uint32_t>(spv::Op::OpLine)) continue;
        const std::uint32_t line = words[at + 2];
        named.emplace_back(line == 0 || line > lines.size() ? "no such line" : trim(lines[line - 1]));
    }
    return named;
}

TEST_P(DebugOperations, AreTheSourceOfSpirV) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const lang::Target target = target_of(lang::Dialect::SpirV, GetParam(), true);
        const ir::Module module = prepared(seed, target);
        const auto artifact = lang::to_spirv(module, target);
        ASSERT_TRUE(artifact) << artifact.error().text;
        EXPECT_EQ(test::spirv_error(artifact->words), "");
        const ir::Module shader = shader_of(module, target);
        const std::string text = ir::print(shader);
        const std::vector<std::string> named = lines_named(artifact->words, text), all = said_of(shader);
        EXPECT_FALSE(named.empty());
        for (const std::string& line : named) EXPECT_NE(std::ranges::find(all, line), all.end()) << line;
        for (ir::Id id = 1; id < shader.insts.size(); ++id) { // a store is never left out
            if (shader[id].op != ir::Op::StoreFile || all[id].empty()) continue;
            EXPECT_NE(std::ranges::find(named, all[id]), named.end()) << all[id];
        }
        const bool holds = std::string_view(reinterpret_cast<const char*>(artifact->words.data()), // NOLINT
                                            artifact->words.size() * 4)
                               .find(text.substr(0, 1000)) != std::string_view::npos;
        EXPECT_TRUE(holds);
    }
}

} // namespace
} // namespace relit::debug_operations
