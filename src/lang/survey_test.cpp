#include "lang/survey.hpp"

#include "ir/builder.hpp"
#include "ir/names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace relit::lang {
namespace {

using ir::Kind;
using ir::Role;

std::vector<bool> reached(const ir::Module& module, const Survey& survey, std::uint32_t file) {
    std::vector<bool> all;
    for (std::uint32_t reg = 0; reg < module.files[file].count; ++reg) all.push_back(survey.reaches(file, reg));
    return all;
}

TEST(Survey, KnowsWhichRegistersAProgramReaches) {
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
    const Survey survey(module, *std::pmr::get_default_resource());
    EXPECT_EQ(reached(module, survey, r), (std::vector<bool>{false, true, false, false}));
    EXPECT_EQ(reached(module, survey, h), (std::vector<bool>{false, false, true, true, false, false}));
    EXPECT_EQ(reached(module, survey, a), (std::vector<bool>{true, true, true}));
    EXPECT_EQ(reached(module, survey, none), (std::vector<bool>{false, false}));
    EXPECT_EQ(survey.file(r).registers, 1U);
    EXPECT_EQ(survey.file(h).registers, 2U);
    EXPECT_EQ(survey.file(a).registers, 3U);
    EXPECT_EQ(survey.file(none).registers, 0U);
    EXPECT_TRUE(survey.file(a).indexed && survey.file(a).at_all && survey.file(h).at_all);
    EXPECT_FALSE(survey.file(h).indexed || survey.file(none).at_all);
}

TEST(Survey, KnowsWhatInstructionsUse) {
    ir::Module module;
    ir::Builder build(module);
    build.function("main");
    const auto read = [&](ir::Builtin builtin) {
        const auto number = static_cast<std::uint32_t>(builtin);
        return build.add(ir::Op::ReadBuiltin, ir::type_of(builtin), std::span<const ir::Id>{}, number);
    };
    const ir::Id place = read(ir::Builtin::FragCoord);
    read(ir::Builtin::SampleId);
    read(ir::Builtin::FragCoord);
    build.FSqrt(place);
    build.ret();
    const Survey survey(module, *std::pmr::get_default_resource());
    EXPECT_TRUE(std::ranges::equal(survey.builtins(), std::array{ir::Builtin::FragCoord, ir::Builtin::SampleId}));
    EXPECT_TRUE(survey.has(ir::Op::FSqrt) && survey.has(Kind::F32) && survey.has(Kind::I32));
    EXPECT_FALSE(survey.has(ir::Op::FCos) || survey.has(Kind::F64));
    EXPECT_TRUE(survey.has_any([](ir::Op op) { return op == ir::Op::ReadBuiltin; }));
    EXPECT_FALSE(survey.has_any([](ir::Op op) { return op == ir::Op::Discard; }));
}

} // namespace
} // namespace relit::lang
