#include "lang/shader_info.hpp"

#include "ir/builder.hpp"
#include "ir/names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace relit::lang {
namespace {

using ir::Kind;
using ir::Role;

std::vector<bool> reached(const ir::Module& module, const ShaderInfo& shader_info, std::uint32_t file) {
    std::vector<bool> all;
    for (std::uint32_t reg = 0; reg < module.files[file].count; ++reg) all.push_back(shader_info.reaches(file, reg));
    return all;
}

TEST(ShaderInfo, KnowsWhichRegistersAProgramReaches) {
    ir::Module module;
    ir::Builder build(module);
    const std::uint32_t r = build.file("r", Kind::F32, 4, 4, Role::Register);
    const std::uint32_t h = build.file("h", Kind::F16, 4, 6, Role::Output);
    const std::uint32_t a = build.file("a", Kind::I32, 1, 3, Role::Output);
    const std::uint32_t none = build.file("none", Kind::F32, 4, 2, Role::Output);
    build.function("main");
    build.store(r, 4, build.f32(1), 1);
    build.store(h, 8, build.f32(0, 4)); // four lanes of 32 bits are two registers of four halves
    build.store_at(a, 0, build.load(a, 0, ir::kI32), build.i32(7));
    build.ret();
    const ShaderInfo shader_info(module, *std::pmr::get_default_resource());
    EXPECT_EQ(reached(module, shader_info, r), (std::vector<bool>{false, true, false, false}));
    EXPECT_EQ(reached(module, shader_info, h), (std::vector<bool>{false, false, true, true, false, false}));
    EXPECT_EQ(reached(module, shader_info, a), (std::vector<bool>{true, true, true}));
    EXPECT_EQ(reached(module, shader_info, none), (std::vector<bool>{false, false}));
    EXPECT_EQ(shader_info.file(r).registers, 1U);
    EXPECT_EQ(shader_info.file(h).registers, 2U);
    EXPECT_EQ(shader_info.file(a).registers, 3U);
    EXPECT_EQ(shader_info.file(none).registers, 0U);
    EXPECT_TRUE(shader_info.file(a).indexed && shader_info.file(a).at_all && shader_info.file(h).at_all);
    EXPECT_FALSE(shader_info.file(h).indexed || shader_info.file(none).at_all);
}

// Of a vertex with any number: no register that stays in an array.
TEST(ShaderInfo, KnowsWhichRegistersOfVerticesAProgramReaches) {
    ir::Module module;
    module.stage = ir::Stage::Geometry;
    module.geometry.in = ir::Primitive::Triangles;
    ir::Builder build(module);
    const std::uint32_t v = build.file("v", Kind::F32, 4, 9, Role::Input);
    build.function("main");
    build.load_vertex(v, 5, build.i32(2), ir::kF32);
    build.load_vertex(v, 4, build.i32(0), ir::kF32);
    build.load(v, 8, ir::kF32);
    build.ret();
    const ShaderInfo shader_info(module, *std::pmr::get_default_resource());
    EXPECT_TRUE(shader_info.reached(v)[1] != 0 && shader_info.reached(v)[2] != 0);
    EXPECT_TRUE(shader_info.reaches(v, 2));
    EXPECT_FALSE(shader_info.reaches(v, 1) || shader_info.file(v).indexed);
    EXPECT_EQ(shader_info.file(v).registers, 1U);
}

TEST(ShaderInfo, KnowsWhatInstructionsUse) {
    ir::Module module;
    ir::Builder build(module);
    build.function("main");
    const auto read = [&](ir::Builtin builtin) {
        const auto number = static_cast<std::uint32_t>(builtin);
        return build.add(ir::Op::ReadBuiltin, ir::type_of(builtin), std::span<const ir::Id>{}, number);
    };
    const ir::Id position = read(ir::Builtin::FragCoord);
    read(ir::Builtin::SampleId);
    read(ir::Builtin::FragCoord);
    build.FSqrt(position);
    build.ret();
    const ShaderInfo shader_info(module, *std::pmr::get_default_resource());
    EXPECT_TRUE(std::ranges::equal(shader_info.builtins(), std::array{ir::Builtin::FragCoord, ir::Builtin::SampleId}));
    EXPECT_TRUE(shader_info.has(ir::Op::FSqrt) && shader_info.has(Kind::F32) && shader_info.has(Kind::I32));
    EXPECT_FALSE(shader_info.has(ir::Op::FCos) || shader_info.has(Kind::F64));
    EXPECT_TRUE(shader_info.has_any([](ir::Op op) { return op == ir::Op::ReadBuiltin; }));
    EXPECT_FALSE(shader_info.has_any([](ir::Op op) { return op == ir::Op::Discard; }));
}

} // namespace
} // namespace relit::lang
