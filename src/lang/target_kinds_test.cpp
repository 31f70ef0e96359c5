#include "lang/target_kinds.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <memory_resource>
#include <string>

namespace relit::lang {
namespace {

using ir::Kind;

/// A program that is written as one statement: with a value of the kind, or a file of it that nothing accesses.
ir::Module program(Kind kind, bool is_value) {
    ir::Module module;
    ir::Builder build(module);
    const std::uint32_t out = build.file("o", is_value ? Kind::F32 : kind, 4, 1, ir::Role::Output);
    build.function("main");
    if (is_value) {
        const std::uint32_t lanes = 64 / ir::bits_of(kind);
        const ir::Id value = build.constant({kind, static_cast<std::uint8_t>(lanes > 4 ? 4 : lanes)}, 1);
        build.store(out, 0, build.bitcast(lanes > 4 ? ir::kF32 : ir::kF32.with_lanes(2), value));
    }
    build.ret();
    ir::Function& main = module.functions[0];
    const auto leaf = [&](ir::NodeKind what) {
        ir::Node node;
        node.kind = what;
        node.block = 0;
        main.tree.root.push_back(static_cast<ir::NodeId>(main.tree.nodes.size()));
        main.tree.nodes.push_back(node);
    };
    leaf(ir::NodeKind::Block);
    leaf(ir::NodeKind::Return);
    return module;
}

Target target_of(Dialect dialect) {
    Target target{.dialect = dialect};
    target.has_int8 = target.has_int16 = target.has_int64 = target.has_float16 = target.has_float64 = true;
    return target;
}

std::optional<Kind> lacked(const ir::Module& module, const Target& target) {
    return lacked_kind(module, ShaderInfo(module, *std::pmr::get_default_resource()), target);
}

struct KindCase {
    Kind kind;
    bool Target::* has;
    std::string glsl, spirv;
};
const KindCase kCases[] = {
    {Kind::I8, &Target::has_int8, "uint8_t", "8-bit integers"},
    {Kind::I16, &Target::has_int16, "uint16_t", "16-bit integers"},
    {Kind::I64, &Target::has_int64, "uint64_t", "64-bit integers"},
    {Kind::F16, &Target::has_float16, "float16_t", "16-bit floats"},
    {Kind::F64, &Target::has_float64, "double", "64-bit floats"},
};

TEST(TargetKinds, BothLanguagesNameTheKindThatATargetLacks) {
    for (const KindCase& row : kCases) {
        const ir::Module module = program(row.kind, true);
        Target spirv = target_of(Dialect::SpirV), glsl = target_of(Dialect::GlslVulkan);
        EXPECT_TRUE(to_spirv(module, spirv) && to_glsl(module, glsl)) << row.glsl;
        spirv.*row.has = false, glsl.*row.has = false;
        const auto binary = to_spirv(module, spirv), text = to_glsl(module, glsl);
        ASSERT_FALSE(binary || text) << row.glsl;
        EXPECT_EQ(binary.error().text, "the target has no " + row.spirv);
        EXPECT_EQ(text.error().text, "glsl: values of " + row.glsl + ", which the target lacks");
        EXPECT_EQ(binary.error().kind, FaultKind::NotSupported);
        EXPECT_EQ(text.error().kind, FaultKind::NotSupported);
    }
}

TEST(TargetKinds, FilesThatNothingAccessesCountWhereTheyAreDeclared) {
    for (const KindCase& row : kCases) {
        const ir::Module module = program(row.kind, false);
        for (const Dialect dialect : {Dialect::SpirV, Dialect::GlslVulkan, Dialect::GlslOpenGl}) {
            Target target = target_of(dialect);
            EXPECT_EQ(lacked(module, target), std::nullopt);
            target.*row.has = false;
            const bool is_declared = dialect == Dialect::SpirV;
            EXPECT_EQ(lacked(module, target), is_declared ? std::optional(row.kind) : std::nullopt) << row.glsl;
        }
    }
}

// Their bits are moved as integers there.
TEST(TargetKinds, SpirVHasFloatsBesideIntegersOfTheirWidth) {
    for (const bool is_spirv : {true, false}) {
        Target target = target_of(is_spirv ? Dialect::SpirV : Dialect::GlslVulkan);
        target.has_int16 = target.has_int64 = false;
        EXPECT_EQ(lacked(program(Kind::F16, true), target), is_spirv ? std::optional(Kind::F16) : std::nullopt);
        EXPECT_EQ(lacked(program(Kind::F64, true), target), is_spirv ? std::optional(Kind::F64) : std::nullopt);
    }
}

} // namespace
} // namespace relit::lang
