#include "lang/pipeline.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

namespace relit::lang {
namespace {

using ir::Interpolation;
using ir::Kind;
using ir::Role;
using ir::Semantic;

TEST(Pipeline, RegistersUseTheLocationOfTheirNumberByDefault) {
    ir::Module module;
    ir::Builder build(module);
    build.file("v", Kind::F32, 4, 1, Role::Input);
    const auto o = build.file("o", Kind::F32, 4, 5, Role::Output);
    build.file("d", Kind::F64, 4, 2, Role::Output);
    build.file("last", Kind::I32, 2, 1, Role::Output);
    build.add_io_slot(o, {.reg = 0, .semantic = Semantic::Position});
    build.add_io_slot(o, {.reg = 2, .lane = 1, .semantic = Semantic::ClipDistance, .number = 3});
    build.add_io_slot(o, {.reg = 2, .number = 9});
    build.add_io_slot(o, {.reg = 4, .semantic = Semantic::None});
    const std::vector<IoVariable> expected = {
        {1, 0, 0, 4, Semantic::Position, 0, {}},     {1, 1, 0, 4, Semantic::User, 1, {}},
        {1, 2, 1, 1, Semantic::ClipDistance, 3, {}}, {1, 2, 0, 4, Semantic::User, 9, {}},
        {1, 3, 0, 4, Semantic::User, 3, {}},         {2, 0, 0, 4, Semantic::User, 5, {}},
        {2, 1, 0, 4, Semantic::User, 7, {}},         {3, 0, 0, 2, Semantic::User, 9, {}}};
    EXPECT_EQ(io_variables_of(module, Role::Output), expected);
    EXPECT_EQ(io_variables_of(module, Role::Input).size(), 1U);
}

TEST(Pipeline, IntegersEnterFragmentsFlat) {
    ir::Module module;
    ir::Builder build(module);
    const auto v = build.file("v", Kind::F32, 4, 2, Role::Input);
    build.file("n", Kind::I32, 1, 1, Role::Input);
    build.add_io_slot(v, {.reg = 1, .number = 1, .interpolation = Interpolation::NoPerspective});
    const auto interpolations = [&] {
        std::vector<Interpolation> all;
        for (const IoVariable& io_variable : io_variables_of(module, Role::Input))
            all.push_back(io_variable.interpolation);
        return all;
    };
    module.stage = ir::Stage::Fragment;
    EXPECT_EQ(interpolations(),
              (std::vector{Interpolation::Smooth, Interpolation::NoPerspective, Interpolation::Flat}));
    module.stage = ir::Stage::Vertex;
    EXPECT_EQ(interpolations(),
              (std::vector{Interpolation::Smooth, Interpolation::NoPerspective, Interpolation::Smooth}));
}

TEST(Pipeline, KindsOfResourcesDoNotShareADescriptor) {
    const auto at = [](ir::ResourceKind kind) { return descriptor_of({.kind = kind, .binding = 5}); };
    EXPECT_EQ(at(ir::ResourceKind::ConstantBuffer), (Descriptor{0, 5}));
    EXPECT_EQ(at(ir::ResourceKind::StorageBuffer), (Descriptor{1, 5}));
    EXPECT_EQ(at(ir::ResourceKind::Texture), (Descriptor{2, 5}));
    EXPECT_EQ(at(ir::ResourceKind::Image), (Descriptor{3, 5}));
}

} // namespace
} // namespace relit::lang
