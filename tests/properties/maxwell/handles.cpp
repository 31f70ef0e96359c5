// Handles of textures that are more than a word of a constant buffer: which texture is meant is right, or the program is
// refused, or reported as approximate.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/guests/parsed.hpp"
#include "tests/support/maxwell/stage.hpp"
#include "translate/linked.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::test::maxwell_handles {
namespace {

struct Taken {
    Result<ir::Module> module;
    std::vector<std::string> approximations;
};
Taken sampled_by(std::string_view handle) {
    const std::string text = std::string(handle) +
                             "TEX.B.LZ R0, R8, R24, 2D, 0xf ;\nMOV R40, c[0x0][0x140] ;\nMOV R41, c[0x0][0x144] ;\n"
                             "STG.E.128 [R40], R0 ;\nEXIT ;\n";
    const auto file = isa::maxwell::assemble(text, {});
    if (!file) return {std::unexpected(file.error()), {}};
    const ir::Context given{{{"maxwell.convention", 2}}};
    ir::ContextReader context(given);
    auto module = translate::lift(isa::maxwell::kFrontend, *file, context);
    return {std::move(module), context.approximations()};
}
std::vector<std::string> names(const ir::Module& module) {
    std::vector<std::string> all;
    for (const ir::Resource& resource : module.resources)
        if (resource.kind == ir::ResourceKind::Texture) all.emplace_back(resource.name);
    return all;
}

// Only a whole word can be compared with what arrives.
TEST(MaxwellHandles, HalvesOfHandlesInPhisAreRefused) {
    const Taken taken = sampled_by(
        "MOV R24, c[0x0][0xa4] ;\nLOP32I.AND R24, R24, 0xfffff ;\nMOV R0, c[0x2][0x0] ;\n"
        "ISETP.LT.AND P0, PT, R0, 0x5, PT ;\n@P0 BRA over ;\nMOV R24, c[0x0][0xa8] ;\n"
        "LOP32I.AND R24, R24, 0xfffff ;\nover:\n");
    ASSERT_FALSE(taken.module);
    EXPECT_EQ(taken.module.error().kind, FaultKind::NotSupported);
    EXPECT_NE(taken.module.error().text.find("handle of a texture"), std::string::npos) << taken.module.error().text;
}

TEST(MaxwellHandles, TheTextureIsTheLowHalfInEitherOrder) {
    constexpr std::string_view kHalves = "MOV R24, c[0x4][0x30] ;\nMOV R25, c[0x4][0x34] ;\nSHL R25, R25, 0x14 ;\n";
    for (const std::string_view join : {"LOP.OR R24, R24, R25 ;\n", "LOP.OR R24, R25, R24 ;\n"}) {
        const Taken taken = sampled_by(std::string(kHalves) + std::string(join));
        ASSERT_TRUE(taken.module) << taken.module.error().text;
        EXPECT_EQ(names(*taken.module), std::vector<std::string>{"t_c4_30_c4_34"}) << join;
        EXPECT_TRUE(taken.approximations.empty());
    }
}

TEST(MaxwellHandles, AnImmediateCombinedWithAHandleIsReported) {
    const Taken taken = sampled_by("MOV R24, c[0x0][0xa4] ;\nLOP32I.OR R24, R24, 0x300000 ;\n");
    ASSERT_TRUE(taken.module) << taken.module.error().text;
    EXPECT_EQ(taken.approximations.size(), 1U);
}

std::vector<std::uint32_t> texture_bindings(const lang::Artifact& artifact) {
    std::vector<std::uint32_t> all;
    for (const lang::Binding& binding : artifact.interface)
        if (binding.kind == "texture") all.push_back(binding.binding);
    return all;
}

// OpenGL has few bindings; GLSL does not compile with a binding beyond them. That of the first texture is the driver's own.
TEST(MaxwellHandles, OtherHandlesUseFreeBindingsInOpenGl) {
    constexpr std::string_view kElsewhere =
        "MOV R8, c[0x4][0x30] ;\nTEX.B.LZ R0, R4, R8, 2D, 0xf ;\nFADD R0, R0, R4 ;\n";
    const auto vertex = assembled_maxwell(std::string(kVertex) + "in_generics=0xff, out_system_ab=0xf0000000",
                                          "ALD.128 R4, a[0x80] ;\nTEX.LZ R4, R4, 0x4, 2D, 0xf ;\n" +
                                              std::string(kElsewhere) + "AST.128 a[0x70], R0 ;\nEXIT ;\n");
    const auto fragment = assembled_maxwell(
        std::string(kFragment) + "targets=0xf",
        "MOV R4, RZ ;\nMOV R5, RZ ;\nTEX.LZ R4, R4, 0x1a4, 2D, 0xf ;\n" + std::string(kElsewhere) + "EXIT ;\n");
    const ParsedPrograms row{{&isa::maxwell::kFrontend, vertex}, {&isa::maxwell::kFrontend, fragment}};
    const ir::Context context{{{"maxwell.convention", 2}}};
    const verify::GlslangSession session;
    using Numbers = std::vector<std::uint32_t>;
    for (const lang::Dialect dialect : {lang::Dialect::GlslVulkan, lang::Dialect::GlslOpenGl}) {
        const lang::Target target{.dialect = dialect, .version = 450};
        const bool opengl = dialect == lang::Dialect::GlslOpenGl;
        const auto alone = translate::translate(row[0], context, target);
        ASSERT_TRUE(alone) << alone.error().text;
        EXPECT_EQ(texture_bindings(alone->artifact), (opengl ? Numbers{0, 1} : Numbers{0, 1024}));
        const auto linked = translate::translate_linked(row, context, target);
        ASSERT_TRUE(linked) << linked.error().text;
        EXPECT_EQ(texture_bindings(linked->stages[0].artifact), (opengl ? Numbers{0, 1} : Numbers{0, 1024}));
        EXPECT_EQ(texture_bindings(linked->stages[1].artifact), (opengl ? Numbers{64, 65} : Numbers{256, 1280}));
        for (const translate::LinkedStage& stage : linked->stages) {
            const auto compiled = verify::compile_glsl(stage.artifact.text, target, stage.stage);
            EXPECT_TRUE(compiled) << compiled.error().text << stage.artifact.text;
        }
    }
}

} // namespace
} // namespace relit::test::maxwell_handles
