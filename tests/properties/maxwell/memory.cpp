// Memory accesses with a machine-specific or undefined result: refused, or reported.
#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

namespace relit::test::maxwell_memory {
namespace {

struct Lifted {
    Status done;
    std::vector<std::string> approximations;
};
Lifted lifted(std::string_view text, const ir::ContextValues& more = {}) {
    const auto file = isa::maxwell::assemble(std::string(text) + "EXIT ;\n", {});
    if (!file) return {std::unexpected(file.error()), {}};
    ir::Context given{{{"maxwell.convention", 2}, {"maxwell.shared_bytes", 64}, {"maxwell.local_bytes", 16}}};
    given.values.add(more);
    ir::ContextReader context(given);
    const auto module = translate::lift(isa::maxwell::kFrontend, *file, context);
    if (!module) return {std::unexpected(module.error()), context.approximations()};
    return {{}, context.approximations()};
}

struct Case {
    std::string_view text;
    std::size_t approximations;
};

TEST(MaxwellMemory, ConstantAddressesOutOfBoundsAreReported) {
    constexpr Case kCases[] = {{"STS [RZ+0x3c], R0 ;\n", 0},     {"STS [RZ+0x40], R0 ;\n", 1},
                               {"STS.128 [RZ+0x34], R0 ;\n", 1}, {"STS.U8 [RZ+0x3f], R0 ;\n", 0},
                               {"STL [RZ+0xc], R0 ;\n", 0},      {"STL [RZ-0x4], R0 ;\n", 1},
                               {"STS [R0+0x40], R0 ;\n", 0},     {"LDL R0, [RZ+0x10] ;\nSTL [RZ], R0 ;\n", 1}};
    for (const Case& one : kCases) {
        const Lifted is = lifted(one.text);
        ASSERT_TRUE(is.done) << one.text << is.done.error().text;
        EXPECT_EQ(is.approximations.size(), one.approximations) << one.text;
    }
}

TEST(MaxwellMemory, PredicatesOfGenericAccessesAreRefused) {
    constexpr std::string_view kAddress = "MOV R4, c[0x0][0x140] ;\nMOV R5, c[0x0][0x144] ;\n";
    EXPECT_TRUE(lifted(std::string(kAddress) + "ST.E [R4], R0, PT ;\n").done);
    const Lifted is = lifted(std::string(kAddress) + "ST.E [R4], R0, P1 ;\n");
    ASSERT_FALSE(is.done);
    EXPECT_EQ(is.done.error().kind, FaultKind::NotSupported);
}

TEST(MaxwellMemory, APartOfATexelIsNotStoredAndDoubtfulWhereLoaded) {
    const ir::ContextValues r32ui{{"maxwell.image0.format", static_cast<std::uint64_t>(ir::ImageFormat::R32ui)}};
    const ir::ContextValues rgba8{{"maxwell.image0.format", static_cast<std::uint64_t>(ir::ImageFormat::Rgba8)}};
    constexpr std::string_view kByte = "SUST.D.2D.U8.IGN [R4], R0, 0x48 ;\n",
                               kWord = "SUST.D.2D.IGN [R4], R0, 0x48 ;\n";
    EXPECT_TRUE(lifted(kByte).done);
    EXPECT_TRUE(lifted(kWord, r32ui).done);
    EXPECT_TRUE(lifted(kWord, rgba8).done);
    EXPECT_FALSE(lifted(kByte, r32ui).done);
    EXPECT_FALSE(lifted(kByte, rgba8).done);
    EXPECT_FALSE(lifted(std::string(kByte) + std::string(kWord)).done);
    const Lifted loads = lifted("SULD.D.2D.U8.IGN R0, [R4], 0x48 ;\nSTS [RZ], R0 ;\n", rgba8);
    EXPECT_TRUE(loads.done);
    EXPECT_EQ(loads.approximations.size(), 1U);
}

TEST(MaxwellMemory, UnboundedIndicesAreReported) {
    EXPECT_EQ(lifted("LDC.IS R0, c[0x1][R2] ;\nSTS [RZ], R0 ;\n").approximations.size(), 1U);
    EXPECT_EQ(
        lifted("MOV R2, c[0x2][0x0] ;\nLDC R4, c[0x0][R2+0xa0] ;\nTEX.B.LZ R0, R8, R4, 2D, 0xf ;\nSTS [RZ], R0 ;\n")
            .approximations.size(),
        1U);
}

} // namespace
} // namespace relit::test::maxwell_memory
