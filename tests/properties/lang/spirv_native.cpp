#include "ir/builder.hpp"
#include "lang/lower/lower.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/spirv_check.hpp"

#include <gtest/gtest.h>

namespace relit::lang::spirv_native {
namespace {

using ir::Kind;
using ir::Role;

ir::Module sample(ir::Stage stage) {
    ir::Module module;
    module.stage = stage;
    ir::Builder build(module);
    const auto in = build.file("v", Kind::F32, 4, 2, Role::Input);
    const auto out = build.file("o", Kind::F32, 4, 3, Role::Output);
    const auto constants = build.constant_buffer("c", 0, 64);
    const auto storage = build.storage_buffer("s", 1, 0);
    build.function("main");
    build.origin("MUL o[0], v[0], c[0]");
    const ir::Id first = build.load(in, 0, ir::kF32.with_lanes(4));
    build.store(out, 0, build.FMul(first, build.load_buffer(constants, build.i32(16), ir::kF32.with_lanes(4))));
    const ir::Id at = build.load_buffer(storage, build.i32(0), ir::kI32);
    build.store(out, 4, build.load_buffer(constants, at, ir::kF32.with_lanes(4)));
    build.store_buffer(storage, at, build.load(in, 5, ir::kF32));
    build.ret();
    module.functions[0].tree.nodes.push_back({ir::NodeKind::Block, 0, ir::kNone, {}, {}});
    module.functions[0].tree.root.push_back(0);
    EXPECT_TRUE(test::lower_operations(module, {}) && lower_trees(module, {}));
    return module;
}

TEST(NativeSpirv, IsValidInEveryVersionAndNamesItsInterface) {
    for (const ir::Stage stage : {ir::Stage::Vertex, ir::Stage::Fragment}) {
        for (const std::uint32_t version : {0x10300U, 0x10400U, 0x10500U, 0x10600U}) {
            const auto artifact = to_spirv(sample(stage), {.version = version});
            ASSERT_TRUE(artifact) << artifact.error().text;
            EXPECT_EQ(test::spirv_error(artifact->words), "") << std::hex << version;
            ASSERT_EQ(artifact->interface.size(), 6U);
            EXPECT_EQ(artifact->interface[2].name, "o0"); // nothing touches o2
            EXPECT_EQ(artifact->interface[4].type, "f32x4[4]");
            EXPECT_EQ(artifact->interface[4].set, 0U);
            EXPECT_EQ(artifact->interface[5].set, 1U);
            EXPECT_EQ(artifact->words, to_spirv(sample(stage), {.version = version})->words);
            EXPECT_NE(test::spirv_text(artifact->words).find("MUL o[0], v[0], c[0]"), std::string::npos);
        }
    }
}

TEST(NativeSpirv, WhatIsNotWrittenIsNamed) {
    ir::Module module = sample(ir::Stage::Vertex);
    ir::Builder build(module);
    build.move_to(0, 0);
    const ir::Id two = build.f32(2);
    build.mode(ir::FloatMode{}.set(ir::FloatMode::rounding, 1U));
    build.FAdd(two, two); // without doubles
    const auto artifact = to_spirv(module, {});
    ASSERT_FALSE(artifact);
    EXPECT_EQ(artifact.error().kind, FaultKind::NotSupported);
    EXPECT_NE(artifact.error().text.find("fadd"), std::string::npos);
}

} // namespace
} // namespace relit::lang::spirv_native
