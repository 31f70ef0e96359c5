#include "translate/units.hpp"

#include <gtest/gtest.h>

namespace relit::translate {
namespace {

using ir::ResourceKind;

ir::Module module_of(std::initializer_list<std::pair<ResourceKind, std::uint32_t>> resources) {
    ir::Module module;
    for (const auto& [kind, binding] : resources) {
        module.resources.push_back({.kind = kind, .binding = binding});
        module.resources.back().name = "r" + std::to_string(binding);
    }
    return module;
}
std::vector<std::uint32_t> bindings(const ir::Module& module) {
    std::vector<std::uint32_t> all;
    for (const ir::Resource& resource : module.resources) all.push_back(resource.binding);
    return all;
}

TEST(Units, WhatLiesBeyondTakesTheLowestFreeUnitOfItsKind) {
    using enum ResourceKind;
    ir::Module module = module_of({{Texture, 1025},
                                   {Texture, 0},
                                   {Image, 1024},
                                   {Texture, 79},
                                   {Texture, 80},
                                   {Texture, 1025},
                                   {Image, 1},
                                   {ConstantBuffer, 1026},
                                   {StorageBuffer, 90}});
    ASSERT_TRUE(assign_units(module, kOpenGlUnits));
    EXPECT_EQ(bindings(module), (std::vector<std::uint32_t>{1, 0, 0, 79, 2, 1, 1, 1026, 90}));
}

TEST(Units, MoreThanThereAreIsRefused) {
    using enum ResourceKind;
    ir::Module full = module_of({{Texture, 7}, {Texture, 0}, {Image, 9}, {Image, 8}});
    EXPECT_TRUE(assign_units(full, 2));
    EXPECT_EQ(bindings(full), (std::vector<std::uint32_t>{1, 0, 0, 1}));
    ir::Module more = module_of({{Image, 7}, {Image, 0}, {Image, 9}});
    const Status assigned = assign_units(more, 2);
    ASSERT_FALSE(assigned);
    EXPECT_EQ(assigned.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(assigned.error().text, "OpenGL has no binding left for `r9`: the program has more than 2 images");
}

} // namespace
} // namespace relit::translate
