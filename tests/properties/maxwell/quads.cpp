// What is done in some threads of a quad only: MOV's mask, and the gradients that compilers take apart with it.
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace relit::test::maxwell_quads {
namespace {

constexpr std::uint32_t kThreads = 40;

/// What each of the threads leaves in R1, which was its number and 0x100; R2 is 0x7000000.
std::vector<std::uint32_t> left(const std::string& text, Warps warps) {
    const std::string all = "S2R R0, SR_TID.X ;\nIADD32I R1, R0, 0x100 ;\nMOV32I R2, 0x7000000 ;\n" + text +
                            "SHL R3, R0, 0x2 ;\nIADD R4.CC, R4, R3 ;\nIADD.X R5, R5, RZ ;\nSTG.E [R4], R1 ;\nEXIT ;\n";
    return words_of(interpret(kernel_of(all, kThreads, kThreads), warps));
}

// The whole register, or nothing of it; not its bytes.
TEST(MaxwellQuads, MovesAreDoneInTheThreadsOfTheMask) {
    for (const Warps warps : {Warps::AreSubgroups, Warps::ShareMemory})
        for (unsigned mask = 0; mask < 16; ++mask) {
            const auto plain = left(fmt::format("MOV R1, R2, {:#x} ;\n", mask), warps);
            const auto number = left(fmt::format("MOV32I R1, 0x7000000, {:#x} ;\n", mask), warps);
            const auto guarded =
                left(fmt::format("ISETP.LT.AND P0, PT, R0, 0xa, PT ;\n@P0 MOV R1, 0x70000, {:#x} ;\n", mask), warps);
            ASSERT_EQ(plain.size(), kThreads);
            for (std::uint32_t i = 0; i < kThreads; ++i) {
                const bool named = (mask >> (i & 3) & 1) != 0;
                EXPECT_EQ(plain[i], named ? 0x7000000 : i + 0x100) << mask << " " << i;
                EXPECT_EQ(number[i], named ? 0x7000000 : i + 0x100) << mask << " " << i;
                EXPECT_EQ(guarded[i], named && i < 10 ? 0x70000 : i + 0x100) << mask << " " << i;
            }
        }
}

TEST(MaxwellQuads, StagesWithoutQuadsRefuseTheMask) {
    const auto module = lifted(".sph type=1, version=3, shader=1, out_system_ab=0xf0000000",
                               "MOV R0, 0x1, 0x2 ;\nAST.128 a[0x70], R0 ;\nEXIT ;\n", {});
    ASSERT_FALSE(module);
    EXPECT_EQ(module.error().kind, FaultKind::NotSupported);
    EXPECT_NE(module.error().text.find("quad"), std::string::npos) << module.error().text;
}

/// As Mesa takes a gradient of one coordinate, R0, with slopes R1 and R2 apart: for each thread of the quad the coordinates
/// around its own, what is sampled there (here the slopes of it), and the result in that thread alone.
std::string apart() {
    constexpr std::array<std::array<unsigned, 2>, 4> kSigns = {
        {{0xcc, 0xf0}, {0x77, 0xf0}, {0xcc, 0x5f}, {0x77, 0x5f}}};
    std::string text = "IPA.PASS R0, a[0x80] ;\nIPA.PASS R1, a[0x84] ;\nIPA.PASS R2, a[0x88] ;\n";
    for (unsigned i = 0; i < 4; ++i) {
        text += fmt::format("SAM ;\nSHFL.IDX PT, R4, R0, {0:#x}, 0x1c03 ;\n", i);
        for (unsigned axis = 0; axis < 2; ++axis)
            text += fmt::format("SHFL.IDX PT, R5, R{1}, {0:#x}, 0x1c03 ;\nFSWZADD.NDV R4, R5, R4, {2:#x} ;\n", i,
                                1 + axis, kSigns[i][axis]);
        text += "SHFL.BFLY PT, R6, R4, 0x1, 0x1c03 ;\nFSWZADD R6, R6, R4, 0x99 ;\n";
        text += "SHFL.BFLY PT, R7, R4, 0x2, 0x1c03 ;\nFSWZADD R7, R7, R4, 0xa5 ;\nRAM ;\n";
        text += fmt::format("MOV R8, R6, {0:#x} ;\nMOV R9, R7, {0:#x} ;\n", 1U << i);
    }
    return text + "MOV R0, R8 ;\nMOV R1, R9 ;\nEXIT ;\n";
}

TEST(MaxwellQuads, GradientsTakenApartAreThoseOfEachThread) {
    constexpr std::array<std::array<float, 3>, 4> kGiven = {
        {{1, 0.25F, -2}, {8, -4, 0.5F}, {-16, 1, 32}, {0.5F, -0.125F, 64}}};
    MaxwellStage s = stage(kFragment, "in_generics=0x3f, targets=0x3", apart());
    const std::uint32_t in = lang::io_variables_of(s.module, ir::Role::Input)[0].file;
    const std::uint32_t out = lang::io_variables_of(s.module, ir::Role::Output)[0].file;
    std::vector<run::State> quad(4, s.state);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t lane = 0; lane < 3; ++lane) quad[i].files[in][lane] = bits(kGiven[i][lane]);
    run::Host host;
    host.builtin = [](ir::Builtin which, unsigned, std::size_t state) -> std::uint64_t {
        return which == ir::Builtin::SubgroupInvocation ? state : 0;
    };
    const Status done = run::run(s.module, quad, {}, host);
    ASSERT_TRUE(done) << done.error().text;
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t axis = 0; axis < 2; ++axis)
            EXPECT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(quad[i].files[out][axis])), kGiven[i][1 + axis])
                << i << " " << axis;
}

} // namespace
} // namespace relit::test::maxwell_quads
